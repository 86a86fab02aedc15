//! The steps of a walk, kept.

use std::collections::HashMap;

use crate::geometry::{Pose, Vector};
use crate::hierarchies::pair::MeshPair;
use crate::hierarchies::query::{Answer, Cost, Query};
use crate::hierarchies::seen::{Outcome, Seen};
use crate::meshes::visits::{Open, left_open};

/// Steps that are kept at most; later ones are counted.
pub const MOST_STEPS: usize = 3000;

/// What a walk does in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// Two volumes were tested.
    Volumes {
        /// Whether the pair is looked into later.
        kept: bool,
        /// Metres: how deep they overlap, negative if they are apart; of a distance, how far they are at least apart.
        measure: f64,
    },
    /// A pair of nodes is replaced by the pairs below it.
    Opened,
    /// A pair of nodes is dropped: what is below is at least so many metres apart.
    Dropped(f64),
    /// Two triangles were tested.
    Triangles {
        /// Index in A's mesh and in B's.
        triangles: [u32; 2],
        /// Their corners in the world.
        corners: [[Vector; 3]; 2],
        /// Whether they touch; of a distance, whether they are the closest so far.
        found: bool,
        /// Metres between them, where that was asked.
        distance: Option<f64>,
    },
}

/// A step of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The nodes at hand, in A's tree and in B's.
    pub nodes: [u32; 2],
    /// What is done with them.
    pub what: What,
    /// Tests so far: of volumes, and of triangles.
    pub tests: [u64; 2],
    /// The smallest distance that is known, metres.
    pub best: f64,
}

/// What is known of a distance after a step; kept for the steps that change it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// How many steps were made.
    pub step: usize,
    /// The distance is at least this, metres.
    pub low: f64,
    /// The closest triangles so far are this far apart, metres; infinite before any were measured.
    pub high: f64,
}

/// A walk, recorded.
pub struct Recording {
    /// The first steps.
    pub steps: Vec<Step>,
    /// How many more there were.
    pub left_out: u64,
    /// The bounds of the distance, of all steps.
    pub bounds: Vec<Bounds>,
    /// What was answered.
    pub answer: Answer,
    /// What the budget left open; `None` if the answer is complete.
    pub open: Option<Open>,
    /// Which pair is looked into next.
    pub order: Order,
}

/// Which of the pairs that were kept is looked into next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The one that was kept last.
    Depth,
    /// The closest.
    Closest,
    /// Of the uppermost levels the one that overlaps deepest: under a budget.
    Deepest,
}

impl Order {
    /// Whether pairs wait, and the walk tells when it opens one.
    pub fn waits(self) -> bool {
        self != Self::Depth
    }
}

impl Recording {
    /// Asks and keeps every step. With a budget of so many tests (`most`) the walk ends with it, if the method knows budgets.
    pub fn of(pair: &mut dyn MeshPair, pose: &Pose, query: &Query, most: Option<u64>) -> Self {
        let (mut steps, mut left_out) = (Vec::new(), 0);
        let (mut tests, mut best) = ([0; 2], f64::INFINITY);
        let mut closing = Closing::default();
        let mut keep = |seen: Seen| {
            let told = |cost: &Cost| [cost.volume_tests, cost.triangle_tests];
            let (nodes, what) = match seen {
                Seen::Nodes { nodes, outcome, measure, cost } => {
                    tests = told(cost);
                    (nodes, What::Volumes { kept: outcome == Outcome::Kept, measure })
                }
                Seen::Opened { nodes } => (nodes, What::Opened),
                Seen::Dropped { nodes, bound } => (nodes, What::Dropped(bound)),
                Seen::Triangles { nodes, triangles, corners, found, distance, cost } => {
                    tests = told(cost);
                    best = distance.map_or(best, |distance| best.min(distance));
                    let corners = corners.map(|triangle| *triangle);
                    (nodes, What::Triangles { triangles, corners, found, distance })
                }
            };
            let step = Step { nodes, what, tests, best };
            closing.see(&step);
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
        Self { steps, left_out, bounds: closing.bounds, answer, open, order }
    }
}

/// Follows both bounds of a distance through a walk that takes the closest pair first.
#[derive(Default)]
struct Closing {
    /// The bounds of the pairs that wait.
    waiting: HashMap<[u32; 2], f64>,
    steps: usize,
    bounds: Vec<Bounds>,
}

impl Closing {
    fn see(&mut self, step: &Step) {
        self.steps += 1;
        let before = self.bounds.last().map_or((0.0, f64::INFINITY), |known| (known.low, known.high));
        let mut low = before.0;
        match step.what {
            What::Volumes { kept: true, measure } => {
                self.waiting.insert(step.nodes, measure);
            }
            // The closest of all that wait: nothing else can be closer.
            What::Opened | What::Dropped(_) => {
                low = self.waiting.remove(&step.nodes).map_or(low, |bound| bound.max(low));
            }
            What::Volumes { .. } | What::Triangles { .. } => {}
        }
        let now = (low.min(step.best), step.best);
        if now != before || self.bounds.is_empty() {
            self.bounds.push(Bounds { step: self.steps, low: now.0, high: now.1 });
        }
    }
}
