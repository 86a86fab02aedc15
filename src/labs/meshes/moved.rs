//! How B was moved off its path by hand.

use nalgebra::UnitQuaternion;

use crate::geometry::{Pose, Vector};

/// How far B was moved off its path, metres, and by how much it was turned: an axis times radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// In the world, metres.
    pub by: [f64; 3],
    /// An axis of the world times radians.
    pub turned: [f64; 3],
}

impl Moved {
    /// What brings B from a pose to another.
    pub fn between(from: &Pose, to: &Pose) -> Self {
        let by = to.translation.vector - from.translation.vector;
        Self { by: by.into(), turned: (to.rotation * from.rotation.inverse()).scaled_axis().into() }
    }

    /// A pose of the path, displaced and turned.
    pub fn applied(&self, path: &Pose) -> Pose {
        let turn = UnitQuaternion::from_scaled_axis(Vector::from(self.turned));
        Pose::from_parts((path.translation.vector + Vector::from(self.by)).into(), turn * path.rotation)
    }
}
