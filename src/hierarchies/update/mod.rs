//! Updates: how the volumes of B come to a pose. The shape of the tree stays.

pub mod applied;
pub mod approximation;
pub mod hill_climbing;
pub mod refit;
pub mod turning;
