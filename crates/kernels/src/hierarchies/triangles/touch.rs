//! Final tests after the boxes: whether two triangles share a point, and whether a surface encloses a point.
//!
//! Plain arithmetic separates most pairs of triangles by one of 17 axes, with a threshold above its rounding.
//! Exact predicates settle the others (`exact.rs`). With a slack, disjoint triangles also count as touching
//! if two of their computed points are within the slack. So a gap larger than the slack never counts as a
//! touch, however thin the triangles are and however small the angles between their edges.
//! Cost: at most 17 axes per pair of triangles, and about a microsecond more for pairs that touch or nearly
//! do.

use super::super::scaling::is_usual;
use super::exact::{Triangle, meet, scaled, sides};
use super::segments::{Segment, between_segments};
use crate::geometry::Vector;

/// Rounding of projections, as a share of the largest coordinate difference between the corners.
const ROUNDING: f64 = 1e-14;

/// Whether the triangles share a point, exactly.
#[inline]
pub fn meets(a: &Triangle, b: &Triangle) -> bool {
    // A separating axis is a proof even if the axis itself is rounded, so only errors of the projections
    // matter. For a corner at distance r from the origin and an axis n they are below 5 u |n| r with u =
    // 2⁻⁵³, in total below 1.2e-15 |n| r.
    let o = a[0];
    let reach = a.iter().chain(b).map(|p| (p - o).amax()).fold(0.0, f64::max);
    if !is_usual(reach) {
        return meets_unusual(a, b);
    }
    !separated_by_an_axis(a, b, ROUNDING * reach) && meet(a, b)
}

/// [`meets`] for sizes of which products of four lengths may leave the range of f64.
#[cold]
fn meets_unusual(a: &Triangle, b: &Triangle) -> bool {
    let [a, b] = scaled(a, b);
    let reach = a.iter().chain(&b).map(|p| (p - a[0]).amax()).fold(0.0, f64::max);
    !separated_by_an_axis(&a, &b, ROUNDING * reach) && meet(&a, &b)
}

/// Whether the triangles share a point. Gaps up to `slack` metres count as touching.
pub fn touch(a: &Triangle, b: &Triangle, slack: f64) -> bool {
    !separated_by_an_axis(a, b, slack) && (meet(a, b) || near(a, b, slack))
}

/// Whether an axis separates the triangles by more than the slack. Candidates are the normals, the cross
/// products of two edges, and the edges' normals in their plane. Axes are not normalised; the threshold
/// scales with their length.
fn separated_by_an_axis(a: &Triangle, b: &Triangle, slack: f64) -> bool {
    // Coordinates relative to a corner of the first triangle are no larger than the two triangles, and so are
    // projections.
    let o = a[0];
    let (a, b) = (a.map(|p| p - o), b.map(|p| p - o));
    let (a_edges, b_edges) = (edges(&a), edges(&b));
    let longest = |e: &[Vector; 3]| e.iter().map(|e| e.norm_squared()).fold(0.0, f64::max).sqrt();
    let (a_length, b_length) = (longest(&a_edges), longest(&b_edges));

    // 1. Normals of the planes.
    let (a_normal, b_normal) = (a_edges[0].cross(&a_edges[1]), b_edges[0].cross(&b_edges[1]));
    if separated(&a_normal, &a, &b, slack * a_length * a_length)
        || separated(&b_normal, &a, &b, slack * b_length * b_length)
    {
        return true;
    }
    // 2. Cross products of edges.
    for e in &a_edges {
        for f in &b_edges {
            if separated(&e.cross(f), &a, &b, slack * a_length * b_length) {
                return true;
            }
        }
    }
    // 3. For coplanar triangles, the normals of edges in the plane. They are computed from the normal of the
    // triangle that is less thin, since the normal of a sliver is unreliable.
    let (a_share, b_share) = (a_normal.norm() * b_length * b_length, b_normal.norm() * a_length * a_length);
    let (normal, length) = if a_share > b_share { (a_normal, a_length) } else { (b_normal, b_length) };
    let across = |edge: &Vector, edge_length: f64| {
        separated(&normal.cross(edge), &a, &b, slack * length * length * edge_length)
    };
    a_edges.iter().any(|e| across(e, a_length)) || b_edges.iter().any(|e| across(e, b_length))
}

/// Whether the projections on `axis` are separated by more than `threshold`.
#[inline]
fn separated(axis: &Vector, a: &Triangle, b: &Triangle, threshold: f64) -> bool {
    let interval = |t: &Triangle| {
        let [x, y, z] = [axis.dot(&t[0]), axis.dot(&t[1]), axis.dot(&t[2])];
        (x.min(y).min(z), x.max(y).max(z))
    };
    let ((a_low, a_high), (b_low, b_high)) = (interval(a), interval(b));
    // For features far smaller than the pair, products may underflow, in all by less than the smallest normal number.
    let threshold = threshold + f64::MIN_POSITIVE;
    b_low - a_high > threshold || a_low - b_high > threshold
}

fn edges(t: &Triangle) -> [Vector; 3] {
    sides(t).map(|[from, to]| to - from)
}

/// Whether two disjoint triangles have points within `distance` metres of each other. Candidates are pairs of
/// points on two edges, and a corner with its projection onto the other triangle. The points lie on the
/// triangles even if their parameters are rounded.
fn near(a: &Triangle, b: &Triangle, distance: f64) -> bool {
    let corners_near = |of: &Triangle, to: &Triangle| of.iter().any(|p| to_triangle(p, to) <= distance);
    let between = |s: &Segment, t: &Segment| {
        let [p, q] = between_segments(s, t);
        (p - q).norm()
    };
    let sides_near = || {
        let [of_a, of_b] = [a, b].map(|t| sides(t).map(|side| Segment::of(&side)));
        of_a.iter().any(|s| of_b.iter().any(|t| between(s, t) <= distance))
    };
    corners_near(a, b) || corners_near(b, a) || sides_near()
}

/// Distance in metres from the point to its projection onto the triangle; infinite if that is outside.
fn to_triangle(p: &Vector, t: &Triangle) -> f64 {
    let (e, f, to_p) = (t[1] - t[0], t[2] - t[0], p - t[0]);
    let normal = e.cross(&f);
    let square = normal.norm_squared();
    let (u, v) = (to_p.cross(&f).dot(&normal) / square, e.cross(&to_p).dot(&normal) / square);
    if u >= 0.0 && v >= 0.0 && u + v <= 1.0 { (to_p - e * u - f * v).norm() } else { f64::INFINITY }
}

/// Whether the closed surface `triangles` encloses `point`, which must not lie on it. The solid angles of the
/// triangles, as seen from the point, sum to a multiple of 4π (van Oosterom and Strackee 1983). A cavity
/// counts as outside.
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
    // Each term is half a solid angle, so a full enclosure (4π) gives 2π.
    (halves / std::f64::consts::TAU).round() != 0.0
}
