//! The events of a frame of the walk, and the source of its steering.

use crate::geometry::{Point, Vector};
use crate::level::slide::{Phase, Touch};

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
