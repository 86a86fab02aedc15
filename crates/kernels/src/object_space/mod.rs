//! Methods that compute with coordinates. No OpenGL here.

pub mod contact;
pub mod gjk;
#[cfg(feature = "methods")]
pub mod hybrid_boxes;
#[cfg(feature = "methods")]
mod minkowski;
#[cfg(feature = "methods")]
pub mod reference;
#[cfg(feature = "methods")]
pub mod response;
#[cfg(feature = "methods")]
pub mod simplices;
