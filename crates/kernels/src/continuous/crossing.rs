//! Tests a pair of features whose four points are coplanar exactly once during the step: when that is, and whether the
//! features touch then.
//!
//! If the Bernstein coefficients of the coplanarity cubic change sign once, the cubic has one root (Descartes' rule of
//! signs in Bernstein form), and the features can touch only at that time. Newton's method encloses the root in a
//! short interval. At that time the hull of the differences (see `differences.rs`) is flat, a triangle or a
//! parallelogram. Either it contains the origin and the features touch, or one of its sides separates it from the
//! origin. Both are proved, rounding included (`docs/proofs/continuous.md`); a pair within the rounding error stays
//! open.
//!
//! The code has no branches, so that [`super::many`] can run it for many pairs side by side. It settles most of the
//! pairs of a cloth for which it is run.

use super::Kind;
use super::cubic::Cubic;
use super::differences::{Spanning, TINY, UNIT, lesser};
use crate::geometry::Vector;

/// The result for a pair at its crossing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The interval of time around the root of the cubic. Contact is possible only in it, unless the pair is open.
    pub span: [f64; 2],
    /// Direction towards the side of the hull that is nearest to the origin, or that separates the hull from the
    /// origin; of any length.
    pub direction: Vector,
    /// [`APART`], [`MEETING`] or [`OPEN`]: a number, so that vector registers hold several.
    pub(super) code: f64,
}

/// The features are separated during the whole step. When their points are coplanar, the direction in [`Crossing`]
/// separates the hull from the origin.
pub(super) const APART: f64 = 0.0;
/// The features touch within the span of [`Crossing`], and not before it.
pub(super) const MEETING: f64 = 1.0;
/// Nothing is proved: the Bernstein coefficients change sign more than once, or rounding errors are too large.
pub(super) const OPEN: f64 = 2.0;

/// Number of iterations of Newton's method.
const ROUNDS: usize = 6;
/// A root whose error bound (as a fraction of the step) is larger than this is not used; the pair stays open.
const MOST_DOUBT: f64 = 1e-9;

impl Crossing {
    /// Tests a pair at the root of its cubic. Touching counts as contact. The coordinates of `spanning` must need no
    /// scaling, see [`super::differences::Scale`].
    #[inline(always)]
    pub fn of(kind: Kind, spanning: &Spanning, root: Root) -> Self {
        let span = [root.time - root.doubt, root.time + root.doubt];
        let length = span[1] - span[0];
        // At about `root.time`: the corners of the hull of the differences, the sides that start at them, and the
        // hull's normal.
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
        // How far inside each side of the hull the origin lies (the distance, multiplied by the lengths of side and
        // normal). The smallest of these numbers is kept, with its side.
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

/// A root of the coplanarity cubic, with an error bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// Approximate time, 0 to 1.
    pub time: f64,
    /// Error bound of `time`: the cubic has exactly one root in the step, and it differs from `time` by at most this.
    /// Infinite if that is not proved.
    pub doubt: f64,
}

impl Root {
    /// The root of a cubic that was computed for `gap` = 0, so that only touching counts as contact.
    #[inline(always)]
    pub fn of(cubic: &Cubic) -> Self {
        let Cubic { coefficients, bound } = *cubic;
        let sign = if coefficients[0] > 0.0 { 1.0 } else { -1.0 };
        let coefficients = coefficients.map(|c| sign * c);
        let [a, b, c, d] = coefficients;
        // The coefficients of time, time² and time³.
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
        // At this distance from the root the cubic should differ from 0 by more than its error bound, which is then
        // checked.
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
