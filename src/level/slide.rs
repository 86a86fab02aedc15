//! Sliding: a move that goes on along what it meets.
//!
//! A mover stops a *skin* before what it meets, so that rounding never puts it inside, and what is left of its move is
//! turned into the plane that was met; between two planes, along their edge; before three it stops. A mover that is found
//! nearer than half the skin is set back to a whole one, so that it may leave and slide along in the next frame.

use super::error::LevelError;
use super::mover::Mover;
use super::sweep::{Cost, Hit, Move, Sweep};
use crate::geometry::{Point, Vector};

/// Metres that a mover stops before it touches.
pub const SKIN: f64 = 1e-3;
/// Turns of one move.
const TURNS: usize = 5;
/// How far a mover that begins inside the solid is carried to leave it, metres, in this order.
const WAYS_OUT: [f64; 8] = [0.01, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2];

/// What a move is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The way that was wished for.
    Along,
    /// Up, to climb a step.
    Up,
    /// Along, at the height of a step.
    Over,
    /// Down to the floor.
    Down,
    /// In the air.
    Fall,
}

/// A hit of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Where the mover's reference point was when it touched.
    pub place: Point,
    /// As the method tells it; its time is that of one leg of the way.
    pub hit: Hit,
    /// When.
    pub phase: Phase,
}

/// A mover on its way through a level by one method, and what happens to it.
pub struct Legs<'s> {
    sweep: &'s mut dyn Sweep,
    a_move: Move,
    /// Where it is.
    pub place: Point,
    /// All hits so far.
    pub touches: Vec<Touch>,
    /// Where it turned.
    pub way: Vec<Point>,
    /// Of all sweeps so far.
    pub cost: Cost,
    /// Sweeps so far.
    pub sweeps: usize,
    /// Whether it began inside and found no way out.
    pub is_stuck: bool,
}

impl<'s> Legs<'s> {
    /// A mover that stands at `place`.
    pub fn new(sweep: &'s mut dyn Sweep, mover: &Mover, place: Point) -> Self {
        let a_move = Move { mover: mover.clone(), from: place, to: place };
        let (touches, cost) = (vec![], Cost::default());
        Self { sweep, a_move, place, touches, way: vec![place], cost, sweeps: 0, is_stuck: false }
    }

    /// Goes as far as it can without turning, and says what stopped it.
    pub fn go(&mut self, by: Vector, phase: Phase) -> Result<Option<Hit>, LevelError> {
        let Some(hit) = self.look(by)? else {
            self.place += by;
            return Ok(None);
        };
        self.touches.push(Touch { place: self.place + by * hit.time, hit, phase });
        if hit.inside {
            self.leave(hit.normal)?;
            return Ok(Some(hit));
        }
        // Back along the path, to a skin's distance from the plane.
        let nearer = -hit.normal.dot(&by);
        let back = if nearer > 0.0 { SKIN / nearer } else { 0.0 };
        self.place += by * (hit.time - back).max(0.0);
        let gap = hit.time * nearer;
        if gap < 0.5 * SKIN {
            let out = hit.normal * (SKIN - gap.max(0.0));
            if self.look(out)?.is_none() {
                self.place += out;
            }
        }
        Ok(Some(hit))
    }

    /// Goes and slides. The hits of it stand at the end of `touches`.
    pub fn slide(&mut self, by: Vector, phase: Phase) -> Result<(), LevelError> {
        let mut normals: Vec<Vector> = Vec::with_capacity(TURNS);
        let mut rest = by;
        for _ in 0..TURNS {
            if rest.norm_squared() < 1e-18 {
                break;
            }
            let begin = self.place;
            let Some(hit) = self.go(rest, phase)? else { break };
            if hit.inside {
                break;
            }
            self.way.push(self.place);
            // What is left of the way, whatever the skin took of it.
            let gone = (self.place - begin).dot(&rest) / rest.norm_squared();
            rest *= 1.0 - gone.clamp(0.0, 1.0);
            normals.push(hit.normal);
            rest = turned(rest, &normals);
            // Never back: two planes would throw it to and fro.
            if rest.dot(&by) <= 0.0 {
                break;
            }
        }
        self.way.push(self.place);
        Ok(())
    }

    /// Where a move would stop; it does not go there.
    fn look(&mut self, by: Vector) -> Result<Option<Hit>, LevelError> {
        (self.a_move.from, self.a_move.to) = (self.place, self.place + by);
        let (hit, cost) = self.sweep.sweep(&self.a_move)?;
        self.cost = self.cost.plus(&cost);
        self.sweeps += 1;
        Ok(hit)
    }

    /// Out of the solid, to the nearest free place in some directions: that of `normal` first, then up, then aside.
    fn leave(&mut self, normal: Vector) -> Result<(), LevelError> {
        let begin = self.place;
        let aside = (0..8).map(|i| {
            let angle = std::f64::consts::FRAC_PI_4 * f64::from(i);
            Vector::new(angle.cos(), 0.0, angle.sin())
        });
        let directions: Vec<Vector> = [normal, Vector::y()].into_iter().chain(aside).collect();
        for far in WAYS_OUT {
            for direction in &directions {
                self.place = begin + direction * far;
                if self.look(Vector::zeros())?.is_none() {
                    return Ok(());
                }
            }
        }
        self.place = begin;
        self.is_stuck = true;
        Ok(())
    }
}

/// What is left of a way before planes with these normals, the last of which was met last.
fn turned(rest: Vector, normals: &[Vector]) -> Vector {
    let enters = |way: &Vector| normals.iter().any(|n| n.dot(way) < -1e-12 * way.norm());
    let Some(last) = normals.last() else { return rest };
    let along = rest - last * last.dot(&rest);
    if !enters(&along) {
        return along;
    }
    // Along the edge of the last plane and another.
    for other in &normals[..normals.len() - 1] {
        if let Some(edge) = last.cross(other).try_normalize(1e-9) {
            let along = edge * edge.dot(&rest);
            if !enters(&along) {
                return along;
            }
        }
    }
    Vector::zeros()
}
