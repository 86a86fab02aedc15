//! Bodies that move in a closed box: the experiment of Xu et al. (source 1). Pure in (seed, parameters).
//!
//! A frame is [`World::advance`], then a detection elsewhere, then [`World::respond`] with the pairs that
//! collide. The method that decides the pairs is chosen elsewhere.

pub mod body;
pub mod container;
pub mod kind;
pub mod motion;
pub mod parameters;
mod placement;
pub mod presets;
mod simulation;

pub use body::{Body, Motion, Pair};
pub use kind::Kind;
pub use parameters::{Mix, ParameterError, Parameters};
pub use presets::{PRESETS, Preset};
pub use simulation::World;
