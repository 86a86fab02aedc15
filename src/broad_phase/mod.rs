//! Which pairs are worth a closer look: those whose axis-aligned boxes overlap.
//!
//! Level 1 of the two-level system of source 2 (I-COLLIDE). Every row of [`BROAD_PHASES`] gives the same
//! pairs in the same order; they differ in what it costs to find them.

mod brute_force;
mod sweep_and_prune;

pub use brute_force::BruteForce;
pub use sweep_and_prune::SweepAndPrune;

use crate::{geometry::Aabb, world::Pair};

/// A way to find candidate pairs. It may keep what helps it next time; its answer depends on the
/// boxes alone.
pub trait BroadPhase {
    /// All pairs whose boxes overlap (touching counts), sorted, each once. Boxes have `min ≤ max`, no NaN.
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair>;

    /// What the last [`BroadPhase::find`] did.
    fn cost(&self) -> BroadCost;
}

/// Counters of one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadCost {
    /// Comparisons of two boxes.
    pub box_tests: u64,
    /// Neighbouring endpoints exchanged, over all three axes.
    pub swaps: u64,
    /// Whether the order of the last frame was of no use and everything was sorted anew.
    pub rebuilt: bool,
}

/// One row of the table: a broad phase and what to say about it.
pub struct BroadPhaseRow {
    /// Used on the command line and in files: does not change.
    pub id: &'static str,
    /// For menus.
    pub title: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// One sentence.
    pub says: &'static str,
    /// A fresh one, which has seen no frame yet.
    pub make: fn() -> Box<dyn BroadPhase>,
}

/// All broad phases; the first is the default.
pub const BROAD_PHASES: &[BroadPhaseRow] = &[
    BroadPhaseRow {
        id: "sweep-and-prune",
        title: "Sweep and prune",
        source: "Cohen, Lin, Manocha, Ponamgi 1995 (I-COLLIDE), through source 2, \"Many objects\"",
        says: "Three sorted lists of box ends, repaired by insertion sort from the last frame's order: \
               little moves between frames, so little has to be swapped.",
        make: || Box::new(SweepAndPrune::default()),
    },
    BroadPhaseRow {
        id: "brute-force",
        title: "Brute force",
        source: "the definition",
        says: "Compares every box with every other: n(n-1)/2 tests, whatever happened.",
        make: || Box::new(BruteForce::default()),
    },
];
