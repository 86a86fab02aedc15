//! The lab's state: the recorded motion of a cloth, its panes with their methods, and what they find in the step on show.
//!
//! The central type, [`ClothLab`], is built and set by words in `put.rs`, says itself in words in `words.rs`, and is what
//! the window shows in `lab.rs`. Here is what all of them, and the panels, do to it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::apart::WALK;
use super::garment::Garment;
use super::lane::{Detection, Lane, Total};
use super::measured::Answered;
use super::motion::{self, Motion};
use super::view::View;
use super::{answers, solids};
use crate::cloth::beginning::Beginning;
use crate::cloth::detect::Found;
use crate::cloth::frame::{Frame, Hand};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::reference;
use crate::cloth::response::Response;
use crate::cloth::simulation::Simulation;
use crate::cloth::step::{Features, Step};
use crate::geometry::Shape;
use crate::gpu::Gpu;
use crate::labs::contest::{Contest, Run};
use crate::labs::lab::LabError;
use crate::labs::marks::FrameMark;
use crate::labs::playback::Playback;
use crate::labs::playhead::{Playhead, Recording};
use crate::labs::reading::Reading;
use crate::labs::undo::Discarded;

/// How long the window waits for answers, and for a step of the simulation. A step waits for both, and for the answers to
/// the new frame.
const PATIENCE: Duration = Duration::from_millis(250);
/// The same where nothing is drawn: a picture or a lesson is to have the answers.
const FOR_STEPS: Duration = Duration::from_secs(30);
/// A step that takes longer is slow: the window makes one of them at a time.
const SLOW: Duration = Duration::from_millis(200);

/// The motion, the panes, and the state of the panels.
pub struct ClothLab {
    /// Whether and how fast it plays.
    pub playback: Playback,
    /// What is drawn beside the fabric.
    pub view: View,
    /// Why something that was asked for cannot be.
    pub trouble: Option<String>,
    /// The picked pair of features.
    pub pair: Option<Features>,
    /// What the inspector takes apart, an index into [`super::apart::APART`].
    pub apart: usize,
    /// What the controls show while one of them is dragged, and the motion does not begin from yet.
    pub draft: Beginning,
    /// What lies in the way, to be drawn.
    pub(super) solids: Vec<Arc<Shape>>,
    /// Whether another scene is on show than that which the cameras were set for.
    pub(super) is_to_be_framed: bool,
    pub(super) motion: Motion,
    pub(super) simulation: Simulation,
    pub(super) gpu: Option<Gpu>,
    /// The motion of a garment that is being read.
    pub(super) reading: Option<Reading<(Motion, Simulation)>>,
    /// The panes with their methods.
    pub contest: Contest<Detection>,
    /// What answers are held against.
    pub(super) truth: Lane,
    /// An index into [`reference::REFERENCES`].
    pub(super) reference: usize,
    /// What a hand holds.
    pub(super) hand: Option<Held>,
    /// Steps since the window has drawn; `None` outside of a window.
    steps_in_window: Option<u32>,
    /// Whether the last step was slow.
    is_slow: bool,
    /// Whether a step that was asked for is still on its way.
    pub(super) is_owed: bool,
    /// Whether answers to the frame on show count.
    pub(super) counts: bool,
    /// Whether all have answered, and the answers were compared and counted.
    is_settled: bool,
    /// What changes have discarded since the window looked.
    pub(super) discarded: Discarded,
}

/// A particle in the hand.
pub(super) struct Held {
    /// The particle, and where the hand is.
    pub(super) hand: Hand,
    /// The recorded future when it took hold.
    pub(super) left: motion::Left,
    /// What was measured by then.
    pub(super) run: Run<Total>,
    /// Whether the motion was played.
    pub(super) played: bool,
}

impl ClothLab {
    /// From this beginning, of a garment or of a square cloth, with everything else as it is at first. Without a GPU nothing
    /// is drawn.
    pub fn new(
        gpu: Option<Gpu>,
        beginning: Beginning,
        garment: Option<Arc<Garment>>,
    ) -> Result<Self, LabError> {
        let (motion, simulation) = Motion::new(beginning, garment)?;
        let mut contest = Contest::default();
        contest.show(contest.panes.clone(), &motion.mesh);
        let truth = reference::method(0, &motion.mesh);
        Ok(Self {
            playback: Playback::default(),
            view: View::default(),
            trouble: None,
            pair: None,
            apart: WALK,
            draft: beginning,
            truth: Lane::new(truth, &truth.default_settings(), &motion.mesh),
            solids: solids::of(&motion),
            motion,
            simulation,
            gpu,
            reading: None,
            contest,
            reference: 0,
            hand: None,
            is_to_be_framed: false,
            steps_in_window: None,
            is_slow: false,
            is_owed: false,
            counts: false,
            is_settled: false,
            discarded: Discarded::default(),
        })
    }

