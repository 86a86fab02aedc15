//! Methods that compute with coordinates. No OpenGL here.

pub mod contact;
pub mod gjk;
pub mod hybrid_boxes;
mod minkowski;
pub mod reference;
pub mod response;
pub mod simplices;
