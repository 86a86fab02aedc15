//! Whether two convex solids share a point, and how far apart they are, with a certificate.

pub mod cores;
pub mod double;
mod nearest;
pub mod real;
pub mod walk;

use self::cores::Cores;
use self::double::Double;
use self::walk::{Ending, Look, Outcome, walk};
use crate::world::Body;

/// Most directions that are looked along with 16 digits; what needs more is short of digits.
const MOST: usize = 100;
/// The same with 32 digits.
const MOST_PRECISE: usize = 1000;

/// What is so of two solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Metres between the solids; exactly 0 when they share a point or touch.
    pub distance: f64,
    /// Whether it is proved, or touching within the rounding of the input.
    pub certainty: Certainty,
    /// Whether 16 digits were too few.
    pub precise: bool,
}

/// How certain a decision is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// A plane parts the solids, or a point of both was found.
    Proved,
    /// The distance is at most [`cores::TOUCHING`] of the size, which rounding of the input hides: it counts as touching.
    Rounding,
    /// Neither was found. No pair is known that comes to this.
    Unproved,
}

/// Decides a pair of convex solids.
pub fn decide(a: &Body, b: &Body) -> Decision {
    decide_and_show(&Cores::of(a, b), &mut |_| {}, &mut |_| {}).1
}

/// The same, with every direction shown to one of the two closures: to the second one if 16 digits are too few, and
/// then what the first one saw is void.
pub fn decide_and_show(
    cores: &Cores,
    see: &mut impl FnMut(Look<f64>),
    see_precise: &mut impl FnMut(Look<Double>),
) -> (Outcome, Decision) {
    let (outcome, mut decision) = without_depth(cores, see, see_precise);
    if decision.certainty == Certainty::Rounding && overlaps(cores) {
        decision.certainty = Certainty::Proved;
    }
    (outcome, decision)
}

/// The same, where solids that overlap by next to nothing may be said to touch.
fn without_depth(
    cores: &Cores,
    see: &mut impl FnMut(Look<f64>),
    see_precise: &mut impl FnMut(Look<Double>),
) -> (Outcome, Decision) {
    let outcome = walk(cores, MOST, see);
    if outcome.ending != Ending::Undecided {
        return (outcome, outcome.decision(cores, false));
    }
    let outcome = walk(cores, MOST_PRECISE, see_precise);
    (outcome, outcome.decision(cores, true))
}

/// Whether solids that share a point overlap by more than [`cores::TOUCHING`] of the size.
///
/// They do if B may be moved to the four corners of a regular tetrahedron and touches A at each: the difference is
/// convex, so it holds the ball inside that tetrahedron, whose radius is a third of the distance of the corners.
pub fn overlaps(cores: &Cores) -> bool {
    const CORNERS: [[f64; 3]; 4] = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    // The corners are √3 times this away. A touch may be off by `touching` itself: (√3·4 / 3 − 1) is more than 1.
    let by = 4.0 * cores.touching;
    CORNERS.iter().all(|corner| {
        let moved = cores.moved(&corner.map(|c| by * c));
        without_depth(&moved, &mut |_| {}, &mut |_| {}).1.distance == 0.0
    })
}

impl Outcome {
    /// What it says of the solids.
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
