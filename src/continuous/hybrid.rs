//! The first contact of two moving features, never missed and never told too late.
//!
//! Where the coplanarity cubic has one root, both answers are proved there (`crossing.rs`). Otherwise two ways to advance
//! take turns, each of which passes no contact: Bézier clipping (Sederberg and Nishita 1990) to the next time at which the four
//! points can lie in a plane, and conservative advancement (Mirtich 1996) along the direction of the closest points, to the
//! first time at which a difference can come up to the origin along it. Differs from the usual advancement: the projections on a
//! fixed direction are linear in time, so no bound on the speed is needed. Where neither gets on, that time is reported, as a
//! contact: a pair that comes closer than rounding tells apart is a false hit.
//! Cost: most pairs end with the axes or the signs of the cubic, without a loop.
//!
//! Why nothing is missed, rounding included: `docs/proofs/continuous.md`.

use super::closest::towards_closest;
use super::crossing::{Crossing, Root};
use super::cubic::Cubic;
use super::differences::{Differences, Scale, Spanning, TINY, UNIT, apart_on_an_axis, length, lesser};
use super::pair::Kind;
use crate::geometry::{Point, Vector};

/// Rounds after which the search gives up and reports where it is.
const ROUNDS: usize = 200;
/// A round that passes less than this share of what is left is slow.
const SLOW: f64 = 1e-11;
/// So many slow rounds in a row end the search as well.
const SLOW_ROUNDS: usize = 2;

/// The first time in 0 ..= 1 at which the features are no farther apart than `gap`, or earlier; nothing if there is none.
///
/// Never later than the exact time, and never nothing where there is one. Coordinates are any finite numbers; `gap` is not
/// negative. In contact from the start is 0.
#[inline]
pub fn first_contact(kind: Kind, start: &[Point; 4], end: &[Point; 4], gap: f64) -> Option<f64> {
    watched(kind, start, end, gap, &mut |_| {})
}

/// What is done on the way.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Apart along an axis at both ends: there is no contact.
    Axes,
    /// The cubic; no contact if it keeps its sign.
    Cubic(Cubic),
    /// What the hull of the cubic leaves of the step.
    Clipped([f64; 2]),
    /// Contact is impossible along this direction until `to`, or for the rest of the step.
    Advanced {
        /// From the origin to about the closest point of the hull of differences; of any length.
        direction: Vector,
        /// Nothing if it is never possible again.
        to: Option<f64>,
    },
    /// The cubic has one root, where the features are certainly apart, or certainly meet.
    Crossing(Crossing),
    /// Neither gets on.
    Stuck,
}

/// As [`first_contact`], and hands every step to `watch`.
#[inline(always)]
pub fn watched(
    kind: Kind,
    start: &[Point; 4],
    end: &[Point; 4],
    gap: f64,
    watch: &mut impl FnMut(Step),
) -> Option<f64> {
    let ends = [start, end];
    if apart_on_an_axis(kind, start, end, gap) {
        watch(Step::Axes);
        return None;
    }
    let spanning = Spanning::of(kind, ends, Scale::NONE);
    if let Some(scale) = Scale::for_extent(spanning.extent()) {
        return unusual(kind, ends, scale, gap, watch);
    }
    let cubic = Cubic::of_spanning(&spanning, gap);
    watch(Step::Cubic(cubic));
    if cubic.keeps_its_sign() {
        return None;
    }
    search(kind, &spanning, &Differences::of(kind, ends, Scale::NONE), &cubic, gap, watch)
}

/// The same for coordinates so great or small that products would be infinite or 0.
#[cold]
fn unusual(
    kind: Kind,
    ends: [&[Point; 4]; 2],
    scale: Scale,
    gap: f64,
    watch: &mut impl FnMut(Step),
) -> Option<f64> {
    let gap = scale.length(gap);
    let spanning = Spanning::of(kind, ends, scale);
    let cubic = Cubic::of_spanning(&spanning, gap);
    watch(Step::Cubic(cubic));
    if cubic.keeps_its_sign() {
        return None;
    }
    search(kind, &spanning, &Differences::of(kind, ends, scale), &cubic, gap, watch)
}

fn search(
    kind: Kind,
    spanning: &Spanning,
    differences: &Differences,
    cubic: &Cubic,
    gap: f64,
    watch: &mut impl FnMut(Step),
) -> Option<f64> {
    let [mut from, mut to] = [0.0, 1.0];
    let mut slow = 0;
    for round in 0..ROUNDS {
        let began = from;
        [from, to] = cubic.clip([from, to])?;
        if from > to {
            return None;
        }
        watch(Step::Clipped([from, to]));
        // Most pairs that are apart have ended by now; of the others most end here.
        if round == 1 && gap == 0.0 && cubic.changes_its_sign_once() {
            let crossing = at_crossing(kind, spanning, cubic);
            if crossing.is_apart() || crossing.is_meeting() {
                watch(Step::Crossing(crossing));
                return crossing.is_meeting().then_some(crossing.span[0]);
            }
        }
        let direction = towards_closest(kind, &differences.at(from));
        if let Some(reached) = advance(differences, &direction, from, gap) {
            watch(Step::Advanced { direction, to: (reached <= to).then_some(reached) });
            if reached > to {
                return None;
            }
            from = reached;
        }
        // The rest of a step that is gone through so slowly is as wide as rounding.
        slow = if from - began > SLOW * (to - began) { 0 } else { slow + 1 };
        if from <= began || slow > SLOW_ROUNDS {
            break;
        }
    }
    watch(Step::Stuck);
    Some(from)
}

/// Not inlined: without branches it would be computed before the loop, for every pair.
#[inline(never)]
fn at_crossing(kind: Kind, spanning: &Spanning, cubic: &Cubic) -> Crossing {
    Crossing::of(kind, spanning, Root::of(cubic))
}

/// The time until which all differences stay beyond the gap along `direction`, from `time` on; beyond 1 if they stay there.
/// Nothing if they are not there at `time`.
#[inline(always)]
fn advance(differences: &Differences, direction: &Vector, time: f64, gap: f64) -> Option<f64> {
    let gap = if gap > 0.0 { gap * length(direction) * (1.0 + 8.0 * UNIT) } else { 0.0 } + TINY;
    let project = |end: usize, i: usize| {
        let [x, y, z] = [0, 1, 2].map(|axis| direction[axis] * differences.points[end][axis][i]);
        (x + y + z) - 8.0 * UNIT * (x.abs() + y.abs() + z.abs()) - gap
    };
    let mut until = f64::INFINITY;
    for i in 0..4 {
        let [start, end] = [project(0, i), project(1, i)];
        // Comparisons that a direction that is no number does not pass.
        let (beyond_at_start, beyond_at_end) = (start > 0.0, end > 0.0);
        if beyond_at_start {
            if !beyond_at_end {
                until = lesser(until, start / (start - end) * (1.0 - 8.0 * UNIT));
            }
        } else {
            // Beyond the gap only after some time, or never.
            let after =
                if beyond_at_end { -start / (end - start) * (1.0 + 8.0 * UNIT) } else { f64::INFINITY };
            let beyond_by_now = time > after;
            if !beyond_by_now {
                return None;
            }
        }
    }
    (until > time).then_some(until)
}
