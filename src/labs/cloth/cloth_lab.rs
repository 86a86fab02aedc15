//! The lab's state: the recorded motion of a cloth, the panes with their methods, and the answers to the current step.
//!
//! `put.rs` builds [`ClothLab`] and converts it to and from a configuration; `lab.rs` connects it to the window. This
//! file has the operations that they and the panels share.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::garment::Garment;
use super::lane::{Detection, Lane, Total};
use super::maps::{MapCache, Shown};
use super::measured::Answered;
use super::motion::{self, Motion};
use super::words::ClothSettings;
use super::{answers, solids};
use crate::cloth::detect::Found;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::reference;
use crate::cloth::response::Response;
use crate::cloth::simulation::{Beginning, Frame, Hand, Simulation};
use crate::cloth::step::{Contact, Step};
use crate::geometry::Shape;
use crate::gpu::Gpu;
use crate::labs::contest::{Contest, Run};
use crate::labs::kept_frames::FrameMark;
use crate::labs::lab::LabError;
use crate::labs::playhead::Playback;
use crate::labs::playhead::{Playhead, Recording};
use crate::labs::reading::Reading;
use crate::labs::undo::Discarded;

/// Longest time that the window waits for answers or for one simulation step. Advancing a frame can take three such
/// waits: for the answers to the current frame, for the simulation, and for the answers to the new frame.
const PATIENCE: Duration = Duration::from_millis(250);
/// Longest wait in a program without a window (images, checks of lessons), where all answers must be complete.
const FOR_STEPS: Duration = Duration::from_secs(30);
/// Computing time above which a step counts as slow; the window then computes at most one step per rendered frame.
const SLOW: Duration = Duration::from_millis(200);

/// The motion, the panes, and the state of the panels.
pub struct ClothLab {
    /// Playback state and speed.
    pub playback: Playback,
    /// The settings; [`ClothLab::apply`] changes those that have consequences.
    pub(super) settings: ClothSettings,
    /// Error of the last failed action.
    pub trouble: Option<String>,
    /// Start values in the controls, applied when a dragged control is released.
    pub draft: Beginning,
    /// Drawable shapes of the obstacles.
    pub(super) solids: Vec<Arc<Shape>>,
    /// Depth maps of the obstacles, and their decisions, while they are shown.
    pub(super) maps: MapCache,
    /// Whether the scene changed, so that the cameras must be set again.
    pub(super) is_to_be_framed: bool,
    pub(super) motion: Motion,
    pub(super) simulation: Simulation,
    pub(super) gpu: Option<Gpu>,
    /// The motion of a garment from a file, while the file's mesh is being read.
    pub(super) reading: Option<Reading<(Motion, Simulation)>>,
    /// The panes with their methods.
    pub contest: Contest<Detection>,
    /// The lane of the reference.
    pub(super) truth: Lane,
    /// The dragged particle, if any.
    pub(super) hand: Option<Held>,
    /// Steps since the window's last rendered frame; `None` without a window.
    steps_in_window: Option<u32>,
    /// Whether the last step was slow.
    is_slow: bool,
    /// Whether a requested step is still being simulated.
    pub(super) is_owed: bool,
    /// Whether answers to the current frame are added to the totals.
    pub(super) counts: bool,
    /// Whether recorded frames are played again because the cloth is at rest; they are not counted again.
    is_repeat: bool,
    /// Whether all lanes have answered and the answers are compared and counted.
    is_settled: bool,
    /// State that changes of this lab have discarded, kept for undo until the window takes it.
    pub(super) discarded: Discarded,
}

/// A drag of a particle, with the state to restore if it is cancelled.
pub(super) struct Held {
    /// The particle and the position of the hand.
    pub(super) hand: Hand,
    /// The frames that were recorded after the current frame when the drag started.
    pub(super) left: motion::Left,
    /// The measurements as they were when the drag started.
    pub(super) run: Run<Total>,
    /// Whether playback was running when the drag started.
    pub(super) played: bool,
}

impl ClothLab {
    /// A lab with a garment or a square cloth and default settings. Without a GPU nothing is drawn.
    pub fn new(
        gpu: Option<Gpu>,
        beginning: Beginning,
        garment: Option<Arc<Garment>>,
    ) -> Result<Self, LabError> {
        let (motion, simulation) = Motion::new(beginning, garment)?;
        let mut contest = Contest::default();
        contest.show(contest.panes.clone(), &motion.mesh);
        let truth = reference::method(0, &motion.mesh);
        let mut lab = Self {
            playback: Playback::default(),
            settings: ClothSettings::default(),
            trouble: None,
            draft: beginning,
            truth: Lane::new(truth, &truth.default_settings(), &motion.mesh),
            solids: solids::of(&motion),
            maps: MapCache::default(),
            motion,
            simulation,
            gpu,
            reading: None,
            contest,
            hand: None,
            is_to_be_framed: false,
            steps_in_window: None,
            is_slow: false,
            is_owed: false,
            counts: false,
            is_repeat: false,
            is_settled: false,
            discarded: Discarded::default(),
        };
        lab.show_marks();
        Ok(lab)
    }

    /// Called after every rendered frame of a window: from the first call on, the lab waits only briefly for answers;
    /// a requested step is taken if it is ready.
    pub fn in_window(&mut self) {
        self.steps_in_window = Some(0);
        if self.is_owed && !self.playback.playing {
            self.try_step(Duration::ZERO);
        }
    }

