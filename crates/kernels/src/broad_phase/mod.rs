//! Candidate pairs: those whose axis-aligned boxes overlap.
//!
//! Level 1 of the two-level system of the Northeastern lecture (source 2; I-COLLIDE). Every row of
//! [`BROAD_PHASES`] returns the same pairs in the same order; they differ in cost.

mod aabb_tree;
mod box_pruning;
#[cfg(feature = "methods")]
mod brute_force;
mod candidates;
#[cfg(feature = "methods")]
mod octree;
mod pair_keys;
#[cfg(feature = "methods")]
mod search;
pub mod subdivision;
#[cfg(feature = "methods")]
pub mod sweep_and_prune;
#[cfg(feature = "methods")]
mod uniform_grid;

#[cfg(feature = "methods")]
pub use self::{
    brute_force::BruteForce, octree::Octree, search::CandidateSearch, sweep_and_prune::SweepAndPrune,
    uniform_grid::UniformGrid,
};
pub use aabb_tree::AabbTree;
pub(crate) use aabb_tree::Tree;
pub use box_pruning::BoxPruning;
pub use candidates::{BroadCost, BroadPhase, BroadPhaseRow};

/// All broad phases; the first is the default.
#[cfg(feature = "methods")]
pub const BROAD_PHASES: &[BroadPhaseRow] = &[
    BroadPhaseRow {
        id: "sweep-and-prune",
        title: "Sweep and prune",
        source: "Cohen, Lin, Manocha, Ponamgi 1995 (I-COLLIDE), through a lecture on collision detection",
        says: "Keeps three sorted lists of box ends and repairs them every frame by insertion sort: bodies \
               move little between frames, so few swaps are needed.",
        make: || Box::new(SweepAndPrune::default()),
    },
    BroadPhaseRow {
        id: "box-pruning",
        title: "Box pruning",
        source: "Terdiman 2002; in columns as by Tracy, Buss, Woods 2009",
        says: "Sorts all boxes on one axis every frame, distributes them to columns, and compares boxes of a \
               column that overlap on that axis, eight at once.",
        make: || Box::new(BoxPruning::default()),
    },
    BroadPhaseRow {
        id: "uniform-grid",
        title: "Uniform grid",
        source: "Teschner, Heidelberger, Müller, Pomeranets, Gross 2003 (spatial hashing)",
        says: "Divides space into equal cells and compares boxes that share a cell: fast for bodies of equal size, slow for mixed sizes.",
        make: || Box::new(UniformGrid::default()),
    },
    BroadPhaseRow {
        id: "octree",
        title: "Octree",
        source: "Meagher 1982",
        says: "Subdivides space into eight cubes wherever boxes are dense, in every frame, and compares boxes that share a leaf.",
        make: || Box::new(Octree::default()),
    },
    BroadPhaseRow {
        id: "aabb-tree",
        title: "Tree of boxes",
        source: "Goldsmith & Salmon 1987, incremental insertion; Catto 2019, dynamic tree",
        says: "Keeps a tree of boxes with margins from frame to frame; only boxes that leave their margin \
               are reinserted.",
        make: || Box::new(AabbTree::default()),
    },
    BroadPhaseRow {
        id: "brute-force",
        title: "Brute force",
        source: "by definition of the problem",
        says: "Compares every box with every other box: always n(n-1)/2 tests.",
        make: || Box::new(BruteForce::default()),
    },
];
