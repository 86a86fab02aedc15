//! The closest points of two triangles, in closed form.
//!
//! The closest points of disjoint triangles are a corner of one and its projection into the other, or points of two
//! edges: the best of 6 + 9 candidates. Every candidate lies on its triangle up to rounding, so the distance is too
//! small by at most that rounding. Cost: about 300 ns.

use super::super::scaling::{is_usual, length, near_one};
use super::exact::{Triangle, crosses, scaled, sides};
use super::segments::{Segment, between_segments, share};
use super::touch::meets;
use crate::geometry::Vector;

/// A closest pair of points of two triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Distance, metres; exactly 0 if the triangles share a point.
    pub distance: f64,
    /// A point of the first triangle and a point of the second; equal if the triangles share a point.
    pub points: [Vector; 2],
}

/// The closest points. Exact predicates determine whether the triangles share a point.
pub fn closest(a: &Triangle, b: &Triangle) -> Closest {
    if meets(a, b) { closest_touching(a, b) } else { closest_apart(a, b) }
}

/// A common point of two triangles that are known to share one.
pub fn closest_touching(a: &Triangle, b: &Triangle) -> Closest {
    // Coordinates relative to a corner are no larger than the two triangles, so rounding errors are small.
    let (origin, largest) = (a[0], largest(a, b));
    let scale = near_one(largest);
    let [s, t] = [a, b].map(|t| t.map(|p| (p - origin) * scale));
    let point = origin + common_point(&s, &t) / scale;
    Closest { distance: 0.0, points: [point, point] }
}

/// The closest points of triangles that are known to share no point.
pub fn closest_apart(a: &Triangle, b: &Triangle) -> Closest {
    let origin = a[0];
    let Best { squared, points } = candidate(&a.map(|p| p - origin), &b.map(|p| p - origin));
    let distance = squared.sqrt();
    // If the triangles are so small that products of their edges underflow, they are points at a usual distance.
    if !is_usual(distance) {
        return closest_unusual(a, b);
    }
    Closest { distance, points: points.map(|p| p + origin) }
}

/// [`closest_apart`] for distances and sizes of which products may leave the range of f64.
#[cold]
fn closest_unusual(a: &Triangle, b: &Triangle) -> Closest {
    let outer = near_one(a.iter().chain(b).map(|p| p.amax()).fold(0.0, f64::max));
    let [s, t] = scaled(a, b);
    let origin = s[0];
    let inner = near_one(largest(&s, &t));
    let [s, t] = [s, t].map(|t| t.map(|p| (p - origin) * inner));
    let [p, q] = candidate(&s, &t).points;
    // Disjoint triangles must not report distance 0.
    let distance = (length(&(p - q)) / inner / outer).max(f64::from_bits(1));
    Closest { distance, points: [p, q].map(|p| (p / inner + origin) / outer) }
}

/// The largest coordinate relative to the first corner.
fn largest(a: &Triangle, b: &Triangle) -> f64 {
    a.iter().chain(b).map(|p| (p - a[0]).amax()).fold(0.0, f64::max)
}

/// The point of the triangle closest to `p`, and its distance; 0 only for equal points.
pub fn closest_to_point(p: &Vector, triangle: &Triangle) -> (Vector, f64) {
    // Relative to a corner, so that the rounding is that of the triangle and of its distance.
    let origin = triangle[0];
    let (to_p, t) = (p - origin, triangle.map(|q| q - origin));
    let point = foot(&to_p, &t).unwrap_or_else(|| on_sides(&to_p, &t));
    let between = to_p - point;
    let distance = between.norm();
    (origin + point, if is_usual(distance) { distance } else { length(&between) })
}

/// The best pair of points of disjoint triangles.
fn candidate(s: &Triangle, t: &Triangle) -> Best {
    let mut best = Best::default();
    let others = sides(t).map(|f| Segment::of(&f));
    for e in &sides(s).map(|e| Segment::of(&e)) {
        for f in &others {
            let [p, q] = between_segments(e, f);
            best.offer(p, q);
        }
    }
    for p in s {
        if let Some(q) = inside(p, t) {
            best.offer(*p, q);
        }
    }
    for q in t {
        if let Some(p) = inside(q, s) {
            best.offer(p, *q);
        }
    }
    best
}

/// The closest pair of points so far.
struct Best {
    squared: f64,
    points: [Vector; 2],
}

