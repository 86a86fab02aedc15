//! Numbers side by side (SIMD), for the kernels of meshes and of cloth. All `unsafe` code outside `gpu` is here.
//!
//! A kernel is a `Task` (`lanes.rs`), written once over the trait `Lanes`; `Level::run` (`level.rs`) calls the version that is
//! compiled for the instruction set of the processor. Short work that fills no wider register, inside a kernel or outside,
//! uses [`Four`] and [`Two`], which need no choice.

pub mod lanes;
pub mod level;
mod portable;
mod short;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(not(target_arch = "x86_64"))]
pub use portable::Array as Four;
pub use short::Two;
#[cfg(target_arch = "x86_64")]
pub use x86::Four;
