//! What a method looks at, for those who watch: the same code decides and shows.

use super::hit::Hit;
use crate::geometry::Point;
use crate::level::plane::Plane;

/// First and last time of a piece of the path.
pub type Times = [f64; 2];

/// One step of a sweep, in the order in which they happen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// A path is begun. A point that moves within a plane of the level gets a path on each side of it.
    Path {
        /// Begin.
        from: Point,
        /// End.
        to: Point,
    },
    /// A node of the tree: its plane is shifted for both sides.
    Node {
        /// Its index.
        node: u32,
        /// Its plane, not shifted.
        plane: Plane,
        /// Index of the plane in the tree.
        index: u32,
        /// Metres that the plane is shifted along its normal for the side behind it, and against its normal for the side
        /// in front.
        shifts: [f64; 2],
        /// Metres of the reference point in front of the plane at the begin of the path, and metres that it moves away
        /// until the end.
        start_and_rate: [f64; 2],
        /// The piece of the path that comes here.
        times: Times,
        /// The piece that goes on behind the plane; `None` if that side is not entered.
        behind: Option<Times>,
        /// The piece that goes on in front.
        ahead: Option<Times>,
        /// Whether the side in front is taken first.
        ahead_first: bool,
        /// The time of the best hit so far.
        best: Option<f64>,
    },
    /// A part of the tree is left out, since a hit before it is known.
    Skipped {
        /// The piece of the path that would go there.
        times: Times,
        /// The time of that hit.
        best: f64,
    },
    /// A leaf without solid.
    Empty {
        /// The piece of the path that comes here.
        times: Times,
    },
    /// A bevel, or a plane of a brush that is not in the tree.
    Plane {
        /// The plane, not shifted.
        plane: Plane,
        /// Whether it is a bevel.
        is_bevel: bool,
        /// Metres that it is shifted along its normal.
        shift: f64,
        /// The piece of the path that comes here.
        times: Times,
        /// What of it lies behind the shifted plane.
        behind: Option<Times>,
    },
    /// A solid leaf, or a brush, and what was found at it.
    Solid {
        /// Its index.
        cell: u32,
        /// The hit at it, if there is one.
        hit: Option<Hit>,
        /// The time of the best hit before.
        best: Option<f64>,
    },
}
