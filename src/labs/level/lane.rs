//! One method on the walk: what it answers to the move that all are asked about, and how that compares with the exact answer.

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
use crate::settings::Settings;

/// Up to so many faces a method is prepared at once, but for one that compiles a tree.
const AT_ONCE: usize = 20_000;
/// The same for a tree of its own.
const TREE_AT_ONCE: usize = 300;
/// Steps of a sweep that are kept.
const MOST_LOOKS: usize = 4000;

/// Stops that differ by less than this are the same, metres.
pub const SAME: f64 = 1e-6;

/// What a method answered.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The first contact.
    pub hit: Option<Hit>,
    /// What it took.
    pub cost: Cost,
    /// Of this one call.
    pub time: Duration,
    /// By how many metres it stops the mover before the true contact; negative behind it.
    pub early: f64,
}

impl Answer {
    /// Whether it stops the mover too soon.
    pub fn is_early(&self) -> bool {
        self.early > SAME
    }

    /// Whether it lets the mover into the solid.
    pub fn is_late(&self) -> bool {
        self.early < -SAME
    }
}

/// What answers came to, of one method.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Total {
    /// Answers.
    pub moves: u64,
    /// Those with a contact.
    pub hits: u64,
    /// Those that stop the mover too soon.
    pub early: u64,
    /// Those that let it into the solid.
    pub late: u64,
    /// The most by which one was too soon, metres.
    pub most: f64,
    /// What all took.
    pub cost: Cost,
    /// Of all calls.
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

/// A method with its settings, and what its answers came to.
pub type Lane = contest::Lane<Sweeper>;

/// Where methods sweep, and what.
pub struct Place {
    /// The level.
    pub level: Arc<Level>,
    /// The mover.
    pub mover: Mover,
    /// Whether a method is there once it is prepared, however long that takes.
    pub wait: bool,
}

/// A method prepared for a level and a mover, or on its way: what compiles a tree of its own does so on a thread.
pub struct Sweeper {
    sweep: Prepared<Box<dyn Sweep>>,
    level: Arc<Level>,
    /// The mover that it was prepared for, where that makes a difference.
    mover: Option<Mover>,
    /// The moves that it was asked about last, and its answers.
    asked: Vec<Move>,
    answers: Vec<Answer>,
    /// Which of them is on show.
    shown: usize,
    /// What it looked at for that answer, if that is shown.
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
    /// Columns of the file, and figures on the right.
    const METRICS: &'static [Metric<Answer>] = &[
        Metric::column("hits", |answer| Some(f64::from(answer.hit.is_some()))),
        Metric::column("t", |answer| answer.hit.map(|hit| hit.time)),
        Metric::column("early_mm", |answer| Some(1e3 * answer.early)),
        Metric::figure("nodes", "Nodes", "Nodes of the tree that were visited.", |answer| {
            Some(answer.cost.nodes as f64)
        }),
        Metric::figure("planes", "Planes", "Planes that were shifted.", |answer| {
            Some(answer.cost.planes as f64)
        }),
        Metric::figure("bevels", "Bevels", "Bevel planes that were tested.", |answer| {
            Some(answer.cost.bevels as f64)
        }),
        Metric::figure("cells", "Cells", "Solid leaves, or brushes, that were reached.", |answer| {
            Some(answer.cost.cells as f64)
        }),
        Metric::figure("distances", "Distances", "Distances that were computed.", |answer| {
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
        let sweep = Prepared::begin(place.wait || level.faces <= most, work, |sweep| sweep);
        Self { sweep, level, mover, asked: vec![], answers: vec![], shown: 0, looks: None }
    }

    fn fits(&self, place: &Place) -> bool {
        Arc::ptr_eq(&self.level, &place.level)
            && self.mover.as_ref().is_none_or(|known| *known == place.mover)
    }
}

impl Sweeper {
    /// Whether it has to be prepared anew for another mover or level, and can be now.
    pub fn is_outdated(&self, place: &Place) -> bool {
        !self.fits(place) && (place.wait || !self.is_preparing())
    }

    /// Takes what a thread has prepared; whether there was anything.
    pub fn take_done(&mut self) -> bool {
        self.sweep.take_done()
    }

    /// Whether a thread is preparing it.
    pub fn is_preparing(&self) -> bool {
        self.sweep.progress().is_some()
    }

    /// Why it cannot be asked, if it never can.
    pub fn why_not(&self) -> Option<&str> {
        self.sweep.why_not()
    }

    /// The prepared method; `None` until preparation finishes.
    pub fn ready(&mut self) -> Option<&mut dyn Sweep> {
        Some(&mut **self.sweep.ready_mut()?)
    }

    /// Sweeps; `None` until preparation finishes.
    pub fn sweep(&mut self, a_move: &Move) -> Option<Swept> {
        match self.ready()?.sweep(a_move) {
            Ok(swept) => Some(swept),
            Err(why) => {
                self.sweep = Prepared::Failed(why.to_string());
                None
            }
        }
    }

    /// What it looks at in a move, step by step; at most [`MOST_LOOKS`]. `None` until preparation finishes.
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

    /// Asks, unless the same was asked last; the answer with the index `shown` is on show. Answers that are new.
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

    /// What it answers in the frame on show; `None` before it is prepared.
    pub fn answer(&self) -> Option<&Answer> {
        self.answers.get(self.shown)
    }

    /// What it answers to all that is asked in the frame on show: one move, or a ray per wheel.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Sweeps once more, not timed, to know what it looks at.
    pub fn watch(&mut self) {
        if self.looks.is_none()
            && let Some(a_move) = self.asked.get(self.shown).cloned()
        {
            self.looks = self.looks_at(&a_move);
        }
    }

    /// What it looked at for its answer, step by step; nothing before [`Sweeper::watch`].
    pub fn looks(&self) -> &[Look] {
        self.looks.as_deref().unwrap_or_default()
    }
}

/// With everything computed that does not depend on the move.
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
