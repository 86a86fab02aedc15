//! Spheres, capsules and boxes beside meshes, in questions about pairs.

use super::error::{Error, item, length};
use super::meshes::{Mesh, Pose};
use crate::geometry::{Aabb, Point, Vector, primitives};
use crate::hierarchies::fast::node::{LEAF, Tree};

/// A sphere, a capsule or a box: filled, in its own coordinates.
///
/// [`Queries`](super::Queries) takes it in place of a mesh. A shape touches what is inside it, while a mesh is a
/// surface: a shape inside a closed mesh is at the distance of the surface. A shape has one triangle, of index 0, or 12
/// for a box. Contact of a box is exact for its corners as placed by the pose; for anything inside it, and for round
/// shapes, it is decided up to rounding.
/// ```
/// use collidoscope_kernels::{Mesh, Pose, Queries, Shape};
///
/// let floor = Mesh::new(&[[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]], &[[0, 2, 1]])?;
/// let capsule = Shape::capsule(0.5, [[0.0, 0.5, 0.0], [0.0, 1.5, 0.0]])?;
/// let mut queries = Queries::default();
/// assert!(queries.touch(&floor, &capsule, &Pose::identity()));
/// let above = Pose::translation([0.0, 0.25, 0.0])?;
/// assert_eq!(queries.closest(&floor, &capsule, &above, Default::default()).distance, 0.25);
/// # Ok::<(), collidoscope_kernels::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shape {
    core: Mesh,
    radius: f64,
    half: Option<Vector>,
}

impl Shape {
    /// A sphere around the origin; radius in metres.
    pub fn sphere(radius: f64) -> Result<Self, Error> {
        Self::capsule(radius, [[0.0; 3]; 2])
    }

    /// All points within `radius` of the segment between two points. Metres.
    pub fn capsule(radius: f64, [a, b]: [[f64; 3]; 2]) -> Result<Self, Error> {
        let radius = length(radius, "radius")?;
        let ends = [item(a, "end", 0)?, item(b, "end", 1)?].map(Into::into);
        Ok(Self { core: Mesh::new(&ends, &[[0, 1, 1]])?, radius, half: None })
    }

    /// A box around the origin with its sides along the axes; half their lengths, metres.
    pub fn cuboid(half: [f64; 3]) -> Result<Self, Error> {
        let half = [length(half[0], "half x")?, length(half[1], "half y")?, length(half[2], "half z")?];
        let core = Mesh::of(primitives::cuboid(half.into()))?;
        Ok(Self { core, radius: 0.0, half: Some(half.into()) })
    }
}

impl From<Part<'_>> for Shape {
    fn from(Part { core, radius, half }: Part) -> Self {
        Self { core: core.clone(), radius, half }
    }
}

impl From<Mesh> for Shape {
    /// The mesh as a body of a scene, where it remains a surface.
    fn from(mesh: Mesh) -> Self {
        Part::from(&mesh).into()
    }
}

impl Shape {
    /// The surface that a ray hits; `None` for a round shape.
    pub(super) fn surface(&self) -> Option<&Mesh> {
        (self.radius == 0.0).then_some(&self.core)
    }

    /// The box around the shape.
    pub(super) fn aabb(&self) -> Aabb {
        self.core.aabb().grown(self.radius)
    }
}

/// A mesh or a shape in a question of [`Queries`](super::Queries); `&Mesh` and `&Shape` convert into it.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The mesh from whose distances the answer follows.
    pub(super) core: &'a Mesh,
    /// All points within this radius of the core belong to the part, metres.
    pub(super) radius: f64,
    /// Half the side lengths of a box, which is filled.
    half: Option<Vector>,
}

impl<'a> From<&'a Mesh> for Part<'a> {
    fn from(core: &'a Mesh) -> Self {
        Self { core, radius: 0.0, half: None }
    }
}

impl<'a> From<&'a Shape> for Part<'a> {
    fn from(Shape { core, radius, half }: &'a Shape) -> Self {
        Self { core, radius: *radius, half: *half }
    }
}

impl Part<'_> {
    /// A corner of the other core inside this box, with its triangle; in the coordinates of the box. If the surfaces
    /// share no point, a connected part of the other is inside if any of its corners is.
    pub(super) fn holds(&self, other: &Part, other_in_own: &Pose) -> Option<(u32, Point)> {
        let half = self.half?;
        let is_inside = |p: &Point, reach: f64| (0..3).all(|i| p[i].abs() < half[i] + reach);
        let (tree, pose): (&Tree, _) = (&other.core.0, other_in_own.inner());
        let mut open = vec![tree.root];
        while let Some(at) = open.pop() {
            if at & LEAF == 0 {
                for (bounds, child) in tree.node(at).children() {
                    let around = tree.obb(&bounds);
                    if is_inside(&(pose * around.center), around.half.norm()) {
                        open.push(child);
                    }
                }
                continue;
            }
            let leaf = tree.leaf(at);
            for triangle in &leaf.triangle[..leaf.count as usize] {
                let placed = tree.mesh.corners(*triangle as usize).map(|corner| pose * corner);
                if let Some(corner) = placed.into_iter().find(|corner| is_inside(corner, 0.0)) {
                    return Some((*triangle, corner));
                }
            }
        }
        None
    }
}

/// A box that holds a corner of the other part, of two parts whose surfaces share no point: the point in A's
/// coordinates, and the triangle of A or B with it.
pub(super) fn held(a: &Part, b: &Part, b_in_a: &Pose) -> Option<([Option<u32>; 2], Point)> {
    if let Some((triangle, point)) = a.holds(b, b_in_a) {
        return Some(([None, Some(triangle)], point));
    }
    b.half?;
    let (triangle, point) = b.holds(a, &b_in_a.inverse())?;
    Some(([Some(triangle), None], b_in_a.inner() * point))
}
