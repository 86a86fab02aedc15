//! SIMD vectors for the kernels of meshes and of cloth. All `unsafe` code outside `gpu` is here.
//!
//! A kernel is a `Task` (`lanes.rs`), written once over the trait `Lanes`; `Level::run` (`level.rs`) calls
//! the version compiled for the processor's instruction set. Short computations that would not fill a wider
//! register use [`Four`] and [`Two`], which need no run-time choice.

pub mod lanes;
pub mod level;
#[cfg(any(feature = "methods", not(target_arch = "x86_64")))]
mod portable;
mod short;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(not(target_arch = "x86_64"))]
pub use portable::Array as Four;
pub use short::Two;
#[cfg(target_arch = "x86_64")]
pub use x86::Four;
