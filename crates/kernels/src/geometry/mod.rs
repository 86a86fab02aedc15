//! Shapes and poses: meshes, primitives, hulls, bounding volumes, import.
//!
//! Everything here is in f64, right-handed, y up, metres and radians. No module in this folder uses OpenGL, a
//! window, a clock, a random source, or a file other than the one passed to it.

pub mod aabb;
pub mod budget;
pub mod climb;
pub mod closed;
#[cfg(feature = "methods")]
pub mod convexity;
#[cfg(feature = "methods")]
pub mod depth_maps;
#[cfg(feature = "methods")]
pub mod fingerprint;
pub mod held;
pub mod hull;
#[cfg(feature = "import")]
pub mod import;
pub mod kdop;
pub mod mass;
pub mod mesh;
mod mesh_error;
pub mod obb;
pub mod primitives;
#[cfg(feature = "methods")]
pub mod push_out;
pub mod ray;
pub mod shape;
pub mod sphere;
pub mod whole;

pub use aabb::Aabb;
pub use aabb::{Point, Pose, Vector};
pub use kdop::Dop18;
pub use mass::Mass;
pub use mesh::Mesh;
pub use mesh_error::MeshError;
pub use obb::{Fit, Obb};
pub use ray::{Ray, RayError};
pub use shape::{Shape, Solid};
pub use sphere::Sphere;
