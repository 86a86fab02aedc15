//! What lies in the way of a cloth, as it is drawn.

use std::sync::Arc;

use crate::cloth::response::Way;
use crate::geometry::{Mesh, Point, Shape};

/// The obstacles as shapes to be drawn.
pub fn of(way: &Way) -> Vec<Arc<Shape>> {
    let shape = |points: &[Point], faces: &[[u32; 3]]| {
        Some(Arc::new(Shape::polyhedron(Mesh::new(points.to_vec(), faces.to_vec()).ok()?)))
    };
    way.obstacles.iter().filter_map(|obstacle| shape(&obstacle.points, &obstacle.faces)).collect()
}
