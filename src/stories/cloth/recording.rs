//! The recording of a method's decisions on a step with their numbers: first the traversal, then the pairs of
//! features.

use super::measuring::{Measured, Measuring, Why};
use super::question::Question;
use crate::cloth::detect::{Event, Found, Outcome, Patch, Verdict};
use crate::cloth::methods::Method;
use crate::cloth::step::Features;
use crate::settings::Settings;

/// Maximum number of recorded decisions of the traversal; later ones are only counted.
pub const MOST_WALKED: usize = 1800;
/// Maximum number of recorded pairs of features that were dropped before the exact test.
pub const MOST_DROPPED: usize = 600;
/// Maximum number of recorded exact tests without contact.
pub const MOST_TESTED: usize = 600;
/// Maximum number of recorded contacts.
pub const MOST_CONTACTS: usize = 600;

/// A decision, and its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    /// A decision about one patch compared with itself (both patches are equal), or about two patches.
    Patches(Patch, Patch, Outcome, Measured),
    /// A decision to drop two triangles: the distance of their centroids, and the distance up to which the
    /// method keeps a pair, metres.
    Centroids([u32; 2], [f64; 2]),
    /// A decision about a pair of features, and the reason for it.
    Features(Features, Verdict, Why),
}

/// Numbers of decisions up to a step, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Decisions about a patch or two patches, by result: boxes separated, proof by cone, proof by contour,
    /// proof by certificate, corners separated, opened, leaf reached.
    pub patches: [u64; 7],
    /// Pairs of triangles that were dropped because their centroids are far from each other.
    pub centroids: u64,
    /// Decisions about pairs of features, by result: boxes separated, vertex stays on one side, exact test
    /// without contact, contact.
    pub features: [u64; 4],
}

/// The recording of a method's decisions on a step of a cloth.
pub struct Recording {
    /// The recorded decisions, in order.
    pub looks: Vec<Decision>,
    /// Numbers of decisions that were not recorded: decisions about patches and triangles, dropped pairs of
    /// features, exact tests without contact, contacts.
    pub left_out: [u64; 4],
    /// The contacts that were found.
    pub found: Found,
}

impl Recording {
    /// Runs a method and records its decisions. `None` if the method needs a grid and the cloth is not a
    /// grid.
    pub fn of(
        question: &Question,
        method: &Method,
        settings: &Settings,
        measuring: &mut Measuring,
    ) -> Option<Self> {
        let (mut events, mut left_out) = (Vec::new(), [0; 4]);
        let mut kept = [0; 4];
        let most = [MOST_WALKED, MOST_DROPPED, MOST_TESTED, MOST_CONTACTS];
        let mut tell = |event: Event| {
            // The levels of the fastest method extend beyond the cloth if its number of cells is not a power
            // of two.
            if matches!(event, Event::Patches(a, b, _) if is_empty(a) || is_empty(b)) {
                return;
            }
            let kind = match event {
                Event::Patches(..) | Event::Centroids(..) => 0,
                Event::Features(_, Verdict::Boxes | Verdict::SameSide) => 1,
                Event::Features(_, Verdict::Exact(None)) => 2,
                Event::Features(..) => 3,
            };
            if kept[kind] < most[kind] {
                kept[kind] += 1;
                events.push(event);
            } else {
                left_out[kind] += 1;
            }
        };
        let found = method.make(&question.mesh, settings)?.watch(&question.step, &mut tell);
        let looks = events.into_iter().map(|event| Decision::of(event, measuring)).collect();
        Some(Self { looks, left_out, found })
    }

    /// Counts the decisions in the first `done` steps.
    pub fn tally(&self, done: usize) -> Tally {
        let mut tally = Tally::default();
        for look in &self.looks[..done.min(self.looks.len())] {
            match look {
                Decision::Patches(_, _, outcome, _) => tally.patches[*outcome as usize] += 1,
                Decision::Centroids(..) => tally.centroids += 1,
                Decision::Features(_, verdict, _) => tally.features[place(verdict)] += 1,
            }
        }
        tally
    }
}

impl Decision {
    /// A decision with the numbers behind it.
    pub fn of(event: Event, measuring: &mut Measuring) -> Self {
        match event {
            Event::Patches(a, b, outcome) => Self::Patches(a, b, outcome, measuring.of(a, b, outcome)),
            Event::Centroids(a, b) => Self::Centroids([a, b], measuring.centroids(a, b)),
            Event::Features(pair, verdict) => Self::Features(pair, verdict, measuring.why(pair, verdict)),
        }
    }

    /// True for a contact of two features.
    pub fn is_contact(&self) -> bool {
        matches!(self, Self::Features(_, Verdict::Exact(Some(_)), _))
    }
}

/// True if a patch has no cells.
fn is_empty(patch: Patch) -> bool {
    matches!(patch, Patch::Cells { from, to } if from[0] >= to[0] || from[1] >= to[1])
}

fn place(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::Boxes => 0,
        Verdict::SameSide => 1,
        Verdict::Exact(None) => 2,
        Verdict::Exact(Some(_)) => 3,
    }
}
