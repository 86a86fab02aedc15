//! Pairs whose four points are coplanar once: the time, and whether the features touch then.
//!
//! If the Bernstein coefficients of the coplanarity cubic change sign once, the cubic has one root (Descartes' rule of
//! signs in Bernstein form), and the features can touch only at that time. Newton's method brackets it. At that time
//! the hull of the differences is flat, a triangle or a parallelogram; either it contains the origin, or one of its
//! sides separates it from the origin. Both are proved, rounding included (`docs/proofs/continuous.md`); cases within
//! the rounding error stay open.
//!
//! Branch-free: [`super::many`] runs this code for many pairs side by side. Of the pairs of a cloth that get this far,
//! most are settled here.

use super::cubic::Cubic;
use super::differences::{Spanning, TINY, UNIT, lesser};
use super::pair::Kind;
use crate::geometry::Vector;

/// The result for a pair at its crossing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The only times at which contact is possible, unless the pair is open.
    pub span: [f64; 2],
    /// Direction towards the side of the hull that is nearest to the origin, or that separates the hull from the
    /// origin; of any length.
    pub direction: Vector,
    /// [`APART`], [`MEETING`] or [`OPEN`]: a number, so that vector registers hold several.
    pub(super) code: f64,
}

/// The features are separated during the whole step: at the crossing, along the direction of [`Crossing`].
pub(super) const APART: f64 = 0.0;
/// The features touch within the span, and not before.
pub(super) const MEETING: f64 = 1.0;
/// Nothing is proved: the signs change more than once, or rounding errors are too large.
pub(super) const OPEN: f64 = 2.0;

/// Iterations of Newton's method.
const ROUNDS: usize = 6;
/// Roots with a larger error bound are not used.
const MOST_DOUBT: f64 = 1e-9;

impl Crossing {
    /// Tests a pair at the root of its cubic, where touching counts as contact. Extents must be usual, see
    /// [`super::differences::Scale`].
    #[inline(always)]
    pub fn of(kind: Kind, spanning: &Spanning, root: Root) -> Self {
        let span = [root.time - root.doubt, root.time + root.doubt];
        let length = span[1] - span[0];
        // Corners of the hull of the differences at about `root.time`, the sides that start at them, and the normal.
        let [first, second, across] = spanning.at(root.time);
        let (corners, sides, normal) = match kind {
            Kind::VertexFace => (
                [across, across + first, across + second, across],
                [first, second - first, -second, first],
                first.cross(&second),
            ),
            Kind::EdgeEdge => (
                [across, across + first, across + (first - second), across - second],
                [first, -second, -first, second],
                second.cross(&first),
            ),
        };
        // Distance of the origin inside each side, scaled: the minimum over the sides, and the side where it occurs.
        let mut inside = f64::INFINITY;
        let mut side = Vector::zeros();
        for (corner, along) in corners.iter().zip(&sides) {
            let inside_of_this = normal.dot(&corner.cross(along));
            let is_less = inside_of_this < inside;
            inside = lesser(inside_of_this, inside);
            for axis in 0..3 {
                side[axis] = if is_less { along[axis] } else { side[axis] };
            }
        }
        let direction = normal.cross(&side);
        let nearest =
            corners.iter().fold(f64::INFINITY, |least, corner| lesser(direction.dot(corner), least));

        let [a, b, c] = &spanning.greatest;
        let greatest = a + b + c;
        let reach = (16.0 * UNIT + 3.0 * length) * direction.abs().dot(&greatest) + TINY;
        let [x, y, z] = [greatest.y * greatest.z, greatest.z * greatest.x, greatest.x * greatest.y];
        let doubt = (512.0 * UNIT + 64.0 * length) * (x * x + y * y + z * z) + TINY;
        let (is_apart, is_meeting) = (nearest > reach, inside > doubt);
        let code = if is_meeting { MEETING } else { OPEN };
        let code = if is_apart { APART } else { code };
        Self { span, direction, code: if root.is_only() { code } else { OPEN } }
    }

    /// True if the features are proved to be separated during the whole step.
    pub fn is_apart(&self) -> bool {
        self.code == APART
    }

    /// True if the features are proved to touch within the span, and not before.
    pub fn is_meeting(&self) -> bool {
        self.code == MEETING
    }
}

/// A root of a cubic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// Approximate time, 0 to 1.
    pub time: f64,
    /// Error bound: the cubic has a single root in the step, within this distance of `time`. Infinite if that is not
    /// certain.
    pub doubt: f64,
}

impl Root {
    /// The root of a cubic, with an error bound that contains no allowance for a gap between the features.
    #[inline(always)]
    pub fn of(cubic: &Cubic) -> Self {
        let Cubic { coefficients, bound } = *cubic;
        let sign = if coefficients[0] > 0.0 { 1.0 } else { -1.0 };
        let coefficients = coefficients.map(|c| sign * c);
        let [a, b, c, d] = coefficients;
        // Coefficients of the powers of time.
        let [first, second, third] = [3.0 * (b - a), 3.0 * (a - 2.0 * b + c), (d - a) + 3.0 * (b - c)];
        let [mut low, mut high] = [0.0, 1.0];
        let (mut time, mut slope) = (a / (a - d), -1.0);
        for _ in 0..ROUNDS {
            let value = a + time * (first + time * (second + time * third));
            slope = first + time * (2.0 * second + time * (3.0 * third));
            let is_before = value > 0.0;
            low = if is_before { time } else { low };
            high = if is_before { high } else { time };
            let next = time - value / slope;
            let is_between = (next >= low) & (next <= high);
            time = if is_between { next } else { 0.5 * (low + high) };
        }
        // Wide enough for the cubic to exceed its error bound.
        let doubt = 8.0 * bound / slope.abs() + 8.0 * UNIT * time;
        let [from, to] = [time - doubt, time + doubt];
        let upright = Cubic { coefficients, bound };
        let is_around = (upright.at(from) > bound) & (upright.at(to) < -bound);
        let is_short = (from >= 0.0) & (to <= 1.0) & (doubt < MOST_DOUBT);
        let is_only = cubic.changes_its_sign_once() & is_around & is_short;
        Self { time, doubt: if is_only { doubt } else { f64::INFINITY } }
    }

    /// True if the root is certainly the only one.
    #[inline(always)]
    pub fn is_only(self) -> bool {
        self.doubt < MOST_DOUBT
    }
}
