//! Convex hull of a set of points.
//!
//! Quickhull (Barber, Dobkin & Huhdanpaa 1996) with an exact predicate for the side of a plane on which a
//! point lies. So the hull is convex without tolerance for every input: a rotated and rounded lattice, a
//! needle, a plate, faces with thousands of corners. Coordinates are not changed.

mod quickhull;
pub mod surface;

use std::collections::HashMap;

use super::budget::Budget;
use super::{Aabb, Mesh, MeshError, Point, Vector};
use quickhull::Quickhull;

/// A set thinner than this share of its length is flat.
const FLAT: f64 = 1e-10;
/// Two faces are in one plane if the cosine of the angle between their normals differs from 1 by less than this.
const SAME_PLANE: f64 = 1e-9;
/// Limit on faces made during the construction: a ball needs about ten per point, thousands of points in one
/// plane many more.
const MOST_FACES: usize = 4_000_000;

/// The smallest convex mesh around `points`, up to 1e-13 of its size; its vertices are a subset of `points`,
/// unchanged.
///
/// Fails with [`MeshError::Empty`] for no points, [`MeshError::NotFinite`] for a NaN or infinite coordinate,
/// [`MeshError::Flat`] for a set in one plane, up to 1e-10 of its length, and [`MeshError::TooLarge`] if the
/// construction makes more than four million faces.
pub fn convex_hull(points: &[Point]) -> Result<Mesh, MeshError> {
    hull_within(points, MOST_FACES)
}

fn hull_within(points: &[Point], most_faces: usize) -> Result<Mesh, MeshError> {
    if points.is_empty() {
        return Err(MeshError::Empty);
    }
    if let Some(i) = points.iter().position(|p| !p.coords.iter().all(|c| c.is_finite())) {
        return Err(MeshError::NotFinite(i));
    }
    let scaled = scale(points);
    let (around_middle, size) = center(&scaled).ok_or(MeshError::Flat)?;
    let first = four_extremes(&around_middle).ok_or(MeshError::Flat)?;
    let hull = Quickhull::new(&scaled, &around_middle, size, first, Budget::new(most_faces));
    let triangles = hull.triangles().map_err(|spent| MeshError::TooLarge(spent.most))?;
    Ok(used_only(points, triangles))
}

/// The edges of a closed convex mesh between faces in different planes; edges inside a flat face are left out.
pub fn edges(hull: &Mesh) -> Vec<[Point; 2]> {
    let mut edges = Vec::new();
    let mut open: HashMap<[u32; 2], Vector> = HashMap::new();
    for (index, &[a, b, c]) in hull.triangles().iter().enumerate() {
        let normal = hull.area_normal(index).normalize();
        for [a, b] in [[a, b], [b, c], [c, a]] {
            let ends = [a.min(b), a.max(b)];
            match open.remove(&ends) {
                Some(other) if other.dot(&normal) < 1.0 - SAME_PLANE => {
                    edges.push(ends.map(|end| hull.vertices()[end as usize]));
                }
                Some(_) => {}
                None => drop(open.insert(ends, normal)),
            }
        }
    }
    edges
}

/// The points scaled by a power of two that brings the greatest coordinate near 1, without rounding.
/// Coordinates below 1e-70 of the greatest become 0, because the products of the exact predicate must not
/// underflow.
fn scale(points: &[Point]) -> Vec<Point> {
    let greatest = points.iter().flat_map(|p| p.iter()).fold(0.0_f64, |greatest, c| greatest.max(c.abs()));
    let factor = 2f64.powi(-(greatest.max(f64::MIN_POSITIVE).log2().ceil() as i32).clamp(-1000, 1000));
    let small = 1e-70 * greatest * factor;
    let scaled = |c: f64| if (c * factor).abs() < small { 0.0 } else { c * factor };
    points.iter().map(|p| Point::from(p.coords.map(scaled))).collect()
}

/// The points relative to the middle of their box, scaled to longest side 1, and the original length of that
/// side. `None` if all points coincide.
fn center(points: &[Point]) -> Option<(Vec<Vector>, f64)> {
    let aabb = Aabb::around(points.iter().copied());
    let (middle, size) = (aabb.center(), aabb.extents().max());
    (size > 0.0).then(|| (points.iter().map(|p| (p - middle) / size).collect(), size))
}

/// Four points far from each other: the ends of a long distance, the point farthest from the line through
/// them, and the point farthest from the plane of these three. `None` if the set is flat.
fn four_extremes(points: &[Vector]) -> Option<[usize; 4]> {
    let farthest = |measure: &dyn Fn(&Vector) -> f64| {
        let measured = points.iter().map(measure).enumerate();
        measured.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(i, _)| i)
    };
    let a = farthest(&|p| p.norm_squared());
    let b = farthest(&|p| (p - points[a]).norm_squared());
    let along = (points[b] - points[a]).try_normalize(FLAT)?;
    let across = |p: &Vector| (p - points[a]) - along * along.dot(&(p - points[a]));
    let c = farthest(&|p| across(p).norm_squared());
    let normal = along.cross(&across(&points[c]).try_normalize(FLAT)?);
    let height = |p: &Vector| normal.dot(&(p - points[a])).abs();
    let d = farthest(&height);
    (height(&points[d]) > FLAT).then_some([a, b, c, d])
}

/// The mesh of `triangles`, without unused points.
fn used_only(points: &[Point], mut triangles: Vec<[u32; 3]>) -> Mesh {
    let mut vertices = Vec::new();
    let mut renumbered = HashMap::new();
    for v in triangles.iter_mut().flatten() {
        *v = *renumbered.entry(*v).or_insert_with(|| {
            vertices.push(points[*v as usize]);
            vertices.len() as u32 - 1
        });
    }
    Mesh::hull(vertices, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_that_takes_too_many_faces_is_refused() {
        let ring = |i: u32| (f64::from(i).cos(), f64::from(i).sin(), f64::from(i % 2));
        let points: Vec<Point> = (0..200).map(ring).map(|(x, y, z)| Point::new(x, y, z)).collect();
        let made = hull_within(&points, MOST_FACES).unwrap();
        assert_eq!(made.triangles().len(), 2 * 200 - 4);
        assert_eq!(hull_within(&points, 300), Err(MeshError::TooLarge(300)));
    }
}
