//! Two meshes or shapes in a pose: contact, all touching pairs, distance.

use std::fmt;
use std::sync::Arc;

use super::error::Error;
use super::meshes::{Mesh, Pose};
use super::shapes::{Part, held};
use crate::geometry::{self, Obb, Vector};
use crate::hierarchies::fast::node::Tree;
use crate::hierarchies::fast::scratch::{Scratch, general_pair};
use crate::hierarchies::pair::MeshPair as _;
use crate::hierarchies::query::{Answer, MOST_PAIRS, Query};
use crate::hierarchies::tree_pair::TreePair;

pub use crate::hierarchies::query::Tolerance;

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
    /// Points and normal in the world, for A's pose there.
    pub(super) fn placed(self, a: &Pose) -> Self {
        let turned = |normal: [f64; 3]| (a.inner().rotation * Vector::from(normal)).into();
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
