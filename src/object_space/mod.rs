//! Methods that compute with coordinates. No OpenGL here.

pub mod reference;
