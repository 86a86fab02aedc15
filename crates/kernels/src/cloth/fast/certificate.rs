//! A certificate that a patch of the grid cannot collide with itself during the step.
//!
//! Let f map the cell coordinates (u, v) of a rectangle of cells into space at some time; in every triangle
//! its derivative has the columns U and V, an edge along u and one along v. If there are vectors e1 and e2
//! with (f(x) − f(y)) · (e1 w1 + e2 w2) > 0 for all x ≠ y of the rectangle, w = x − y, then f(x) ≠ f(y): the
//! patch does not collide with itself. Along the straight line from y to x, which lies in the rectangle, f(x)
//! − f(y) is a sum of pieces U w1 + V w2. So it suffices that for all U and V of the patch the quadratic form
//! (U w1 + V w2) · (e1 w1 + e2 w2) = U·e1 w1² + (U·e2 + V·e1) w1 w2 + V·e2 w2²
//! is positive definite: U·e1 > 0, V·e2 > 0, and 4 (U·e1)(V·e2) > (U·e2 + V·e1)². The form is linear in U and
//! V, which change linearly in time, and sums of positive forms are positive: a condition that holds at both
//! ends of the step with the same e1 and e2 also holds in between. The same argument applies to the least
//! eigenvalue λ, a concave function of the form: |f(x) − f(y)| ≥ λ |w| / |(e1, e2)|, and features without a
//! common particle have a distance of at least 1/√2 of a cell, so the certificate can also guarantee a gap.
//!
//! Rounding, with u = 2⁻²⁴. The proof holds for any e1 and e2, so their rounding does not matter. Let m be
//! the computed sum of a box's bounds (twice its middle) and h their computed difference (twice half its
//! extent). Then the minimum of 2 e·x over the box is at least e·m − |e|·h, minus errors of u |m| and u h in
//! m and h, and of less than 6 u (|e|·|m| + |e|·h) in the sums of products and their difference. Increasing h
//! by 16 u (|m| + h) beforehand covers all of these. Underflow stays far below the threshold `LEAST`, since e1
//! and e2 are large where m is small.

use super::levels::Node;
use super::moving::Moving;
use crate::simd::Four;
use crate::simd::lanes::{Lanes, Task};

/// Bound on the relative rounding error of middles and half extents.
const SLACK: f32 = 8.0 * f32::EPSILON;
/// Lower bound required of 2 U·e1 and 2 V·e2, which are near ½.
const LEAST: f32 = 1e-4;

/// A rectangle of nodes to certify.
pub struct Rectangle<'a, const N: usize> {
    /// The nodes; those outside the cloth have no effect.
    pub nodes: [&'a Node; N],
    /// The guaranteed gap, metres.
    pub gap: f32,
}

impl<const N: usize> Task for Rectangle<'_, N> {
    type Out = bool;
    const FILLS_512_BITS: bool = false;

    /// True if the rectangle has a certificate.
    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        if N == 1 {
            return holds(&self.nodes[0].us, &self.nodes[0].vs, self.gap);
        }
        let (mut us, mut vs) = (Moving::empty(), Moving::empty());
        let (mut all_us, mut all_vs) = ([&self.nodes[0].us; N], [&self.nodes[0].vs; N]);
        for (place, node) in self.nodes.iter().enumerate() {
            (all_us[place], all_vs[place]) = (&node.us, &node.vs);
        }
        us.enclose::<L, N>(all_us);
        vs.enclose::<L, N>(all_vs);
        holds(&us, &vs, self.gap)
    }
}

