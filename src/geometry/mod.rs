//! Shapes and where they are: meshes, primitives, hulls, bounding volumes, import.
//!
//! Everything here is in f64, right-handed, y up, metres and radians. No module of this room knows
//! OpenGL, a window, a file other than the one it is handed, a clock or a random source.

pub mod aabb;
mod convexity;
pub mod decomposition;
pub mod hull;
pub mod import;
pub mod kdop;
pub mod mesh;
pub mod obb;
pub mod primitives;
pub mod push_out;
pub mod shape;
pub mod sphere;

pub use aabb::Aabb;
pub use kdop::Dop18;
pub use mesh::Mesh;
pub use obb::{Fit, Obb};
pub use shape::{Shape, Solid};
pub use sphere::Sphere;

/// A rigid motion from a body's own coordinates to the world: translation in metres and a unit quaternion.
pub type Pose = nalgebra::Isometry3<f64>;
/// A point in metres.
pub type Point = nalgebra::Point3<f64>;
/// A displacement in metres, or a direction where the item says so.
pub type Vector = nalgebra::Vector3<f64>;
