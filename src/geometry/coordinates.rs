//! Places and directions: f64, right-handed, y up, metres and radians.

/// A rigid motion from a body's own coordinates to the world: translation in metres and a unit quaternion.
pub type Pose = nalgebra::Isometry3<f64>;
/// A point in metres.
pub type Point = nalgebra::Point3<f64>;
/// A displacement in metres, or a direction where the item says so.
pub type Vector = nalgebra::Vector3<f64>;
