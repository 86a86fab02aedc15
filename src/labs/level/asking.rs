//! What the lab asks its methods in the frame on show, and what is drawn of it.

use std::sync::Arc;

use super::drawing::{Drawing, cut_for};
use super::history::History;
use super::lane::{Lane, Question};
use super::level_lab::LevelLab;
use super::pointed::Pointed;
use crate::labs::marks::FrameMark;
use crate::level::sweep::Move;

impl LevelLab {
    /// Cuts the drawn level off above the mover, or not, as the view is set.
    pub fn cut(&mut self) {
        let foot = self.walk.state.foot(&self.figure);
        let brushes = &self.ground.level.brushes;
        let cut = if self.view.cut { cut_for(foot.y, brushes.len()) } else { None };
        if cut.is_none() {
            self.drawing = Arc::clone(&self.ground.whole);
        } else if cut != self.drawing.cut {
            self.drawing = Arc::new(Drawing::new(brushes, &self.ground.parts, cut));
        }
    }

    /// The level as it is drawn now.
    pub fn drawing(&self) -> &Arc<Drawing> {
        &self.drawing
    }

    /// Asks the reference and every lane about the move of the frame on show.
    pub fn look(&mut self) {
        self.cut();
        let a_move = self.asked();
        if self.question.as_ref().is_none_or(|known| known.a_move != a_move) {
            let truth = self.reference.sweep(&a_move);
            self.question = truth.map(|(truth, _)| Question { a_move, truth });
            self.pointed = Pointed::default();
        }
        if let Some(question) = &self.question {
            self.lanes.iter_mut().for_each(|lane| lane.ask(question));
        }
        self.watch();
        self.mark();
    }

    /// Lets the lanes tell what they looked at, if that is shown.
    pub fn watch(&mut self) {
        if self.view.planes || self.view.tree {
            self.lanes.iter_mut().for_each(Lane::watch);
        }
    }

    /// The move that all are asked about: straight ahead, or that of the frame.
    fn asked(&self) -> Move {
        let state = &self.walk.state;
        let mover = self.figure.mover();
        if self.ahead > 0.0 {
            let from = state.walker.place;
            return Move { mover, from, to: from + state.facing() * self.ahead };
        }
        let from = self.walk.done.way.first().copied().unwrap_or(state.walker.place);
        Move { mover, from, to: from + self.walk.done.wished }
    }

    pub(super) fn mark(&mut self) {
        let answers = || self.lanes.iter().filter_map(Lane::answer);
        let count = |wrong: usize| wrong as u32;
        let mark = FrameMark {
            hits: count(self.walk.done.walls().count().min(1)),
            missed: count(answers().filter(|answer| answer.is_late()).count()),
            false_hits: count(answers().filter(|answer| answer.is_early()).count()),
        };
        self.walk.marks.put(self.walk.state.frame, mark);
    }

    /// To a frame that is kept. What was counted until now stays as it is.
    pub fn go_to(&mut self, frame: u64) -> bool {
        self.at_another_frame(|walk| walk.go_to(frame))
    }

    /// One frame back.
    pub fn step_back(&mut self) -> bool {
        self.at_another_frame(History::step_back)
    }

    pub(super) fn at_another_frame(&mut self, go: impl FnOnce(&mut History) -> bool) -> bool {
        let totals: Vec<_> = self.lanes.iter().map(Lane::total).collect();
        let gone = go(&mut self.walk);
        if gone {
            self.look();
            self.lanes.iter_mut().zip(totals).for_each(|(lane, total)| lane.set_total(total));
        }
        gone
    }
}
