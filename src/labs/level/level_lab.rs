//! The lab's state: the level, the mover, the panes with their methods, and the queries.
//!
//! `put.rs` builds [`LevelLab`] and applies parameters, `words.rs` converts it to a configuration, and `lab.rs`
//! connects it to the window. This file has the operations that they and the panels share.

use std::mem::replace;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::lane::{Lane, Place, Question, Sweeper, Total};
use super::view::Plan;
use super::view::Pointed;
use super::words::{Config, LevelSettings};
use crate::comparison::panes::Panes;
use crate::gpu::Gpu;
use crate::labs::capabilities::Files;
use crate::labs::contest::{Contest, row_of};
use crate::labs::kept_frames::FrameMark;
use crate::labs::playhead::Playback;
use crate::labs::playhead::{Playhead, Recording};
use crate::labs::reading::{Reading, take_read};
use crate::labs::timeline::Timeline;
use crate::labs::undo::Discarded;
use crate::level::drawing::Drawing;
use crate::level::figure::Figure;
use crate::level::ground::{Ground, Source};
use crate::level::methods::{self, BSP_SHIFT, METHODS, Method, REFERENCE};
use crate::level::own_level::OwnLevel;
use crate::level::walk::Steering;
use crate::level::walking::{State, Walked};

/// Most recorded frames: ten minutes.
const MOST_FRAMES: usize = 18_000;

/// The level, the mover, the panes and the state of the panels.
pub struct LevelLab {
    /// Playback state and speed.
    pub playback: Playback,
    /// The settings; [`LevelLab::apply`] changes those that have consequences.
    pub(super) settings: LevelSettings,
    /// Seed and number of faces in the controls, which may not be applied yet.
    pub draft: (u64, usize),
    /// Error of the last level that could not be read or generated, or error of the walk.
    pub trouble: Option<String>,
    /// The last computed plan slice, a horizontal section through the level at the mover's height.
    pub(super) plan: Plan,
    /// The node or leaf of the tree that is hovered or picked, among those that the shown sweep visited.
    pub pointed: Pointed,
    pub(super) ground: Arc<Ground>,
    /// The drawing of the level, whole or with the part above the mover cut off.
    pub(super) drawing: Arc<Drawing>,
    /// A level that is being read or generated; the path is empty for a generated level.
    pub(super) loading: Option<Reading<Ground>>,
    gpu: Option<Gpu>,
    pub(super) figure: Figure,
    pub(super) walk: Timeline<Walked>,
    /// Input of the held steering keys: how far to the right, and how far ahead.
    pub(super) held: [f64; 2],
    /// Heading of the active pane's camera: an angle like [`State::heading`].
    pub(super) looks: f64,
    pub(super) driver: Lane,
    pub(super) reference: Lane,
    /// The moves of the current frame that all methods answer, with the reference's answers.
    pub(super) questions: Vec<Question>,
    /// The panes with their methods.
    pub contest: Contest<Sweeper>,
    /// State that changes of this lab have discarded, kept for undo until the window takes it.
    pub(super) discarded: Discarded,
}

impl LevelLab {
    /// A lab with this level and default settings. Without a GPU nothing is drawn.
    pub fn new(gpu: Option<Gpu>, ground: Arc<Ground>) -> Self {
        let figure = Figure::default();
        let place = Place { level: Arc::clone(&ground.level), mover: figure.mover() };
        let lane = |id: &str| {
            let method = methods::find(id).unwrap_or(&METHODS[0]);
            Lane::new(method, &method.default_settings(), &place)
        };
        let mut lab = Self {
            playback: Playback::default(),
            settings: LevelSettings::default(),
            draft: Default::default(),
            trouble: None,
            plan: Plan::default(),
            pointed: Pointed::default(),
            loading: None,
            gpu,
            figure,
            walk: walk_from(State::start(&ground, &figure)),
            held: [0.0; 2],
            looks: 0.0,
            driver: lane(BSP_SHIFT),
            reference: lane(REFERENCE),
            questions: vec![],
            contest: Contest::default(),
            discarded: Discarded::default(),
            drawing: Arc::clone(&ground.whole),
            ground,
        };
        lab.draft = lab.parameters();
        lab.show(lab.contest.panes.clone());
        lab
    }

    /// The input for which methods are prepared: the level and the mover.
    fn place(&self) -> Place {
        Place { level: Arc::clone(&self.ground.level), mover: self.figure.mover() }
    }

    /// Shows these panes; prepared methods are reused.
    pub fn show(&mut self, panes: Panes) {
        let place = self.place();
        self.contest.show(panes, &place);
        self.prepare();
    }

    /// Starts on another level; mover, methods and view stay.
    pub fn begin(&mut self, ground: Arc<Ground>) {
        let before = self.put_ground(ground);
        let left = self.walk_from_start(before);
        self.discard_walk(left);
        self.prepare();
    }

