//! Drawing of bounding volumes as lines: spheres by three great circles, all others by their edges.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use crate::geometry::hull::convex_hull;
use crate::geometry::{Point, Sphere, Vector};
use crate::hierarchies::tree::Outline;
use crate::render::dissection::Dissection;
use crate::render::palette::Color;

/// Number of straight segments of a circle.
const PIECES: usize = 48;
/// Adjacent triangles whose normals have at least this cosine form one face.
const FLAT: f64 = 1.0 - 1e-9;

/// Adds the lines of a volume.
pub fn add(dissection: &mut Dissection, volume: &Outline, width_px: f32, color: Color) {
    match volume {
        Outline::Sphere(sphere) => great_circles(dissection, sphere, width_px, color),
        Outline::Aabb(aabb) => dissection.box_edges(&aabb.corners(), width_px, color),
        Outline::Obb(obb) => dissection.box_edges(&obb.corners(), width_px, color),
        Outline::Rss { center, axes, half, radius } => {
            let normal = axes[0].cross(&axes[1]);
            for lift in [-radius, *radius] {
                rounded(dissection, &(center + normal * lift), axes, *half, 0.0, (width_px, color));
            }
            rounded(dissection, center, axes, *half, *radius, (width_px, color));
        }
        Outline::Hull(corners) => edges_of_hull(dissection, corners, width_px, color),
    }
}

/// Adds a great circle perpendicular to each axis of the world.
pub fn great_circles(dissection: &mut Dissection, sphere: &Sphere, width_px: f32, color: Color) {
    for axis in 0..3 {
        let [u, v] = [1, 2].map(|next| Vector::ith((axis + next) % 3, sphere.radius));
        let at = |piece: usize| {
            let (sin, cos) = (TAU * piece as f64 / PIECES as f64).sin_cos();
            sphere.center + u * cos + v * sin
        };
        for piece in 0..PIECES {
            dissection.line([at(piece), at(piece + 1)], width_px, color);
        }
    }
}

/// Adds a rectangle with its edges moved outwards by `radius` and its corners rounded.
fn rounded(
    dissection: &mut Dissection,
    center: &Point,
    axes: &[Vector; 2],
    half: [f64; 2],
    radius: f64,
    (width_px, color): (f32, Color),
) {
    let at = |piece: usize| {
        // At each quarter turn the arc moves on to the next corner. The two ends of a straight edge therefore have the
        // same angle.
        let (quarter, part) = (piece / (PIECES / 4 + 1) % 4, piece % (PIECES / 4 + 1));
        let angle = TAU * (0.25 * quarter as f64 + part as f64 / PIECES as f64);
        let sides = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]][quarter];
        let corner = axes[0] * (sides[0] * half[0]) + axes[1] * (sides[1] * half[1]);
        center + corner + (axes[0] * angle.cos() + axes[1] * angle.sin()) * radius
    };
    for piece in 0..PIECES + 4 {
        dissection.line([at(piece), at(piece + 1)], width_px, color);
    }
}

/// Adds the edges of the convex hull of these points, except edges within a flat face.
fn edges_of_hull(dissection: &mut Dissection, corners: &[Point], width_px: f32, color: Color) {
    let Ok(hull) = convex_hull(corners) else {
        // The hull is degenerate: draw the corners only.
        corners.iter().for_each(|corner| dissection.dot(*corner, width_px + 1.0, color));
        return;
    };
    let mut faces = BTreeMap::new();
    for (index, triangle) in hull.triangles().iter().enumerate() {
        for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (triangle[i], triangle[j])) {
            faces.insert((from, to), index);
        }
    }
    for (&(from, to), &face) in faces.iter().filter(|((from, to), _)| from < to) {
        let normal = |face: usize| hull.area_normal(face).try_normalize(0.0).unwrap_or_default();
        let beside = faces.get(&(to, from)).copied();
        if beside.is_none_or(|beside| normal(face).dot(&normal(beside)) < FLAT) {
            let ends = [from, to].map(|vertex| hull.vertices()[vertex as usize]);
            dissection.line(ends, width_px, color);
        }
    }
}
