//! A method on the two meshes: its trees, its settings and its last answer.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use super::budget::Budget;
use crate::geometry::Pose;
use crate::hierarchies::methods::{METHODS, Method};
use crate::hierarchies::options::BUILT;
use crate::hierarchies::query::{Answer, Query};
use crate::hierarchies::sample::{self, Sample};
use crate::hierarchies::unit_costs::UnitCosts;
use crate::labs::contest::{self, Contestant};
use crate::labs::measured::{Metric, milliseconds};
use crate::meshes::source::{Meshes, PATH_FRAMES};
use crate::meshes::trees::{self, SharedPair};
use crate::meshes::visits::Visits;
pub use crate::meshes::visits::{Open, left_open};
use crate::settings::Settings;

/// Number of poses on the path at which unit costs (the time of one test or update) are measured.
const COST_POSES: u64 = 12;
/// Number of times that an answer and its parts are timed at each pose; the shortest times are used. An answer
/// slower than [`QUICK`] is timed once.
const COST_REPEATS: u32 = 5;
const QUICK: Duration = Duration::from_millis(10);
/// Time that measuring unit costs may take per rendered frame; the measurement continues in later frames.
const COSTS_AT_ONCE: Duration = Duration::from_millis(200);
/// Longest answer whose unit costs are measured: recording and repeating its parts takes several times as long.
const MOST_ANSWER: Duration = Duration::from_millis(50);

/// A method with its settings and trees. Its totals are the number of answers since the start, and the number of
/// answers that differ from the reference's.
pub type Lane = contest::Lane<Trees>;

/// The trees of a method and its last answer.
pub struct Trees {
    trees: trees::Trees,
    /// Whether a traversal starts at the front of the previous traversal (the node pairs where it ended) instead of
    /// at the roots.
    starts_at_the_last: bool,
    /// Whether nodes get their children when a query first opens them.
    grows: bool,
    asked: Option<(Pose, Query, Budget)>,
    answer: Option<Answered>,
    units: Option<Units>,
    knows_budget: bool,
    /// Visited nodes of the current answer, computed when first shown.
    visits: OnceCell<Option<Visits>>,
}

/// A measurement of unit costs for a query.
struct Units {
    query: Query,
    /// One sample per pose measured so far.
    samples: Vec<Sample>,
    state: Measurement,
}

/// State of a measurement of unit costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measurement {
    /// It continues at the next call.
    Running,
    /// The method cannot separate its tests from its traversal, or an answer takes longer than 50 ms.
    Impossible,
    /// It is complete.
    Done(UnitCosts),
}

/// An answer with the time that it took.
pub struct Answered {
    /// The answer.
    pub answer: Answer,
    /// The part left undecided when the budget ended; `None` if the answer is complete.
    pub open: Option<Open>,
    /// Time that this answer took.
    pub time: Duration,
    /// Whether the answer differs from the reference's; `None` until they are compared.
    pub differs: Option<bool>,
}

impl Contestant for Trees {
    type Method = Method;
    type Place = Meshes;
    type Answer = Answered;
    type Total = [u64; 2];

    const METHODS: &'static [Method] = METHODS;
    const METRICS: &'static [Metric<Answered>] = &[
        Metric::column("colliding", |answered| Some(f64::from(answered.answer.colliding))),
        Metric::column("triangle_pairs", |answered| Some(answered.answer.pairs.len() as f64)),
        Metric::column("distance_m", |answered| answered.answer.distance),
        Metric::column("volume_tests", |answered| Some(answered.answer.cost.volume_tests as f64)),
        Metric::column("triangle_tests", |answered| Some(answered.answer.cost.triangle_tests as f64)),
        Metric::column("updates", |answered| Some(answered.answer.cost.updates as f64)),
        Metric::column("time_ms", |answered| milliseconds(answered.time)),
        Metric::column("undecided_pairs", |answered| {
            Some(answered.open.as_ref().map_or(0.0, |open| open.triangles as f64))
        }),
    ];

    fn prepare(method: &'static Method, settings: &Settings, meshes: &Meshes) -> Self {
        Self {
            trees: trees::begin(method, &meshes.meshes, settings),
            starts_at_the_last: starts_at_the_last(settings),
            grows: BUILT.of(settings),
            asked: None,
            answer: None,
            units: None,
            knows_budget: false,
            visits: OnceCell::new(),
        }
    }
}

impl Trees {
    /// The trees, ready or being built.
    pub fn trees(&self) -> &trees::Trees {
        &self.trees
    }

    /// The trees, if they are ready.
    pub fn prepared(&self) -> Option<&SharedPair> {
        self.trees.ready()
    }

    /// Takes the trees from a finished build; true if there were any.
    pub fn take_done(&mut self) -> bool {
        self.trees.take_done()
    }

    /// The last answer; `None` while the trees are being built.
    pub fn answered(&self) -> Option<&Answered> {
        self.answer.as_ref()
    }

    /// Runs the query unless it equals the last query; true if it ran. A method that does not support budgets answers
    /// completely.
    pub fn ask(&mut self, pose: &Pose, query: &Query, budget: Budget) -> bool {
        let Some(prepared) = self.trees.ready() else { return false };
        if self.answer.is_some() && self.asked == Some((*pose, *query, budget)) {
            return false;
        }
        let mut pair = prepared.borrow_mut();
        let begin = Instant::now();
        let partial = match budget {
            Budget::Off => None,
            _ => pair.answer_within(pose, query, &mut budget.go_on()),
        };
        self.knows_budget = partial.is_some();
        let (answer, open) = match partial {
            Some(partial) => left_open(partial),
            None => (pair.answer(pose, query), None),
        };
        let time = begin.elapsed();
        self.asked = Some((*pose, *query, budget));
        self.answer = Some(Answered { answer, open, time, differs: None });
        self.visits = OnceCell::new();
        true
    }

