//! Drawing of two meshes.

use std::sync::Arc;

use crate::geometry::Pose;
use crate::meshes::source::Meshes;
use crate::render::Part;
use crate::render::dissection::{Dissection, Material, Surface};
use crate::render::palette::{self, Color};

/// Silhouettes are drawn for meshes of up to this many triangles.
const OUTLINED: usize = 60_000;

/// Surfaces of both meshes, B at its pose.
pub fn surfaces(meshes: &Meshes, pose: &Pose, see_through: bool) -> Dissection {
    let surface = |body: usize, pose: Pose, color: Color| {
        let shape = Arc::clone(&meshes.shapes[body]);
        let outlined = shape.mesh().triangles().len() <= OUTLINED;
        let (part, material) = (Part::Whole, Material::Plain);
        Surface { shape, pose, part, color, see_through, outlined, material }
    };
    Dissection {
        surfaces: vec![surface(0, Pose::identity(), palette::A), surface(1, *pose, palette::B)],
        ..Dissection::default()
    }
}
