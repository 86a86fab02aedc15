//! Constructions: how triangles become a tree. Every one makes a binary tree first (`parts.rs`); `assemble.rs` gives nodes as
//! many children as asked and lays volumes around them.

pub mod assemble;
pub mod bottom_up;
pub mod construct;
pub mod insertion;
pub mod made;
pub mod parts;
pub mod pieces;
pub mod plan;
pub mod split;
pub mod surface_area;
pub mod top_down;
