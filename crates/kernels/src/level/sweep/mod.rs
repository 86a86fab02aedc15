//! Sweeps: a move from one place to another, and its first contact with the solid.
//!
//! All methods define a hit in the same way: the first time from which on the mover is *inside* the solid, which is
//! the union of all brushes or cells. A mover that only touches it has no hit: one that slides along a face, an edge or
//! a corner, begins or ends in contact, or passes through a corner. So a hit needs a certain overlap before the move
//! ends.

mod advance;
pub mod bevels;
#[cfg(feature = "methods")]
mod boxes;
pub mod contact;
mod cylinder;
mod entry;
mod exact;
mod features;
mod flat;
mod hit;
mod interval;
pub mod look;
pub mod near;
#[cfg(feature = "methods")]
mod offset;
#[cfg(feature = "methods")]
pub mod proof;
mod seam;
mod shift;
mod span;
mod sums;

#[cfg(feature = "methods")]
pub use self::{boxes::BrushPlanes, offset::Offset};
pub use contact::{Cost, Hit, Move, Sweep, Swept};
pub use exact::Exact;
pub use look::Look;
pub use shift::Shift;

/// A query for all methods: a move, with the correct answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The move.
    pub a_move: Move,
    /// The first contact according to the reference.
    pub truth: Option<Hit>,
}

impl Question {
    /// Length of the move, metres.
    pub fn length(&self) -> f64 {
        self.a_move.path().norm()
    }

    /// The distance that the mover covers before this hit, metres.
    pub fn reached(&self, hit: Option<&Hit>) -> f64 {
        hit.map_or(1.0, |hit| hit.time) * self.length()
    }
}
