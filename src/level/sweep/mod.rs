//! A move from one place to another, and where it first meets the solid.
//!
//! All methods mean the same by a hit: the first time from which on the mover goes *into* the solid. To touch it and stay
//! outside, as one who slides along a floor does, is no hit.

mod advance;
pub mod bevels;
mod boxes;
pub mod contact;
mod cylinder;
mod entry;
mod exact;
mod features;
mod flat;
mod grazing;
mod hit;
mod interval;
pub mod look;
mod near;
mod offset;
pub mod proof;
mod shapes;
mod shift;
mod span;
mod sums;

pub use boxes::BrushPlanes;
pub use contact::{Cost, Hit, Move, Sweep, Swept};
pub use exact::Exact;
pub use look::Look;
pub use offset::Offset;
pub use shift::Shift;

/// A move that all methods are asked about, and where it truly ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The move.
    pub a_move: Move,
    /// Its first contact by the reference.
    pub truth: Option<Hit>,
}

impl Question {
    /// Length of the move, metres.
    pub fn length(&self) -> f64 {
        self.a_move.path().norm()
    }

    /// How far the mover comes by an answer, metres.
    pub fn reached(&self, hit: Option<&Hit>) -> f64 {
        hit.map_or(1.0, |hit| hit.time) * self.length()
    }
}