    /// Replaces the level without preparing methods for it; returns the previous level.
    pub(super) fn put_ground(&mut self, ground: Arc<Ground>) -> Arc<Ground> {
        self.loading = None;
        let before = replace(&mut self.ground, ground);
        self.drawing = Arc::clone(&self.ground.whole);
        self.trouble = None;
        self.draft = self.parameters();
        let method = self.reference.method();
        self.reference = Lane::new(method, &method.default_settings(), &self.place());
        before
    }

    /// Starts a job that generates another level; the current one stays until it is ready.
    pub fn load(&mut self, seed: u64, faces: usize) {
        let source = Source::Made { seed, faces };
        self.loading = Some(Reading::begin(PathBuf::new(), move |_, go_on| compiled(source, None, go_on)));
    }

    /// Takes the results of finished jobs; true if there were any.
    pub fn take_done(&mut self) -> bool {
        let made = take_read(&mut self.loading);
        let is_there = made.is_some();
        match made {
            Some(Ok(ground)) => self.begin(Arc::new(ground)),
            Some(Err(why)) => self.trouble = Some(why),
            None => {}
        }
        let all = self.contest.lanes.iter_mut().chain([&mut self.driver, &mut self.reference]);
        if all.map(|lane| lane.take_done()).filter(|done| *done).count() > 0 {
            // The mover may have changed during the preparation: prepare outdated methods again.
            self.prepare();
            return true;
        }
        is_there
    }

    /// Progress of the level that is being read or generated, 0 to 1.
    pub fn progress(&self) -> Option<f64> {
        self.loading.as_ref().map(|loading| loading.progress().unwrap_or(0.0))
    }

    /// Whether a job is running.
    pub fn is_busy(&self) -> bool {
        self.loading.is_some()
            || self
                .contest
                .lanes
                .iter()
                .chain([&self.driver, &self.reference])
                .any(|lane| lane.is_preparing())
    }

    /// Prepares the driver and the lanes again if they do not match the level, the settings and the mover, then
    /// queries all lanes.
    pub(super) fn prepare(&mut self) {
        let place = self.place();
        let driver = self.driver.method();
        let settings = self.contest.panes.settings_of(row_of::<Sweeper>(driver));
        if !self.driver.is(driver, settings, &place) && !self.driver.is_preparing() {
            self.driver = Lane::new(driver, settings, &place);
        }
        for lane in self.contest.lanes.iter_mut().filter(|lane| lane.is_outdated(&place)) {
            lane.prepare_again(&place);
        }
        self.look();
    }

    /// Blocks until the driver and the reference, and with `panes` all methods in panes, are prepared for the current
    /// level and mover. A method that is being prepared for others begins again, so there are two rounds.
    pub(super) fn wait_for(&mut self, panes: bool) {
        for _ in 0..2 {
            let in_panes = self.contest.lanes.iter_mut().filter(|_| panes);
            in_panes.chain([&mut self.driver, &mut self.reference]).for_each(|lane| lane.wait());
            self.prepare();
        }
    }

    /// Advances one frame without querying the lanes; false if the driver is not prepared or fails.
    pub(super) fn advance(&mut self) -> bool {
        let steering = self.steering();
        let (Some(sweep), Some(body)) = (self.driver.ready(), self.reference.ready()) else { return false };
        let mut state = self.walk.now().state;
        match state.step(&self.ground, &self.figure, [sweep, body], (steering, self.settings.speed)) {
            Ok(done) => {
                let left = self.walk.push(Walked { state, done });
                self.discard_branch(left);
                self.mark();
                true
            }
            Err(why) => {
                self.trouble = Some(why.to_string());
                self.playback.playing = false;
                false
            }
        }
    }

    /// Resets settings, mover, steering and view, and restarts. Level and panes stay.
    pub fn clear(&mut self) {
        let mut panes = self.contest.panes.clone();
        panes.reset_settings();
        self.walk_from_start(Arc::clone(&self.ground));
        self.apply(Config { panes, ..Config::default() });
    }

    /// The current configuration.
    pub fn config(&self) -> Config {
        Config {
            settings: self.settings,
            source: self.ground().source().clone(),
            figure: self.figure,
            driver: row_of::<Sweeper>(self.driver()),
            frame: self.frame(),
            panes: self.contest.panes.clone(),
        }
    }

    /// Applies a configuration on the current level, in the current frame: compares it with the current one and updates
    /// what depends on the differences.
    pub fn apply(&mut self, next: Config) {
        let before = replace(&mut self.settings, next.settings);
        let is_shown = next.panes == self.contest.panes;
        self.contest.panes = next.panes;
        self.set_figure(next.figure);
        if self.settings.by_keys != before.by_keys {
            self.held = [0.0; 2];
        }
        let driver = &METHODS[next.driver];
        if driver.id != self.driver().id {
            self.set_driver(driver);
        }
        if !is_shown {
            self.show(self.contest.panes.clone());
        } else if self.settings != before {
            self.look();
        }
    }

