//! `bvh-fast`.

pub mod all_pairs;
pub mod boxes;
pub mod build;
pub mod closeness;
pub mod contacts;
pub mod descent;
pub mod detect;
pub mod distance;
mod fit;
pub mod lanes;
pub mod level;
pub mod node;
mod portable;
pub mod posed;
pub mod rounding;
mod shape;
pub mod tree;
