//! A certificate that a patch of the grid cannot meet itself during the step.
//!
//! Let f map the cell coordinates (u, v) of a rectangle of cells into space at some time; in every triangle its derivative
//! has the columns U and V, an edge along u and one along v. If there are vectors e1 and e2 with
//! (f(x) − f(y)) · (e1 w1 + e2 w2) > 0 for all x ≠ y of the rectangle, w = x − y, then f(x) ≠ f(y): the patch does not meet
//! itself. On the straight line from y to x, which a rectangle contains, f(x) − f(y) is the sum of pieces U w1 + V w2. So it
//! is enough that for all U and V of the patch the quadratic form
//! (U w1 + V w2) · (e1 w1 + e2 w2) = U·e1 w1² + (U·e2 + V·e1) w1 w2 + V·e2 w2²
//! is positive: U·e1 > 0, V·e2 > 0, and 4 (U·e1)(V·e2) > (U·e2 + V·e1)². The form is linear in U and V, which move
//! straight: what holds at both ends of the step with the same e1 and e2 holds in between. The same argument with the least
//! eigenvalue λ of the form: |f(x) − f(y)| ≥ λ |w| / |(e1, e2)|, and features without a common particle are at least 1/√2 of
//! a cell apart, so the certificate can keep a gap, too.

use super::lanes::Moving;
use crate::geometry::Vector;

/// Whether the patch whose edges lie in these boxes keeps all its features, but those with a common particle, farther than
/// `gap` apart.
#[inline]
pub fn holds(us: &Moving, vs: &Moving, gap: f64) -> bool {
    let (us, vs) = (us.numbers(), vs.numbers());
    let [u0, u1, v0, v1] = [Box3::at(&us, 0), Box3::at(&us, 2), Box3::at(&vs, 0), Box3::at(&vs, 2)];
    // The dual basis of the middles: e1·U = 1, e1·V = 0 and so on.
    let (u, v) = (u0.middle + u1.middle, v0.middle + v1.middle);
    let (uu, uv, vv) = (u.dot(&u), u.dot(&v), v.dot(&v));
    let area = uu * vv - uv * uv;
    // False as well where a number is no number.
    let has_area = area > 1e-6 * uu * vv;
    if !has_area {
        return false;
    }
    let (e1, e2) = ((u * vv - v * uv) * (2.0 / area), (v * uu - u * uv) * (2.0 / area));
    let (a1, a2) = (e1.abs(), e2.abs());
    let (mut a, mut b, mut c) = (f64::INFINITY, f64::INFINITY, 0.0_f64);
    for (u, v) in [(&u0, &v0), (&u1, &v1)] {
        a = a.min(e1.dot(&u.middle) - a1.dot(&u.half));
        b = b.min(e2.dot(&v.middle) - a2.dot(&v.half));
        let mixed = e1.dot(&v.middle) + e2.dot(&u.middle);
        c = c.max(mixed.abs() + a1.dot(&v.half) + a2.dot(&u.half));
    }
    // The numbers are about 1, and rounding far less than what is asked for here.
    if !(a > 1e-6 && b > 1e-6 && 4.0 * a * b > c * c * (1.0 + 1e-9) + 1e-9) {
        return false;
    }
    let least = 0.5 * (a + b - ((a - b) * (a - b) + c * c).sqrt());
    gap == 0.0
        || least * std::f64::consts::FRAC_1_SQRT_2 > gap * (e1.norm_squared() + e2.norm_squared()).sqrt()
}

/// A box by its middle and half its extents.
struct Box3 {
    middle: Vector,
    half: Vector,
}

impl Box3 {
    #[inline(always)]
    fn at(numbers: &[[f32; 4]; 4], from: usize) -> Self {
        let [low, high] = [from, from + 1].map(|i| numbers[i].map(f64::from));
        let of =
            |f: fn(f64, f64) -> f64| Vector::new(f(low[0], high[0]), f(low[1], high[1]), f(low[2], high[2]));
        // The greatest coordinates are stored negated.
        Self { middle: of(|low, high| 0.5 * (low - high)), half: of(|low, high| -0.5 * (low + high)) }
    }
}