/// True if the patch whose edges lie in these boxes keeps all pairs of features without a common particle
/// more than `gap` metres apart.
#[inline(always)]
fn holds(us: &Moving, vs: &Moving, gap: f32) -> bool {
    let (us, vs) = (&us.0, &vs.0);
    // If a box contains zero at one end of the step, no e1 (or e2) has a positive product with all its
    // vectors. This cheap test rejects about half of the patches without a certificate.
    let has_zero = |low: Four, high: Four| low.max(high).above(Four::splat(0.0)) & 0b111 == 0;
    if has_zero(us[0], us[1]) || has_zero(us[2], us[3]) || has_zero(vs[0], vs[1]) || has_zero(vs[2], vs[3]) {
        return false;
    }
    // The boxes of U at times 0 and 1, then of V at times 0 and 1; the greatest coordinates are stored negated.
    let lows = [us[0], us[2], vs[0], vs[2]];
    let highs = [us[1], us[3], vs[1], vs[3]];
    let middles = [lows[0] - highs[0], lows[1] - highs[1], lows[2] - highs[2], lows[3] - highs[3]];
    // e1 and e2 will be the dual basis (e1·U = 1, e1·V = 0 and so on) of the sum of all bounds of U and the
    // sum of all bounds of V.
    let (u, v) = ((middles[0] + middles[1]).numbers(), (middles[2] + middles[3]).numbers());
    let dot = |a: &[f32; 4], b: &[f32; 4]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let (uu, uv, vv) = (dot(&u, &u), dot(&u, &v), dot(&v, &v));
    let area = uu * vv - uv * uv;
    // There is no area either if a number is NaN, or if a product underflows.
    let has_area = area > 1e-4 * uu * vv && area > f32::MIN_POSITIVE / f32::EPSILON;
    if !has_area {
        return false;
    }
    let (by_uu, by_uv, by_vv) = (uu / area, uv / area, vv / area);
    let dual = |with: &[f32; 4], by: f32, against: &[f32; 4]| {
        let axis = |axis: usize| with[axis] * by - against[axis] * by_uv;
        [axis(0), axis(1), axis(2)]
    };
    let (e1, e2) = (dual(&u, by_vv, &v), dual(&v, by_uu, &u));
    // Transposed: one lane for each of the four boxes.
    let m = Four::columns(middles);
    let extents =
        Four::columns([lows[0] + highs[0], lows[1] + highs[1], lows[2] + highs[2], lows[3] + highs[3]]);
    let reach = |axis: usize| {
        let extent = extents[axis].abs();
        extent + (extent + m[axis].abs()) * Four::splat(SLACK)
    };
    let h = [reach(0), reach(1), reach(2)];
    let along = |e: &[f32; 3]| {
        let (x, y, z) = (Four::splat(e[0]), Four::splat(e[1]), Four::splat(e[2]));
        let (a, b, c) = (x.abs(), y.abs(), z.abs());
        (m[0] * x + m[1] * y + m[2] * z, h[0] * a + h[1] * b + h[2] * c)
    };
    let ((middle1, reach1), (middle2, reach2)) = (along(&e1), along(&e2));
    let straight = (middle1 - reach1).first_half_with_second_of(middle2 - reach2);
    if straight.above(Four::splat(LEAST)) != 0b1111 {
        return false;
    }
    // V·e1 + U·e2 at times 0 and 1, in the lanes of V.
    let mixed = (middle1 + middle2.halves_swapped()).abs() + (reach1 + reach2.halves_swapped());
    let ([a0, a1, b0, b1], [.., c0, c1]) = (straight.numbers(), mixed.numbers());
    let is_positive = |a: f32, b: f32, c: f32| 4.0 * a * b > c * c * (1.0 + SLACK);
    if !(is_positive(a0, b0, c0) && is_positive(a1, b1, c1)) {
        return false;
    }
    // Twice the eigenvalue, reduced by the rounding error.
    let eigenvalue =
        |a: f32, b: f32, c: f32| 0.5 * (a + b - ((a - b) * (a - b) + c * c).sqrt()) - SLACK * (a + b);
    let least = 0.5 * eigenvalue(a0, b0, c0).min(eigenvalue(a1, b1, c1));
    let length = [e1, e2].as_flattened().iter().map(|e| e * e).sum::<f32>().sqrt();
    gap == 0.0 || least * std::f32::consts::FRAC_1_SQRT_2 > gap * length * (1.0 + SLACK)
}
