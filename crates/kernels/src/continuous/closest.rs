//! A direction that tends to separate the hull of differences from the origin: from the origin to the hull's closest
//! point.
//!
//! The direction need not be exact. The caller proves the separation along it, so a wrong direction can only shorten
//! the time by which the caller advances; it cannot cause a miss.

use super::Kind;
use crate::geometry::Vector;

/// Approximate direction from the origin to the closest point of the hull of `points`. The length is arbitrary.
#[inline(always)]
pub fn towards_closest(kind: Kind, points: &[Vector; 4]) -> Vector {
    match kind {
        Kind::VertexFace => triangle(&points[0], &points[1], &points[2]),
        Kind::EdgeEdge => parallelogram(points),
    }
}

/// Closest point of a triangle to the origin: Ericson, Real-Time Collision Detection, 5.1.5.
#[inline(always)]
fn triangle(a: &Vector, b: &Vector, c: &Vector) -> Vector {
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return *a;
    }
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if d3 >= 0.0 && d4 <= d3 {
        return *b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 > 0.0 && d3 <= 0.0 {
        return towards_line(a, &ab);
    }
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if d6 >= 0.0 && d5 <= d6 {
        return *c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 > 0.0 && d6 <= 0.0 {
        return towards_line(a, &ac);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 && (d4 - d3) + (d5 - d6) > 0.0 {
        return towards_line(b, &(c - b));
    }
    // In the interior the closest point lies along the normal, which is more accurate than the small difference of two
    // points.
    let normal = ab.cross(&ac);
    if normal.dot(a) < 0.0 { -normal } else { normal }
}

/// Closest points of two segments: Ericson, 5.1.9.
#[inline(always)]
fn parallelogram(points: &[Vector; 4]) -> Vector {
    // a0 − b0, a1 − b0, a1 − b1, a0 − b1
    let first = points[1] - points[0];
    let second = points[0] - points[3];
    let r = points[0];
    let (a, e, b) = (first.norm_squared(), second.norm_squared(), first.dot(&second));
    let (c, f) = (first.dot(&r), second.dot(&r));
    let clamp = |x: f64| x.clamp(0.0, 1.0);
    if a <= 0.0 && e <= 0.0 {
        return r;
    }
    if a <= 0.0 {
        return r - second * clamp(f / e);
    }
    if e <= 0.0 {
        return r + first * clamp(-c / a);
    }
    let denominator = a * e - b * b;
    let s = if denominator > 0.0 { (b * f - c * e) / denominator } else { 0.5 };
    let along = clamp(s);
    let t = (b * along + f) / e;
    let other = clamp(t);
    let along = if t == other { along } else { clamp((b * other - c) / a) };
    let within = |x: f64| x > 0.0 && x < 1.0;
    match (within(along), within(other)) {
        (true, true) if denominator > 1e-8 * a * e => {
            let normal = first.cross(&second);
            if normal.dot(&r) < 0.0 { -normal } else { normal }
        }
        (true, true) => r + first * along - second * other,
        // The closest point lies on a side or at a corner of the parallelogram.
        (true, false) => towards_line(if other > 0.0 { &points[3] } else { &points[0] }, &first),
        (false, true) => towards_line(if along > 0.0 { &points[1] } else { &points[0] }, &second),
        (false, false) => points[[[0, 3], [1, 2]][usize::from(along > 0.0)][usize::from(other > 0.0)]],
    }
}

/// From the origin towards the closest point of a line through `point`: perpendicular to the line, however close the
/// line is. Computing the closest point itself would have an error relative to `point`, which can be much larger than
/// the distance of the line.
#[inline(always)]
fn towards_line(point: &Vector, along: &Vector) -> Vector {
    along.cross(&point.cross(along))
}
