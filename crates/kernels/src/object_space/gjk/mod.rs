//! GJK: whether two convex solids share a point, and their distance, with a certificate.

pub mod cores;
pub mod double;
pub mod nearest;
pub mod real;
pub mod walk;

use self::cores::Cores;
use self::double::Double;
use self::walk::{Ending, Iteration, Outcome, walk};
use crate::world::Body;

/// Iteration limit in f64; undecided pairs are repeated in double-double arithmetic.
const MOST: usize = 100;
/// Iteration limit in double-double arithmetic.
const MOST_PRECISE: usize = 1000;

/// Result for a pair of solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Distance between the solids, metres; exactly 0 if they share a point or touch.
    pub distance: f64,
    /// The certainty of the result.
    pub certainty: Certainty,
    /// Whether double-double arithmetic was needed.
    pub precise: bool,
}

/// How certain a decision is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// A separating plane or a common point was found.
    Proved,
    /// The distance is at most [`cores::TOUCHING`] of the size, which rounding of the input hides. Counts as
    /// touching.
    Rounding,
    /// Neither a separating plane nor a common point was found. No such pair is known.
    Unproved,
}

/// Determines whether two convex solids collide, and their distance.
pub fn decide(a: &Body, b: &Body) -> Decision {
    decide_and_show(&Cores::of(a, b), &mut unseen, &mut unseen).1
}

/// [`decide`] with observers of every search direction: `observe` for f64 and, if f64 is not enough,
/// `observe_precise` for the second attempt. A second attempt makes the directions reported to `observe`
/// void.
pub fn decide_and_show(
    cores: &Cores,
    observe: &mut impl FnMut(Iteration<f64>),
    observe_precise: &mut impl FnMut(Iteration<Double>),
) -> (Outcome, Decision) {
    let (outcome, mut decision) = without_depth(cores, observe, observe_precise);
    if decision.certainty == Certainty::Rounding && overlaps(cores) {
        decision.certainty = Certainty::Proved;
    }
    (outcome, decision)
}

/// Observer that does nothing. A function: with a closure per call the iteration would be compiled once per call.
fn unseen<T>(_: Iteration<T>) {}

/// Like [`decide`], but without the test of the depth: a tiny overlap may be reported as touching.
fn without_depth(
    cores: &Cores,
    observe: &mut impl FnMut(Iteration<f64>),
    observe_precise: &mut impl FnMut(Iteration<Double>),
) -> (Outcome, Decision) {
    let outcome = walk(cores, MOST, observe);
    if outcome.ending != Ending::Undecided {
        return (outcome, outcome.decision(cores, false));
    }
    let outcome = walk(cores, MOST_PRECISE, observe_precise);
    (outcome, outcome.decision(cores, true))
}

/// Whether solids that share a point overlap by more than [`cores::TOUCHING`] of the size.
///
/// They do if B, moved to each of the four corners of a regular tetrahedron, still touches A: the difference
/// is convex, so it contains the tetrahedron's inscribed ball, whose radius is a third of the distance of the
/// corners from the centre.
pub fn overlaps(cores: &Cores) -> bool {
    const CORNERS: [[f64; 3]; 4] = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    // The corners are √3 · `by` from the centre, so the inscribed ball has a radius of 4 √3 / 3 ≈ 2.3 times
    // `touching`. A touch may be wrong by 1 times `touching`, which leaves an overlap of more than 1 times
    // `touching`.
    let by = 4.0 * cores.touching;
    CORNERS.iter().all(|corner| {
        let moved = cores.moved(&corner.map(|c| by * c));
        without_depth(&moved, &mut unseen, &mut unseen).1.distance == 0.0
    })
}

impl Outcome {
    /// The result for the solids with their margins.
    fn decision(&self, cores: &Cores, precise: bool) -> Decision {
        let gap = self.at_most - cores.margin();
        let proved_apart = self.at_least - cores.margin() > cores.touching;
        let (apart, certainty) = match self.ending {
            Ending::OriginInside => (false, Certainty::Proved),
            _ if proved_apart => (true, Certainty::Proved),
            Ending::TwoBalls if gap < -cores.touching => (false, Certainty::Proved),
            _ if gap <= cores.touching => (false, Certainty::Rounding),
            _ => (true, Certainty::Unproved),
        };
        Decision { distance: if apart { gap * cores.unit } else { 0.0 }, certainty, precise }
    }
}
