//! How often a closed surface goes around a point, by the triangles that a ray meets: +1 for each that it leaves
//! through, −1 for each that it enters through. Along a tree of boxes, so it takes about log n.

use parry3d_f64::{math::Vector as Glam, partitioning::Bvh, query::Ray};

use crate::geometry::{Mesh, Point, Vector};

/// The mesh's longest side is 1, so no ray is longer inside its box.
const LONGEST: f64 = 10.0;
/// Six times the volume between ray and edge below which the side on which the ray passes is not sure.
const UNSURE: f64 = 1e-13;
/// None of them along an axis, where surfaces often are.
const DIRECTIONS: [[f64; 3]; 4] = [
    [0.5772, 0.3217, 0.7591],
    [-0.6312, 0.4327, 0.5119],
    [0.2113, -0.8391, 0.4637],
    [0.3719, 0.6173, -0.7411],
];

/// `None` if every ray that was tried comes too close to an edge. `p` must not lie on the surface.
pub(super) fn winding(mesh: &Mesh, tree: &Bvh, p: &Point) -> Option<i32> {
    DIRECTIONS.into_iter().find_map(|direction| along(mesh, tree, p, &direction.into()))
}

fn along(mesh: &Mesh, tree: &Bvh, p: &Point, direction: &Vector) -> Option<i32> {
    let ray = Ray::new(Glam::new(p.x, p.y, p.z), Glam::new(direction.x, direction.y, direction.z));
    let mut winding = 0;
    for triangle in tree.leaves(|node| node.cast_ray(&ray, LONGEST) < LONGEST) {
        winding += crossing(mesh.corners(triangle as usize).map(|q| q - p), direction)?;
    }
    Some(winding)
}

/// 1, −1 or 0 for the ray from the origin; `None` if it comes too close to an edge.
fn crossing([a, b, c]: [Vector; 3], direction: &Vector) -> Option<i32> {
    let sides = [(a, b), (b, c), (c, a)].map(|(from, to)| direction.dot(&from.cross(&to)));
    let (left, right) = (sides.iter().any(|&s| s > UNSURE), sides.iter().any(|&s| s < -UNSURE));
    if left && right {
        return Some(0);
    }
    let normal = (b - a).cross(&(c - a));
    let (height, along) = (normal.dot(&a), normal.dot(direction));
    // Behind the origin.
    if height * along < 0.0 && along.abs() > UNSURE {
        return Some(0);
    }
    if sides.iter().any(|s| s.abs() <= UNSURE) {
        return None;
    }
    Some(if along > 0.0 { 1 } else { -1 })
}
