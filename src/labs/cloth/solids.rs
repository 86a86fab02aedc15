//! What lies in the way of a cloth, and the rod that it hangs over, as they are drawn.

use std::sync::Arc;

use super::motion::Motion;
use crate::geometry::{Mesh, Point, Shape, Vector, primitives};

/// How thick the rod is, and how far it goes beyond the cloth at either end, in metres.
const ROD: [f64; 2] = [0.006, 0.06];

/// The obstacles and the rod as shapes to be drawn.
pub fn of(motion: &Motion) -> Vec<Arc<Shape>> {
    let obstacles = motion.way.obstacles.iter().map(|o| Mesh::new(o.points.clone(), o.faces.clone()).ok());
    let all = obstacles.chain([rod(motion)]).flatten();
    all.map(|mesh| Arc::new(Shape::polyhedron(mesh))).collect()
}

/// Along the particles that are held, if they are more than the two corners of a curtain: they lie in a row. The simulation holds the
/// row and knows no rod, so the rod is no obstacle of its.
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
