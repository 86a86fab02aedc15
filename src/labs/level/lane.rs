//! One method on the walk: its answers to the queried moves and their comparison with the exact answers.

use std::ops::AddAssign;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::job::Prepared;
use crate::labs::contest::{self, Contestant};
use crate::labs::measured::{Metric, milliseconds};
use crate::level::compiled::Level;
use crate::level::methods::{self, BSP_OFFSET, BSP_SHIFT, METHODS, Method};
use crate::level::mover::Mover;
pub use crate::level::sweep::Question;
use crate::level::sweep::{Cost, Hit, Look, Move, Sweep, Swept};
use crate::level::tree::Size;
use crate::settings::Settings;

/// Maximum number of faces for which a method without its own tree is prepared immediately; above it, a job prepares
/// the method.
const AT_ONCE: usize = 20_000;
/// Maximum number of faces for which a method that compiles its own tree is prepared immediately.
const TREE_AT_ONCE: usize = 300;
/// Most recorded steps of a sweep.
const MOST_LOOKS: usize = 4000;

/// Stopping places that differ by at most this count as equal, metres.
pub const SAME: f64 = 1e-6;

/// An answer of a method to one move.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The first contact.
    pub hit: Option<Hit>,
    /// Cost of the query.
    pub cost: Cost,
    /// Time of the query.
    pub time: Duration,
    /// Distance by which the method stops the mover before the true contact, metres; negative if the stop is behind
    /// the true contact.
    pub early: f64,
}

impl Answer {
    /// Whether the answer stops the mover too soon.
    pub fn is_early(&self) -> bool {
        self.early > SAME
    }

    /// Whether the answer lets the mover into the solid.
    pub fn is_late(&self) -> bool {
        self.early < -SAME
    }
}

/// Totals of one method's answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Total {
    /// Number of answers.
    pub moves: u64,
    /// Answers with a contact.
    pub hits: u64,
    /// Answers that stop the mover too soon.
    pub early: u64,
    /// Answers that let the mover into the solid.
    pub late: u64,
    /// Largest distance by which an answer was early, metres.
    pub most: f64,
    /// Cost of all answers.
    pub cost: Cost,
    /// Time of all answers.
    pub time: Duration,
}

impl AddAssign<&Answer> for Total {
    fn add_assign(&mut self, answer: &Answer) {
        self.moves += 1;
        self.hits += u64::from(answer.hit.is_some());
        self.early += u64::from(answer.is_early());
        self.late += u64::from(answer.is_late());
        self.most = self.most.max(answer.early);
        self.cost = self.cost.plus(&answer.cost);
        self.time += answer.time;
    }
}

/// A method with its settings and totals.
pub type Lane = contest::Lane<Sweeper>;

/// The level and the mover that methods are prepared for.
pub struct Place {
    /// The level.
    pub level: Arc<Level>,
    /// The mover.
    pub mover: Mover,
}

/// A method prepared, or being prepared by a job, for a level and a mover.
pub struct Sweeper {
    sweep: Prepared<Box<dyn Sweep>>,
    level: Arc<Level>,
    /// The mover that the method was prepared for; `None` if the method is independent of the mover.
    mover: Option<Mover>,
    /// The moves of the last query; `answers` has one answer for each.
    asked: Vec<Move>,
    answers: Vec<Answer>,
    /// Index into `answers` of the answer that the window shows.
    shown: usize,
    /// Recorded steps of the sweep behind the shown answer; `None` until recorded.
    looks: Option<Vec<Look>>,
}

impl Contestant for Sweeper {
    type Method = Method;
    type Place = Place;
    type Answer = Answer;
    type Total = Total;

    const METHODS: &'static [Method] = METHODS;
    const NEXT_PANES: &'static [&'static str] =
        &[BSP_SHIFT, methods::BSP_SHIFT_BEVELS, methods::BRUSH_PLANES, methods::REFERENCE, BSP_OFFSET];
    /// Columns of the measurements file, and figures of the right panel.
    const METRICS: &'static [Metric<Answer>] = &[
        Metric::column("hits", |answer| Some(f64::from(answer.hit.is_some()))),
        Metric::column("t", |answer| answer.hit.map(|hit| hit.time)),
        Metric::column("early_mm", |answer| Some(1e3 * answer.early)),
        Metric::figure("nodes", "Nodes", "Number of tree nodes visited.", |answer| {
            Some(answer.cost.nodes as f64)
        }),
        Metric::figure("planes", "Planes", "Number of shifted planes.", |answer| {
            Some(answer.cost.planes as f64)
        }),
        Metric::figure("bevels", "Bevels", "Number of bevel planes tested.", |answer| {
            Some(answer.cost.bevels as f64)
        }),
        Metric::figure("cells", "Cells", "Solid leaves or brushes that the path reaches.", |answer| {
            Some(answer.cost.cells as f64)
        }),
        Metric::figure("distances", "Distances", "Number of distances computed.", |answer| {
            Some(answer.cost.distances as f64)
        }),
        Metric::figure("time_ms", "Time", "Time of the current answer.", |answer| milliseconds(answer.time)),
    ];

    fn prepare(method: &'static Method, settings: &Settings, place: &Place) -> Self {
        let own_tree = method.id == BSP_OFFSET;
        let (settings, level) = (settings.clone(), Arc::clone(&place.level));
        let mover = own_tree.then(|| place.mover.clone());
        let most = if own_tree { TREE_AT_ONCE } else { AT_ONCE };
        let work = {
            let (level, mover) = (Arc::clone(&level), mover.clone());
            move |_: &mut dyn FnMut(f64) -> bool| prepared(method, &settings, &level, mover.as_ref())
        };
        let sweep = Prepared::begin(level.faces <= most, work, |sweep| sweep);
        Self { sweep, level, mover, asked: vec![], answers: vec![], shown: 0, looks: None }
    }

    fn fits(&self, place: &Place) -> bool {
        Arc::ptr_eq(&self.level, &place.level)
            && self.mover.as_ref().is_none_or(|known| *known == place.mover)
    }
}

