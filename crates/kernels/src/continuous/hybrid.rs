//! The first contact of two moving features: never missed and never late.
//!
//! If the coplanarity cubic has one root, the answer is proved there (`crossing.rs`). Otherwise two methods take
//! turns; each advances the current time without passing a contact. Bézier clipping (Sederberg and Nishita 1990)
//! advances to the next time at which the four points can be coplanar. Conservative advancement (Mirtich 1996) takes
//! the direction of the closest points and advances to the first time at which a difference of two points can reach
//! the origin along it. Unlike the usual method it needs no bound on the speed, because projections on a fixed
//! direction are linear in time. If neither method makes progress, the current time is reported as a contact. So a
//! pair that comes closer than the rounding error is a false hit.
//! Cost: for most pairs the axes or the signs of the cubic suffice, without a loop.
//!
//! `docs/proofs/continuous.md` proves that nothing is missed, rounding included.

use super::Kind;
use super::closest::towards_closest;
use super::crossing::{Crossing, Root};
use super::cubic::Cubic;
use super::differences::{Differences, Scale, Spanning, TINY, UNIT, apart_on_an_axis, length, lesser};
use crate::geometry::{Point, Vector};

/// Number of rounds after which the search ends and reports the current time. In a round each of the two methods runs
/// once.
const ROUNDS: usize = 200;
/// A round is slow if it advances the current time by less than this fraction of the remaining time.
const SLOW: f64 = 1e-11;
/// Number of consecutive slow rounds after which the search ends.
const SLOW_ROUNDS: usize = 2;

/// The first time in 0 ..= 1 at which the distance between the features is at most `gap`, or an earlier time; `None`
/// if there is no such time.
///
/// Never later than the exact time, and never `None` if there is a contact. Coordinates may be any finite
/// numbers; `gap` ≥ 0. Contact from the start gives 0.
#[inline]
pub fn first_contact(kind: Kind, start: &[Point; 4], end: &[Point; 4], gap: f64) -> Option<f64> {
    watched(kind, start, end, gap, &mut |_| {})
}

/// A step of the computation, for the inspector.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// An axis separates the features at both ends of the step: there is no contact.
    Axes,
    /// The cubic was computed; there is no contact if it keeps its sign.
    Cubic(Cubic),
    /// The part of the step that remains after clipping by the cubic.
    Clipped([f64; 2]),
    /// Along this direction no contact is possible before the time `to`, or for the rest of the step.
    Advanced {
        /// From the origin approximately to the closest point of the hull of differences; of any length.
        direction: Vector,
        /// `None` if contact is no longer possible.
        to: Option<f64>,
    },
    /// The cubic has a single root, where the features are certainly separated or certainly touch.
    Crossing(Crossing),
    /// Neither method makes progress.
    Stuck,
}

/// Like [`first_contact`], and passes every step to `watch`.
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

/// The rest of [`watched`] for coordinates so large or small that products would overflow or underflow.
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
        // Most separated pairs have returned before this point; most of the remaining pairs return here.
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
        // A round is this slow only if the remaining time is within the rounding errors.
        slow = if from - began > SLOW * (to - began) { 0 } else { slow + 1 };
        if from <= began || slow > SLOW_ROUNDS {
            break;
        }
    }
    watch(Step::Stuck);
    Some(from)
}

/// Not inlined: because it is branch-free, the compiler would move it before the loop and compute it for every pair.
#[inline(never)]
fn at_crossing(kind: Kind, spanning: &Spanning, cubic: &Cubic) -> Crossing {
    Crossing::of(kind, spanning, Root::of(cubic))
}

/// The time until which all differences stay beyond the gap along `direction`, starting at `time`; greater than 1 if
/// they stay beyond it to the end. `None` if some difference is not beyond it at `time`.
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
        // Written so that NaN in the direction makes both comparisons false.
        let (beyond_at_start, beyond_at_end) = (start > 0.0, end > 0.0);
        if beyond_at_start {
            if !beyond_at_end {
                until = lesser(until, start / (start - end) * (1.0 - 8.0 * UNIT));
            }
        } else {
            // This difference is beyond the gap only after a certain time, or never.
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
