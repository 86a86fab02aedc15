//! A move, its first contact, and the cost of finding it.

use std::borrow::Cow;

pub use super::hit::{Hit, earlier};
use crate::geometry::{Point, Vector};
use crate::level::error::LevelError;
use crate::level::mover::Mover;
use crate::level::tree::Size;

/// A straight move without rotation. Times run from 0 at `from` to 1 at `to`.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The moving body.
    pub mover: Mover,
    /// Position of the mover's reference point at the start.
    pub from: Point,
    /// Position of the mover's reference point at the end.
    pub to: Point,
}

impl Move {
    /// The vector from start to end.
    pub fn path(&self) -> Vector {
        self.to - self.from
    }

    /// The longest side of the box around the volume swept by the mover, metres. Errors are given as shares of this
    /// *reach of the move*.
    pub fn reach(&self) -> f64 {
        (self.mover.bounds().extents() + self.path().abs()).max()
    }

    /// The move in coordinates relative to `origin`.
    pub fn seen_from(&self, origin: &Point) -> Cow<'_, Self> {
        if *origin == Point::origin() {
            return Cow::Borrowed(self);
        }
        let [from, to] = [self.from, self.to].map(|p| Point::from(p - origin));
        Cow::Owned(Self { mover: self.mover.clone(), from, to })
    }
}

/// Counted work of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Visited nodes. They include tested bevels that are nodes.
    pub nodes: u64,
    /// Shifted planes.
    pub planes: u64,
    /// Solid leaves or brushes that were reached.
    pub cells: u64,
    /// Tested bevel planes.
    pub bevels: u64,
    /// Computed distances.
    pub distances: u64,
}

impl Cost {
    /// The sum of two costs.
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
    /// The first contact of the move with the solid, if any, and the cost. `Err` if the method has to compile a
    /// level of its own, as `bsp-offset` does, and the compilation fails.
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError>;

    /// Like `sweep`, by the same code, and passes every step to `show`. A tree traversal then starts at the
    /// root, so it visits more nodes.
    #[cfg(feature = "methods")]
    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&super::look::Look))
    -> Result<Swept, LevelError>;

    /// Size of the tree that the method traverses; `None` for a method without a tree, or before it is compiled.
    fn tree(&self) -> Option<Size> {
        None
    }
}

/// The first contact, if any, and the cost of finding it.
pub type Swept = (Option<Hit>, Cost);
