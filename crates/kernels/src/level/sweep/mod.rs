//! Sweeps: a move from one place to another, and its first contact with the solid.
//!
//! All methods define a hit in the same way: the first time at which the mover begins to move *into* the
//! solid. Touching without entering, such as sliding along a floor, is not a hit.

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
