//! Two meshes as they are drawn.

use std::sync::Arc;

use crate::geometry::Pose;
use crate::meshes::source::Meshes;
use crate::render::Part;
use crate::render::dissection::{Dissection, Surface};
use crate::render::palette::{self, Color};

/// Up to so many triangles the silhouette of a mesh is drawn.
const OUTLINED: usize = 60_000;

/// Both meshes, B at its pose.
pub fn surfaces(meshes: &Meshes, pose: &Pose, see_through: bool) -> Dissection {
    let surface = |body: usize, pose: Pose, color: Color| {
        let shape = Arc::clone(&meshes.shapes[body]);
        let outlined = shape.mesh().triangles().len() <= OUTLINED;
        Surface { shape, pose, part: Part::Whole, color, see_through, outlined }
    };
    Dissection {
        surfaces: vec![surface(0, Pose::identity(), palette::A), surface(1, *pose, palette::B)],
        ..Dissection::default()
    }
}
