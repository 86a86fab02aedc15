//! Candidate pairs: those whose axis-aligned boxes overlap.
//!
//! Level 1 of the two-level system of the Northeastern lecture (source 2; I-COLLIDE). Every row of
//! [`BROAD_PHASES`] returns the same pairs in the same order; they differ in cost.

mod aabb_tree;
mod box_pruning;
mod brute_force;
mod candidates;
mod octree;
mod pair_keys;
mod radix;
pub mod sweep_and_prune;
mod uniform_grid;

pub use aabb_tree::AabbTree;
pub use box_pruning::BoxPruning;
pub use brute_force::BruteForce;
pub use candidates::{BroadCost, BroadPhase};
pub use octree::Octree;
pub use sweep_and_prune::SweepAndPrune;
pub use uniform_grid::UniformGrid;

/// A row of [`BROAD_PHASES`].
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
        id: "box-pruning",
        title: "Box pruning",
        source: "Terdiman 2002; in columns as by Tracy, Buss, Woods 2009",
        says: "Sorts all boxes on one axis, anew every frame, deals them into columns, and compares those of a \
               column that overlap on that axis, eight at once.",
        make: || Box::new(BoxPruning::default()),
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
