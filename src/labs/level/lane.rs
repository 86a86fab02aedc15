//! One method on the walk: what it answers to the move that all are asked about, and how that compares with the exact answer.

use std::ops::AddAssign;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::tool::Tool;
use crate::comparison::panes::Panes;
use crate::level::compiled::Level;
use crate::level::methods::{self, BSP_SHIFT, METHODS, Method};
use crate::level::mover::Mover;
pub use crate::level::sweep::Question;
use crate::level::sweep::{Cost, Hit, Look, Move};
use crate::settings::Settings;

/// The methods that panes show, in this order: those that are worth comparing first.
const NEXT_PANES: [&str; 5] =
    [BSP_SHIFT, methods::BSP_SHIFT_BEVELS, methods::BRUSH_PLANES, methods::REFERENCE, methods::BSP_OFFSET];

/// One pane with the method that comes first; see [`Panes::new`].
pub fn first_panes() -> Panes {
    Panes::new(METHODS.iter().map(|method| &method.about), &NEXT_PANES)
}

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

/// A method of a pane.
pub struct Lane {
    tool: Tool,
    /// The moves that it was asked about last, and its answers.
    asked: Vec<Move>,
    answers: Vec<Answer>,
    /// Which of them is on show.
    shown: usize,
    /// What it looked at for that answer, if that is shown.
    looks: Option<Vec<Look>>,
    total: Total,
}

impl Lane {
    /// Prepares the method, or begins to: what compiles a tree of its own does so on a thread.
    pub fn new(
        method: &'static Method,
        settings: &Settings,
        level: &Arc<Level>,
        mover: &Mover,
        wait: bool,
    ) -> Self {
        let tool = Tool::new(method, settings, level, mover, wait);
        Self { tool, asked: vec![], answers: vec![], shown: 0, looks: None, total: Total::default() }
    }

    /// For another mover: prepared anew only where the method depends on it. What was counted stays.
    pub fn fit(&mut self, level: &Arc<Level>, mover: &Mover, wait: bool) {
        let (method, settings) = (self.tool.method(), self.tool.settings().clone());
        if !self.tool.fits(method, &settings, level, mover) && (wait || !self.tool.is_preparing()) {
            self.tool = Tool::new(method, &settings, level, mover, wait);
            self.forget();
        }
    }

    /// The method with its settings.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// The method.
    pub fn method(&self) -> &'static Method {
        self.tool.method()
    }

    /// Takes what a thread has prepared; whether there was anything.
    pub fn take_done(&mut self) -> bool {
        self.tool.take_done()
    }

    fn forget(&mut self) {
        (self.asked, self.answers, self.looks) = Default::default();
    }

    /// Asks, unless the same was asked last; the answer with the index `shown` is on show.
    pub fn ask(&mut self, questions: &[Question], shown: usize) {
        if self.shown != shown {
            (self.shown, self.looks) = (shown, None);
        }
        if self.asked.iter().eq(questions.iter().map(|question| &question.a_move)) {
            return;
        }
        self.forget();
        for question in questions {
            let begin = Instant::now();
            let Some((hit, cost)) = self.tool.sweep(&question.a_move) else { return self.forget() };
            let time = begin.elapsed();
            let early = question.reached(question.truth.as_ref()) - question.reached(hit.as_ref());
            let answer = Answer { hit, cost, time, early };
            self.total += &answer;
            self.asked.push(question.a_move.clone());
            self.answers.push(answer);
        }
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
        if let (None, Some(a_move)) = (&self.looks, self.asked.get(self.shown)) {
            self.looks = self.tool.watch(a_move);
        }
    }

    /// What it looked at for its answer, step by step; nothing before [`Lane::watch`].
    pub fn looks(&self) -> &[Look] {
        self.looks.as_deref().unwrap_or_default()
    }

    /// What its answers came to since the start, or since another kind of mover. Going back is not counted, going on from there is.
    pub fn total(&self) -> Total {
        self.total
    }

    /// Sets what [`Lane::total`] counts on from.
    pub(super) fn set_total(&mut self, total: Total) {
        self.total = total;
    }
}