    /// The window has drawn: from now on it does not wait long. A step that is owed is made once it is there.
    pub fn in_window(&mut self) {
        self.steps_in_window = Some(0);
        if self.is_owed && !self.playback.playing {
            self.try_step(Duration::ZERO);
        }
    }

    fn try_step(&mut self, patience: Duration) {
        let hand = self.hand.as_ref().map(|held| held.hand);
        let has_answers = self.pump(patience);
        let advanced =
            if has_answers { self.motion.step(&mut self.simulation, hand, patience) } else { Ok(false) };
        self.is_owed = matches!(advanced, Ok(false));
        match advanced {
            Ok(true) => {
                self.counts = true;
                self.look();
            }
            Ok(false) => {}
            Err(why) => {
                self.trouble = Some(why);
                self.playback.playing = false;
            }
        }
    }

    fn patience(&self) -> Duration {
        if self.steps_in_window.is_some() { PATIENCE } else { FOR_STEPS }
    }

    /// Asks all about the frame on show, and waits for the answers, in a window not for long.
    pub fn look(&mut self) {
        self.is_settled = false;
        self.truth.forget();
        self.contest.lanes.iter_mut().for_each(|lane| lane.forget());
        self.pump(self.patience());
    }

    /// Waits for the answers, so that what words put on show is whole, in a window not for long.
    pub(super) fn wait(&mut self) {
        self.pump(self.patience());
    }

    /// Asks who has not answered yet, one after the other, so that none slows another down; the reference last, since it takes
    /// longest. Whether all have answered after so much patience.
    pub fn pump(&mut self, patience: Duration) -> bool {
        let Some(step) = self.step_on_show().cloned() else { return true };
        let begin = Instant::now();
        let left = || patience.saturating_sub(begin.elapsed());
        for lane in self.contest.lanes.iter_mut().chain([&mut self.truth]) {
            lane.ask(&step, left());
            if !lane.has_answered() {
                return false;
            }
        }
        if !std::mem::replace(&mut self.is_settled, true) {
            self.settle();
        }
        if self.view.paints_stages() {
            self.contest.lanes.iter_mut().for_each(|lane| lane.watch(left()));
            return self
                .contest
                .lanes
                .iter()
                .all(|lane| lane.why_not().is_some() || lane.reached().is_some());
        }
        true
    }

    /// Holds all answers to the step on show against the reference, and counts them if it was played to.
    fn settle(&mut self) {
        let (frame, now) = (self.motion.frame(), self.motion.now());
        let Contest { lanes, measured, .. } = &mut self.contest;
        for lane in lanes {
            if let Some(truth) = self.truth.answer() {
                lane.judge(truth);
            }
            if let Some(found) = lane.answer().cloned().filter(|_| self.counts) {
                lane.total += (&*found, &lane.judged().cloned().unwrap_or_default());
                lane.total.simulation += now.took;
                let answered = Answered::of(now, &found, lane.judged());
                measured.push(lane.row(frame, String::new(), &answered));
            }
        }
        self.mark();
    }

    /// Writes down what all answered in the frame on show.
    fn mark(&mut self) {
        let Self { motion, contest: Contest { lanes, .. }, truth, .. } = self;
        let of = |lane: &Lane| {
            let (found, judged) = (lane.answer()?, lane.judged().cloned().unwrap_or_default());
            let mark = FrameMark {
                hits: found.contacts.len() as u32,
                missed: judged.missed.len() as u32,
                false_hits: judged.false_hits.len() as u32,
            };
            Some((answers::who(lane, truth), mark))
        };
        motion.answer(lanes.iter().chain([&*truth]).filter_map(of));
    }

    /// The marks of the timeline are those of the panes' methods, and of the reference.
    pub(super) fn show_marks(&mut self) {
        let all = self.contest.lanes.iter().chain([&self.truth]);
        let shown = all.map(|lane| answers::who(lane, &self.truth)).collect();
        self.motion.show_marks_of(shown);
    }

