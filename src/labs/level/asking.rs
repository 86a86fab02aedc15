//! The lab's queries in the current frame, and the drawing of the level.

use std::sync::Arc;

use super::lane::{Answer, Question};
use super::level_lab::LevelLab;
use super::pointed::Pointed;
use crate::labs::car_words::WHEELS;
use crate::labs::marks::FrameMark;
use crate::level::drawing::{Drawing, cut_for};
use crate::level::driving::told;
use crate::level::figure::{Figure, KINDS};
use crate::level::sweep::Move;
use crate::level::walking::Walked;
use crate::road::car::SAG;

impl LevelLab {
    /// Updates the drawn level: cut off above the mover if the view requires this, otherwise whole.
    pub fn cut(&mut self) {
        let foot = self.walk.now().state.foot(&self.figure);
        let brushes = &self.ground.level.brushes;
        let cut = if self.view.cut { cut_for(foot.y, brushes.len()) } else { None };
        if cut.is_none() {
            self.drawing = Arc::clone(&self.ground.whole);
        } else if cut != self.drawing.cut {
            self.drawing = Arc::new(Drawing::new(brushes, &self.ground.parts, cut));
        }
    }

    /// The drawn level, cut or whole.
    pub fn drawing(&self) -> &Arc<Drawing> {
        &self.drawing
    }

    /// Queries the reference and every lane with the moves of the current frame.
    pub fn look(&mut self) {
        self.cut();
        let moves = self.asked();
        if !self.questions.iter().map(|known| &known.a_move).eq(&moves) {
            let reference = &mut self.reference;
            let question = |a_move: Move| {
                let (truth, _) = reference.sweep(&a_move)?;
                Some(Question { a_move, truth })
            };
            self.questions = moves.into_iter().map(question).collect::<Option<_>>().unwrap_or_default();
            self.pointed = Pointed::default();
        }
        let shown = self.shown();
        if !self.questions.is_empty() {
            for lane in &mut self.contest.lanes {
                let answers = lane.contestant.ask(&self.questions, shown);
                answers.iter().for_each(|answer| lane.total += answer);
            }
        }
        self.watch();
        self.mark();
    }

    /// Index of the shown move: the ray of the picked wheel, or 0.
    fn shown(&self) -> usize {
        if self.figure.is_car() { self.wheel } else { 0 }
    }

    /// The shown move with the reference's answer; `None` until the reference is prepared.
    pub fn question(&self) -> Option<&Question> {
        self.questions.get(self.shown())
    }

    /// The queries of the current frame: one move, or a ray per wheel.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// The picked wheel (index into [`WHEEL_NAMES`](crate::road::car::WHEEL_NAMES)).
    pub fn wheel(&self) -> usize {
        self.wheel
    }

    /// Picks the wheel whose ray is shown.
    pub fn pick_wheel(&mut self, wheel: usize) {
        self.wheel = wheel;
        self.pointed = Pointed::default();
        self.look();
    }

    /// The reference's signed distance of a wheel from the ground, metres; `None` if its ray hits nothing.
    pub fn distance(&self, wheel: usize) -> Option<f64> {
        let truth = self.questions.get(wheel)?.truth;
        told(truth, self.figure.scale(), self.below()).map(|(distance, _)| distance)
    }

    /// Length of the wheels' rays below their contact points, metres: at least the travel of the springs.
    pub fn below(&self) -> f64 {
        self.ahead.max(2.0 * self.figure.scale() * SAG)
    }

    /// Records the steps of the lanes' sweeps if planes or tree are shown.
    pub fn watch(&mut self) {
        if self.view.planes || self.view.tree {
            self.contest.lanes.iter_mut().for_each(|lane| lane.watch());
        }
    }

    /// The moves to query: straight ahead, or the frame's own move; for a car the rays of its wheels.
    fn asked(&self) -> Vec<Move> {
        let Walked { state, done } = self.walk.now();
        if let Some(drive) = &state.drive {
            return drive.rays(self.figure.scale(), self.below()).into();
        }
        let mover = self.figure.mover();
        if self.ahead > 0.0 {
            let from = state.walker.place;
            return vec![Move { mover, from, to: from + state.facing() * self.ahead }];
        }
        let from = done.way.first().copied().unwrap_or(state.walker.place);
        vec![Move { mover, from, to: from + done.wished }]
    }

    pub(super) fn mark(&mut self) {
        let lanes_with = |is_wrong: fn(&Answer) -> bool| {
            self.contest.lanes.iter().filter(|lane| lane.answers().iter().any(is_wrong)).count() as u32
        };
        let mark = FrameMark {
            hits: self.walk.now().done.walls().count().min(1) as u32,
            missed: lanes_with(Answer::is_late),
            false_hits: lanes_with(Answer::is_early),
        };
        self.walk.mark(mark);
    }

    /// Description of a query in the measurements file: the mover and, for a car, the wheel.
    pub(super) fn asked_in_words(&self, wheel: usize) -> String {
        let Figure { kind, radius, height, .. } = self.figure;
        let mover = format!("mover={} radius={radius} height={height}", KINDS[kind].id);
        if self.figure.is_car() { format!("{mover} wheel={}", WHEELS[wheel].0) } else { mover }
    }
}
