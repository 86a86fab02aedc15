//! Triangle meshes, and their poses.

use std::fmt;
use std::ops::Mul;
use std::sync::Arc;

use super::error::{Error, FARTHEST, point, points};
use crate::geometry::{self, MeshError, Point};
use crate::hierarchies::fast::node::Tree;
use crate::hierarchies::fast::scratch::tree;
use nalgebra::{Matrix3, Quaternion, Rotation3, UnitQuaternion};

/// Limit on the size of a mesh that is not a point, so that products of several lengths do not underflow.
const SMALLEST: f64 = 1e-50;

/// A triangle mesh with its tree of bounding boxes, built once and shared by all pairs with this mesh.
///
/// A clone shares the tree. The surface need not be closed; degenerate triangles are segments or points.
#[derive(Clone)]
pub struct Mesh(pub(super) Arc<Tree>);

impl fmt::Debug for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Mesh").field("triangles", &self.triangle_count()).finish_non_exhaustive()
    }
}

impl Mesh {
    /// Builds the tree, on up to eight threads for large meshes: 4 to 5 µs of one core and 85 bytes per triangle.
    ///
    /// Fails if there is no triangle, an index is out of range, a coordinate is not finite or beyond ±1e50, or the
    /// mesh is smaller than 1e-50 and not a point.
    pub fn new(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self, Error> {
        Self::of(geometry::Mesh::new(points(vertices, "vertex")?, triangles.to_vec()).map_err(refused)?)
    }

    /// Reads an OBJ, STL, PLY, glTF or GLB file, by its ending. Where the surface can be repaired, it is closed and
    /// faces outwards; vertices may be merged, triangles dropped, and both renumbered.
    #[cfg(feature = "import")]
    pub fn read(path: &std::path::Path) -> Result<Self, Error> {
        Self::read_with_notes(path).map(|(mesh, _)| mesh)
    }

    /// Reads a file like [`Mesh::read`]. Also returns notes on repairs and on skipped parts of the file.
    #[cfg(feature = "import")]
    pub fn read_with_notes(path: &std::path::Path) -> Result<(Self, Vec<String>), Error> {
        let imported = geometry::import::read(path).map_err(|why| Error::File(why.to_string()))?;
        Ok((Self::of(imported.mesh)?, imported.notes))
    }

    /// Reads the triangles of a file without any repair, in the file's order, so that their indices are those of the
    /// file; a polygon counts as its triangles. Vertices at the same place are merged. Also returns notes on skipped
    /// parts of the file.
    #[cfg(feature = "import")]
    pub fn read_unrepaired(path: &std::path::Path) -> Result<(Self, Vec<String>), Error> {
        let (mesh, notes) =
            geometry::import::read_triangles(path).map_err(|why| Error::File(why.to_string()))?;
        Ok((Self::of(mesh)?, notes))
    }

    pub(super) fn of(mesh: geometry::Mesh) -> Result<Self, Error> {
        if let Some(index) = mesh.vertices().iter().position(|p| p.coords.amax() > FARTHEST) {
            return Err(Error::Coordinate { what: "vertex", index });
        }
        let size = geometry::Aabb::around(corners(&mesh)).extents().max();
        if size > 0.0 && size < SMALLEST {
            return Err(Error::Unsuitable(format!("the mesh is smaller than {SMALLEST:e}")));
        }
        let built = tree(&Arc::new(mesh), &mut |_| true);
        Ok(Self(Arc::new(built.expect("only `progress` cancels, and it does not"))))
    }

    /// The corners of all triangles.
    pub(super) fn corners(&self) -> impl Iterator<Item = Point> {
        corners(&self.0.mesh)
    }

    /// The box around the triangles.
    pub(super) fn aabb(&self) -> geometry::Aabb {
        geometry::Aabb::around(self.corners())
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.0.mesh.triangles().len()
    }

    /// The vertices; [`Mesh::triangles`] has indices of this list.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = [f64; 3]> {
        self.0.mesh.vertices().iter().map(|&vertex| vertex.into())
    }

    /// The triangles by their vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        self.0.mesh.triangles()
    }

    /// The corners of a triangle; `None` if there is no such triangle.
    pub fn triangle(&self, index: u32) -> Option<[[f64; 3]; 3]> {
        let index = index as usize;
        (index < self.triangle_count()).then(|| self.0.mesh.corners(index).map(Into::into))
    }
}

fn corners(mesh: &geometry::Mesh) -> impl Iterator<Item = Point> {
    (0..mesh.triangles().len()).flat_map(|triangle| mesh.corners(triangle))
}

/// The error of a list that is no mesh.
pub(super) fn refused(why: MeshError) -> Error {
    match why {
        MeshError::IndexOutOfRange { triangle, vertex, count } => Error::NoVertex { triangle, vertex, count },
        MeshError::NotFinite(index) => Error::Coordinate { what: "vertex", index },
        other => Error::Unsuitable(other.to_string()),
    }
}

/// The largest error of a product of two rows of a rotation: far above the rounding of f32, or of six decimals.
const ORTHONORMAL: f64 = 1e-3;
/// An error that the rounding of f64 explains.
const ROUNDED: f64 = 1e-15;

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

    /// The first three rows of a 4 × 4 matrix: a rotation, and in the last column a translation, metres. Products of two
    /// rows may be off by 1e-3, as after rounding to f32 or to a few decimals; the nearest rotation is taken. It
    /// is stored as a unit quaternion, which is off by a few units in the last place.
    pub fn from_rows(rows: [[f64; 4]; 3]) -> Result<Self, Error> {
        let shift = point(rows.map(|row| row[3]), "translation")?;
        let mut turn = Matrix3::from_fn(|i, j| rows[i][j]);
        let error = |turn: &Matrix3<f64>| (turn * turn.transpose() - Matrix3::identity()).amax();
        // Written so that NaN is refused.
        if !(error(&turn) <= ORTHONORMAL && turn.determinant() > 0.0) {
            return Err(Error::NotARotation);
        }
        // Newton's method for the nearest rotation (the polar factor). It squares the error: 1e-3 falls below the
        // rounding in three steps.
        for _ in 0..4 {
            match turn.transpose().try_inverse() {
                Some(inverse) if error(&turn) > ROUNDED => turn = 0.5 * (turn + inverse),
                _ => break,
            }
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

    /// The pose that undoes this one.
    pub fn inverse(&self) -> Self {
        Self(self.0.inverse())
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

    /// A pose of the rooms below.
    pub(super) fn of(pose: geometry::Pose) -> Self {
        Self(pose)
    }

    /// The pose for the rooms below.
    pub(super) fn inner(&self) -> &geometry::Pose {
        &self.0
    }
}

/// The right pose moves first, then the left.
impl Mul for Pose {
    type Output = Self;

    fn mul(self, first: Self) -> Self {
        Self(self.0 * first.0)
    }
}

impl TryFrom<[[f64; 4]; 3]> for Pose {
    type Error = Error;

    fn try_from(rows: [[f64; 4]; 3]) -> Result<Self, Error> {
        Self::from_rows(rows)
    }
}

impl From<Pose> for [[f64; 4]; 3] {
    fn from(pose: Pose) -> Self {
        pose.rows()
    }
}
