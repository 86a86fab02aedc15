//! Self-intersection of a cloth in one pose: edges that pierce triangles, by exact arithmetic.
//!
//! Independent of the response that it checks: no motion, no gap, and Shewchuk's exact orientation tests
//! instead of continuous ones. Touching counts as piercing.

use robust::{Coord, Coord3D, orient2d, orient3d};

use super::Obstacle;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::Step;
use crate::cloth::tree;
use crate::cloth::tree::detect::Tree;
use crate::geometry::budget::Spent;
use crate::geometry::{Aabb, Point};

/// All pairs of an edge and a triangle that it pierces, except those with a common particle.
pub fn pierced(mesh: &ClothMesh, positions: &[Point]) -> Vec<(u32, u32)> {
    // This limit cannot be exceeded.
    pierced_within(mesh, positions, usize::MAX).unwrap_or_default()
}

/// Like [`pierced`], but fails if triangles with overlapping boxes have more than `most` pairs of features.
pub fn pierced_within(mesh: &ClothMesh, positions: &[Point], most: usize) -> Result<Vec<(u32, u32)>, Spent> {
    let nodes = match mesh.side {
        Some(side) => tree::quad(side - 1),
        None => tree::binary(mesh),
    };
    let still = Step { start: positions.to_vec(), end: positions.to_vec() };
    let tree = Tree::new(mesh, nodes, crate::cloth::tree::detect::Stages::BOXES);
    let mut found = Vec::new();
    tree.features_near(&still, most, |edges, face| {
        for edge in edges {
            let [a, b] = mesh.edges[*edge as usize];
            let corners = mesh.faces[face as usize];
            let at = |p: u32| positions[p as usize];
            if !corners.contains(&a) && !corners.contains(&b) && pierces([at(a), at(b)], corners.map(at)) {
                found.push((*edge, face));
            }
        }
    })?;
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// True if the segment and the triangle share a point.
pub fn pierces([p, q]: [Point; 2], [a, b, c]: [Point; 3]) -> bool {
    let at = |p: Point| Coord3D { x: p.x, y: p.y, z: p.z };
    let side = |a: Point, b: Point, c: Point, d: Point| orient3d(at(a), at(b), at(c), at(d));
    let (from, to) = (side(a, b, c, p), side(a, b, c, q));
    if (from > 0.0 && to > 0.0) || (from < 0.0 && to < 0.0) {
        return false;
    }
    if from == 0.0 && to == 0.0 {
        return in_plane([p, q], [a, b, c]);
    }
    let turns = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
    turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0)
}

/// True if a coplanar segment and triangle share a point: they do unless, in the projection along some axis,
/// a side of the triangle or the segment separates them. A projection that flattens the plane to a line shows
/// no separation that another projection does not show.
fn in_plane([p, q]: [Point; 2], corners: [Point; 3]) -> bool {
    let parted = |axis: usize| {
        let at = |p: Point| Coord { x: p[(axis + 1) % 3], y: p[(axis + 2) % 3] };
        let side = |a: Point, b: Point, c: Point| orient2d(at(a), at(b), at(c));
        let strict = |turns: &[f64]| turns.iter().all(|t| *t > 0.0) || turns.iter().all(|t| *t < 0.0);
        let by_segment = strict(&corners.map(|c| side(p, q, c)));
        let by_side = (0..3).any(|i| {
            let [a, b, c] = [corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]];
            let inner = side(a, b, c);
            [p, q].iter().all(|end| side(a, b, *end) * inner < 0.0)
        });
        by_segment || by_side
    };
    !(0..3).any(parted)
}

/// True if the cloth shares a point with the triangles of an obstacle.
pub fn pierced_by(mesh: &ClothMesh, positions: &[Point], obstacle: &Obstacle) -> bool {
    let around = Aabb::around(obstacle.points.iter().copied());
    let faces = mesh.faces.iter().map(|face| face.map(|p| positions[p as usize]));
    let of_cloth: Vec<[Point; 3]> = faces.filter(|face| Aabb::around(*face).overlaps(&around)).collect();
    (0..obstacle.faces.len()).any(|index| {
        let still = obstacle.faces[index].map(|p| obstacle.points[p as usize]);
        let bounds = Aabb::around(still);
        let sides = |[a, b, c]: [Point; 3]| [[a, b], [b, c], [c, a]];
        of_cloth.iter().filter(|face| Aabb::around(**face).overlaps(&bounds)).any(|face| {
            sides(*face).into_iter().any(|side| pierces(side, still))
                || sides(still).into_iter().any(|side| pierces(side, *face))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_triangles_on_top_of_each_other_than_are_tested_are_refused() {
        let corner = |i: u32, x: f64, z: f64| Point::new(x, 1e-3 * f64::from(i), z + 0.1 * f64::from(i % 3));
        let rest = (0..40).flat_map(|i| [corner(i, 0.0, 0.0), corner(40 - i, 1.0, 0.0), corner(i, 0.0, 1.0)]);
        let faces = (0..40).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = ClothMesh::garment(rest.collect(), faces).unwrap();
        assert!(!pierced_within(&mesh, &mesh.rest, usize::MAX).unwrap().is_empty());
        assert_eq!(pierced_within(&mesh, &mesh.rest, 100), Err(Spent { most: 100 }));
    }
}
