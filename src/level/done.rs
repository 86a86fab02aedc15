//! What was done in a frame of the walk, and what steers it.

use crate::geometry::{Point, Vector};
use crate::level::slide::{Phase, Touch};

/// Seconds of a frame.
pub const FRAME: f64 = 1.0 / 30.0;
/// Hits with a normal that points up by less are walls.
const WALL: f64 = 0.7;

/// What was done in a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// The way of the reference point, corner by corner.
    pub way: Vec<Point>,
    /// What was met on it.
    pub touches: Vec<Touch>,
    /// Whether a step was climbed.
    pub climbed: bool,
    /// Whether it was set onto the path again.
    pub set_back: bool,
    /// Where the way was wished to lead.
    pub wished: Vector,
    /// Sweeps that it took.
    pub sweeps: usize,
}

impl Done {
    /// What stopped it that is no floor.
    pub fn walls(&self) -> impl Iterator<Item = &Touch> {
        self.touches.iter().filter(|touch| touch.phase != Phase::Down && touch.hit.normal.y < WALL)
    }
}

/// What steers it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Steering {
    /// The path.
    Path,
    /// Keys: to the right and ahead, −1 to 1, seen from a camera that looks in this direction (as
    /// [`super::walking::State::heading`]).
    Keys([f64; 2], f64),
}
