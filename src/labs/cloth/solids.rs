//! Drawn shapes of the obstacles, and of the rod that a cloth hangs over.

use std::sync::Arc;

use super::motion::Motion;
use crate::geometry::{Mesh, Point, Shape, Vector, primitives};

/// Thickness of the rod, and its length beyond the cloth at either end, metres.
const ROD: [f64; 2] = [0.006, 0.06];

/// Shapes of the obstacles and the rod.
pub fn of(motion: &Motion) -> Vec<Arc<Shape>> {
    let obstacles = motion.way.obstacles.iter().map(|o| Mesh::new(o.points.clone(), o.faces.clone()).ok());
    let all = obstacles.chain([rod(motion)]).flatten();
    all.map(|mesh| Arc::new(Shape::polyhedron(mesh))).collect()
}

/// The rod along the row of held particles; `None` for a curtain, which is held at two corners. The simulation holds
/// the row and has no rod, so the rod is not an obstacle.
fn rod(motion: &Motion) -> Option<Mesh> {
    let [first, .., last] = motion.held.as_slice() else { return None };
    if motion.held.len() < 3 {
        return None;
    }
    let [from, to] = [first, last].map(|p| motion.mesh.rest[*p as usize]);
    let along = (to - from).try_normalize(f64::EPSILON)?;
    let side = along.cross(&Vector::y()).try_normalize(f64::EPSILON)?;
    let cylinder = primitives::cylinder(ROD[0], (to - from).norm() + 2.0 * ROD[1], 2);
    let placed =
        |p: &Point| nalgebra::center(&from, &to) + side * p.x + along * p.y + side.cross(&along) * p.z;
    Mesh::new(cylinder.vertices().iter().map(placed).collect(), cylinder.triangles().to_vec()).ok()
}
