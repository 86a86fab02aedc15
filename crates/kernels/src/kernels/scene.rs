//! Many bodies in their poses: which of them touch, which are near each other, and which a ray hits.

use std::fmt;

use super::boxes::BoxPairs;
use super::error::Error;
use super::meshes::{Mesh, Pose};
use super::queries::{Closest, Queries, Tolerance};
use super::rays::{Ray, RayHit};
use super::shapes::Shape;
use crate::geometry::{Aabb, Point};

/// Bodies that stay the same from frame to frame, each a mesh or a shape; the poses come with each question.
///
/// Boxes around the placed bodies select candidate pairs; the pairs are then decided as by [`Queries`], for the pose of
/// one body in the coordinates of the other.
/// ```
/// use collidoscope_kernels::{Mesh, Pose, Scene};
///
/// let tetrahedron = Mesh::new(
///     &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
///     &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
/// )?;
/// let mut scene = Scene::new(vec![tetrahedron; 3]);
/// let poses = [0.0, 1.0, 3.0].map(|x| Pose::translation([x, 0.0, 0.0]).unwrap());
/// assert_eq!(scene.touching(&poses)?, [[0, 1]]);
/// let near = scene.near(&poses, 1.5)?;
/// assert_eq!((near[1].bodies, near[1].closest.distance), ([1, 2], 1.0));
/// # Ok::<(), collidoscope_kernels::Error>(())
/// ```
pub struct Scene {
    bodies: Vec<(Shape, Aabb)>,
    pairs: BoxPairs,
    queries: Queries,
    boxes: Vec<[[f64; 3]; 2]>,
}

/// Two bodies of a scene that are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Their indices, in ascending order: A and B.
    pub bodies: [u32; 2],
    /// The closest parts. Points and normal are in the world's coordinates.
    pub closest: Closest,
}

/// The first hit of a ray among the bodies of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneHit {
    /// The index of the body.
    pub body: u32,
    /// The hit. The point is in the world's coordinates.
    pub hit: RayHit,
}

/// Error of the decision about a pair, as a share of the coordinates: some 90 roundings, where the product of two poses
/// and the placing of a corner take less than 40.
const MARGIN: f64 = 1e-14;

impl fmt::Debug for Scene {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Scene").field("bodies", &self.bodies.len()).finish_non_exhaustive()
    }
}

impl Scene {
    /// A scene of these bodies; several may share one mesh.
    pub fn new(bodies: Vec<Mesh>) -> Self {
        Self::of_shapes(bodies.into_iter().map(Into::into).collect())
    }

    /// A scene with shapes among its bodies; a mesh becomes one by [`Shape::from`].
    pub fn of_shapes(bodies: Vec<Shape>) -> Self {
        let boxes: Vec<Aabb> = bodies.iter().map(Shape::aabb).collect();
        Self {
            bodies: bodies.into_iter().zip(boxes).collect(),
            pairs: BoxPairs::from_scratch(),
            queries: Queries::default(),
            boxes: Vec::new(),
        }
    }

    /// Number of bodies.
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// The pairs of bodies whose surfaces share a point, in ascending order; a pose in the world for each body.
    pub fn touching(&mut self, poses: &[Pose]) -> Result<Vec<[u32; 2]>, Error> {
        self.place(poses, 0.0)?;
        let Self { bodies, pairs, queries, boxes } = self;
        let touch = |[a, b]: &&[u32; 2]| {
            let [a, b] = [*a, *b].map(|body| body as usize);
            queries.touch(&bodies[a].0, &bodies[b].0, &Pose::relative(&poses[a], &poses[b]))
        };
        Ok(pairs.find(boxes)?.iter().filter(touch).copied().collect())
    }

    /// The pairs of bodies whose surfaces are at most `distance` metres apart, in ascending order, with their closest
    /// parts; a pose in the world for each body. Fails for a distance that is negative or not finite.
    pub fn near(&mut self, poses: &[Pose], distance: f64) -> Result<Vec<Near>, Error> {
        if !(distance >= 0.0 && distance.is_finite()) {
            return Err(Error::Length("distance"));
        }
        self.place(poses, distance)?;
        let Self { bodies, pairs, queries, boxes } = self;
        let near = |[a, b]: &[u32; 2]| {
            let [i, j] = [*a, *b].map(|body| body as usize);
            let (first, second, pose) = (&bodies[i].0, &bodies[j].0, Pose::relative(&poses[i], &poses[j]));
            let is_near = queries.within(first, second, &pose, distance);
            is_near.then(|| {
                let found = queries.closest(first, second, &pose, Tolerance::default());
                Near { bodies: [*a, *b], closest: found.placed(&poses[i]) }
            })
        };
        Ok(pairs.find(boxes)?.iter().filter_map(near).collect())
    }

    /// The first hit of a ray, as by [`Mesh::first_hit`] for the ray in the coordinates of each body; of equally near
    /// bodies, that with the smallest index. A pose in the world for each body. Takes time for every body, also for
    /// those that the ray passes. Fails if a body is a sphere or a capsule.
    pub fn first_hit(&self, poses: &[Pose], ray: &Ray) -> Result<Option<SceneHit>, Error> {
        self.check_count(poses)?;
        let (mut first, mut ahead) = (None, *ray);
        for (body, ((shape, _), pose)) in (0..).zip(self.bodies.iter().zip(poses)) {
            let round = || Error::Unsuitable(format!("bodies: rays need surfaces, and body {body} is round"));
            let hit = shape.surface().ok_or_else(round)?.first_hit(&ahead.seen_from(pose)?);
            if let Some(hit) = hit.filter(|hit| first.is_none_or(|first: SceneHit| hit.t < first.hit.t)) {
                ahead = ray.up_to(hit.t)?;
                first = Some(SceneHit { body, hit: RayHit { point: ray.at(hit.t), ..hit } });
            }
        }
        Ok(first)
    }

    fn check_count(&self, poses: &[Pose]) -> Result<(), Error> {
        let (expected, found) = (self.bodies.len(), poses.len());
        if expected == found { Ok(()) } else { Err(Error::Count { what: "poses", expected, found }) }
    }

    /// Computes boxes around the placed bodies that overlap if bodies are at most `distance` apart.
    fn place(&mut self, poses: &[Pose], distance: f64) -> Result<(), Error> {
        self.check_count(poses)?;
        self.boxes.clear();
        self.boxes.extend(self.bodies.iter().zip(poses).map(|((_, around), pose)| {
            let pose = pose.inner();
            let center = pose * around.center();
            let turn = pose.rotation.to_rotation_matrix().into_inner().abs();
            let half = turn * (0.5 * around.extents());
            let far = center.coords.amax() + half.amax() + around.center().coords.amax();
            let half = half.add_scalar(0.5 * distance + MARGIN * (far + distance));
            [(center - half).into(), (center + half).into()]
        }));
        Ok(())
    }
}

impl Mesh {
    /// The smallest box, minimum and maximum, around the triangles as placed by the pose.
    pub fn bounds(&self, pose: &Pose) -> [[f64; 3]; 2] {
        let placed = self.corners().map(|corner: Point| pose.inner() * corner);
        let Aabb { min, max } = Aabb::around(placed);
        [min.into(), max.into()]
    }
}
