//! Events of a walk down two trees, for recordings. The closure of a walk that is timed does nothing and is compiled away, so
//! a recording sees the comparisons that decide.

use super::query::Cost;
use crate::geometry::Vector;

/// One event of a walk. Nodes are [index in A's tree, index in B's].
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// Two volumes were tested.
    Nodes {
        /// The nodes.
        nodes: [u32; 2],
        /// What is known of them now.
        outcome: Outcome,
        /// Of a distance: metres that what is below is at least apart. Else how deep the volumes overlap in metres, negative if
        /// they are apart.
        measure: f64,
        /// All tests so far, with this one.
        cost: &'a Cost,
    },
    /// A pair of nodes was taken from the stack or heap, to be replaced by the pairs below it.
    Opened {
        /// The nodes.
        nodes: [u32; 2],
    },
    /// A pair of nodes was taken from the heap and dropped, since nothing below it can be closer than what was found.
    Dropped {
        /// The nodes.
        nodes: [u32; 2],
        /// Metres that what is below is at least apart.
        bound: f64,
    },
    /// Two triangles were tested.
    Triangles {
        /// The leaves that they are in.
        nodes: [u32; 2],
        /// Index of the triangle in A's mesh and in B's.
        triangles: [u32; 2],
        /// Their corners, in A's coordinates.
        corners: [&'a [Vector; 3]; 2],
        /// Whether they touch; of `Within`, whether they are as close as asked.
        found: bool,
        /// Metres between them, where that was asked.
        distance: Option<f64>,
        /// All tests so far, with this one.
        cost: &'a Cost,
    },
}

/// What a test of two volumes says of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing below can answer the query: pruned.
    Apart,
    /// It is looked into later.
    Kept,
}
