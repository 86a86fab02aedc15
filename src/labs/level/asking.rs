//! What the lab asks its methods in the frame on show, and what is drawn of it.

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
    /// Cuts the drawn level off above the mover, or not, as the view is set.
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

    /// The level as it is drawn now.
    pub fn drawing(&self) -> &Arc<Drawing> {
        &self.drawing
    }

    /// Asks the reference and every lane about the moves of the frame on show.
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

    /// Which of the moves is on show: the ray of the picked wheel, or the only one.
    fn shown(&self) -> usize {
        if self.figure.is_car() { self.wheel } else { 0 }
    }

    /// The move on show that all are asked about and where it truly ends; `None` before the reference is prepared.
    pub fn question(&self) -> Option<&Question> {
        self.questions.get(self.shown())
    }

    /// All moves that all are asked about: one, or a ray per wheel.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// The picked wheel (index into [`WHEEL_NAMES`](crate::road::car::WHEEL_NAMES)).
    pub fn wheel(&self) -> usize {
        self.wheel
    }

    /// Picks the wheel whose ray is on show.
    pub fn pick_wheel(&mut self, wheel: usize) {
        self.wheel = wheel;
        self.pointed = Pointed::default();
        self.look();
    }

    /// The signed distance of a wheel of the car from the ground by the reference, metres; `None` if its ray meets nothing.
    pub fn distance(&self, wheel: usize) -> Option<f64> {
        let truth = self.questions.get(wheel)?.truth;
        told(truth, self.figure.scale(), self.below()).map(|(distance, _)| distance)
    }

    /// How far the rays of the wheels go below their contact points, metres: at least as far as the springs reach.
    pub fn below(&self) -> f64 {
        self.ahead.max(2.0 * self.figure.scale() * SAG)
    }

    /// Lets the lanes tell what they looked at, if that is shown.
    pub fn watch(&mut self) {
        if self.view.planes || self.view.tree {
            self.contest.lanes.iter_mut().for_each(|lane| lane.watch());
        }
    }

    /// The moves that all are asked about: straight ahead, or that of the frame; of a car the rays of its wheels.
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

    /// What is asked besides the frame, in the words of the file: the mover, and of a car which wheel's ray.
    pub(super) fn asked_in_words(&self, wheel: usize) -> String {
        let Figure { kind, radius, height, .. } = self.figure;
        let mover = format!("mover={} radius={radius} height={height}", KINDS[kind].id);
        if self.figure.is_car() { format!("{mover} wheel={}", WHEELS[wheel].0) } else { mover }
    }
}
