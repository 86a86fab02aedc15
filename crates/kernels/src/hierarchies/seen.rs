//! Traversal events, for recordings. Timed traversals run the same code with an empty observer, which is
//! compiled away; so a recording shows exactly the comparisons that determine the answer.

use super::query::Cost;
use crate::geometry::Vector;

/// A traversal event. Nodes are [index in A's tree, index in B's].
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// Two volumes were tested.
    Nodes {
        /// The nodes.
        nodes: [u32; 2],
        /// Outcome of the test.
        outcome: Outcome,
        /// For distance queries, the lower bound on the distance of the contents, metres. Otherwise the
        /// overlap depth, metres, negative if separated.
        measure: f64,
        /// Cost so far, including this test.
        cost: &'a Cost,
    },
    /// A pair of nodes was taken from the stack or heap and replaced by its child pairs.
    Opened {
        /// The nodes.
        nodes: [u32; 2],
    },
    /// A pair of nodes was taken from the heap and dropped, because its contents cannot be closer than the
    /// best result so far.
    Dropped {
        /// The nodes.
        nodes: [u32; 2],
        /// Lower bound on the distance of the contents, metres.
        bound: f64,
    },
    /// Two triangles were tested.
    Triangles {
        /// The leaves that contain the triangles.
        nodes: [u32; 2],
        /// Indices of the triangles in A's mesh and in B's.
        triangles: [u32; 2],
        /// Corners of the triangles, in A's coordinates.
        corners: [&'a [Vector; 3]; 2],
        /// Whether the triangles touch; for `Within`, whether they are close enough.
        found: bool,
        /// Distance in metres, if the query needs it.
        distance: Option<f64>,
        /// Cost so far, including this test.
        cost: &'a Cost,
    },
}

/// Outcome of a test of two volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Pruned: the contents cannot matter for the query.
    Apart,
    /// Kept to be expanded later.
    Kept,
}
