//! Walks down two trees at once: to the first pair of triangles, to all, to the closest.

pub mod budget;
pub mod closest;
pub mod descent;
pub mod front;
pub mod in_pose;
pub mod touching;
pub mod within;
