//! Parametric closed surfaces with about a given number of triangles: rings, and boxes that can be deformed.

use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_4, TAU};

use crate::geometry::{Mesh, Point, Vector};

/// A ring: `place` maps two angles from 0 to 2π, around the ring and around its cross-section, to a point.
/// There are about `aspect` times as many quads along the ring as around its cross-section; the number around
/// the cross-section is a multiple of `corners`.
pub fn ring(triangles: usize, aspect: f64, corners: usize, place: impl Fn(f64, f64) -> Vector) -> Mesh {
    let quads = triangles as f64 / 2.0;
    let across = corners * ((quads / aspect).sqrt() / corners as f64).round().max(1.0) as usize;
    let across = across.max(3);
    let around = (quads / across as f64).round().max(3.0) as usize;
    let angle = |i: usize, of: usize| TAU * i as f64 / of as f64;
    let places = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let vertices = places.clone().map(|(i, j)| place(angle(i, around), angle(j, across)).into()).collect();
    let at = |i: usize, j: usize| ((i % around) * across + j % across) as u32;
    let quads = places.map(|(i, j)| [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
    outwards(vertices, quads)
}

/// A box with sides in the proportions `sides` and a gridded surface; `place` maps each grid point, on the
/// surface of the cube from −1 to 1, to its final position.
pub fn block(triangles: usize, sides: [f64; 3], place: impl Fn(Vector) -> Vector) -> Mesh {
    let counts = grid(triangles, sides);
    let mut numbers: HashMap<[usize; 3], u32> = HashMap::new();
    let mut vertices: Vec<Point> = Vec::new();
    let mut quads = Vec::new();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for end in [0, counts[axis]] {
            for (i, j) in (0..counts[u]).flat_map(|i| (0..counts[v]).map(move |j| (i, j))) {
                let mut corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[di, dj]| {
                    let mut corner = [0; 3];
                    (corner[axis], corner[u], corner[v]) = (end, i + di, j + dj);
                    *numbers.entry(corner).or_insert_with(|| {
                        let along = |k: usize| 2.0 * corner[k] as f64 / counts[k] as f64 - 1.0;
                        vertices.push(place(Vector::new(along(0), along(1), along(2))).into());
                        vertices.len() as u32 - 1
                    })
                });
                if end == 0 {
                    corners.reverse();
                }
                quads.push(corners);
            }
        }
    }
    outwards(vertices, quads.into_iter())
}

/// A surface like a ball: `place` maps a direction to a point.
pub fn ball(triangles: usize, place: impl Fn(Vector) -> Vector) -> Mesh {
    // Equal angles instead of equal lengths make the squares of the cube nearly equal on the ball.
    block(triangles, [1.0; 3], |p| place(p.map(|x| (x * FRAC_PI_4).tan()).normalize()))
}

/// Joins several closed surfaces in one mesh.
pub fn together(meshes: &[Mesh]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for mesh in meshes {
        let first = vertices.len() as u32;
        vertices.extend_from_slice(mesh.vertices());
        triangles.extend(mesh.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    well_formed(vertices, triangles)
}

/// Number of squares along each side of a box, so that 4 (ab + bc + ca) is close to `triangles`.
fn grid(triangles: usize, [a, b, c]: [f64; 3]) -> [usize; 3] {
    let quarter = triangles as f64 / 4.0;
    let scale = (quarter / (a * b + b * c + c * a)).sqrt();
    let [i, j] = [a, b].map(|side| (side * scale).round().max(1.0));
    // The third number compensates for the rounding of the first two.
    let k = ((quarter - i * j) / (i + j)).round().max(1.0);
    [i, j, k].map(|count| count as usize)
}

/// Splits quads into two triangles each, all facing outwards if the quads are consistent.
fn outwards(vertices: Vec<Point>, quads: impl Iterator<Item = [u32; 4]>) -> Mesh {
    let triangles = quads.flat_map(|[p, q, r, s]| [[p, q, r], [p, r, s]]).collect();
    let mesh = well_formed(vertices, triangles);
    if mesh.volume() < 0.0 { mesh.flipped() } else { mesh }
}

fn well_formed(vertices: Vec<Point>, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(vertices, triangles).expect("the formulas are finite and the grids number their own vertices")
}
