//! Sliding: a move that continues along the obstacles it hits.
//!
//! A mover stops a *skin* before an obstacle, so that rounding never puts it inside, and the rest of its move is
//! projected onto the plane that it hit; between two planes, onto their common edge; at three planes it stops. A
//! mover found nearer than half the skin is moved back to a whole skin, so that it can leave or slide in the next
//! frame.

use super::error::LevelError;
use super::mover::Mover;
use super::sweep::{Cost, Hit, Move, Sweep};
use crate::geometry::{Point, Vector};

/// Distance at which a mover stops before contact, metres.
pub const SKIN: f64 = 1e-3;
/// Maximum number of changes of direction in one move.
const TURNS: usize = 5;
/// Distances at which a free position is sought for a mover that starts inside the solid, metres, in this order.
const WAYS_OUT: [f64; 8] = [0.01, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2];

/// The part of a frame that a move belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Along the wished direction.
    Along,
    /// Upward, to climb a step.
    Up,
    /// Forward, at the height of a step.
    Over,
    /// Downward to the floor.
    Down,
    /// Through the air.
    Fall,
}

/// A contact in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Position of the mover's reference point at contact.
    pub place: Point,
    /// The hit that the method reports; its time is relative to one leg of the path.
    pub hit: Hit,
    /// The part of the frame in which the contact occurred.
    pub phase: Phase,
}

/// A mover's path through a level, leg by leg, with its contacts and costs.
pub struct Legs<'s> {
    sweep: &'s mut dyn Sweep,
    a_move: Move,
    /// Current position of the reference point.
    pub place: Point,
    /// All contacts so far.
    pub touches: Vec<Touch>,
    /// Corners of the path.
    pub way: Vec<Point>,
    /// Total cost of the sweeps so far.
    pub cost: Cost,
    /// Number of sweeps so far.
    pub sweeps: usize,
    /// Whether the mover started inside the solid and found no free position.
    pub is_stuck: bool,
}

impl<'s> Legs<'s> {
    /// A mover at rest at `place`.
    pub fn new(sweep: &'s mut dyn Sweep, mover: &Mover, place: Point) -> Self {
        let a_move = Move { mover: mover.clone(), from: place, to: place };
        let (touches, cost) = (vec![], Cost::default());
        Self { sweep, a_move, place, touches, way: vec![place], cost, sweeps: 0, is_stuck: false }
    }

    /// Moves in a straight line until a contact; returns the contact, if any.
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
        // Moves back along the path until the mover is a skin's distance from the plane.
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

    /// Moves along `by` and slides along obstacles; appends the contacts to `touches`.
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
            // Removes the covered part of the path. The skin in front of the obstacle was not covered, so its length
            // remains.
            let gone = (self.place - begin).dot(&rest) / rest.norm_squared();
            rest *= 1.0 - gone.clamp(0.0, 1.0);
            normals.push(hit.normal);
            rest = turned(rest, &normals);
            // Never moves backwards: between two planes the mover would oscillate.
            if rest.dot(&by) <= 0.0 {
                break;
            }
        }
        self.way.push(self.place);
        Ok(())
    }

    /// Sweeps the mover along `by` without moving it.
    fn look(&mut self, by: Vector) -> Result<Option<Hit>, LevelError> {
        (self.a_move.from, self.a_move.to) = (self.place, self.place + by);
        let (hit, cost) = self.sweep.sweep(&self.a_move)?;
        self.cost = self.cost.plus(&cost);
        self.sweeps += 1;
        Ok(hit)
    }

    /// Moves out of the solid to the nearest free position: along `normal` first, then up, then sideways.
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

/// The rest of a path, projected so that it does not lead into the planes with these normals; the latest plane is
/// last.
fn turned(rest: Vector, normals: &[Vector]) -> Vector {
    let enters = |way: &Vector| normals.iter().any(|n| n.dot(way) < -1e-12 * way.norm());
    let Some(last) = normals.last() else { return rest };
    let along = rest - last * last.dot(&rest);
    if !enters(&along) {
        return along;
    }
    // Projects the rest onto the common edge of the latest plane and an earlier one.
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
