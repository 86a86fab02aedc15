//! One rigid body, a pair of them, and the four kinds of body in the experiment of Xu et al. (source 1).

use std::sync::Arc;

use crate::geometry::{Aabb, Mesh, Pose, Shape, Vector, primitives};

/// A rigid body: shape, pose and motion.
#[derive(Clone, Debug)]
pub struct Body {
    /// Shape, shared by all bodies of the same kind and size.
    pub shape: Arc<Shape>,
    /// Transform from the shape's own coordinates to the world, metres.
    pub pose: Pose,
    /// Velocity in metres per frame, in world coordinates.
    pub velocity: Vector,
    /// Rotation per frame: an axis in the world times an angle in radians.
    pub spin: Vector,
}

impl Body {
    /// A body that does not move.
    pub fn at_rest(shape: Arc<Shape>, pose: Pose) -> Self {
        Self { shape, pose, velocity: Vector::zeros(), spin: Vector::zeros() }
    }

    /// The body with this velocity in metres per frame.
    pub fn with_velocity(self, velocity: Vector) -> Self {
        Self { velocity, ..self }
    }

    /// Whether the body is a ball, a cone or a cylinder.
    pub fn is_round(&self) -> bool {
        self.shape.solid().is_round()
    }

    /// The body as drawn: a round one becomes its inscribed mesh, any other stays unchanged.
    pub fn as_drawn(&self) -> Self {
        if !self.is_round() {
            return self.clone();
        }
        Self { shape: Shape::polyhedron(self.shape.mesh().clone()).into(), ..self.clone() }
    }

    /// The smallest axis-aligned box around the mesh at its pose, in world coordinates, metres.
    pub fn aabb(&self) -> Aabb {
        self.shape.aabb_at(&self.pose)
    }
}

/// Two bodies by index, the smaller index first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// Index of the body that the papers call A.
    pub a: usize,
    /// Index of the body that the papers call B.
    pub b: usize,
}

impl Pair {
    /// The pair of these two bodies, given in any order.
    pub fn new(i: usize, j: usize) -> Self {
        Self { a: i.min(j), b: i.max(j) }
    }
}

/// Pose (own coordinates to world), velocity (metres per frame) and spin (axis times radians per frame) of a
/// body.
pub type Motion = (Pose, Vector, Vector);

/// A kind of body. At size s (metres) each fits a cube of side s exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Height and diameter of the base are s.
    Cone,
    /// Height and diameter are s.
    Cylinder,
    /// All sides are s.
    Cube,
    /// The diameter is s.
    Sphere,
}

impl Kind {
    /// All kinds, in the order of the source.
    pub const ALL: [Self; 4] = [Self::Cone, Self::Cylinder, Self::Cube, Self::Sphere];

    /// Id on the command line and in files; it must not change.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cone => "cone",
            Self::Cylinder => "cylinder",
            Self::Cube => "cube",
            Self::Sphere => "sphere",
        }
    }

    /// The shape as drawn, `size` in metres. The body *is* this polyhedron, not the round solid that it approximates,
    /// so exact methods and the rasteriser test the same shape.
    pub fn shape(self, size: f64, level: u32) -> Arc<Shape> {
        Arc::new(Shape::polyhedron(self.mesh(size, level)))
    }

    fn mesh(self, size: f64, level: u32) -> Mesh {
        let radius = 0.5 * size;
        match self {
            Self::Cone => primitives::cone(radius, size, level),
            Self::Cylinder => primitives::cylinder(radius, size, level),
            Self::Cube => primitives::cuboid(Vector::repeat(radius)),
            Self::Sphere => primitives::sphere(radius, level),
        }
    }
}
