//! The movement: a mover walks, slides, climbs steps and falls, using any method of the table; and the events of a frame.
//!
//! In a frame the mover moves horizontally in the wished direction and slides along obstacles. If a wall stops it,
//! it tries again from the height of a step and keeps the result that leads farther. Then it moves down to the
//! floor, no deeper than a step; without a floor it falls. A surface counts as floor up to a slope of 45°.
//! Deterministic: equal starts and wishes give equal states, bit for bit.

use super::error::LevelError;
use super::mover::Mover;
use super::slide::{Legs, Phase, SKIN, Touch};
use super::sweep::{Cost, Sweep};
use crate::geometry::fingerprint::folded;
use crate::geometry::{Point, Vector};

/// Gravity, metres per second squared, downwards.
pub const GRAVITY: f64 = 9.81;
/// Steps up to this height are climbed (not counting the skin), metres.
pub const STEP: f64 = 0.3;
/// A contact counts as floor if the vertical part of its normal is at least this.
const FLOOR: f64 = 0.7;
/// Limit of the falling speed, metres per second.
const FASTEST: f64 = 50.0;

/// State of a walker between two frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Position of the mover's reference point.
    pub place: Point,
    /// Velocity in the last frame, metres per second.
    pub velocity: Vector,
    /// Normal of the floor under the mover; `None` while the mover falls.
    pub floor: Option<Vector>,
}

impl State {
    /// The state of a mover at rest in the air.
    pub fn at(place: Point) -> Self {
        Self { place, velocity: Vector::zeros(), floor: None }
    }

    /// Folds the bits of the state into `before`, a hash of the previous states.
    pub fn hash(&self, before: u64) -> u64 {
        let floor = self.floor.unwrap_or_default();
        let numbers = self.place.coords.iter().chain(&self.velocity).chain(&floor);
        folded(before, numbers.copied())
    }
}

/// The result of a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The state after the frame.
    pub state: State,
    /// The path of the reference point, corner by corner, without discarded attempts.
    pub way: Vec<Point>,
    /// Contacts on this path, in order.
    pub touches: Vec<Touch>,
    /// Whether a step was climbed.
    pub climbed: bool,
    /// Whether the mover is inside the solid with no free position nearby, after a change of its size or position.
    pub is_stuck: bool,
    /// Number of sweeps, including those of discarded attempts.
    pub sweeps: usize,
    /// Total cost of the sweeps.
    pub cost: Cost,
}

/// Moves a walker for `dt` seconds. `wish` is the wished velocity, metres per second; its vertical part is ignored.
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
        // Vertical movement on steps and slopes is not a fall, so it does not count as velocity.
        velocity.y = 0.0;
    }
    let state = State { place, velocity, floor };
    Ok(Frame { state, way, touches, climbed, is_stuck, sweeps, cost })
}

/// Moves along the floor; climbs a step if that leads farther.
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

/// Moves down to the floor, no deeper than a step; returns the floor's normal, if there is a floor.
fn down(legs: &mut Legs) -> Result<Option<Vector>, LevelError> {
    let begin = legs.place;
    let hit = legs.go(Vector::y() * -(STEP + 2.0 * SKIN), Phase::Down)?;
    match hit {
        Some(hit) if hit.normal.y >= FLOOR => {
            legs.way.push(legs.place);
            Ok(Some(hit.normal))
        }
        // A steep surface: the mover slides down it in the next frame.
        Some(_) => Ok(None),
        // No floor nearby: the mover falls from here.
        None => {
            legs.place = begin;
            Ok(None)
        }
    }
}

/// Moves through the air; returns the floor's normal on landing.
fn fall(legs: &mut Legs, along: Vector, speed: f64, dt: f64) -> Result<Option<Vector>, LevelError> {
    let speed = (speed - GRAVITY * dt).max(-FASTEST);
    let (begin, before) = (legs.place, legs.touches.len());
    let wished = along + Vector::y() * (speed * dt);
    legs.slide(wished, Phase::Fall)?;
    let touches = &legs.touches[before..];
    let floor = touches.iter().map(|touch| touch.hit).find(|hit| hit.normal.y >= FLOOR && !hit.inside);
    // A mover in contact that no longer sinks counts as standing, for example between two steep walls.
    let wedged = !touches.is_empty() && speed < 0.0 && legs.place.y >= begin.y - 1e-2 * (speed * dt).abs();
    Ok(floor.map(|hit| hit.normal).or(wedged.then(Vector::y)))
}

/// Duration of a frame, seconds.
pub const FRAME: f64 = 1.0 / 30.0;
/// A contact counts as a wall if the vertical part of its normal is below this.
const WALL: f64 = 0.7;

/// The events of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// The path of the reference point, corner by corner.
    pub way: Vec<Point>,
    /// The contacts on the way.
    pub touches: Vec<Touch>,
    /// Whether a step was climbed.
    pub climbed: bool,
    /// Whether the mover was put back onto its path, because it was stuck or had fallen out of the level.
    pub set_back: bool,
    /// The displacement requested by the steering.
    pub wished: Vector,
    /// Number of sweeps in this frame.
    pub sweeps: usize,
}

impl Done {
    /// Contacts that stopped the mover, except those with floor and those of the move down to the floor.
    pub fn walls(&self) -> impl Iterator<Item = &Touch> {
        self.touches.iter().filter(|touch| touch.phase != Phase::Down && touch.hit.normal.y < WALL)
    }
}

/// The source of the steering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Steering {
    /// The mover follows the path.
    Path,
    /// Keys: rightward and forward input, each from −1 to 1, and the camera's heading (as
    /// `walking::State::heading`).
    Keys([f64; 2], f64),
}
