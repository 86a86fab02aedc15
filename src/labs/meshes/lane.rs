//! A method on the two meshes: its trees, its settings, and what it answered last.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use super::budget::Budget;
use super::unit_costs::{self, Fitted};
use crate::geometry::Pose;
use crate::hierarchies::methods::{BRUTE_FORCE, METHODS, Method};
use crate::hierarchies::pair::MeshPair;
use crate::hierarchies::query::{Answer, Query};
use crate::labs::contest::{self, Contestant};
use crate::labs::measured::{Metric, milliseconds};
use crate::meshes::source::{Meshes, PATH_FRAMES};
use crate::meshes::trees::{self, SharedPair};
use crate::meshes::visits::Visits;
pub use crate::meshes::visits::{Open, left_open};
use crate::settings::Settings;

/// Poses of the path at which unit costs are measured; brute force does the same at each, so that two are enough.
const COST_POSES: u64 = 12;
/// Answers at each of them, of which the fastest counts; slower ones than [`QUICK`] are given once.
const COST_REPEATS: u32 = 5;
const QUICK: Duration = Duration::from_millis(2);
/// After so much time in a picture, the rest of the poses is left to the next one.
const COSTS_AT_ONCE: Duration = Duration::from_millis(200);

/// A method with its settings and trees. It counts answers since the start, and how many of them differed from the reference.
pub type Lane = contest::Lane<Trees>;

/// The trees of a method, and what it answered last.
pub struct Trees {
    trees: trees::Trees,
    /// Whether walks start at what the last one left.
    starts_at_the_last: bool,
    /// Poses at which unit costs are measured.
    cost_poses: u64,
    asked: Option<(Pose, Query, Budget)>,
    answer: Option<Answered>,
    units: Option<Units>,
    knows_budget: bool,
    /// Of the answer on show, once something shows them.
    visits: OnceCell<Option<Visits>>,
}

/// What one test costs, for a query, and the counts and seconds at the first poses that it is fitted to.
struct Units {
    query: Query,
    samples: Vec<([f64; 3], f64)>,
    fitted: Option<Fitted>,
}

/// An answer, and the time it took.
pub struct Answered {
    /// What was answered.
    pub answer: Answer,
    /// What its budget left open; `None` if it is complete.
    pub open: Option<Open>,
    /// Of this one call.
    pub time: Duration,
    /// Whether it differs from the reference; `None` if that has not answered.
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
            cost_poses: if method.id == BRUTE_FORCE { 2 } else { COST_POSES },
            asked: None,
            answer: None,
            units: None,
            knows_budget: false,
            visits: OnceCell::new(),
        }
    }
}

impl Trees {
    /// The trees that are there or on their way.
    pub fn trees(&self) -> &trees::Trees {
        &self.trees
    }

    /// The trees, if they are there.
    pub fn prepared(&self) -> Option<&SharedPair> {
        self.trees.ready()
    }

    /// Takes trees that are done; whether there were any.
    pub fn take_done(&mut self) -> bool {
        self.trees.take_done()
    }

    /// What it answered last; `None` while its trees are built.
    pub fn answered(&self) -> Option<&Answered> {
        self.answer.as_ref()
    }

    /// Asks, unless this was asked last. Whether it was asked. A method that knows no budget answers completely.
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

    /// Answers at the pose before the one that is asked about next, so that a walk that starts where the last one ended has the
    /// same start however the pose was reached. `None`: there is no pose before. Nothing to do for walks from the roots.
    pub fn recall(&mut self, before: Option<&Pose>, query: &Query) {
        let Some(prepared) = self.trees.ready().filter(|_| self.starts_at_the_last) else {
            return;
        };
        let mut pair = prepared.borrow_mut();
        pair.forget();
        before.map(|pose| pair.answer(pose, query));
        self.answer = None;
    }

