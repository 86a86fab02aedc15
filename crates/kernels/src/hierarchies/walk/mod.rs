//! Traversals of two trees at once: to the first touching pair of triangles, to all pairs, to the closest pair.

pub mod budget;
pub mod closest;
pub mod descent;
pub mod front;
pub mod in_pose;
pub mod replay;
pub mod touching;
pub mod within;
