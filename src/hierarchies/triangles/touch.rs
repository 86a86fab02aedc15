//! Behind the boxes: whether two triangles share a point, and whether a surface goes around a point.
//!
//! Most pairs of triangles are parted by one of 17 axes in plain arithmetic, with a threshold above its rounding.
//! The others are decided exactly (`exact.rs`). With a slack, those that share none count as touching if two of
//! their points, which are computed, are within the rounding of the poses. So a gap larger than that is never taken
//! for a touch, however thin the triangles are and however small the angles between their edges.
//! Cost: at most 17 axes per pair of triangles; those that touch or nearly do, about a microsecond more.

use super::exact::{Triangle, meet, sides};
use crate::geometry::Vector;

/// Rounding of projections, as a share of how far the corners are from each other along an axis of the coordinates.
const ROUNDING: f64 = 1e-14;

/// Whether the triangles share a point, decided exactly.
#[inline]
pub fn meets(a: &Triangle, b: &Triangle) -> bool {
    // Any axis that parts them is a proof, however it was rounded, so only the projections count: of a corner at a distance r
    // from the origin on an axis n they are wrong by less than 5 u |n| r with u = 2⁻⁵³, in all by less than 1.2e-15 |n| r.
    let o = a[0];
    let reach = a.iter().chain(b).map(|p| (p - o).amax()).fold(0.0, f64::max);
    !apart_along_an_axis(a, b, ROUNDING * reach) && meet(a, b)
}

/// Whether the triangles share a point. Gaps up to `slack` metres count as touching.
pub fn touch(a: &Triangle, b: &Triangle, slack: f64) -> bool {
    !apart_along_an_axis(a, b, slack) && (meet(a, b) || near(a, b, slack))
}

/// Whether one of the axes on which disjoint triangles are apart, a normal, a cross product of two edges, or an edge's
/// normal in its plane, parts them by more than rounding. No axis is normalised: the threshold grows with it.
fn apart_along_an_axis(a: &Triangle, b: &Triangle, slack: f64) -> bool {
    // From a corner of the first, so that projections are as small as the pair.
    let o = a[0];
    let (a, b) = (a.map(|p| p - o), b.map(|p| p - o));
    let (a_edges, b_edges) = (edges(&a), edges(&b));
    let longest = |e: &[Vector; 3]| e.iter().map(|e| e.norm_squared()).fold(0.0, f64::max).sqrt();
    let (a_length, b_length) = (longest(&a_edges), longest(&b_edges));

    // 1. The planes.
    let (a_normal, b_normal) = (a_edges[0].cross(&a_edges[1]), b_edges[0].cross(&b_edges[1]));
    if apart(&a_normal, &a, &b, slack * a_length * a_length)
        || apart(&b_normal, &a, &b, slack * b_length * b_length)
    {
        return true;
    }
    // 2. Edge against edge.
    for e in &a_edges {
        for f in &b_edges {
            if apart(&e.cross(f), &a, &b, slack * a_length * b_length) {
                return true;
            }
        }
    }
    // 3. In one plane, across every edge. Of two normals the better one: a sliver has next to none.
    let (a_share, b_share) = (a_normal.norm() * b_length * b_length, b_normal.norm() * a_length * a_length);
    let (normal, length) = if a_share > b_share { (a_normal, a_length) } else { (b_normal, b_length) };
    let across = |edge: &Vector, edge_length: f64| {
        apart(&normal.cross(edge), &a, &b, slack * length * length * edge_length)
    };
    a_edges.iter().any(|e| across(e, a_length)) || b_edges.iter().any(|e| across(e, b_length))
}

/// Whether the projections on `axis` are apart by more than `threshold`.
#[inline]
fn apart(axis: &Vector, a: &Triangle, b: &Triangle, threshold: f64) -> bool {
    let interval = |t: &Triangle| {
        let [x, y, z] = [axis.dot(&t[0]), axis.dot(&t[1]), axis.dot(&t[2])];
        (x.min(y).min(z), x.max(y).max(z))
    };
    let ((a_low, a_high), (b_low, b_high)) = (interval(a), interval(b));
    b_low - a_high > threshold || a_low - b_high > threshold
}

fn edges(t: &Triangle) -> [Vector; 3] {
    sides(t).map(|[from, to]| to - from)
}

/// Whether two points of the triangles, which share none, were found within `distance` metres: of two edges, or a
/// corner and a point of the other. The points are of the triangles however their shares were rounded.
fn near(a: &Triangle, b: &Triangle, distance: f64) -> bool {
    let corners_near = |of: &Triangle, to: &Triangle| of.iter().any(|p| to_triangle(p, to) <= distance);
    let sides_near = || sides(a).iter().any(|s| sides(b).iter().any(|t| between_segments(s, t) <= distance));
    corners_near(a, b) || corners_near(b, a) || sides_near()
}

/// Metres from the point to the point of the triangle above or below it; infinite if that is outside.
fn to_triangle(p: &Vector, t: &Triangle) -> f64 {
    let (e, f, to_p) = (t[1] - t[0], t[2] - t[0], p - t[0]);
    let normal = e.cross(&f);
    let square = normal.norm_squared();
    let (u, v) = (to_p.cross(&f).dot(&normal) / square, e.cross(&to_p).dot(&normal) / square);
    if u >= 0.0 && v >= 0.0 && u + v <= 1.0 { (to_p - e * u - f * v).norm() } else { f64::INFINITY }
}

/// Metres between two points of the segments: the nearest, but for rounding of where they are.
fn between_segments([p, p_end]: &[Vector; 2], [q, q_end]: &[Vector; 2]) -> f64 {
    let (d, e, r) = (p_end - p, q_end - q, p - q);
    let (dd, ee, de) = (d.norm_squared(), e.norm_squared(), d.dot(&e));
    let share = |value: f64| if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
    // Nearest points of the lines, then each end's nearest point on the other segment (Ericson 2005, 5.1.9).
    let s = share((de * e.dot(&r) - ee * d.dot(&r)) / (dd * ee - de * de));
    let t = share((de * s + e.dot(&r)) / ee);
    let s = share((de * t - d.dot(&r)) / dd);
    (r + d * s - e * t).norm()
}

/// Whether the closed surface made of `triangles` goes around `point`, which must not lie on it: the solid angles
/// of the triangles, seen from there, add up to whole turns (van Oosterom and Strackee 1983). A cavity is outside.
pub fn encloses(triangles: impl Iterator<Item = Triangle>, point: &Vector) -> bool {
    let halves: f64 = triangles
        .map(|corners| {
            let [p, q, r] = corners.map(|c| c - point);
            let (p_norm, q_norm, r_norm) = (p.norm(), q.norm(), r.norm());
            let lengths =
                p_norm * q_norm * r_norm + p.dot(&q) * r_norm + q.dot(&r) * p_norm + r.dot(&p) * q_norm;
            p.dot(&q.cross(&r)).atan2(lengths)
        })
        .sum();
    // Each term is half a solid angle, and a whole turn 4π.
    (halves / std::f64::consts::TAU).round() != 0.0
}
