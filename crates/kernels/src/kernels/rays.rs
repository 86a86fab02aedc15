//! One mesh and rays or points: hits, nearest points, the inside of a closed surface.

use std::thread;

use super::error::{Error, point};
use super::meshes::{Mesh, Pose, refused};
use crate::geometry::{self, Point, RayError};
use crate::hierarchies::fast::cast::Hit;

/// A ray: the points origin + t · direction for t from 0 to a largest one, infinite at first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    ray: geometry::Ray,
    max: f64,
}

impl Ray {
    /// A ray without an end. The direction may have any length from 1e-50 to 1e50.
    pub fn new(origin: [f64; 3], direction: [f64; 3]) -> Result<Self, Error> {
        let ray = geometry::Ray::new(origin.into(), direction.into()).map_err(|why| match why {
            RayError::Origin(..) => Error::Coordinate { what: "origin", index: 0 },
            RayError::Direction(..) => Error::Direction,
        })?;
        Ok(Self { ray, max: f64::INFINITY })
    }

    /// The ray up to this t, in lengths of the direction; it may be infinite.
    pub fn up_to(self, max: f64) -> Result<Self, Error> {
        if max >= 0.0 { Ok(Self { max, ..self }) } else { Err(Error::LargestT) }
    }

    /// The ray in the coordinates of a body with this pose; t stays the same. Origin and direction are rounded.
    pub fn seen_from(&self, pose: &Pose) -> Result<Self, Error> {
        let pose = pose.inner();
        let origin = pose.inverse_transform_point(&self.ray.origin());
        let direction = pose.inverse_transform_vector(&self.ray.direction());
        Self::new(origin.into(), direction.into())?.up_to(self.max)
    }

    /// The point at t, rounded.
    pub fn at(&self, t: f64) -> [f64; 3] {
        self.ray.at(t).into()
    }
}

/// A triangle that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The first t at which the ray meets the triangle, in lengths of the direction.
    pub t: f64,
    /// The point, in the mesh's coordinates, rounded.
    pub point: [f64; 3],
    /// Index of the triangle.
    pub triangle: u32,
}

/// The point of a surface that is nearest to a given one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPoint {
    /// The distance, metres.
    pub distance: f64,
    /// The point, in the mesh's coordinates.
    pub point: [f64; 3],
    /// Index of a triangle with this point.
    pub triangle: u32,
}

/// Rays and points in the mesh's coordinates; [`Ray::seen_from`] and [`Pose::inverse`] bring others there.
///
/// Which triangles a ray hits is exact, from both sides: a triangle includes its boundary, so no ray passes between two
/// triangles with a common edge or corner; and a ray in the plane of a triangle hits it too. The error of t is at most
/// a share of 1e-12. Every function can be called from several threads; [`answer_all`] does so.
/// ```
/// use collidoscope_kernels::{Mesh, Ray, answer_all};
///
/// let tetrahedron = Mesh::new(
///     &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
///     &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
/// )?;
/// let ray = Ray::new([0.2, 0.2, -1.0], [0.0, 0.0, 1.0])?;
/// assert_eq!(tetrahedron.first_hit(&ray).map(|hit| (hit.t, hit.triangle)), Some((1.0, 0)));
/// assert_eq!(tetrahedron.hits(&ray).len(), 2);
/// assert_eq!(tetrahedron.nearest([0.2, 0.2, -3.0])?.distance, 3.0);
/// let inside = answer_all(&[[0.1; 3], [1.0; 3]], 2, |p| tetrahedron.contains(*p).unwrap());
/// assert_eq!(inside, [true, false]);
/// # Ok::<(), collidoscope_kernels::Error>(())
/// ```
impl Mesh {
    /// The hit with the smallest t; of equal ones, that with the smallest index.
    pub fn first_hit(&self, ray: &Ray) -> Option<RayHit> {
        self.0.first_hit(&ray.ray, ray.max).map(|hit| placed(ray, hit))
    }

    /// Whether there is a hit. Faster than [`Mesh::first_hit`].
    pub fn is_hit(&self, ray: &Ray) -> bool {
        self.0.is_hit(&ray.ray, ray.max)
    }

    /// The hits of all triangles, by t and then by index. A ray through an edge hits both of its triangles.
    pub fn hits(&self, ray: &Ray) -> Vec<RayHit> {
        self.0.hits(&ray.ray, ray.max).into_iter().map(|hit| placed(ray, hit)).collect()
    }

    /// The nearest point of the surface, up to rounding; of equally near triangles, that with the smallest index.
    pub fn nearest(&self, to: [f64; 3]) -> Result<NearestPoint, Error> {
        let found = self.0.nearest(&point(to, "point")?);
        Ok(NearestPoint { distance: found.distance, point: found.point.into(), triangle: found.triangle })
    }

    /// The distance from the surface, negative inside. The sign is exact: the distance is 0 only on the surface.
    ///
    /// Fails as [`Mesh::contains`] does.
    pub fn signed_distance(&self, from: [f64; 3]) -> Result<f64, Error> {
        Ok(self.0.signed_distance(&self.closed_at(from)?))
    }

    /// Whether the point is inside the surface or on it. Exact: the surface winds around points inside, in either
    /// direction, a number of times other than 0.
    ///
    /// Fails for a surface that is not closed: every edge, by the indices of its vertices, must have two triangles that
    /// run along it in opposite directions.
    pub fn contains(&self, p: [f64; 3]) -> Result<bool, Error> {
        Ok(self.0.winding(&self.closed_at(p)?) != Some(0))
    }

    /// Checks that the surface is closed, and the point.
    fn closed_at(&self, p: [f64; 3]) -> Result<Point, Error> {
        self.0.closed().clone().map_err(refused)?;
        point(p, "point")
    }
}

fn placed(ray: &Ray, Hit { t, triangle }: Hit) -> RayHit {
    RayHit { t, point: ray.at(t), triangle }
}

/// Answers many questions, such as rays, on up to `threads` threads; the answers have the order of the questions.
pub fn answer_all<Q: Sync, A: Send>(questions: &[Q], threads: usize, ask: impl Fn(&Q) -> A + Sync) -> Vec<A> {
    let each = questions.len().div_ceil(threads.max(1)).max(1);
    let answer = |part: &[Q]| part.iter().map(&ask).collect::<Vec<A>>();
    thread::scope(|scope| {
        let (own, others) = questions.split_at(each.min(questions.len()));
        let others: Vec<_> = others.chunks(each).map(|part| scope.spawn(|| answer(part))).collect();
        let mut answers = answer(own);
        for other in others {
            answers.extend(other.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
        }
        answers
    })
}
