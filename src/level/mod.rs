//! The level of the kernels; and its ground, read from files, with the walker and the car that move through it.

pub use collidoscope_kernels::level::*;

pub mod driving;
pub mod figure;
pub mod ground;
pub mod own_level;
pub mod walking;
