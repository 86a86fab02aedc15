//! Shapes and where they are: meshes, primitives, hulls, axis-aligned boxes, import.
//!
//! Everything here is in f64, right-handed, y up, metres and radians. No module of this room knows
//! OpenGL, a window, a file other than the one it is handed, a clock or a random source.

pub mod aabb;
mod convexity;
pub mod decomposition;
pub mod hull;
pub mod import;
pub mod mesh;
pub mod primitives;
pub mod shape;

pub use aabb::Aabb;
pub use mesh::Mesh;
pub use shape::{Shape, Solid};

/// A rigid motion: where a body is (metres) and how it is turned.
pub type Pose = nalgebra::Isometry3<f64>;
/// A point in metres.
pub type Point = nalgebra::Point3<f64>;
/// A vector in metres.
pub type Vector = nalgebra::Vector3<f64>;
