//! The four kinds of body in the experiment of Xu et al. (source 1), and a round body as it is drawn.

use std::sync::Arc;

use super::Body;
use crate::geometry::{Mesh, Shape, Vector, primitives};

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

impl Body {
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
}
