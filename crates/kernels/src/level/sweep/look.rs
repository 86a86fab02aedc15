//! Recorded steps of a sweep. The code that computes the answer also reports them.

use super::hit::Hit;
use crate::geometry::{Point, Vector};
use crate::level::plane::Plane;

/// First and last time of a part of the path.
pub type Times = [f64; 2];

/// A step of a sweep; steps are reported in the order of computation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// The path starts.
    Path {
        /// Start.
        from: Point,
        /// End.
        to: Point,
    },
    /// A node of the tree, with its plane shifted for both sides.
    Node {
        /// Index of the node.
        node: u32,
        /// The node's plane before shifting.
        plane: Plane,
        /// Index of the plane in the level's tree; `None` for a bevel.
        index: Option<u32>,
        /// Shifts of the plane, metres: along its normal for the side behind it, and against its normal for the side
        /// in front.
        shifts: [f64; 2],
        /// Distance of the reference point in front of the plane at the start of the path, and its change
        /// until the end, metres.
        start_and_rate: [f64; 2],
        /// The part of the path on which the mover overlaps the node's cell.
        times: Times,
        /// The part of `times` on which the mover overlaps the cell behind; `None` if that cell is not entered.
        behind: Option<Times>,
        /// The part of `times` on which the mover overlaps the cell in front; `None` if that cell is not entered.
        ahead: Option<Times>,
        /// Whether the side in front is visited first.
        ahead_first: bool,
        /// Time of the earliest hit so far.
        best: Option<f64>,
    },
    /// A subtree is skipped because an earlier hit is known.
    Skipped {
        /// The part of the path that would enter the subtree.
        times: Times,
        /// Time of the known hit.
        best: f64,
    },
    /// An empty leaf.
    Empty {
        /// The part of the path that reaches the leaf.
        times: Times,
    },
    /// A bevel in a leaf's list or, in a method without a tree, any plane of a brush.
    Plane {
        /// The plane before shifting.
        plane: Plane,
        /// Whether the plane is a bevel.
        is_bevel: bool,
        /// Shift of the plane along its normal, metres.
        shift: f64,
        /// The part of the path before it is clipped by the plane.
        times: Times,
        /// The part of the path behind the shifted plane; `None` if nothing is left.
        behind: Option<Times>,
    },
    /// A solid leaf or a brush, with the hit found there.
    Solid {
        /// Index of the leaf or brush.
        cell: u32,
        /// The hit, if any.
        hit: Option<Hit>,
        /// Time of the earliest hit before this step.
        best: Option<f64>,
    },
    /// A point touches solids that it does not enter one by one, so their union decides.
    Seam {
        /// The part of the path that this step decides.
        times: Times,
        /// Unit vector from the point to a companion that moves beside it outside all solids; `None` if solids
        /// surround the point.
        beside: Option<Vector>,
        /// The hit, if solids surround the point.
        hit: Option<Hit>,
    },
}
