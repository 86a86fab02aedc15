//! The interface of all broad phases, and their cost.

use crate::{geometry::Aabb, world::Pair};

/// A broad phase. It may keep state to be faster in the next frame, but its answer depends on the boxes alone.
pub trait BroadPhase {
    /// All pairs of overlapping boxes (touching counts), sorted and without duplicates. Boxes must have
    /// `min ≤ max` and no NaN.
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair>;

    /// Counters of the last [`BroadPhase::find`].
    fn cost(&self) -> BroadCost;
}

/// A row of [`BROAD_PHASES`](super::BROAD_PHASES).
pub struct BroadPhaseRow {
    /// Id on the command line and in files; it must not change.
    pub id: &'static str,
    /// Menu text in English, the key of its translation.
    pub title: &'static str,
    /// Authors and year, or the section of the source.
    pub source: &'static str,
    /// Summary of the algorithm, one English sentence.
    pub says: &'static str,
    /// Creates a fresh instance without state.
    pub make: fn() -> Box<dyn BroadPhase>,
}

/// Counters of one [`BroadPhase::find`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadCost {
    /// Number of comparisons of two boxes.
    pub box_tests: u64,
    /// Number of swaps of neighbouring endpoints, over all three axes.
    pub swaps: u64,
    /// Number of entries of boxes in cells of a grid, or in leaves of an octree.
    pub cells: u64,
    /// Number of comparisons of a box with a node of a tree, or of two nodes.
    pub node_tests: u64,
    /// Number of boxes removed from a persistent tree and inserted elsewhere.
    pub reinserted: u64,
    /// Whether the state of the last frame was of no use, and everything was rebuilt.
    pub rebuilt: bool,
}

impl BroadCost {
    /// The counters with their names in files; `rebuilt` as 0 or 1.
    pub fn counters(&self) -> [(&'static str, u64); 6] {
        [
            ("box-tests", self.box_tests),
            ("swaps", self.swaps),
            ("cells", self.cells),
            ("node-tests", self.node_tests),
            ("reinserted", self.reinserted),
            ("rebuilt", u64::from(self.rebuilt)),
        ]
    }
}
