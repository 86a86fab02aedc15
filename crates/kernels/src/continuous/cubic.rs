//! The coplanarity cubic: six times the signed volume spanned by the four points, as a function of time.
//!
//! Features that touch are coplanar, and then the cubic is 0. Its four Bernstein coefficients bound it: it
//! lies in their convex hull (Farin, Curves and Surfaces for CAGD; Tang and others 2010 use their signs as a
//! filter).

use super::Kind;
use super::differences::{Scale, Spanning, TINY, UNIT, greater, length, lesser};
use crate::geometry::{Point, Vector};

/// The coplanarity cubic by its Bernstein coefficients, with a bound for its absolute value at the time of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cubic {
    /// Coefficients at 0, 1/3, 2/3 and 1 of the step.
    pub coefficients: [f64; 4],
    /// At the time of a contact the convex hull of `coefficients` is at most this far from 0. The bound covers the
    /// rounding error and, if features within a gap count as touching, the effect of the gap.
    pub bound: f64,
}

impl Cubic {
    /// The cubic of a pair that counts as touching up to a distance of `gap` ≥ 0. Coordinates may be any
    /// finite numbers.
    pub fn of(kind: Kind, start: &[Point; 4], end: &[Point; 4], gap: f64) -> Self {
        let ends = [start, end];
        let spanning = Spanning::of(kind, ends, Scale::NONE);
        match Scale::for_extent(spanning.extent()) {
            None => Self::of_spanning(&spanning, gap),
            Some(scale) => Self::of_spanning(&Spanning::of(kind, ends, scale), scale.length(gap)),
        }
    }

    #[inline(always)]
    pub(super) fn of_spanning(s: &Spanning, gap: f64) -> Self {
        let [first, second] = [&s.first, &s.second];
        // The normal of the plane that two edges span is a quadratic polynomial in time, with the Bernstein
        // coefficients `start`, `middle` / 2 and `end`.
        let start = cross(&first[0], &second[0]);
        let middle = cross(&first[0], &second[1]) + cross(&first[1], &second[0]);
        let end = cross(&first[1], &second[1]);
        let [from, to] = &s.across;
        let coefficients = [
            dot(&start, from),
            (dot(&start, to) + dot(&middle, from)) * (1.0 / 3.0),
            (dot(&end, from) + dot(&middle, to)) * (1.0 / 3.0),
            dot(&end, to),
        ];
        // Every coefficient is a mean of sums of six products, each of three factors. A product has at most 12
        // rounding errors, and 12 more when the cubic is restricted to a part of the step.
        let [a, b, c] = &s.greatest;
        let products =
            (a.y * b.z + a.z * b.y) * c.x + (a.z * b.x + a.x * b.z) * c.y + (a.x * b.y + a.y * b.x) * c.z;
        let mut bound = 32.0 * UNIT * products + TINY;
        if gap > 0.0 {
            // While the features are no farther apart than the gap, the cubic is at most the gap times the length of
            // the normal.
            let sides = 4.0 * a.amax() * b.amax();
            let longest = greater(length(&start), greater(0.5 * length(&middle), length(&end)));
            let normal = longest + 16.0 * UNIT * sides;
            bound += gap * normal * (1.0 + 16.0 * UNIT);
        }
        Self { coefficients, bound }
    }

    /// The value at a time from 0 to 1, with rounding errors.
    #[inline(always)]
    pub fn at(&self, time: f64) -> f64 {
        self.restricted(time, time)[0]
    }

    /// True if the coefficients prove that the points are never coplanar, so that there is no contact.
    /// `false` is inconclusive.
    #[inline(always)]
    pub fn keeps_its_sign(&self) -> bool {
        let [a, b, c, d] = self.coefficients;
        let least = lesser(lesser(a, b), lesser(c, d));
        let most = greater(greater(a, b), greater(c, d));
        least > self.bound || most < -self.bound
    }

    /// True if the signs of the coefficients are certain, in spite of rounding, and change exactly once. If the cubic
    /// was computed for `gap` = 0, it then has exactly one root in the step.
    #[inline(always)]
    pub fn changes_its_sign_once(&self) -> bool {
        let [a, b, c, d] = self.coefficients;
        let is_beyond = (lesser(lesser(a.abs(), b.abs()), lesser(c.abs(), d.abs()))) > self.bound;
        let [a, b, c, d] = [a > 0.0, b > 0.0, c > 0.0, d > 0.0];
        is_beyond & (a != d) & ((a == b) | (c == d))
    }

    /// The part of the interval of times `[from, to]` in which a contact is possible. At all other times in it the
    /// convex hull of the coefficients is farther from 0 than the bound. `None` if no part is left.
    #[inline(always)]
    pub fn clip(&self, [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let part = self.restricted(from, to);
        let length = to - from;
        let (before, after) = (first_within(part, self.bound)?, first_within(reversed(part), self.bound)?);
        let clipped_from = if before > 0.0 { (from + before * length) * (1.0 - 8.0 * UNIT) } else { from };
        let clipped_to = if after > 0.0 { (from + (1.0 - after) * length) * (1.0 + 8.0 * UNIT) } else { to };
        Some([clipped_from.max(from), clipped_to.min(to)])
    }

    /// Coefficients over a part of the step, by de Casteljau's algorithm.
    #[inline(always)]
    fn restricted(&self, from: f64, to: f64) -> [f64; 4] {
        let [a, b, c, d] = self.coefficients;
        let mix = |p: f64, q: f64, t: f64| (1.0 - t) * p + t * q;
        let [a0, b0, c0] = [mix(a, b, from), mix(b, c, from), mix(c, d, from)];
        let [a1, b1, c1] = [mix(a, b, to), mix(b, c, to), mix(c, d, to)];
        let [a00, b00] = [mix(a0, b0, from), mix(b0, c0, from)];
        let [a01, b01] = [mix(a0, b0, to), mix(b0, c0, to)];
        let [a11, b11] = [mix(a1, b1, to), mix(b1, c1, to)];
        [mix(a00, b00, from), mix(a00, b00, to), mix(a01, b01, to), mix(a11, b11, to)]
    }
}

fn reversed([a, b, c, d]: [f64; 4]) -> [f64; 4] {
    [d, c, b, a]
}

/// The position, from 0 to 1, at which the convex hull of four points first comes within `bound` of 0, rounded down;
/// `None` if it never does. The points lie at the positions 0, 1/3, 2/3 and 1 and have the given heights.
///
/// The hull first reaches a height where a line through two of the points does. So the leftmost of these positions
/// counts, over *all* pairs of points. The lines through the first point are not enough, since the hull may reach the
/// height between two later points.
#[inline(always)]
fn first_within(points: [f64; 4], bound: f64) -> Option<f64> {
    if points[0].abs() <= bound {
        return Some(0.0);
    }
    let heights = if points[0] < 0.0 { points.map(|p| -p - bound) } else { points.map(|p| p - bound) };
    let mut least = f64::INFINITY;
    // Only a line that falls from a higher point on the left to a lower point on the right counts. If the lower point
    // is on the left, it is itself within the bound, and the hull reaches the level there or earlier.
    for (high, low) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        if heights[low] <= 0.0 && heights[high] > 0.0 {
            let share = heights[high] / (heights[high] - heights[low]);
            least = lesser(least, (high as f64 + (low - high) as f64 * share) * (1.0 / 3.0));
        }
    }
    (least < f64::INFINITY).then_some(least * (1.0 - 8.0 * UNIT))
}

#[inline(always)]
fn cross(a: &Vector, b: &Vector) -> Vector {
    Vector::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

#[inline(always)]
fn dot(a: &Vector, b: &Vector) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}
