//! Levels of detail: coarser meshes for bodies that look small. They are only drawn. Methods and the reference use the
//! shape's own mesh, so the answers do not depend on them.
//!
//! A convex shape becomes the hull of its farthest vertices in evenly spread directions; the hull lies inside the shape.
//! A concave shape is simplified by vertex clustering (Rossignac & Borrel 1993). A coarser mesh is shown while its
//! measured distance from the shape's own vertices looks smaller than a third of a pixel.

use std::collections::HashMap;

use crate::geometry::hull::convex_hull;
use crate::geometry::sphere::directions;
use crate::geometry::{Mesh, Point, Shape};
use crate::solids::signed_distance::largest_distance;

/// Largest distance on the screen between a coarser mesh and the shape's own vertices, pixels.
const TOLERANCE_PX: f64 = 0.34;

/// Number of directions for each coarser mesh of a convex shape.
const DIRECTIONS: [usize; 5] = [16, 32, 64, 192, 640];

/// Cells along the longest side, for each coarser mesh of a concave shape.
const CELLS: [u32; 3] = [16, 32, 64];

/// A coarser mesh must have at most this share of the triangles of the next finer one.
const WORTHWHILE: f64 = 0.5;

/// Vertices at which the distance is measured; of a shape with more, evenly chosen ones.
const MEASURED: usize = 4_000;

/// A coarser mesh of a shape.
pub struct Coarse {
    /// The mesh, in the shape's own coordinates.
    pub mesh: Mesh,
    /// Largest size on the screen, in pixels along the shape's longest side, at which this mesh is shown.
    pub most_px: f64,
}

/// Coarser meshes of a shape, coarsest first; empty if none is worth its memory.
pub fn coarser(shape: &Shape) -> Vec<Coarse> {
    let meshes: Vec<Mesh> = match shape.convexity() {
        Ok(()) => DIRECTIONS.iter().filter_map(|count| hull_of_farthest(shape, *count)).collect(),
        Err(_) => CELLS.iter().filter_map(|cells| clustered(shape, *cells)).collect(),
    };
    // From fine to coarse, a mesh is kept if it is much coarser than the last one kept.
    let mut finer = shape.mesh().triangles().len();
    let mut kept: Vec<Coarse> = Vec::new();
    for mesh in meshes.into_iter().rev() {
        let triangles = mesh.triangles().len();
        if triangles as f64 <= WORTHWHILE * finer as f64
            && let Some(distance) = distance(&mesh, shape.mesh())
        {
            finer = triangles;
            kept.push(Coarse { mesh, most_px: TOLERANCE_PX * shape.size() / distance });
        }
    }
    kept.reverse();
    kept
}

/// The hull of the vertices that lie farthest in `count` evenly spread directions; `None` if it is flat.
fn hull_of_farthest(shape: &Shape, count: usize) -> Option<Mesh> {
    let mut corners: Vec<Point> = directions(count).map(|direction| shape.climb(&direction)).collect();
    corners.sort_unstable_by(|p, q| p.iter().partial_cmp(q.iter()).unwrap_or(std::cmp::Ordering::Equal));
    corners.dedup();
    convex_hull(&corners).ok()
}

/// Largest distance between the surface of `mesh` and the vertices of `fine`, metres. `None` if nothing separates the
/// two.
fn distance(mesh: &Mesh, fine: &Mesh) -> Option<f64> {
    let step = fine.vertices().len().div_ceil(MEASURED).max(1);
    let largest = largest_distance(mesh, fine.vertices().iter().step_by(step));
    (largest > 0.0 && largest.is_finite()).then_some(largest)
}

