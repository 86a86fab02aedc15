//! Two triangle meshes in a pose: contact, all touching pairs, distance.

use std::fmt;
use std::ops::Mul;
use std::sync::Arc;

use super::error::{Error, FARTHEST, point, points};
use super::shapes::{Part, held};
use crate::geometry::{self, MeshError, Obb, Point, Vector};
use crate::hierarchies::fast::node::Tree;
use crate::hierarchies::fast::pair::{Scratch, general_pair, tree};
use crate::hierarchies::pair::MeshPair as _;
use crate::hierarchies::query::{Answer, MOST_PAIRS, Query};
use crate::hierarchies::tree_pair::TreePair;
use nalgebra::{Matrix3, Quaternion, Rotation3, UnitQuaternion};

pub use crate::hierarchies::query::Tolerance;

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
    /// Builds the tree, on up to eight threads for large meshes: about 4 µs and 85 bytes per triangle.
    ///
    /// Fails if there is no triangle, an index is out of range, a coordinate is not finite or beyond ±1e50, or the
    /// mesh is smaller than 1e-50 and not a point.
    pub fn new(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self, Error> {
        Self::of(geometry::Mesh::new(points(vertices, "vertex")?, triangles.to_vec()).map_err(refused)?)
    }

    /// Reads an OBJ, STL, PLY, glTF or GLB file, by its ending. Where the surface can be repaired, it is closed and faces
    /// outwards; vertices may be merged and renumbered.
    #[cfg(feature = "import")]
    pub fn read(path: &std::path::Path) -> Result<Self, Error> {
        let imported = geometry::import::read(path).map_err(|why| Error::File(why.to_string()))?;
        Self::of(imported.mesh)
    }

    fn of(mesh: geometry::Mesh) -> Result<Self, Error> {
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

/// Answers questions about pairs of meshes; one for each thread.
///
/// Each question takes meshes A and B and the pose of B in A's coordinates ([`Pose::relative`]). Contact is decided
/// exactly for the corners as placed by the pose in f64, where the triangles of B are rounded once. Touching counts.
/// Questions that take [`Part`]s also take shapes, for which [`Shape`](super::Shape) says what is exact.
/// ```
/// use collidoscope_kernels::{Mesh, Pose, Queries};
///
/// let tetrahedron = Mesh::new(
///     &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
///     &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
/// )?;
/// let mut queries = Queries::default();
/// let apart = Pose::translation([3.0, 0.0, 0.0])?;
/// assert!(!queries.touch(&tetrahedron, &tetrahedron, &apart));
/// let closest = queries.closest(&tetrahedron, &tetrahedron, &apart, Default::default());
/// assert_eq!(closest.distance, 2.0);
/// # Ok::<(), collidoscope_kernels::Error>(())
/// ```
#[derive(Default)]
pub struct Queries {
    scratch: Scratch,
    /// The general traversals of the last pair that needed them.
    general: Option<([Arc<Tree>; 2], TreePair<Obb>)>,
}

impl fmt::Debug for Queries {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Queries").finish_non_exhaustive()
    }
}

/// The closest parts of two meshes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// The distance, metres; 0 if triangles touch. A mesh that encloses the other without touching it is at the
    /// distance of the surfaces.
    pub distance: f64,
    /// A point of A and a point of B at this distance, in A's coordinates.
    pub points: [[f64; 3]; 2],
    /// The triangles with these points: index in A, index in B.
    pub triangles: [u32; 2],
    /// Unit vector from A to B, in A's coordinates: along the closest points if the meshes are apart, otherwise the
    /// normal of A's triangle, or that of B's, reversed. `None` for two degenerate triangles that touch.
    pub normal: Option<[f64; 3]>,
}

impl Closest {
    /// The same in the world, for A's pose there.
    pub(super) fn placed(self, a: &Pose) -> Self {
        let turned = |normal: [f64; 3]| (a.0.rotation * Vector::from(normal)).into();
        Self { points: self.points.map(|point| a.place(point)), normal: self.normal.map(turned), ..self }
    }
}