    /// Frames on from the one on show up to this one, or from the beginning where that lies behind; then all are asked.
    pub(super) fn play_to(&mut self, frame: u64) {
        if !self.motion.timeline().span().contains(&frame) && frame < self.motion.frame() {
            self.restart();
        }
        self.motion.seek(frame);
        let none = Default::default();
        if let Err(why) = self.motion.advance_to(&mut self.simulation, frame, &none) {
            self.trouble = Some(why);
        }
        self.counts = false;
        self.look();
    }

    /// What the motion began from.
    pub fn beginning(&self) -> Beginning {
        self.motion.beginning
    }

    /// What the cloth is kept apart from, which of a garment may be less than the beginning asks for.
    pub fn response(&self) -> Response {
        let asked = self.beginning().response;
        self.garment().map_or(asked, |garment| garment.response(asked))
    }

    /// The recorded motion.
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// The cloth at rest.
    pub fn mesh(&self) -> &Arc<ClothMesh> {
        &self.motion.mesh
    }

    /// The mesh of a file that falls as cloth, if there is one.
    pub fn garment(&self) -> Option<&Arc<Garment>> {
        self.motion.garment.as_ref()
    }

    /// The frame on show.
    pub fn now(&self) -> &Arc<Frame> {
        self.motion.now()
    }

    /// The step that all are asked about: the one that the cloth would take if nothing kept it from itself. `None` at the beginning.
    pub fn step_on_show(&self) -> Option<&Arc<Step>> {
        self.motion.now().unguarded.as_ref()
    }

    /// Steps since the beginning.
    pub fn frame(&self) -> u64 {
        self.motion.frame()
    }

    /// What the reference found in the step on show.
    pub fn truth(&self) -> Option<&Arc<Found>> {
        self.truth.answer()
    }

    /// The reference.
    pub fn truth_lane(&self) -> &Lane {
        &self.truth
    }

    /// What answers are held against, an index into [`reference::REFERENCES`].
    pub fn reference(&self) -> usize {
        self.reference
    }

    /// Holds answers against another method.
    pub fn set_reference(&mut self, reference: usize) {
        self.reference = reference;
        self.show_again();
    }

    /// Whether a method or the simulation is at work.
    pub fn is_busy(&self) -> bool {
        self.is_owed || self.contest.lanes.iter().chain([&self.truth]).any(|lane| lane.is_busy())
    }

    /// The GPU that draws; `None` where there is none.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }
}

impl Playhead for ClothLab {
    fn playback(&mut self) -> &mut Playback {
        &mut self.playback
    }

    fn recording(&self) -> Recording<'_> {
        Recording { frame: self.frame(), span: self.motion().timeline().span(), marks: self.motion().marks() }
    }

    fn begun(&self) -> u64 {
        self.contest.begun()
    }

    /// One frame on, once all have answered to the one on show. A window that is late asks for several steps at once: of slow
    /// ones only the first is made. A step that takes longer than the window waits is made later, by [`Self::in_window`].
    fn step(&mut self) {
        let made = self.steps_in_window.as_mut().map_or(0, |steps| std::mem::replace(steps, *steps + 1));
        if made > 0 && self.is_slow {
            return;
        }
        let begin = Instant::now();
        self.try_step(if self.is_owed { Duration::ZERO } else { self.patience() });
        self.is_slow = begin.elapsed() > SLOW;
    }

    /// To the recorded frame nearest to this one. Whether it is another. The lanes' totals stay.
    fn seek(&mut self, frame: u64) -> bool {
        self.is_owed = false;
        let gone = self.motion.seek(frame);
        if gone {
            self.counts = false;
            self.look();
        }
        gone
    }

    fn restart(&mut self) {
        self.restart();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhibit::Words;

    #[test]
    fn a_step_that_is_not_waited_for_is_made_once_it_is_there_unless_another_frame_was_gone_to() {
        let mut lab = ClothLab::build(None, &Words::default(), None).unwrap();
        lab.in_window();
        lab.playback.playing = false;
        lab.try_step(Duration::ZERO);
        // A thread that is quick enough has made it at once.
        assert_ne!(lab.is_busy(), lab.frame() == 1, "the step is on its way or there");
        while lab.is_busy() {
            std::thread::sleep(Duration::from_millis(1));
            lab.in_window();
            lab.pump(Duration::ZERO);
        }
        assert_eq!(lab.frame(), 1);
        lab.try_step(Duration::ZERO);
        lab.seek(0);
        while lab.is_busy() {
            std::thread::sleep(Duration::from_millis(1));
            lab.in_window();
            lab.pump(Duration::ZERO);
        }
        assert_eq!(lab.frame(), 0, "the step was given up");
    }
}
