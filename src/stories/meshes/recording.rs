//! The recording of a traversal of two trees.

use std::collections::HashMap;

use crate::geometry::{Pose, Vector};
use crate::hierarchies::pair::{MeshPair, Outcome, Seen};
use crate::hierarchies::query::{Answer, Cost, Query};
use crate::meshes::visits::{Open, left_open};

/// Maximum number of recorded steps; later ones are only counted. The closest triangles of two torus knots are found
/// after 5,000 steps.
pub const MOST_STEPS: usize = 20_000;

/// The kinds of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepKind {
    /// Two volumes were tested.
    Volumes {
        /// True if the pair is kept, to be opened later.
        kept: bool,
        /// For a distance query, a lower bound of the distance, metres. For other queries, the depth by which
        /// the volumes overlap, metres; negative if they are separated.
        measure: f64,
    },
    /// A pair of nodes is replaced by the pairs below it.
    Opened,
    /// A pair of nodes is dropped: everything below is at least this far apart, metres.
    Dropped(f64),
    /// Two triangles were tested.
    Triangles {
        /// Indices of the triangles in A's mesh and in B's.
        triangles: [u32; 2],
        /// Corners of the triangles in world coordinates.
        corners: [[Vector; 3]; 2],
        /// True if the triangles touch; for a distance query, true if they are the closest so far.
        found: bool,
        /// Distance of the triangles in metres, if it was computed.
        distance: Option<f64>,
    },
}

/// A step of a traversal.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The current nodes in A's tree and in B's.
    pub nodes: [u32; 2],
    /// The kind of step.
    pub kind: StepKind,
    /// Numbers of volume tests and of triangle tests so far.
    pub tests: [u64; 2],
    /// The smallest distance found so far, metres.
    pub best: f64,
}

/// Bounds of a distance after a step; recorded only after steps that change a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Number of steps so far.
    pub step: usize,
    /// Lower bound of the distance, metres.
    pub low: f64,
    /// Upper bound: distance of the closest triangles so far, metres; infinite before any were measured.
    pub high: f64,
}

/// The recording of a traversal.
pub struct Recording {
    /// The first steps.
    pub steps: Vec<Step>,
    /// Number of steps that were not recorded.
    pub left_out: u64,
    /// The step that decides the answer, with its number, recorded or not: the first touching pair of triangles, or
    /// for a distance query the closest one. `None` if no step decides it.
    pub decisive: Option<(u64, Step)>,
    /// Numbers of pairs of volumes that were pruned or dropped, and of pairs of triangles that were tested.
    pub ended: [u64; 2],
    /// The bounds of the distance over all steps.
    pub bounds: Vec<Bounds>,
    /// The answer of the method.
    pub answer: Answer,
    /// The part that the budget left undecided; `None` if the answer is complete.
    pub open: Option<Open>,
    /// The order in which pairs are opened.
    pub order: Order,
}

/// The order in which the kept pairs are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The pair kept last comes first.
    Depth,
    /// The closest pair comes first.
    Closest,
    /// The pair with the deepest overlap comes first, among the pairs on the highest level; used under a
    /// budget.
    Deepest,
}

impl Order {
    /// True if kept pairs wait in a queue; the traversal then reports when a pair is taken from the queue and
    /// opened.
    pub fn waits(self) -> bool {
        self != Self::Depth
    }
}

impl Recording {
    /// Runs the query and records its steps. The traversal ends after `most` tests, if the method supports
    /// budgets.
    pub fn of(pair: &mut dyn MeshPair, pose: &Pose, query: &Query, most: Option<u64>) -> Self {
        let (mut steps, mut left_out) = (Vec::new(), 0);
        let (mut decisive, mut ended): (Option<(u64, Step)>, [u64; 2]) = (None, [0; 2]);
        let is_distance = matches!(query, Query::Distance(_));
        let (mut tests, mut best) = ([0; 2], f64::INFINITY);
        let mut closing = Closing::default();
        let mut keep = |seen: Seen| {
            let told = |cost: &Cost| [cost.volume_tests, cost.triangle_tests];
            let (nodes, kind) = match seen {
                Seen::Nodes { nodes, outcome, measure, cost } => {
                    tests = told(cost);
                    (nodes, StepKind::Volumes { kept: outcome == Outcome::Kept, measure })
                }
                Seen::Opened { nodes } => (nodes, StepKind::Opened),
                Seen::Dropped { nodes, bound } => (nodes, StepKind::Dropped(bound)),
                Seen::Triangles { nodes, triangles, corners, found, distance, cost } => {
                    tests = told(cost);
                    best = distance.map_or(best, |distance| best.min(distance));
                    let corners = corners.map(|triangle| *triangle);
                    (nodes, StepKind::Triangles { triangles, corners, found, distance })
                }
            };
            let step = Step { nodes, kind, tests, best };
            closing.see(&step);
            match kind {
                StepKind::Triangles { found, .. } => {
                    ended[1] += 1;
                    if found && (is_distance || decisive.is_none()) {
                        decisive = Some((closing.steps as u64, step));
                    }
                }
                StepKind::Volumes { kept: false, .. } | StepKind::Dropped(_) => ended[0] += 1,
                StepKind::Volumes { .. } | StepKind::Opened => {}
            }
            if steps.len() < MOST_STEPS {
                steps.push(step);
            } else {
                left_out += 1;
            }
        };
        let partial = most.and_then(|most| {
            let mut go_on = |cost: &Cost| cost.tests() < most;
            pair.watch_within(pose, query, &mut go_on, &mut keep)
        });
        let order = match (query, &partial) {
            (Query::Distance(_), _) => Order::Closest,
            (_, Some(_)) => Order::Deepest,
            (_, None) => Order::Depth,
        };
        let (answer, open) = match partial {
            Some(partial) => left_open(partial),
            None => (pair.watch(pose, query, &mut keep), None),
        };
        Self { steps, left_out, decisive, ended, bounds: closing.bounds, answer, open, order }
    }
}

/// Follows the lower and upper bound of a distance through a traversal that opens the closest pair first.
#[derive(Default)]
struct Closing {
    /// Lower bounds of the waiting pairs.
    waiting: HashMap<[u32; 2], f64>,
    steps: usize,
    bounds: Vec<Bounds>,
}

impl Closing {
    fn see(&mut self, step: &Step) {
        self.steps += 1;
        let before = self.bounds.last().map_or((0.0, f64::INFINITY), |known| (known.low, known.high));
        let mut low = before.0;
        match step.kind {
            StepKind::Volumes { kept: true, measure } => {
                self.waiting.insert(step.nodes, measure);
            }
            // The opened pair has the smallest lower bound of all waiting pairs.
            StepKind::Opened | StepKind::Dropped(_) => {
                low = self.waiting.remove(&step.nodes).map_or(low, |bound| bound.max(low));
            }
            StepKind::Volumes { .. } | StepKind::Triangles { .. } => {}
        }
        let now = (low.min(step.best), step.best);
        if now != before || self.bounds.is_empty() {
            self.bounds.push(Bounds { step: self.steps, low: now.0, high: now.1 });
        }
    }
}
