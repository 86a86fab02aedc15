//! The response: a mover that walks, slides, climbs steps and falls, by any method of the table.
//!
//! In a frame it goes the way that is wished, level, and slides along what it meets. Where a wall stops it, it tries the
//! same from the height of a step, and keeps what leads farther. Then it goes down to the floor, no deeper than a step;
//! where there is none it falls. A floor is what is not steeper than 45°.
//! The same begin and wishes give the same states to the last bit.

use super::error::LevelError;
use super::mover::Mover;
use super::slide::{Legs, Phase, SKIN, Touch};
use super::sweep::{Cost, Sweep};
use crate::geometry::fingerprint::folded;
use crate::geometry::{Point, Vector};

/// Metres for a second, downwards, each second.
pub const GRAVITY: f64 = 9.81;
/// Steps up to this height are climbed, metres; and the skin above them.
pub const STEP: f64 = 0.3;
/// Normals that point up by less are no floor's.
const FLOOR: f64 = 0.7;
/// Nothing falls faster, metres for a second.
const FASTEST: f64 = 50.0;

/// A walker between two frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// The mover's reference point.
    pub place: Point,
    /// Metres for a second, as it went in the last frame.
    pub velocity: Vector,
    /// The normal of the floor that it stands on, unless it falls.
    pub floor: Option<Vector>,
}

impl State {
    /// At rest in the air.
    pub fn at(place: Point) -> Self {
        Self { place, velocity: Vector::zeros(), floor: None }
    }

    /// Folds the bits of the state into a hash of the states before.
    pub fn hash(&self, before: u64) -> u64 {
        let floor = self.floor.unwrap_or_default();
        let numbers = self.place.coords.iter().chain(&self.velocity).chain(&floor);
        folded(before, numbers.copied())
    }
}

/// What happened in a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The state after it.
    pub state: State,
    /// The way of the reference point that was kept, corner by corner.
    pub way: Vec<Point>,
    /// What was hit, in order; on the way that was kept.
    pub touches: Vec<Touch>,
    /// Whether a step was climbed.
    pub climbed: bool,
    /// Whether the mover is inside the solid, with no free place nearby: its size was changed, or it was put there.
    pub is_stuck: bool,
    /// Sweeps that were made, also those of ways that were not kept.
    pub sweeps: usize,
    /// What they cost.
    pub cost: Cost,
}

/// Moves a walker for `dt` seconds, who wishes to go at `wish`, metres for a second; its height is ignored.
pub fn walk(
    sweep: &mut dyn Sweep,
    mover: &Mover,
    state: &State,
    wish: Vector,
    dt: f64,
) -> Result<Frame, LevelError> {
    let mut legs = Legs::new(sweep, mover, state.place);
    let along = Vector::new(wish.x, 0.0, wish.z) * dt;
    let (floor, climbed) = if state.floor.is_some() {
        let climbed = step(&mut legs, along)?;
        (down(&mut legs)?, climbed)
    } else {
        (fall(&mut legs, along, state.velocity.y, dt)?, false)
    };
    let Legs { place, touches, way, cost, sweeps, is_stuck, .. } = legs;
    let mut velocity = if dt > 0.0 { (place - state.place) / dt } else { Vector::zeros() };
    if floor.is_some() || state.floor.is_some() {
        // Steps and slopes are no falls.
        velocity.y = 0.0;
    }
    let state = State { place, velocity, floor };
    Ok(Frame { state, way, touches, climbed, is_stuck, sweeps, cost })
}

/// Along the floor, up a step if that leads farther.
fn step(legs: &mut Legs, along: Vector) -> Result<bool, LevelError> {
    if along.norm_squared() == 0.0 {
        return Ok(false);
    }
    let (begin, before, turns) = (legs.place, legs.touches.len(), legs.way.len());
    legs.slide(along, Phase::Along)?;
    let is_wall = |touch: &Touch| touch.hit.normal.y.abs() < FLOOR && !touch.hit.inside;
    if !legs.touches[before..].iter().any(is_wall) {
        return Ok(false);
    }
    let level = |from: &Point, to: &Point| Vector::new(to.x - from.x, 0.0, to.z - from.z).dot(&along);
    let plain = (legs.place, legs.touches.split_off(before), legs.way.split_off(turns));
    legs.place = begin;
    legs.go(Vector::y() * (STEP + 2.0 * SKIN), Phase::Up)?;
    let risen = legs.place.y - begin.y;
    legs.way.push(legs.place);
    legs.slide(along, Phase::Over)?;
    let landing = legs.go(Vector::y() * -(risen + SKIN), Phase::Down)?;
    legs.way.push(legs.place);
    let stands = landing.is_some_and(|hit| hit.normal.y >= FLOOR && !hit.inside);
    if stands && level(&begin, &legs.place) > level(&begin, &plain.0) + 1e-9 {
        return Ok(true);
    }
    legs.touches.truncate(before);
    legs.way.truncate(turns);
    legs.place = plain.0;
    legs.touches.extend(plain.1);
    legs.way.extend(plain.2);
    Ok(false)
}

/// Down to the floor, no deeper than a step. Its normal, if there is one.
fn down(legs: &mut Legs) -> Result<Option<Vector>, LevelError> {
    let begin = legs.place;
    let hit = legs.go(Vector::y() * -(STEP + 2.0 * SKIN), Phase::Down)?;
    match hit {
        Some(hit) if hit.normal.y >= FLOOR => {
            legs.way.push(legs.place);
            Ok(Some(hit.normal))
        }
        // Something steep: it is slid down in the next frame.
        Some(_) => Ok(None),
        // No floor so near: it falls from where it is.
        None => {
            legs.place = begin;
            Ok(None)
        }
    }
}

/// Through the air. The normal of the floor that it comes to, if it does.
fn fall(legs: &mut Legs, along: Vector, speed: f64, dt: f64) -> Result<Option<Vector>, LevelError> {
    let speed = (speed - GRAVITY * dt).max(-FASTEST);
    let (begin, before) = (legs.place, legs.touches.len());
    let wished = along + Vector::y() * (speed * dt);
    legs.slide(wished, Phase::Fall)?;
    let touches = &legs.touches[before..];
    let floor = touches.iter().map(|touch| touch.hit).find(|hit| hit.normal.y >= FLOOR && !hit.inside);
    // What touches something and does not come down stands: between two steep walls, say.
    let wedged = !touches.is_empty() && speed < 0.0 && legs.place.y >= begin.y - 1e-2 * (speed * dt).abs();
    Ok(floor.map(|hit| hit.normal).or(wedged.then(Vector::y)))
}