impl Default for Best {
    fn default() -> Self {
        Self { squared: f64::INFINITY, points: [Vector::zeros(); 2] }
    }
}

impl Best {
    fn offer(&mut self, p: Vector, q: Vector) {
        let squared = (p - q).norm_squared();
        if squared < self.squared {
            *self = Self { squared, points: [p, q] };
        }
    }
}

/// The point of the triangle closest to `p`: its projection, or a point on a side.
fn on_triangle(p: &Vector, t: &Triangle) -> Vector {
    inside(p, t).unwrap_or_else(|| on_sides(p, t))
}

/// The point of the sides closest to `p`.
fn on_sides(p: &Vector, t: &Triangle) -> Vector {
    let mut best = Best::default();
    for side in &sides(t) {
        best.offer(on_segment(p, side), *p);
    }
    best.points[0]
}

/// The projection of `p` onto the triangle; `None` if it is outside, or if the triangle has no area.
fn inside(p: &Vector, t: &Triangle) -> Option<Vector> {
    let (e, f, to_p) = (t[1] - t[0], t[2] - t[0], p - t[0]);
    let normal = e.cross(&f);
    let square = normal.norm_squared();
    let (u, v) = (to_p.cross(&f).dot(&normal) / square, e.cross(&to_p).dot(&normal) / square);
    // NaN for a triangle without area, which fails the comparisons.
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0).then(|| t[0] + e * u + f * v)
}

/// [`inside`], with an error that is small even for needles: their normal is rounded by much, but here only about their
/// longest side, so that the point moves across the needle and not along it.
fn foot(p: &Vector, t: &Triangle) -> Option<Vector> {
    let squares = sides(t).map(|[from, to]| (to - from).norm_squared());
    let i = (0..3).reduce(|i, j| if squares[j] > squares[i] { j } else { i }).unwrap_or(0);
    let [from, to, tip] = [0, 1, 2].map(|k| t[(i + k) % 3]);
    let (e, f, to_p, square) = (to - from, tip - from, p - from, squares[i]);
    let along = f.dot(&e) / square;
    let height = f - e * along;
    // Perpendicular to the side up to the rounding of the height, not of the side.
    let height = height - e * (height.dot(&e) / square);
    let v = to_p.dot(&height) / height.norm_squared();
    let u = to_p.dot(&e) / square - v * along;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0).then(|| from + e * u + f * v)
}

fn on_segment(p: &Vector, [from, to]: &[Vector; 2]) -> Vector {
    let along = to - from;
    from + along * share((p - from).dot(&along), along.norm_squared())
}

/// A common point, up to rounding, of two triangles that share one.
fn common_point(a: &Triangle, b: &Triangle) -> Vector {
    // The mean of all points where an edge of one triangle crosses the other. It is a common point because
    // the intersection is convex.
    let crossings = [(a, b), (b, a)].into_iter().flat_map(|(of, with)| {
        sides(of).into_iter().filter(|side| crosses(side, with)).map(|side| crossing(&side, with))
    });
    let (sum, count) = crossings.fold((Vector::zeros(), 0.0), |(sum, count), p| (sum + p, count + 1.0));
    // No crossings: the exact triangles meet, but moving the origin to a corner has rounded the contact away.
    if count > 0.0 { sum / count } else { on_triangle(&b[0], a) }
}

/// The point, up to rounding, where the segment meets the triangle.
fn crossing([p, q]: &[Vector; 2], t: &Triangle) -> Vector {
    let normal = (t[1] - t[0]).cross(&(t[2] - t[0]));
    let (from, to) = (normal.dot(&(p - t[0])), normal.dot(&(q - t[0])));
    let share = from / (from - to);
    if (0.0..=1.0).contains(&share) {
        return p + (q - p) * share;
    }
    // The segment lies in the plane: take its point closest to the triangle.
    let mut best = Best::default();
    for end in [p, q] {
        best.offer(*end, on_triangle(end, t));
    }
    let edge = Segment::of(&[*p, *q]);
    for side in &sides(t) {
        let [on_edge, on_side] = between_segments(&edge, &Segment::of(side));
        best.offer(on_edge, on_side);
    }
    for corner in t {
        best.offer(on_segment(corner, &[*p, *q]), *corner);
    }
    best.points[0]
}