    /// Prepares a front-tracking traversal for the current pose: answers the previous pose `before`, if any, so that
    /// the traversal starts at the front of that pose however the current pose was reached. Does nothing for
    /// traversals from the roots.
    pub fn recall(&mut self, before: Option<&Pose>, query: &Query) {
        let Some(prepared) = self.trees.ready().filter(|_| self.starts_at_the_last) else {
            return;
        };
        let mut pair = prepared.borrow_mut();
        pair.forget();
        before.map(|pose| pair.answer(pose, query));
        self.answer = None;
    }

    /// For every tree node, its state after the traversal of the current answer (unseen, kept, pruned or waiting),
    /// from a repeated, untimed traversal. `None` while the trees are not built. Panics if the trees are borrowed.
    pub fn visits(&self) -> Option<&Visits> {
        let (pose, query, _) = self.asked.as_ref()?;
        let prepared = self.trees.ready()?;
        let cost = &self.answer.as_ref()?.answer.cost;
        let tests = self.is_budgeted().then_some(cost.tests());
        let visits = || Visits::of(&mut **prepared.borrow_mut(), pose, query, tests);
        self.visits.get_or_init(visits).as_ref()
    }

    /// Whether the last query had a budget that the method supports.
    pub fn knows_budget(&self) -> bool {
        self.knows_budget
    }

    /// Whether the last query had a budget.
    pub fn is_budgeted(&self) -> bool {
        matches!(self.asked, Some((.., budget)) if budget != Budget::Off)
    }

    /// Compares the answer with the reference's, unless already compared; distances may differ by `slack` metres.
    /// Returns the numbers to add to the totals: compared answers, and differing answers.
    pub fn judge(&mut self, truth: &Answer, slack: f64) -> [u64; 2] {
        let (Some((_, query, _)), Some(answered)) = (&self.asked, &mut self.answer) else { return [0; 2] };
        if answered.differs.is_some() {
            return [0; 2];
        }
        let differs = differ(query, answered, truth, slack);
        answered.differs = Some(differs);
        [1, u64::from(differs)]
    }

    /// Discards the unit costs, so that they are measured again.
    pub fn forget_costs(&mut self) {
        self.units = None;
    }

    /// Unit costs of this method on these meshes, measured along the whole path. Each call continues the
    /// measurement.
    pub fn unit_costs(&mut self, meshes: &Meshes, query: &Query) -> Measurement {
        let Some(prepared) = self.trees.ready() else { return Measurement::Running };
        let mut pair = prepared.borrow_mut();
        let begin = Instant::now();
        self.units.take_if(|units| units.query != *query);
        let units = self.units.get_or_insert_with(|| Units {
            query: *query,
            samples: vec![],
            state: Measurement::Running,
        });
        while units.state == Measurement::Running && begin.elapsed() < COSTS_AT_ONCE {
            // Other poses would build other parts of a tree that grows on demand.
            let pose = match &self.asked {
                Some((pose, ..)) if self.grows => *pose,
                _ => meshes.on_path(units.samples.len() as u64 * PATH_FRAMES / COST_POSES),
            };
            let asked = Instant::now();
            pair.answer(&pose, query);
            let quick = asked.elapsed() <= MOST_ANSWER;
            let Some(mut sample) = quick.then(|| Sample::of(&mut **pair, &pose, query)).flatten() else {
                units.state = Measurement::Impossible;
                break;
            };
            if sample.time < QUICK {
                (1..COST_REPEATS).for_each(|_| sample.repeat(&mut **pair, &pose, query));
            }
            units.samples.push(sample);
            if units.samples.len() as u64 == COST_POSES {
                units.state = Measurement::Done(sample::unit_costs(&units.samples));
            }
        }
        units.state
    }
}

/// Whether traversals with these settings start at the front of the previous traversal.
fn starts_at_the_last(settings: &Settings) -> bool {
    settings.iter().any(|(setting, value)| setting.id == "start" && value.to_string() != "roots")
}

/// Whether an answer is wrong. If its budget ended, only the decided part is compared.
fn differ(query: &Query, Answered { answer, open, .. }: &Answered, truth: &Answer, slack: f64) -> bool {
    let [distance, true_distance] = [answer, truth].map(|answer| answer.distance.unwrap_or(f64::INFINITY));
    match (query, open) {
        (Query::Detect | Query::Within(_), None) => answer.colliding != truth.colliding,
        (Query::Detect | Query::Within(_), Some(_)) => answer.colliding && !truth.colliding,
        // Both lists are cut off at the maximum length and may hold different pairs: they cannot be compared.
        (Query::Determine, _) if answer.is_full() && truth.is_full() => false,
        (Query::Determine, None) => answer.sorted_pairs() != truth.sorted_pairs(),
        (Query::Determine, Some(_)) => {
            let truth = truth.sorted_pairs();
            answer.pairs.iter().any(|pair| truth.binary_search(pair).is_err())
        }
        (Query::Distance(_), None) => (distance - true_distance).abs() > slack,
        (Query::Distance(_), Some(open)) => {
            true_distance < open.distance_at_least - slack || true_distance > distance + slack
        }
    }
}
