//! Displacement of B from its path by hand.

use nalgebra::UnitQuaternion;

use crate::geometry::{Pose, Vector};

/// A rigid displacement of B from its path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Translation in the world, metres.
    pub by: [f64; 3],
    /// Rotation vector: an axis in the world times the angle in radians.
    pub turned: [f64; 3],
}

impl Moved {
    /// The displacement that takes the pose `from` to the pose `to`.
    pub fn between(from: &Pose, to: &Pose) -> Self {
        let by = to.translation.vector - from.translation.vector;
        Self { by: by.into(), turned: (to.rotation * from.rotation.inverse()).scaled_axis().into() }
    }

    /// A pose of B's path, moved by this displacement.
    pub fn applied(&self, path: &Pose) -> Pose {
        let turn = UnitQuaternion::from_scaled_axis(Vector::from(self.turned));
        Pose::from_parts((path.translation.vector + Vector::from(self.by)).into(), turn * path.rotation)
    }
}
