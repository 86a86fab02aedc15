//! Bodies moving in a closed box: the experiment of Xu et al. (source 1). Deterministic in (seed, parameters).
//!
//! A frame is [`World::advance`], then collision detection by any method, then [`World::respond`] with the
//! colliding pairs.

pub mod body;
#[cfg(feature = "methods")]
pub mod container;
#[cfg(feature = "methods")]
mod kind;
#[cfg(feature = "methods")]
pub mod motion;
#[cfg(feature = "methods")]
pub mod parameters;
#[cfg(feature = "methods")]
mod placement;
#[cfg(feature = "methods")]
pub mod presets;
#[cfg(feature = "methods")]
mod simulation;

#[cfg(feature = "methods")]
pub use self::{
    kind::Kind,
    parameters::{Mix, ParameterError, Parameters},
    presets::{PRESETS, Preset},
    simulation::World,
};
pub use body::{Body, Motion, Pair};
