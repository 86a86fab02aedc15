//! Meshes of the four kinds of body in Xu et al. (source 1): sphere, cube, cone, cylinder.
//!
//! One number, the *triangle level* L, sets the resolution of the round bodies. At L a sphere has 20·L·(5L−1)
//! triangles, a cylinder 32·L, a cone 28·L, a cuboid always 12. At the default L = 4 the four kinds in equal
//! shares average exactly the 443 triangles of the source's experiment.
//! All meshes are inscribed: every vertex lies on the solid's surface, so the mesh lies inside the solid. The
//! sphere falls short of its radius by at most about r·(π/10L)²·⅝ (0.4 % at L = 4).

use std::f64::consts::{PI, TAU};

use super::{Mesh, Point, Vector};

/// The triangle level at which an equal mix averages 443 triangles.
pub const DEFAULT_LEVEL: u32 = 4;

/// An axis-aligned box around the origin; half the sides in metres; 12 triangles.
pub fn cuboid(half_extents: Vector) -> Mesh {
    let vertices = (0..8)
        .map(|i| {
            let sign = |bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            Point::new(sign(0) * half_extents.x, sign(1) * half_extents.y, sign(2) * half_extents.z)
        })
        .collect();
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    well_formed(vertices, triangles)
}

/// A ball around the origin, radius in metres: 10·L meridians around y, 5·L steps from pole to pole.
pub fn sphere(radius: f64, level: u32) -> Mesh {
    let (around, rings) = (10 * level, 5 * level);
    let mut vertices = vec![Point::new(0.0, radius, 0.0)];
    for ring in 1..rings {
        let polar = PI * f64::from(ring) / f64::from(rings);
        vertices.extend(circle(radius * polar.sin(), radius * polar.cos(), around));
    }
    vertices.push(Point::new(0.0, -radius, 0.0));
    let south = vertices.len() as u32 - 1;

    let mut triangles = fan_up(0, 1, around);
    for ring in 0..rings - 2 {
        triangles.extend(band(1 + ring * around, 1 + (ring + 1) * around, around));
    }
    triangles.extend(fan_down(south, south - around, around));
    well_formed(vertices, triangles)
}

/// A cone with its axis along y, apex up, centred at half height; metres; 14·L sides.
pub fn cone(radius: f64, height: f64, level: u32) -> Mesh {
    let sides = 14 * level;
    let mut vertices = vec![Point::new(0.0, 0.5 * height, 0.0), Point::new(0.0, -0.5 * height, 0.0)];
    vertices.extend(circle(radius, -0.5 * height, sides));
    let mut triangles = fan_up(0, 2, sides);
    triangles.extend(fan_down(1, 2, sides));
    well_formed(vertices, triangles)
}

/// A cylinder with its axis along y, centred at half height; metres; 8·L sides.
pub fn cylinder(radius: f64, height: f64, level: u32) -> Mesh {
    let sides = 8 * level;
    let mut vertices = vec![Point::new(0.0, 0.5 * height, 0.0), Point::new(0.0, -0.5 * height, 0.0)];
    vertices.extend(circle(radius, 0.5 * height, sides));
    vertices.extend(circle(radius, -0.5 * height, sides));
    let mut triangles = fan_up(0, 2, sides);
    triangles.extend(band(2, 2 + sides, sides));
    triangles.extend(fan_down(1, 2 + sides, sides));
    well_formed(vertices, triangles)
}

/// `count` points on a circle around y, counter-clockwise seen from below.
fn circle(radius: f64, y: f64, count: u32) -> impl Iterator<Item = Point> {
    (0..count).map(move |i| {
        let angle = TAU * f64::from(i) / f64::from(count);
        Point::new(radius * angle.cos(), y, radius * angle.sin())
    })
}

/// Triangles from `tip` down to the circle that starts at vertex `first`.
fn fan_up(tip: u32, first: u32, count: u32) -> Vec<[u32; 3]> {
    (0..count).map(|i| [tip, first + (i + 1) % count, first + i]).collect()
}

/// Triangles from the circle that starts at vertex `first` down to `tip`.
fn fan_down(tip: u32, first: u32, count: u32) -> Vec<[u32; 3]> {
    (0..count).map(|i| [tip, first + i, first + (i + 1) % count]).collect()
}

/// The side between an upper and a lower circle of equally many points.
fn band(upper: u32, lower: u32, count: u32) -> impl Iterator<Item = [u32; 3]> {
    (0..count).flat_map(move |i| {
        let j = (i + 1) % count;
        [[upper + i, upper + j, lower + i], [upper + j, lower + j, lower + i]]
    })
}

fn well_formed(vertices: Vec<Point>, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(vertices, triangles).expect("the builders above number their own vertices")
}