    /// Takes a step if it is simulated within `patience`; otherwise the step is owed.
    pub fn try_step(&mut self, patience: Duration) {
        let hand = self.hand.as_ref().map(|held| held.hand);
        let has_answers = self.pump(patience);
        self.is_repeat &= self.motion.timeline().has_future();
        let advanced =
            if has_answers { self.motion.step(&mut self.simulation, hand, patience) } else { Ok(false) };
        self.is_owed = matches!(advanced, Ok(false));
        match advanced {
            Ok(true) => {
                self.counts = !self.is_repeat;
                self.look();
                self.begin_next();
            }
            Ok(false) => {}
            Err(why) => {
                self.trouble = Some(why);
                self.playback.playing = false;
            }
        }
    }

    /// Simulates the next frame while the window draws this one, once no method runs that this would slow down.
    pub(super) fn begin_next(&mut self) {
        let plays = self.playback.playing && self.steps_in_window.is_some();
        let runs = self.contest.lanes.iter().chain([&self.truth]).any(|lane| lane.is_busy());
        if plays && self.hand.is_none() && !runs {
            self.motion.begin_next(&mut self.simulation);
        }
    }

    fn patience(&self) -> Duration {
        if self.steps_in_window.is_some() { PATIENCE } else { FOR_STEPS }
    }

    /// Queries all lanes about the current frame and waits for answers; in a window at most 250 ms.
    pub fn look(&mut self) {
        self.is_settled = false;
        self.truth.forget();
        self.contest.lanes.iter_mut().for_each(|lane| lane.forget());
        self.pump(self.patience());
    }

    /// Waits for answers after parameters are applied, so that the scene is complete; in a window at most 250 ms.
    pub(super) fn wait(&mut self) {
        self.pump(self.patience());
    }

    /// Queries the lanes that have not answered yet, one after another so that their timings do not disturb each
    /// other; the reference is the last, since it is the slowest. True if all lanes have answered within `patience`.
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
        if self.settings.view.paints_stages() {
            self.contest.lanes.iter_mut().for_each(|lane| lane.watch(left()));
            return self
                .contest
                .lanes
                .iter()
                .all(|lane| lane.why_not().is_some() || lane.reached().is_some());
        }
        true
    }

    /// Compares all answers with the reference's, and adds them to the totals if `counts` is set.
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

    /// Records the answers of all lanes to the current frame.
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

    /// Shows the marks of the panes' lanes and of the reference on the timeline.
    pub(super) fn show_marks(&mut self) {
        let all = self.contest.lanes.iter().chain([&self.truth]);
        let shown = all.map(|lane| answers::who(lane, &self.truth)).collect();
        self.motion.show_marks_of(shown);
    }

    /// Goes to a frame, by seeking or by simulation, after a restart if the frame is older than the recording; then
    /// queries all lanes.
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

    /// Start values of the motion.
    pub fn beginning(&self) -> Beginning {
        self.motion.beginning
    }

    /// The collision response in use. A garment that passes through itself at rest has no self-collision response,
    /// even if requested.
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

    /// The garment; `None` for a square cloth.
    pub fn garment(&self) -> Option<&Arc<Garment>> {
        self.motion.garment.as_ref()
    }

    /// The current frame.
    pub fn now(&self) -> &Arc<Frame> {
        self.motion.now()
    }

    /// The step that the methods are queried about: the step of the current frame as it would be without
    /// self-collision response. `None` in frame 0.
    pub fn step_on_show(&self) -> Option<&Arc<Step>> {
        self.motion.now().unguarded.as_ref()
    }

    /// Whether the decisions of depth maps are shown: on request, and wherever maps decide the obstacles.
    pub fn shows_maps(&self) -> bool {
        self.settings.view.compare_maps || self.beginning().maps.is_some()
    }

    /// The maps and their decisions about the current particles; `None` if they are not shown, or if the scene has no
    /// obstacles.
    pub fn shown_maps(&self) -> Option<Rc<Shown>> {
        let shown = || self.maps.shown(self.gpu(), &self.motion.way, self.settings.view.maps, self.now());
        self.shows_maps().then(shown).flatten()
    }

    /// Steps since the beginning.
    pub fn frame(&self) -> u64 {
        self.motion.frame()
    }

    /// The contacts of the current step that the active pane's method misses.
    pub fn missed(&self) -> &[Contact] {
        let lane = self.contest.lanes.get(self.contest.panes.focus());
        lane.and_then(|lane| lane.judged()).map_or(&[], |judged| &judged.missed)
    }

    /// The reference's answer to the current step.
    pub fn truth(&self) -> Option<&Arc<Found>> {
        self.truth.answer()
    }

    /// The lane of the reference.
    pub fn truth_lane(&self) -> &Lane {
        &self.truth
    }

    /// Whether a method or the simulation is running.
    pub fn is_busy(&self) -> bool {
        self.is_owed || self.contest.lanes.iter().chain([&self.truth]).any(|lane| lane.is_busy())
    }

    /// The GPU that draws, if there is one.
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

    fn run_id(&self) -> u64 {
        self.contest.run_id()
    }

    /// Advances one frame once all lanes have answered the current frame. After a slow step, at most one step is made
    /// per rendered frame. A step that takes longer than the window waits is completed by [`Self::in_window`].
    fn step(&mut self) {
        let made = self.steps_in_window.as_mut().map_or(0, |steps| std::mem::replace(steps, *steps + 1));
        if made > 0 && self.is_slow {
            return;
        }
        let begin = Instant::now();
        self.try_step(if self.is_owed { Duration::ZERO } else { self.patience() });
        self.is_slow = begin.elapsed() > SLOW;
    }

    /// Seeks to the recorded frame nearest to `frame`; true if the current frame changed. The lanes' totals stay.
    fn seek(&mut self, frame: u64) -> bool {
        (self.is_owed, self.is_repeat) = (false, false);
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

    fn is_at_rest(&self) -> bool {
        self.hand.is_none() && self.now().state.is_at_rest()
    }

    fn repeat(&mut self) {
        self.seek(0);
        self.is_repeat = true;
    }
}
