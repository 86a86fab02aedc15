//! A move, its first contact, and what it costs to find.

use std::borrow::Cow;

pub use super::hit::{Hit, earlier};
use super::look::Look;
use crate::geometry::{Point, Vector};
use crate::level::error::LevelError;
use crate::level::mover::Mover;

/// A straight move without turning. Times run from 0 at `from` to 1 at `to`.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// What moves.
    pub mover: Mover,
    /// Where its reference point begins.
    pub from: Point,
    /// Where it would end.
    pub to: Point,
}

impl Move {
    /// From begin to end.
    pub fn path(&self) -> Vector {
        self.to - self.from
    }

    /// Metres: the largest side of the box around all that the mover passes. What is said of errors is a share of this.
    pub fn reach(&self) -> f64 {
        (self.mover.bounds().extents() + self.path().abs()).max()
    }

    /// The same move in coordinates that begin at `origin`.
    pub fn seen_from(&self, origin: &Point) -> Cow<'_, Self> {
        if *origin == Point::origin() {
            return Cow::Borrowed(self);
        }
        let [from, to] = [self.from, self.to].map(|p| Point::from(p - origin));
        Cow::Owned(Self { mover: self.mover.clone(), from, to })
    }
}

/// What a move cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Nodes that were visited.
    pub nodes: u64,
    /// Planes that were shifted.
    pub planes: u64,
    /// Solid leaves, or brushes, that were reached.
    pub cells: u64,
    /// Bevel planes that were tested.
    pub bevels: u64,
    /// Distances that were computed.
    pub distances: u64,
}

impl Cost {
    /// Both together.
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            planes: self.planes + other.planes,
            cells: self.cells + other.cells,
            bevels: self.bevels + other.bevels,
            distances: self.distances + other.distances,
        }
    }
}

/// A method, prepared for a level.
pub trait Sweep: Send {
    /// Where the move first meets the solid, if it does, and what that cost. `Err` if the method needs a level of its own
    /// and that cannot be made.
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError>;

    /// The same answer by the same code, which hands every step to `show`. A walk down a tree begins at the root then, so that
    /// it visits more nodes.
    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&Look)) -> Result<Swept, LevelError>;
}

/// The first contact, if there is one, and what it cost to find.
pub type Swept = (Option<Hit>, Cost);
