//! `bvh-fast`: two four-ary trees of oriented boxes, 4 × 4 boxes or triangles at once.
//!
//! Answers every query for two triangle meshes in a pose; finds exactly the same sets as brute force.
//! Ideas: both trees are traversed together, and one step tests all 16 pairs of two nodes' children with SIMD
//! (`boxes.rs`). f32 settles all certain cases, for triangles too (`contacts.rs`), and exact predicates
//! settle the rest, about ten pairs in 10,000. A distance is a best-first search with one heap
//! (`distance.rs`) that measures few pairs in f64 (`nearest.rs`). Boxes after Gottschalk, Lin
//! and Manocha (1996).
//! Known failures: none. The general traversal over the same trees (`general.rs`) handles distances of meshes
//! more than 1,000 radii apart, where f32 bounds are too loose, as well as recordings and budgets.
//! Cost: 85 bytes and 4 to 5 µs of construction per triangle. Tests are not counted per level.

mod all_pairs;
mod boxes;
mod build;
pub mod cast;
mod contacts;
mod descent;
mod detect;
mod distance;
mod fit;
mod frontier;
mod general;
mod nearest;
pub mod nearest_point;
pub mod node;
#[cfg(feature = "methods")]
pub mod pair;
mod posed;
mod principal;
mod rounding;
pub mod scratch;
mod split;
