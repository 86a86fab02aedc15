//! Convex hull of a set of points.
//!
//! Parry's quickhull is at its best on points that fill the unit cube, and takes what is thinner than about
//! 3e-4 of its length for flat. A hull follows every affine map, so four extreme points are first mapped to
//! the corners of a regular tetrahedron and all others with them; the triangles found there then join the
//! original vertices. So tiny, huge, far and thin sets are all alike, and no coordinate is changed.

use std::collections::HashMap;

use nalgebra::Matrix3;
use parry3d_f64::{math::Vector3 as Glam, transformation::try_convex_hull};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::{Aabb, Mesh, MeshError, Point, Vector, convexity};

/// A set thinner than this fraction of its length is flat.
const FLAT: f64 = 1e-9;

/// The smallest convex mesh around `points`; its vertices are some of them, unchanged.
///
/// Fails with [`MeshError::Empty`] for no points, [`MeshError::NotFinite`] for a coordinate that is no
/// number, [`MeshError::Flat`] for a set in one plane, up to 1e-9 of its length.
pub fn convex_hull(points: &[Point]) -> Result<Mesh, MeshError> {
    if points.is_empty() {
        return Err(MeshError::Empty);
    }
    if let Some(i) = points.iter().position(|p| !p.coords.iter().all(|c| c.is_finite())) {
        return Err(MeshError::NotFinite(i));
    }
    let (mapped, originals) = weld(map_to_regular(points).ok_or(MeshError::Flat)?);
    // Quickhull may lose points of large coplanar faces, so its answer is checked; points moved by far less
    // than the tolerance, each in its own direction, have no such faces.
    for joggle in [0.0, 1e-11, 1e-10, 1e-9] {
        if let Some(triangles) = try_hull(&mapped, joggle) {
            let triangles = triangles.into_iter().map(|t| t.map(|v| originals[v as usize]));
            return used_only(points, triangles.collect());
        }
    }
    Err(MeshError::NoHull)
}

/// The points in a frame in which four extreme ones are corners of the unit cube that form a regular
/// tetrahedron. `None` if the set is flat.
fn map_to_regular(points: &[Point]) -> Option<Vec<Point>> {
    let aabb = Aabb::around(points.iter().copied());
    // Halved first: the difference of two finite numbers may be infinite.
    let size = (0.5 * aabb.max.coords - 0.5 * aabb.min.coords).max();
    if size == 0.0 {
        return None;
    }
    let center = Point::from(0.5 * aabb.max.coords + 0.5 * aabb.min.coords);
    let unit: Vec<Vector> = points.iter().map(|p| p.coords / size - center.coords / size).collect();
    let farthest = |measure: &dyn Fn(&Vector) -> f64| {
        unit.iter().map(|p| (p, measure(p))).max_by(|a, b| a.1.total_cmp(&b.1))
    };

    let (a, _) = farthest(&|p| p.norm_squared())?;
    let (b, _) = farthest(&|p| (p - a).norm_squared())?;
    let along = (b - a).try_normalize(FLAT)?;
    let across = |p: &Vector| (p - a) - along * along.dot(&(p - a));
    let (c, _) = farthest(&|p| across(p).norm_squared())?;
    let normal = along.cross(&across(c).try_normalize(FLAT)?);
    let (d, height) = farthest(&|p| normal.dot(&(p - a)).abs())?;
    if height <= FLAT {
        return None;
    }

    let corners = [Vector::new(1.0, 1.0, 0.0), Vector::new(1.0, 0.0, 1.0), Vector::new(0.0, 1.0, 1.0)];
    let from = Matrix3::from_columns(&[b - a, c - a, d - a]);
    let mut to = Matrix3::from_columns(&corners);
    // A map that mirrors would turn the triangles inside out.
    if from.determinant() * to.determinant() < 0.0 {
        to.swap_columns(0, 1);
    }
    let map = to * from.try_inverse()?;
    Some(unit.iter().map(|p| Point::from(map * (p - a))).collect())
}

/// The distinct points, and for each the index of its first occurrence in `points`.
fn weld(points: Vec<Point>) -> (Vec<Point>, Vec<u32>) {
    let mut first = HashMap::new();
    let mut originals = Vec::new();
    for (i, p) in points.iter().enumerate() {
        first.entry(bits(p)).or_insert_with(|| originals.push(i as u32));
    }
    (originals.iter().map(|&i| points[i as usize]).collect(), originals)
}

/// Parry's hull of `points`, each moved by at most `joggle`; `None` unless it holds all of them.
fn try_hull(points: &[Point], joggle: f64) -> Option<Vec<[u32; 3]>> {
    let mut random = Pcg32::seed_from_u64(0);
    let mut moved = || if joggle > 0.0 { random.random_range(-joggle..joggle) } else { 0.0 };
    let points: Vec<Point> = points.iter().map(|p| p + Vector::new(moved(), moved(), moved())).collect();
    let (vertices, mut triangles) =
        try_convex_hull(&points.iter().map(|p| Glam::new(p.x, p.y, p.z)).collect::<Vec<_>>()).ok()?;
    // Parry renumbers the vertices; their indices are found again by their coordinates.
    let index: HashMap<_, u32> = points.iter().map(bits).zip(0..).collect();
    for v in triangles.iter_mut().flatten() {
        let p = vertices[*v as usize];
        *v = *index.get(&bits(&Point::new(p.x, p.y, p.z)))?;
    }
    let hull = Mesh::new(points, triangles).ok()?;
    convexity::check(hull.vertices(), hull.triangles(), 1e-9).is_ok().then(|| hull.triangles().to_vec())
}

fn bits(p: &Point) -> [u64; 3] {
    // Adding zero makes -0 and 0 the same place.
    [p.x, p.y, p.z].map(|c| (c + 0.0).to_bits())
}

/// The mesh of `triangles`, without the points that none of them uses.
fn used_only(points: &[Point], mut triangles: Vec<[u32; 3]>) -> Result<Mesh, MeshError> {
    let mut vertices = Vec::new();
    let mut renumbered = HashMap::new();
    for v in triangles.iter_mut().flatten() {
        *v = *renumbered.entry(*v).or_insert_with(|| {
            vertices.push(points[*v as usize]);
            vertices.len() as u32 - 1
        });
    }
    Mesh::new(vertices, triangles)
}