/// The mesh with all vertices in a cell merged at their mean; `None` if nothing is left.
fn clustered(shape: &Shape, cells: u32) -> Option<Mesh> {
    let (mesh, low) = (shape.mesh(), shape.local_aabb().min);
    let per_metre = f64::from(cells) / shape.size();
    let mut clusters = HashMap::new();
    let mut sums: Vec<(Point, f64)> = Vec::new();
    let cluster_of: Vec<u32> = mesh
        .vertices()
        .iter()
        .map(|p| {
            let cell = ((p - low) * per_metre).map(|c| c as i64);
            let next = sums.len() as u32;
            let cluster = *clusters.entry([cell.x, cell.y, cell.z]).or_insert(next);
            if cluster == next {
                sums.push((Point::origin(), 0.0));
            }
            let (sum, count) = &mut sums[cluster as usize];
            *sum += p.coords;
            *count += 1.0;
            cluster
        })
        .collect();
    let vertices = sums.into_iter().map(|(sum, count)| sum / count).collect();
    let merged = mesh.triangles().iter().map(|t| t.map(|v| cluster_of[v as usize]));
    let triangles = merged.filter(|[a, b, c]| a != b && b != c && c != a).collect();
    Mesh::new(vertices, triangles).ok()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::geometry::{Vector, primitives};

    /// Squares around the torus, and around its tube.
    const SIDES: u32 = 120;

    fn triangles(coarse: &[Coarse]) -> Vec<usize> {
        coarse.iter().map(|coarse| coarse.mesh.triangles().len()).collect()
    }

    /// A ball, a cone, a cylinder and a torus.
    fn shapes(level: u32) -> [Shape; 4] {
        let ring = |u: u32, v: u32| {
            let [u, v] = [u, v].map(|index| f64::from(index) * 2.0 * PI / f64::from(SIDES));
            let across = 1.0 + 0.3 * v.cos();
            Point::new(across * u.cos(), 0.3 * v.sin(), across * u.sin())
        };
        let n = SIDES;
        let corners = (0..n * n).map(|index| ring(index / n, index % n)).collect();
        let quads = (0..n * n).flat_map(|index| {
            let at = |u: u32, v: u32| (index / n + u) % n * n + (index % n + v) % n;
            [[at(0, 0), at(0, 1), at(1, 1)], [at(0, 0), at(1, 1), at(1, 0)]]
        });
        [
            primitives::sphere(0.3, level),
            primitives::cone(2.0, 5.0, level),
            primitives::cylinder(7.0, 0.5, level),
            Mesh::new(corners, quads.collect()).unwrap(),
        ]
        .map(Shape::polyhedron)
    }

    #[test]
    fn coarser_outlines_differ_by_less_than_a_third_of_a_pixel() {
        for shape in shapes(12) {
            let all = coarser(&shape);
            assert!(!all.is_empty(), "{} triangles", shape.mesh().triangles().len());
            for Coarse { mesh, most_px } in &all {
                let pixels_per_metre = most_px / shape.size();
                for degrees in (0..3600).step_by(7) {
                    let (turn, tilt) = (f64::from(degrees).to_radians(), f64::from(degrees).sin());
                    let across = Vector::new(turn.cos(), tilt, turn.sin()).normalize();
                    let reach = |mesh: &Mesh| {
                        mesh.vertices().iter().map(|p| p.coords.dot(&across)).fold(f64::MIN, f64::max)
                    };
                    let gap_px = (reach(shape.mesh()) - reach(mesh)) * pixels_per_metre;
                    assert!((-1e-9..=TOLERANCE_PX + 1e-9).contains(&gap_px), "{gap_px} pixels");
                }
            }
        }
    }

    #[test]
    fn meshes_become_coarser_in_steps_that_are_worth_it() {
        for shape in shapes(12) {
            let (counts, own) = (triangles(&coarser(&shape)), shape.mesh().triangles().len());
            assert!(
                counts.iter().chain([&own]).is_sorted_by(|less, more| 2 * **less <= **more),
                "{counts:?} of {own}"
            );
        }
        let cube = Shape::polyhedron(primitives::cuboid(Vector::repeat(1.0)));
        assert!(coarser(&cube).is_empty());
        let [ball, ..] = shapes(primitives::DEFAULT_LEVEL);
        for (triangles, least_px) in [(28, 2.9), (124, 10.0)] {
            let suits =
                |coarse: &Coarse| coarse.mesh.triangles().len() <= triangles && coarse.most_px > least_px;
            assert!(coarser(&ball).iter().any(suits), "{triangles} triangles at {least_px} pixels");
        }
    }
}
