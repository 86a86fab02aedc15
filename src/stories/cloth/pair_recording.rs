//! The recording of one pair of features through a step: whether the method reached the pair, the motion, the
//! coplanarity cubic with its roots, the rounds of the exact test, and the boxes of the inclusion test.

use super::curve::Root;
use super::measuring::Measuring;
use super::question::Question;
use super::recording::Decision;
use crate::cloth::detect::exact::{SameSide, decide, kind};
use crate::cloth::detect::{Counts, Event, Outcome, Patch, Verdict};
use crate::cloth::methods::{Method, REFERENCE};
use crate::cloth::step::Features;
use crate::continuous::cubic::Cubic;
use crate::continuous::exact::OnGrid;
use crate::continuous::inclusion::{self, Cell};
use crate::continuous::{Query, hybrid, naive};
use crate::geometry::Point;
use crate::settings::Settings;

/// Number of steps that show the motion.
const MOTION: usize = 20;
/// Maximum number of recorded boxes of the inclusion test; later ones are only counted.
pub const MOST_BOXES: usize = 1200;

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq)]
pub enum PairStep {
    /// Whether the method reached the pair.
    Method,
    /// The motion of the features, at this time from 0 to 1.
    Moved(f64),
    /// The coplanarity cubic and its coefficients.
    Cubic,
    /// A root of the cubic, by its index.
    Root(usize),
    /// A step of the exact test, and the remaining interval of time.
    Exact(hybrid::Step, [f64; 2]),
    /// The answer of the exact test.
    Answered,
    /// A box of time and coordinates in the inclusion test, and true if the box may contain a contact.
    Box(Cell, bool),
    /// The answer of the inclusion test.
    Included,
}

/// Whether a method reached a pair of features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MethodDecision {
    /// The method tested the pair.
    Tested(Decision),
    /// The method culled the pair by this decision about patches or triangles.
    Culled(Decision),
    /// The method compared the boxes of the features of two cells without reporting a decision for each pair.
    Unreported,
    /// The method divided space, and no cell holds the two triangles by which it would test the pair.
    NoCommonCell,
}

/// The recording of a pair of features through a step.
pub struct PairRecording {
    /// The two features.
    pub features: Features,
    /// The positions of the features' four points at the start and at the end of the step.
    pub query: Query,
    /// The coplanarity cubic.
    pub cubic: Cubic,
    /// The times at which contact can begin, the exact roots of the cubic, each with whether the features
    /// touch at that time.
    pub roots: Vec<Root>,
    /// Whether the method reached the pair.
    pub decision: MethodDecision,
    /// The exact test's answer: the time of contact; `None` if there is no contact.
    pub answer: Option<f64>,
    /// The inclusion test's answer: the time of contact; `None` if there is no contact.
    pub included: Option<f64>,
    /// The steps of the story.
    pub looks: Vec<PairStep>,
    /// Number of boxes of the inclusion test that were not recorded.
    pub left_out: u64,
}

impl PairRecording {
    /// Records two features by a method. `None` if the method needs a grid and the cloth is not a grid.
    pub fn of(
        question: &Question,
        (method, settings): (&Method, &Settings),
        features: Features,
        measuring: &mut Measuring,
    ) -> Option<Self> {
        let [start, end] = question.step.ends(features.particles(&question.mesh));
        let kind = kind(features);
        let query = Query { kind, start, end };
        let decision = decision_on(question, (method, settings), features, measuring)?;
        let roots = roots_of(&query);

        let mut looks = vec![PairStep::Method];
        looks.extend((0..=MOTION).map(|i| PairStep::Moved(i as f64 / MOTION as f64)));
        looks.push(PairStep::Cubic);
        looks.extend((0..roots.len()).map(PairStep::Root));
        let mut left = [0.0, 1.0];
        let answer = hybrid::watched(kind, &start, &end, 0.0, &mut |step| {
            match &step {
                hybrid::Step::Clipped(part) => left = *part,
                hybrid::Step::Advanced { to, .. } => left[0] = to.unwrap_or(left[1]),
                hybrid::Step::Crossing(crossing) => left = crossing.span,
                hybrid::Step::Axes | hybrid::Step::Cubic(_) | hybrid::Step::Stuck => {}
            }
            looks.push(PairStep::Exact(step, left));
        });
        looks.push(PairStep::Answered);
        let (mut boxes, mut left_out) = (0, 0);
        let included = inclusion::watched(&query, 0.0, &mut |cell, holds| {
            if boxes < MOST_BOXES {
                boxes += 1;
                looks.push(PairStep::Box(cell.clone(), holds));
            } else {
                left_out += 1;
            }
        });
        looks.push(PairStep::Included);
        let cubic = Cubic::of(kind, &start, &end, 0.0);
        Some(Self { features, query, cubic, roots, decision, answer, included, looks, left_out })
    }