impl Sweeper {
    /// Whether the method is prepared for another level or mover; false while a job is preparing it.
    pub fn is_outdated(&self, place: &Place) -> bool {
        !self.fits(place) && !self.is_preparing()
    }

    /// Takes the result of a finished preparation; true if there was one.
    pub fn take_done(&mut self) -> bool {
        self.sweep.take_done()
    }

    /// Blocks until the method is prepared.
    pub fn wait(&mut self) {
        self.sweep.wait();
    }

    /// Whether a job is preparing the method.
    pub fn is_preparing(&self) -> bool {
        self.sweep.progress().is_some()
    }

    /// Error of the method, if it failed.
    pub fn why_not(&self) -> Option<&str> {
        self.sweep.why_not()
    }

    /// The prepared method; `None` until preparation finishes.
    pub fn ready(&mut self) -> Option<&mut dyn Sweep> {
        Some(&mut **self.sweep.ready_mut()?)
    }

    /// Size of the tree that the method traverses; `None` until preparation finishes or for a method without a tree.
    pub fn tree(&self) -> Option<Size> {
        self.sweep.ready()?.tree()
    }

    /// Sweeps the mover; `None` until preparation finishes or if the method fails.
    pub fn sweep(&mut self, a_move: &Move) -> Option<Swept> {
        match self.ready()?.sweep(a_move) {
            Ok(swept) => Some(swept),
            Err(why) => {
                self.sweep = Prepared::Failed(why.to_string());
                None
            }
        }
    }

    /// Steps of a sweep, at most `MOST_LOOKS`; `None` until preparation finishes.
    pub fn looks_at(&mut self, a_move: &Move) -> Option<Vec<Look>> {
        let mut looks = Vec::new();
        let watched = self.ready()?.watch(a_move, &mut |look| {
            if looks.len() < MOST_LOOKS {
                looks.push(*look);
            }
        });
        watched.ok().map(|_| looks)
    }

    fn forget(&mut self) {
        (self.asked, self.answers, self.looks) = Default::default();
    }

    /// Sweeps along the moves of these questions, unless the last query had equal moves; returns the new answers.
    /// `shown` is the index of the answer that the window shows.
    pub fn ask(&mut self, questions: &[Question], shown: usize) -> &[Answer] {
        if self.shown != shown {
            (self.shown, self.looks) = (shown, None);
        }
        if self.asked.iter().eq(questions.iter().map(|question| &question.a_move)) {
            return &[];
        }
        self.forget();
        for question in questions {
            let begin = Instant::now();
            let Some((hit, cost)) = self.sweep(&question.a_move) else {
                self.forget();
                break;
            };
            let time = begin.elapsed();
            let early = question.reached(question.truth.as_ref()) - question.reached(hit.as_ref());
            self.asked.push(question.a_move.clone());
            self.answers.push(Answer { hit, cost, time, early });
        }
        &self.answers
    }

    /// The shown answer of the current frame; `None` until the method is prepared.
    pub fn answer(&self) -> Option<&Answer> {
        self.answers.get(self.shown)
    }

    /// All answers of the current frame: one move, or a ray per wheel.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Records the steps of the shown answer by an untimed sweep.
    pub fn watch(&mut self) {
        if self.looks.is_none()
            && let Some(a_move) = self.asked.get(self.shown).cloned()
        {
            self.looks = self.looks_at(&a_move);
        }
    }

    /// Recorded steps of the shown answer; empty before [`Sweeper::watch`].
    pub fn looks(&self) -> &[Look] {
        self.looks.as_deref().unwrap_or_default()
    }
}

/// A prepared method: all its data that depends on the level and mover, but not on the move, is computed.
fn prepared(
    method: &Method,
    settings: &Settings,
    level: &Arc<Level>,
    mover: Option<&Mover>,
) -> Result<Box<dyn Sweep>, String> {
    let mut sweep = method.make(Arc::clone(level), settings);
    if let Some(mover) = mover {
        let at = level.bounds().min;
        let nothing = Move { mover: mover.clone(), from: at, to: at };
        sweep.sweep(&nothing).map_err(|why| why.to_string())?;
    }
    Ok(sweep)
}
