//! Walks down two trees: the nodes at hand, the cascade of tests, the separating axes.

pub mod space;
pub mod axes;
pub mod cascade;
pub mod plan;
mod look;
pub mod trees;
