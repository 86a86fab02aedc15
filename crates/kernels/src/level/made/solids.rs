//! Convex solids for building levels, as lists of planes.

use std::f64::consts::TAU;

use crate::geometry::{Point, Vector};
use crate::level::plane::Plane;

/// Directions are rounded to multiples of 1/`GRID`.
const GRID: f64 = (1_u64 << 40) as f64;

/// The plane through `point` with this normal, of any length but 0. Directions that differ only by rounding
/// become equal, so that a level has few distinct directions.
fn through(point: Point, normal: Vector) -> Plane {
    let normal = normal.normalize().map(|c| (c * GRID).round() / GRID).normalize();
    Plane::new(normal, normal.dot(&point.coords))
}

fn level_at(y: f64, up: f64) -> Plane {
    Plane::new(Vector::y() * up, y * up)
}

/// The upright prism over a convex polygon in x and z, between two heights.
pub fn prism(corners: &[[f64; 2]], [low, high]: [f64; 2]) -> Vec<Plane> {
    let sides = edges(corners).map(|([x, z], [u, v])| through(Point::new(x, 0.0, z), Vector::new(u, 0.0, v)));
    sides.chain([level_at(high, 1.0), level_at(low, -1.0)]).collect()
}

/// The prism over a convex polygon, given by positions along x (along z if not `along_x`) and heights,
/// between two positions on the other horizontal axis.
pub fn profile(along_x: bool, corners: &[[f64; 2]], [near, far]: [f64; 2]) -> Vec<Plane> {
    let put = |s: f64, y: f64, t: f64| if along_x { Vector::new(s, y, t) } else { Vector::new(t, y, s) };
    let sides = edges(corners).map(|([s, y], [u, v])| through(put(s, y, 0.0).into(), put(u, v, 0.0)));
    let ends =
        [(far, 1.0), (near, -1.0)].map(|(t, side)| through(put(0.0, 0.0, t).into(), put(0.0, 0.0, side)));
    sides.chain(ends).collect()
}

/// For every edge of a convex polygon, a point on the edge and the outward direction across the edge.
fn edges(corners: &[[f64; 2]]) -> impl Iterator<Item = ([f64; 2], [f64; 2])> {
    let count = corners.len() as f64;
    let middle = corners.iter().fold([0.0; 2], |sum, c| [sum[0] + c[0] / count, sum[1] + c[1] / count]);
    corners.iter().zip(corners.iter().cycle().skip(1)).map(move |(a, b)| {
        let out = [b[1] - a[1], a[0] - b[0]];
        let inwards = out[0] * (middle[0] - a[0]) + out[1] * (middle[1] - a[1]) > 0.0;
        (*a, if inwards { out.map(|c| -c) } else { out })
    })
}

/// The corners of a regular polygon around a point. `radius` is the distance of the corners from the point, `turn`
/// the direction of the first corner, radians.
pub fn ngon([x, z]: [f64; 2], sides: u32, radius: f64, turn: f64) -> Vec<[f64; 2]> {
    let corner = |i| {
        let angle = turn + TAU * f64::from(i) / f64::from(sides);
        [x + radius * angle.cos(), z + radius * angle.sin()]
    };
    (0..sides).map(corner).collect()
}

/// The corners of a rectangle with half sides `half` around a point, turned by `turn` radians.
pub fn rectangle([x, z]: [f64; 2], half: [f64; 2], turn: f64) -> Vec<[f64; 2]> {
    let (sin, cos) = turn.sin_cos();
    let corner = |(s, t): (f64, f64)| {
        let (u, v) = (s * half[0], t * half[1]);
        [x + u * cos - v * sin, z + u * sin + v * cos]
    };
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner).to_vec()
}

/// An upright frustum with this many sides; `radii` are the distances of the sides from the axis at the
/// bottom and the top.
pub fn frustum(
    [x, z]: [f64; 2],
    sides: u32,
    [low, high]: [f64; 2],
    radii: [f64; 2],
    turn: f64,
) -> Vec<Plane> {
    let [below, above] = radii;
    let side = |i| {
        let angle = turn + TAU * f64::from(i) / f64::from(sides);
        let out = Vector::new(angle.cos(), (below - above) / (high - low), angle.sin());
        through(Point::new(x + below * angle.cos(), low, z + below * angle.sin()), out)
    };
    (0..sides).map(side).chain([level_at(high, 1.0), level_at(low, -1.0)]).collect()
}

/// A column lying on the floor. `[x, z]` is its middle, `radius` the distance of its sides from the axis,
/// `half` half its length, `turn` its direction.
pub fn lying([x, z]: [f64; 2], sides: u32, radius: f64, half: f64, turn: f64) -> Vec<Plane> {
    let (sin, cos) = turn.sin_cos();
    let (along, across) = (Vector::new(cos, 0.0, sin), Vector::new(-sin, 0.0, cos));
    let middle = Point::new(x, radius, z);
    let side = |i| {
        // Rotated so that the first side lies on the floor.
        let angle = TAU * f64::from(i) / f64::from(sides);
        let out = across * angle.sin() - Vector::y() * angle.cos();
        through(middle + out * radius, out)
    };
    let ends = [along, -along].map(|out| through(middle + out * half, out));
    (0..sides).map(side).chain(ends).collect()
}