    /// What became of the nodes of its trees for the answer on show, walked anew and not timed; `None` without trees. Not to
    /// be called while the trees are borrowed.
    pub fn visits(&self) -> Option<&Visits> {
        let (pose, query, _) = self.asked.as_ref()?;
        let prepared = self.trees.ready()?;
        let cost = &self.answer.as_ref()?.answer.cost;
        let tests = self.is_budgeted().then_some(cost.tests());
        let visits = || Visits::of(&mut **prepared.borrow_mut(), pose, query, tests);
        self.visits.get_or_init(visits).as_ref()
    }

    /// Whether the method could answer under a budget when it was asked last.
    pub fn knows_budget(&self) -> bool {
        self.knows_budget
    }

    /// Whether the answer on show was asked for under a budget.
    pub fn is_budgeted(&self) -> bool {
        matches!(self.asked, Some((.., budget)) if budget != Budget::Off)
    }

    /// Holds the answer against that of the reference; lengths that differ by `slack` metres are the same. What that adds to
    /// the answers, and to those that differ.
    pub fn judge(&mut self, truth: &Answer, slack: f64) -> [u64; 2] {
        let (Some((_, query, _)), Some(answered)) = (&self.asked, &mut self.answer) else { return [0; 2] };
        if answered.differs.is_some() {
            return [0; 2];
        }
        let differs = differ(query, answered, truth, slack);
        answered.differs = Some(differs);
        [1, u64::from(differs)]
    }

    /// Forgets what one test costs, so that it is measured again.
    pub fn forget_costs(&mut self) {
        self.units = None;
    }

    /// What one test costs on these meshes, by answers at poses of the whole path, measured from when it is first asked for;
    /// `None` without trees, and until enough is measured: then ask again.
    pub fn unit_costs(&mut self, meshes: &Meshes, query: &Query) -> Option<Fitted> {
        let (mut pair, poses) = (self.trees.ready()?.borrow_mut(), self.cost_poses);
        let begin = Instant::now();
        self.units.take_if(|units| units.query != *query);
        let units = self.units.get_or_insert_with(|| Units { query: *query, samples: vec![], fitted: None });
        while units.fitted.is_none() && begin.elapsed() < COSTS_AT_ONCE {
            let pose = meshes.on_path(units.samples.len() as u64 * PATH_FRAMES / poses);
            units.samples.push(timed(&mut **pair, &pose, query));
            if units.samples.len() as u64 == poses {
                units.fitted = Some(unit_costs::fit(&units.samples));
            }
        }
        units.fitted
    }
}

/// Counts and seconds of an answer.
fn timed(pair: &mut dyn MeshPair, pose: &Pose, query: &Query) -> ([f64; 3], f64) {
    // The first answer at a pose brings what it needs into the caches.
    pair.answer(pose, query);
    let mut timed = || {
        let begin = Instant::now();
        let answer = pair.answer(pose, query);
        (answer.cost, begin.elapsed())
    };
    let (cost, mut time) = timed();
    // What else runs on the machine makes an answer slower, never faster.
    if time < QUICK {
        (1..COST_REPEATS).for_each(|_| time = time.min(timed().1));
    }
    (unit_costs::counts(&cost), time.as_secs_f64())
}

/// Whether walks with these settings start at what the last one left.
fn starts_at_the_last(settings: &Settings) -> bool {
    settings.iter().any(|(setting, value)| setting.id == "start" && value.to_string() != "roots")
}

/// Whether an answer says what is wrong; of one whose budget ended: in what it says it has decided.
fn differ(query: &Query, Answered { answer, open, .. }: &Answered, truth: &Answer, slack: f64) -> bool {
    let [distance, true_distance] = [answer, truth].map(|answer| answer.distance.unwrap_or(f64::INFINITY));
    match (query, open) {
        (Query::Detect | Query::Within(_), None) => answer.colliding != truth.colliding,
        (Query::Detect | Query::Within(_), Some(_)) => answer.colliding && !truth.colliding,
        // Each of them lists others of so many.
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
