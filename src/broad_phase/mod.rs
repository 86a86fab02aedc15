//! Which pairs are worth a closer look: those whose axis-aligned boxes overlap.
//!
//! Level 1 of the two-level system of the Northeastern lecture (source 2; I-COLLIDE). Every row of
//! [`BROAD_PHASES`] gives the same pairs in the same order; they differ in what it costs to find them.

mod aabb_tree;
mod brute_force;
mod octree;
mod pair_keys;
mod strips;
pub mod sweep_and_prune;
mod uniform_grid;

pub use aabb_tree::AabbTree;
pub use brute_force::BruteForce;
pub use octree::Octree;
pub use sweep_and_prune::SweepAndPrune;
pub use uniform_grid::UniformGrid;

use pair_keys::PairKeys;

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

/// One row of [`BROAD_PHASES`].
pub struct BroadPhaseRow {
    /// Used on the command line and in files: does not change.
    pub id: &'static str,
    /// Menu text in English, the key of its translation.
    pub title: &'static str,
    /// Authors and year, or the section of the source.
    pub source: &'static str,
    /// One English sentence: how it finds the pairs.
    pub says: &'static str,
    /// A fresh one, which has seen no frame yet.
    pub make: fn() -> Box<dyn BroadPhase>,
}

/// All broad phases; the first is the default.
pub const BROAD_PHASES: &[BroadPhaseRow] = &[
    BroadPhaseRow {
        id: "sweep-and-prune",
        title: "Sweep and prune",
        source: "Cohen, Lin, Manocha, Ponamgi 1995 (I-COLLIDE), through a lecture on collision detection",
        says: "Three sorted lists of box ends, repaired by insertion sort from the last frame's order: \
               little moves between frames, so little has to be swapped.",
        make: || Box::new(SweepAndPrune::default()),
    },
    BroadPhaseRow {
        id: "uniform-grid",
        title: "Uniform grid",
        source: "Teschner, Heidelberger, Müller, Pomeranets, Gross 2003 (spatial hashing)",
        says: "Cuts space into equal cells and compares what shares a cell: fast for boxes of one size, \
               poor for a mixture of sizes.",
        make: || Box::new(UniformGrid::default()),
    },
    BroadPhaseRow {
        id: "octree",
        title: "Octree",
        source: "Meagher 1982",
        says: "Cuts cubes in eight where boxes crowd, anew every frame, and compares what shares a leaf.",
        make: || Box::new(Octree::default()),
    },
    BroadPhaseRow {
        id: "aabb-tree",
        title: "Tree of boxes",
        source: "Goldsmith & Salmon 1987, incremental insertion; Catto 2019, dynamic tree",
        says: "A tree over boxes with a margin, kept from frame to frame: only a box that has left its \
               margin is put in again.",
        make: || Box::new(AabbTree::default()),
    },
    BroadPhaseRow {
        id: "brute-force",
        title: "Brute force",
        source: "the definition",
        says: "Compares every box with every other: n(n-1)/2 tests, whatever happened.",
        make: || Box::new(BruteForce::default()),
    },
];
