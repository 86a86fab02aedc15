//! Places and directions: f64, right-handed, y up, metres and radians.

/// A rigid motion: where a body is (metres) and how it is turned.
pub type Pose = nalgebra::Isometry3<f64>;
/// A point in metres.
pub type Point = nalgebra::Point3<f64>;
/// A vector in metres.
pub type Vector = nalgebra::Vector3<f64>;
