//! The lab's queries in the current frame, and the drawing of the level.

use std::sync::Arc;

use super::lane::{Answer, Question};
use super::level_lab::LevelLab;
use super::view::Pointed;
use crate::labs::car_words::WHEELS;
use crate::labs::kept_frames::FrameMark;
use crate::level::drawing::{Drawing, cut_for};
use crate::level::driving::told;
use crate::level::figure::{Figure, KINDS};
use crate::level::sweep::Move;
use crate::level::walking::Walked;
use crate::road::car::SAG;

impl LevelLab {
    /// Updates the drawing of the level: with the part above the mover cut off if that view option is on,
    /// otherwise whole.
    fn cut(&mut self) {
        let foot = self.walk.now().state.foot(&self.figure);
        let brushes = &self.ground.level.brushes;
        let cut = if self.settings.view.cut { cut_for(foot.y, brushes.len()) } else { None };
        if cut.is_none() {
            self.drawing = Arc::clone(&self.ground.whole);
        } else if cut != self.drawing.cut {
            self.drawing = Arc::new(Drawing::new(brushes, &self.ground.parts, cut));
        }
    }

    /// The drawing of the level, whole or with the part above the mover cut off.
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

    /// Index into [`LevelLab::questions()`] of the move that the window shows: for a car the ray of the
    /// picked wheel, otherwise 0.
    fn shown(&self) -> usize {
        if self.figure.is_car() { self.settings.wheel } else { 0 }
    }

    /// The move that the window shows, with the reference's answer; `None` until the reference is prepared.
    pub fn question(&self) -> Option<&Question> {
        self.questions.get(self.shown())
    }

    /// The queries of the current frame: one move, or a ray per wheel.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Picks the wheel whose ray is shown.
    pub fn pick_wheel(&mut self, wheel: usize) {
        self.settings.wheel = wheel;
        self.pointed = Pointed::default();
        self.look();
    }

    /// The reference's signed distance of a wheel from the ground, metres; `None` if its ray hits nothing.
    pub fn distance(&self, wheel: usize) -> Option<f64> {
        let truth = self.questions.get(wheel)?.truth;
        told(truth, self.figure.scale(), self.below()).map(|(distance, _)| distance)
    }

    /// Length by which the wheels' rays extend below the wheels' contact points, metres: at least the travel
    /// of the springs.
    pub fn below(&self) -> f64 {
        self.settings.ahead.max(2.0 * self.figure.scale() * SAG)
    }

    /// If the overlay of planes or the chart of the tree is shown, records the steps of each lane's sweep,
    /// which they draw.
    fn watch(&mut self) {
        if self.settings.view.planes || self.settings.view.tree {
            self.contest.lanes.iter_mut().for_each(|lane| lane.watch());
        }
    }

    /// The moves about which methods are queried: for a car the rays of its wheels; otherwise a move straight
    /// ahead with the length [`LevelLab::ahead()`] or, if that is 0, the move that the mover wanted to make
    /// in this frame.
    fn asked(&self) -> Vec<Move> {
        let Walked { state, done } = self.walk.now();
        if let Some(drive) = &state.drive {
            return drive.rays(self.figure.scale(), self.below()).into();
        }
        let mover = self.figure.mover();
        let ahead = self.settings.ahead;
        if ahead > 0.0 {
            let from = state.walker.place;
            return vec![Move { mover, from, to: from + state.facing() * ahead }];
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
