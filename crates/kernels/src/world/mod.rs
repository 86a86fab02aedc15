//! Bodies moving in a closed box: the experiment of Xu et al. (source 1). Deterministic in (seed, parameters).
//!
//! A frame is [`World::advance`], then collision detection by any method, then [`World::respond`] with the
//! colliding pairs.

pub mod body;
pub mod container;
pub mod motion;
pub mod parameters;
mod placement;
pub mod presets;
mod simulation;

pub use body::Kind;
pub use body::{Body, Motion, Pair};
pub use parameters::{Mix, ParameterError, Parameters};
pub use presets::{PRESETS, Preset};
pub use simulation::World;
