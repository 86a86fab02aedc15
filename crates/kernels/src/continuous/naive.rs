//! Roots of the coplanarity cubic in floating-point arithmetic: the textbook test.
//!
//! Provot 1997; Bridson, Fedkiw and Anderson 2002, section 6.2. Cardano's formula gives the times at which the four
//! points are coplanar. At each of these times the coordinates in the triangle, or along the edges, show whether the
//! features touch.
//! Where it fails: a contact on a side or at a corner is lost if rounding puts it outside the feature. A double root
//! is lost if rounding makes it complex. If all points move within one plane, every contact is lost, because every
//! time is a root. There are deliberately no tolerances, which would trade misses for false hits, so that the
//! failures are visible.

use super::{Kind, Query};
use crate::geometry::{Point, Vector};

/// The smallest computed root in 0 ..= 1 at which the features touch, according to rounded numbers.
pub fn first_contact(query: &Query) -> Option<f64> {
    let p = |i: usize| (query.start[i], query.end[i] - query.start[i]);
    let [first, second, across] = match query.kind {
        Kind::VertexFace => [(1, 2), (1, 3), (1, 0)],
        Kind::EdgeEdge => [(0, 1), (2, 3), (0, 2)],
    }
    .map(|(a, b)| (p(b).0 - p(a).0, p(b).1 - p(a).1));
    let triple = |a: &Vector, b: &Vector, c: &Vector| a.cross(b).dot(c);
    let ([a, da], [b, db], [c, dc]) = ([first.0, first.1], [second.0, second.1], [across.0, across.1]);
    let coefficients = [
        triple(&a, &b, &c),
        triple(&da, &b, &c) + triple(&a, &db, &c) + triple(&a, &b, &dc),
        triple(&da, &db, &c) + triple(&da, &b, &dc) + triple(&a, &db, &dc),
        triple(&da, &db, &dc),
    ];
    let mut roots = roots(coefficients);
    roots.sort_by(f64::total_cmp);
    roots.into_iter().filter(|t| (0.0..=1.0).contains(t)).find(|t| touching(query, *t))
}

/// Real roots by the closed formulas; none for the polynomial 0.
fn roots([d, c, b, a]: [f64; 4]) -> Vec<f64> {
    if a == 0.0 {
        if b == 0.0 {
            return if c == 0.0 { vec![] } else { vec![-d / c] };
        }
        let root = (c * c - 4.0 * b * d).sqrt();
        return vec![(-c - root) / (2.0 * b), (-c + root) / (2.0 * b)];
    }
    let (b, c, d) = (b / a, c / a, d / a);
    let q = (3.0 * c - b * b) / 9.0;
    let r = (9.0 * b * c - 27.0 * d - 2.0 * b * b * b) / 54.0;
    let discriminant = q * q * q + r * r;
    if discriminant > 0.0 {
        let root = discriminant.sqrt();
        return vec![(r + root).cbrt() + (r - root).cbrt() - b / 3.0];
    }
    let angle = (r / (-q * q * q).sqrt()).acos();
    let third = std::f64::consts::TAU / 3.0;
    [0.0, 1.0, 2.0].map(|k| 2.0 * (-q).sqrt() * (angle / 3.0 + k * third).cos() - b / 3.0).to_vec()
}

/// True if coplanar features touch at this time, according to rounded numbers.
fn touching(query: &Query, time: f64) -> bool {
    let at = |i: usize| -> Point { query.start[i] + time * (query.end[i] - query.start[i]) };
    let [u, v] = coordinates(query.kind, &[at(0), at(1), at(2), at(3)]);
    let inside = |x: f64| (0.0..=1.0).contains(&x);
    inside(u) && inside(v) && (query.kind == Kind::EdgeEdge || u + v <= 1.0)
}

/// Coordinates of the closest points of the unbounded features (plane and lines): for a vertex and a triangle the
/// weights of the triangle's second and third corners, for two edges the parameters on the first and the second edge.
/// NaN or infinite if a feature is degenerate or the edges are parallel.
pub fn coordinates(kind: Kind, points: &[Point; 4]) -> [f64; 2] {
    let [p, q, r, s] = points;
    let (first, second, to) = match kind {
        Kind::VertexFace => (r - q, s - q, p - q),
        Kind::EdgeEdge => (q - p, r - s, r - p),
    };
    // The normal equations for the numbers u and v with which `u · first + v · second` comes closest to `to`.
    let [aa, ab, bb] = [first.dot(&first), first.dot(&second), second.dot(&second)];
    let [ac, bc] = [first.dot(&to), second.dot(&to)];
    let determinant = aa * bb - ab * ab;
    [(ac * bb - bc * ab) / determinant, (bc * aa - ac * ab) / determinant]
}
