//! What every way to find candidate pairs is: the question, and what the answer cost.

use crate::{geometry::Aabb, world::Pair};

/// A way to find candidate pairs. It may keep state to be faster in the next frame; its answer depends on the
/// boxes alone.
pub trait BroadPhase {
    /// All pairs whose boxes overlap (touching counts), sorted, each once. Boxes have `min ≤ max`, no NaN.
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair>;

    /// Counters of the last [`BroadPhase::find`].
    fn cost(&self) -> BroadCost;
}

/// Counters of one [`BroadPhase::find`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadCost {
    /// Comparisons of two boxes.
    pub box_tests: u64,
    /// Neighbouring endpoints exchanged, over all three axes.
    pub swaps: u64,
    /// Entries of boxes in cells: in those of a grid, or in the leaves of an octree.
    pub cells: u64,
    /// Comparisons of a box with a node of a tree, or of two nodes.
    pub node_tests: u64,
    /// Boxes taken out of a tree that was kept and put in elsewhere.
    pub reinserted: u64,
    /// Whether what was kept of the last frame was of no use and was made anew.
    pub rebuilt: bool,
}

impl BroadCost {
    /// The counters with their names in files, `rebuilt` as 0 or 1.
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