impl Queries {
    /// Whether the surfaces share a point, or a shape holds a point of the other part.
    pub fn touch<'a>(&mut self, a: impl Into<Part<'a>>, b: impl Into<Part<'a>>, b_in_a: &Pose) -> bool {
        self.are_near(a.into(), b.into(), b_in_a, 0.0)
    }

    /// One pair of triangles that share a point: index in A, index in B; `None` if the surfaces do not touch.
    pub fn touching_pair(&mut self, a: &Mesh, b: &Mesh, b_in_a: &Pose) -> Option<[u32; 2]> {
        self.answer(a, b, b_in_a, &Query::Detect).pairs.first().copied()
    }

    /// All pairs of triangles that share a point, in ascending order. Fails if there are more than 4,000,000.
    pub fn touching_pairs(&mut self, a: &Mesh, b: &Mesh, b_in_a: &Pose) -> Result<Vec<[u32; 2]>, Error> {
        let answer = self.answer(a, b, b_in_a, &Query::Determine);
        if answer.is_full() {
            return Err(Error::TooMany { what: "touching pairs", most: MOST_PAIRS });
        }
        Ok(answer.sorted_pairs())
    }

    /// All pairs of triangles of one mesh that share a point, each once, in ascending order: the places where the surface
    /// cuts itself. Triangles with a common corner, by its place, are left out, because they touch there; so two
    /// neighbours that are folded onto each other are not found.
    ///
    /// Fails if there are more than 4,000,000 pairs, neighbours and both orders included.
    pub fn self_pairs(&mut self, mesh: &Mesh) -> Result<Vec<[u32; 2]>, Error> {
        let mut pairs = self.touching_pairs(mesh, mesh, &Pose::identity())?;
        let corners = |triangle: u32| mesh.0.mesh.corners(triangle as usize);
        let are_neighbours = |a, b| corners(a).iter().any(|corner| corners(b).contains(corner));
        pairs.retain(|&[a, b]| a < b && !are_neighbours(a, b));
        Ok(pairs)
    }

    /// The distance and the closest points. With a [`Tolerance`] other than the default the distance may exceed the
    /// smallest by that much, and the search is faster.
    pub fn closest<'a>(
        &mut self,
        a: impl Into<Part<'a>>,
        b: impl Into<Part<'a>>,
        b_in_a: &Pose,
        tolerance: Tolerance,
    ) -> Closest {
        let (a, b): (Part, Part) = (a.into(), b.into());
        let are_round = a.radius + b.radius > 0.0;
        // A share of the distance of the cores may be many times the distance of the parts.
        let tolerance = if are_round { Tolerance { relative: 0.0, ..tolerance } } else { tolerance };
        let answer = self.answer(a.core, b.core, b_in_a, &Query::Distance(tolerance));
        let triangles = answer.pairs.first().copied().unwrap_or_default();
        let distance = answer.distance.unwrap_or(f64::INFINITY);
        let [from, to] = answer.closest.unwrap_or_default();
        let touching = || touching_normal(a.core, b.core, b_in_a, triangles).map(Into::into);
        if distance > 0.0
            && let Some((of, point)) = held(&a, &b, b_in_a)
        {
            let triangles = [0, 1].map(|i: usize| of[i].unwrap_or(triangles[i]));
            return Closest { distance: 0.0, points: [point.into(); 2], triangles, normal: touching() };
        }
        let Some(towards) = unit(to - from).filter(|_| distance > 0.0) else {
            return Closest { distance, points: [from.into(), to.into()], triangles, normal: touching() };
        };
        let normal = Some(towards.into());
        if !are_round {
            return Closest { distance, points: [from.into(), to.into()], triangles, normal };
        }
        // Radii that overlap share the point as deep in A as its radius allows.
        let in_a = a.radius.min(distance);
        let points = [from + towards * in_a, to - towards * b.radius.min(distance - in_a)];
        let distance = (distance - a.radius - b.radius).max(0.0);
        Closest { distance, points: points.map(Into::into), triangles, normal }
    }

    /// Whether the distance is at most `distance` metres. Faster than [`Queries::closest`]. `false` for NaN.
    pub fn within<'a>(
        &mut self,
        a: impl Into<Part<'a>>,
        b: impl Into<Part<'a>>,
        b_in_a: &Pose,
        distance: f64,
    ) -> bool {
        distance >= 0.0 && self.are_near(a.into(), b.into(), b_in_a, distance)
    }

    /// Whether two parts are at most `distance` apart.
    fn are_near(&mut self, a: Part, b: Part, b_in_a: &Pose, distance: f64) -> bool {
        let distance = distance + a.radius + b.radius;
        let query = if distance > 0.0 { Query::Within(distance) } else { Query::Detect };
        self.answer(a.core, b.core, b_in_a, &query).colliding || held(&a, &b, b_in_a).is_some()
    }

    fn answer(&mut self, Mesh(a): &Mesh, Mesh(b): &Mesh, b_in_a: &Pose, query: &Query) -> Answer {
        if let Some(answer) = self.scratch.answer([a, b], b_in_a.inner(), query) {
            return answer;
        }
        let is_of_these = |(trees, _): &_| {
            let [of_a, of_b]: &[Arc<Tree>; 2] = trees;
            Arc::ptr_eq(of_a, a) && Arc::ptr_eq(of_b, b)
        };
        if !self.general.as_ref().is_some_and(is_of_these) {
            let trees = [a.clone(), b.clone()];
            let pair = general_pair(&trees);
            self.general = Some((trees, pair));
        }
        let (_, pair) = self.general.as_mut().expect("it was made");
        pair.answer(b_in_a.inner(), query)
    }
}

/// The normal of A's triangle, or of B's, reversed, in A's coordinates.
fn touching_normal(Mesh(a): &Mesh, Mesh(b): &Mesh, b_in_a: &Pose, [of_a, of_b]: [u32; 2]) -> Option<Vector> {
    let of_b = || Some(-(b_in_a.inner().rotation * normal(&b.mesh, of_b)?));
    normal(&a.mesh, of_a).or_else(of_b)
}

/// The unit normal of a triangle, of any size; `None` for one without area.
fn normal(mesh: &geometry::Mesh, triangle: u32) -> Option<Vector> {
    let [p, q, r] = mesh.corners(triangle as usize);
    unit(unit(q - p)?.cross(&unit(r - p)?))
}

/// The unit vector; `None` for a vector of no length. Scaled first, so that no square overflows or underflows.
fn unit(v: Vector) -> Option<Vector> {
    let largest = v.amax();
    (largest > 0.0 && largest.is_finite()).then(|| (v / largest).normalize())
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