    /// Replaces the mover without moving it. Prepared methods stay valid, except the method that compiles a tree for
    /// each mover.
    pub fn set_figure(&mut self, figure: Figure) {
        if figure == self.figure {
            return;
        }
        self.walk.now_mut().state.exchange(&self.ground, &self.figure, &figure);
        // The errors in the timeline are those of another mover.
        self.walk.change_marks(FrameMark::drop_errors);
        if figure.kind != self.figure.kind {
            // Restart the totals: a mean over movers of different kinds is meaningless.
            self.contest.lanes.iter_mut().for_each(|lane| lane.total = Total::default());
        }
        self.figure = figure;
        if self.frame() == 0 {
            self.walk.now_mut().state = State::start(&self.ground, &self.figure);
        }
        self.prepare();
    }

    /// The mover.
    pub fn figure(&self) -> Figure {
        self.figure
    }

    /// The current level.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    /// Whether the level was read from a file.
    pub fn is_from_file(&self) -> bool {
        matches!(self.ground.source(), Source::File(_))
    }

    /// Seed and number of faces; the defaults if the level is from a file.
    pub fn parameters(&self) -> (u64, usize) {
        self.ground.source().parameters()
    }

    /// The recorded walk.
    pub fn walk(&self) -> &Timeline<Walked> {
        &self.walk
    }

    /// Frames since the start.
    pub fn frame(&self) -> u64 {
        self.walk.frame()
    }

    /// The method that stops the walk.
    pub fn driver(&self) -> &'static Method {
        self.driver.method()
    }

    /// Sets the method that stops the walk.
    pub fn set_driver(&mut self, method: &'static Method) {
        let settings = self.contest.panes.settings_of(row_of::<Sweeper>(method));
        self.driver = Lane::new(method, settings, &self.place());
    }

    /// The current steering.
    fn steering(&self) -> Steering {
        if self.settings.by_keys { Steering::Keys(self.held, self.looks) } else { Steering::Path }
    }

    /// Sets the input of the held keys, to the right and ahead; ignored while the path steers.
    pub fn hold(&mut self, held: [f64; 2]) {
        self.held = held;
    }

    /// Whether a steering key is held.
    pub fn is_held(&self) -> bool {
        self.held != [0.0; 2]
    }

    /// The GPU that draws, if there is one.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }
}

impl Playhead for LevelLab {
    fn playback(&mut self) -> &mut Playback {
        &mut self.playback
    }

    fn recording(&self) -> Recording<'_> {
        self.walk().recording()
    }

    fn run_id(&self) -> u64 {
        self.contest.run_id()
    }

    /// Advances one frame and adds the answers to the measurements; does nothing until the driver is prepared.
    fn step(&mut self) {
        if self.advance() {
            self.look();
            for lane in &self.contest.lanes {
                for (wheel, answer) in lane.answers().iter().enumerate() {
                    let row = lane.row(self.frame(), self.asked_in_words(wheel), answer);
                    self.contest.measured.push(row);
                }
            }
        }
    }

    /// Seeks to the recorded frame nearest to `frame`; true if the current frame changed. The lanes' totals stay.
    fn seek(&mut self, frame: u64) -> bool {
        let moved = self.walk.seek(frame);
        if moved {
            let run = self.contest.take_run();
            self.look();
            self.contest.put_run(run);
        }
        moved
    }

    fn restart(&mut self) {
        self.restart();
    }

    fn settle(&mut self) {
        self.wait_for(true);
    }

    fn is_at_rest(&self) -> bool {
        let is_left_alone = if self.settings.by_keys { !self.is_held() } else { self.settings.speed <= 0.0 };
        is_left_alone && self.walk.stands(|walked| walked.state.walker.place)
    }

    fn waits_for_user(&self) -> bool {
        true
    }
}

impl Files for LevelLab {
    /// Starts a job that reads and compiles a file.
    fn take_file(&mut self, path: PathBuf) {
        self.trouble = None;
        self.loading = Some(Reading::begin(path, |path, go_on| {
            let (path, own) = OwnLevel::read(path)?;
            compiled(Source::File(path), Some(&own), go_on)
        }));
    }

    /// The file that is being read and compiled.
    fn reading(&self) -> Option<&Path> {
        self.loading.as_ref().map(Reading::path).filter(|path| !path.as_os_str().is_empty())
    }

    fn take_read(&mut self) {
        // `Slot::Update` takes the results of other jobs.
        if self.reading().is_some() {
            self.take_done();
        }
    }
}

/// Reads or generates the level of a source and compiles its tree. `go_on` receives the progress and returns false to
/// cancel.
fn compiled(
    source: Source,
    own: Option<&OwnLevel>,
    go_on: &mut dyn FnMut(f64) -> bool,
) -> Result<Ground, String> {
    let mut share = |done: usize, all: usize| go_on(done as f64 / all.max(1) as f64);
    Ground::new(source, own, &mut share).map_err(|why| why.to_string())
}

/// A walk that starts from this state.
pub(super) fn walk_from(state: State) -> Timeline<Walked> {
    Timeline::new(state.frame, Walked::at(state), MOST_FRAMES)
}
