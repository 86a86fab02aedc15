//! `bvh-fast`: two four-ary trees of oriented boxes, 4 × 4 boxes or triangles at once.
//!
//! Answers every query for two triangle meshes in a pose, by the exact sets that brute force finds.
//! Ideas: both trees are gone down together, and one step tests all 16 pairs of two nodes' children with SIMD (`boxes.rs`); f32
//! decides what it can surely decide, for triangles too (`contacts.rs`), and exact predicates the rest, some ten pairs in
//! 10,000; a distance is a search with one heap (`distance.rs`) that measures few pairs in f64 (`closeness.rs`, `nearest.rs`).
//! Boxes after Gottschalk, Lin and Manocha (1996).
//! Where it fails: nothing is known to. Distances of meshes more than 1,000 radii apart, where f32 bounds say little, are left
//! to the walk of the other methods over the same trees (`general.rs`), and so are steps on show and budgets.
//! Cost: 85 bytes and about 4 µs of building a triangle. Levels of the cost are not counted.

mod all_pairs;
mod boxes;
mod build;
mod closeness;
mod contacts;
mod descent;
mod detect;
mod distance;
mod fit;
mod frontier;
mod general;
mod nearest;
mod node;
pub mod pair;
mod posed;
mod rounding;
mod shape;
mod tree;
