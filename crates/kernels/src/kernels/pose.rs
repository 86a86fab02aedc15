//! The pose of a body.

use nalgebra::{Matrix3, Quaternion, Rotation3, UnitQuaternion};

use super::error::{Error, point};
use crate::geometry;

/// The largest error of a product of two rows of a rotation.
const ORTHONORMAL: f64 = 1e-6;

/// A rotation followed by a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose(geometry::Pose);

impl Default for Pose {
    fn default() -> Self {
        Self(geometry::Pose::identity())
    }
}

impl Pose {
    /// The pose that moves nothing.
    pub fn identity() -> Self {
        Self::default()
    }

    /// A translation, metres.
    pub fn translation(by: [f64; 3]) -> Result<Self, Error> {
        Ok(Self(geometry::Pose::from_parts(point(by, "translation")?.into(), UnitQuaternion::identity())))
    }

    /// The first three rows of a 4 × 4 matrix: a rotation, and in the last column a translation, metres. The
    /// rotation is stored as a unit quaternion, which is off by a few units in the last place.
    pub fn from_rows(rows: [[f64; 4]; 3]) -> Result<Self, Error> {
        let shift = point(rows.map(|row| row[3]), "translation")?;
        let turn = Matrix3::from_fn(|i, j| rows[i][j]);
        // Written so that NaN is refused.
        let is_orthonormal = (turn * turn.transpose() - Matrix3::identity()).amax() <= ORTHONORMAL;
        if !(is_orthonormal && turn.determinant() > 0.0) {
            return Err(Error::NotARotation);
        }
        let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turn));
        Ok(Self(geometry::Pose::from_parts(shift.into(), turn)))
    }

    /// A quaternion `[x, y, z, w]`, which is normalised, and a translation, metres.
    pub fn from_quaternion([x, y, z, w]: [f64; 4], translation: [f64; 3]) -> Result<Self, Error> {
        let shift = point(translation, "translation")?;
        let largest = [x, y, z, w].iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        if !(largest > 0.0 && largest.is_finite() && [x, y, z, w].iter().all(|part| part.is_finite())) {
            return Err(Error::NotARotation);
        }
        // Scaled first, so that no square overflows or underflows.
        let turn = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z) / largest);
        Ok(Self(geometry::Pose::from_parts(shift.into(), turn)))
    }

    /// The pose of B in A's coordinates, for poses of A and B in the world.
    pub fn relative(a: &Self, b: &Self) -> Self {
        Self(a.0.inv_mul(&b.0))
    }

    /// The first three rows of the 4 × 4 matrix.
    pub fn rows(&self) -> [[f64; 4]; 3] {
        let (turn, shift) = (self.0.rotation.to_rotation_matrix(), self.0.translation);
        [0, 1, 2].map(|i: usize| [turn[(i, 0)], turn[(i, 1)], turn[(i, 2)], shift.vector[i]])
    }

    /// The place to which a point is moved.
    pub fn place(&self, at: [f64; 3]) -> [f64; 3] {
        (self.0 * geometry::Point::from(at)).into()
    }

    /// The pose for the rooms below.
    pub(super) fn inner(&self) -> &geometry::Pose {
        &self.0
    }
}
