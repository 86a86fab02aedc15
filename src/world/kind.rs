//! The four kinds of body in the experiment of source 1.

use std::sync::Arc;

use crate::geometry::{Mesh, Shape, Vector, primitives};

/// A kind of body. At size s each fits a cube of side s as tightly as it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// As high as its base is wide.
    Cone,
    /// As high as it is wide.
    Cylinder,
    /// Side s.
    Cube,
    /// Diameter s.
    Sphere,
}

impl Kind {
    /// In the order of the source.
    pub const ALL: [Self; 4] = [Self::Cone, Self::Cylinder, Self::Cube, Self::Sphere];

    /// Used on the command line and in files: does not change.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cone => "cone",
            Self::Cylinder => "cylinder",
            Self::Cube => "cube",
            Self::Sphere => "sphere",
        }
    }

    /// The body as it is drawn. It *is* this polyhedron, not the round solid that it resembles, so an
    /// exact method and the rasteriser decide about the same thing.
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