    /// The method's verdict on the pair: the time of contact; `None` if the method reports no contact.
    pub fn verdict(&self) -> Option<f64> {
        match self.decision {
            MethodDecision::Tested(Decision::Features(_, Verdict::Exact(time), _)) => time,
            _ => None,
        }
    }

    /// The four points at a time.
    pub fn at(&self, time: f64) -> [Point; 4] {
        at(&self.query, time)
    }
}

/// The times at which contact can begin: the exact roots of the cubic, each with the positions on the
/// features.
pub fn roots_of(query: &Query) -> Vec<Root> {
    let times = OnGrid::of(query).possible_times().into_iter();
    let root = |(time, touches)| Root { time, touches, at: naive::coordinates(query.kind, &at(query, time)) };
    times.map(root).collect()
}

fn at(query: &Query, time: f64) -> [Point; 4] {
    [0, 1, 2, 3].map(|i| query.start[i] + (query.end[i] - query.start[i]) * time)
}

/// The method's decision that determines the verdict on a pair.
fn decision_on(
    question: &Question,
    (method, settings): (&Method, &Settings),
    features: Features,
    measuring: &mut Measuring,
) -> Option<MethodDecision> {
    let mesh = &question.mesh;
    let (mut tested, mut left_out) = (None, None);
    if method.id == REFERENCE {
        // The reference tests every pair, so this pair can be tested alone.
        let (step, mut counts) = (&question.step, Counts::default());
        decide(mesh, step, features, SameSide::Off, &mut counts, &mut |event| tested = Some(event));
    } else {
        let faces = measuring.patches.faces_of(features);
        let patches = &measuring.patches;
        let holds =
            |patch: Patch, which: usize| faces[which].iter().any(|face| patches.contains(patch, *face));
        let has_both = |a: Patch, b: Patch| (holds(a, 0) && holds(b, 1)) || (holds(a, 1) && holds(b, 0));
        method.make(mesh, settings)?.watch(&question.step, &mut |event| match event {
            Event::Features(pair, _) if pair == features && tested.is_none() => tested = Some(event),
            Event::Patches(a, b, outcome)
                if left_out.is_none()
                    && !matches!(outcome, Outcome::Opened | Outcome::Leaf)
                    && has_both(a, b) =>
            {
                left_out = Some(event);
            }
            Event::Centroids(a, b) if left_out.is_none() && has_both(Patch::Face(a), Patch::Face(b)) => {
                left_out = Some(event);
            }
            _ => {}
        });
    }
    Some(match (tested, left_out) {
        (Some(event), _) => MethodDecision::Tested(Decision::of(event, measuring)),
        (None, Some(event)) => MethodDecision::Culled(Decision::of(event, measuring)),
        (None, None) if measuring.patches.nodes.is_empty() => MethodDecision::NoCommonCell,
        (None, None) => MethodDecision::Unreported,
    })
}

/// The pair that is inspected if the user has picked none: the pair with the earliest contact. Without a
/// contact, the first pair on which the method ran the exact test; without such a test, the first pair that a
/// filter dropped.
pub fn first_of(question: &Question, method: &Method, settings: &Settings) -> Option<Features> {
    let mut best: Option<(u8, f64, Features)> = None;
    method.make(&question.mesh, settings)?.watch(&question.step, &mut |event| {
        let Event::Features(pair, verdict) = event else { return };
        let rank = match verdict {
            Verdict::Exact(Some(time)) => (0, time),
            Verdict::Exact(None) => (1, 0.0),
            Verdict::SameSide => (2, 0.0),
            Verdict::Boxes => (3, 0.0),
        };
        if best.is_none_or(|(kind, time, _)| rank < (kind, time)) {
            best = Some((rank.0, rank.1, pair));
        }
    });
    best.map(|(.., pair)| pair)
}
