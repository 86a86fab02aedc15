//! Behind the boxes: two triangles by their separating axes, and a body wholly inside another.
//!
//! Two triangles are disjoint exactly when they are apart along a normal, a cross product of two edges, or, in
//! one plane, across an edge. No axis is normalised: a gap counts when it is larger than what rounding makes of
//! the axis' length, so what touches is never taken for disjoint. The price: where the only separating axis
//! belongs to edges at an angle θ, gaps up to about 1e-14 of the bodies' size over sin θ count as touching.
//! Bodies are solids, so one inside the other collides, although no two triangles touch. Then, and only then, a
//! single point of each connected part of its surface decides: the other's surface goes around it, or not.
//! Cost: at most 17 axes per pair of triangles; a solid angle per triangle for a point that might be inside.

use crate::geometry::Vector;

/// Whether the triangles share a point. Gaps up to about `slack` metres count as touching.
pub fn touch(a: &[Vector; 3], b: &[Vector; 3], slack: f64) -> bool {
    // From a corner of the first, so that projections are as small as the pair.
    let o = a[0];
    let (a, b) = (a.map(|p| p - o), b.map(|p| p - o));
    let edges = |t: &[Vector; 3]| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let longest = |e: &[Vector; 3]| e.iter().map(|e| e.norm_squared()).fold(0.0, f64::max).sqrt();
    let (a_edges, b_edges) = (edges(&a), edges(&b));
    let (a_length, b_length) = (longest(&a_edges), longest(&b_edges));

    // 1. The planes.
    let (a_normal, b_normal) = (a_edges[0].cross(&a_edges[1]), b_edges[0].cross(&b_edges[1]));
    if apart(&a_normal, &a, &b, slack * a_length * a_length)
        || apart(&b_normal, &a, &b, slack * b_length * b_length)
    {
        return false;
    }
    // 2. Edge against edge.
    for e in &a_edges {
        for f in &b_edges {
            if apart(&e.cross(f), &a, &b, slack * a_length * b_length) {
                return false;
            }
        }
    }
    // 3. In one plane, across every edge. Of two normals the better one: a sliver has next to none.
    let (a_share, b_share) = (a_normal.norm() * b_length * b_length, b_normal.norm() * a_length * a_length);
    let (normal, length) = if a_share > b_share { (a_normal, a_length) } else { (b_normal, b_length) };
    let across = |edge: &Vector, edge_length: f64| {
        apart(&normal.cross(edge), &a, &b, slack * length * length * edge_length)
    };
    !(a_edges.iter().any(|e| across(e, a_length)) || b_edges.iter().any(|e| across(e, b_length)))
}

/// Whether the projections on `axis` are apart by more than `threshold`.
#[inline]
fn apart(axis: &Vector, a: &[Vector; 3], b: &[Vector; 3], threshold: f64) -> bool {
    let interval = |t: &[Vector; 3]| {
        let [x, y, z] = [axis.dot(&t[0]), axis.dot(&t[1]), axis.dot(&t[2])];
        (x.min(y).min(z), x.max(y).max(z))
    };
    let ((a_low, a_high), (b_low, b_high)) = (interval(a), interval(b));
    b_low - a_high > threshold || a_low - b_high > threshold
}

/// Whether the closed surface made of `triangles` goes around `point`, which must not lie on it: the solid angles
/// of the triangles, seen from there, add up to whole turns (van Oosterom and Strackee 1983). A cavity is outside.
pub fn encloses(triangles: impl Iterator<Item = [Vector; 3]>, point: &Vector) -> bool {
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
