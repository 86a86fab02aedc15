//! The arena: bodies move in a box, a broad phase finds candidate pairs, and methods determine which of them
//! collide.
//!
//! Each frame advances the world, computes boxes and candidates, and runs every enabled method on the same
//! candidates, one method after another. Each method's GPU work is completed before the next method starts,
//! so that a method's time does not include work of another method. The methods in the *panes* colour the
//! bodies, the *driver* makes them bounce, and all methods are checked against the *reference*.

pub mod arena_lab;
pub mod panels;
pub mod hand;
pub mod model;
pub mod lab;
mod headline;
mod legend;
mod own_program;
pub mod pages;
pub mod nearest;
mod put;
mod response;
pub mod saved;
pub mod words;
pub mod subject;
pub mod timeline;
pub mod deciding;
pub mod viewpoints;
pub mod undo;

use std::time::{Duration, Instant};

use crate::broad_phase::{BROAD_PHASES, BroadPhaseRow, CandidateSearch};
use crate::geometry::{Aabb, Point, Pose};
use crate::gpu::Gpu;
use crate::image_space::options::Options;
use crate::image_space::view::View;
use crate::methods::{METHODS, Method};
use crate::render::scene::{self, Marks, Overlays, Scene};
use crate::settings::Settings;
use crate::world::{Body, Motion, Pair, ParameterError, Parameters, World};

use super::arena::response::Response;
use super::arena::words::Start;
use super::playhead::Playback;
use super::timeline::{Branch, Timeline};
use super::undo::Discarded;
use crate::comparison::detectors::Detectors;
use crate::comparison::disagreements::Comparison;
use crate::comparison::findings::Findings;
use crate::comparison::ledger::Ledger;
use crate::comparison::lineup::Lineup;
use crate::detector::Mistake;

/// Id of the lab in `--lab`, links and scene files.
pub const ID: &str = "arena";
use crate::comparison::tiles::Tiles;

/// Memory for recorded frames, in bytes: enough for 6000 frames of 100 bodies, or 300 frames of 2000 bodies.
const MOST_BYTES: usize = 64 << 20;

/// Initial state of an arena.
#[derive(Clone)]
pub struct Setup {
    /// The world at its start.
    pub start: Start,
    /// The method in the first pane.
    pub method: &'static Method,
}

impl Default for Setup {
    fn default() -> Self {
        Self { start: Start::Experiment(Parameters::default()), method: &METHODS[0] }
    }
}

/// The body held by hand.
struct HeldBody {
    body: usize,
    /// Motion of the body when it was grabbed.
    start: Motion,
    /// Pose in which the body is held.
    pose: Pose,
    /// Motions of all bodies at the grab, and whether any had been moved by hand before.
    before: (Vec<Motion>, bool),
    /// The frames from the grab on, cut out of the timeline as soon as the body is moved or the world
    /// advances; `None` until then.
    left: Option<Branch<Vec<Motion>>>,
}

/// State of the lab: world, methods, their answers, and the selection.
pub struct Arena {
    /// Playback state: running or paused, and speed.
    pub playback: Playback,
    /// The number of the picked body.
    pub selected: Option<usize>,
    /// The numbers of the picked pair's bodies.
    pub selected_pair: Option<Pair>,
    /// The pair that the inspector has picked by itself, because none was picked.
    pub proposed_pair: Option<Pair>,
    start: Start,
    /// Id of the current run, and number of runs started so far.
    run_ids: [u64; 2],
    world: World,
    /// The recorded frames. The current one equals `world`, except during a step.
    timeline: Timeline<Vec<Motion>>,
    /// The methods whose errors the timeline marks, with their settings.
    marked: Vec<(&'static str, Settings)>,
    search: CandidateSearch,
    response: Response,
    detectors: Detectors,
    lineup: Lineup,
    found: Findings,
    ledger: Ledger,
    comparison: Comparison,
    tiles: Tiles,
    /// Time from which only methods in panes answer; the others answer in later frames of the window.
    deadline: Option<Instant>,
    start_trouble: Option<String>,
    /// The body held by hand.
    held: Option<HeldBody>,
    /// Whether a body was moved by hand since the world started.
    by_hand: bool,
    /// State discarded by changes since the last `take_discarded`.
    discarded: Discarded,
}

impl Arena {
    /// Builds the world of `setup.start` and evaluates its first frame. Without a GPU, only methods that need
    /// no GPU answer.
    pub fn new(gpu: Option<Gpu>, setup: Setup) -> Result<Self, ParameterError> {
        let world = setup.start.world()?;
        let detectors = Detectors::new(gpu);
        let lineup = Lineup::showing(setup.method, |method| detectors.can_run(method));
        let mut arena = Self {
            playback: Playback::default(),
            selected: None,
            selected_pair: None,
            proposed_pair: None,
            start: setup.start,
            run_ids: [0; 2],
            timeline: recording(&world),
            marked: Vec::new(),
            world,
            search: CandidateSearch::new(&BROAD_PHASES[0]),
            response: Response::default(),
            detectors,
            lineup,
            found: Findings::default(),
            ledger: Ledger::default(),
            comparison: Comparison::default(),
            tiles: Tiles::default(),
            deadline: None,
            start_trouble: None,
            held: None,
            by_hand: false,
            discarded: Discarded::default(),
        };
        arena.pause_if_hand_made();
        arena.look();
        Ok(arena)
    }

    /// Plays the frames that are due after `elapsed`. Returns whether there were any.
    pub fn update(&mut self, elapsed: Duration) -> bool {
        let frames = self.playback.frames_after(elapsed);
        (0..frames).for_each(|_| self.step());
        frames > 0
    }

    /// Advances the world by one frame: motion, candidates, verdicts, bounces. A recorded future is kept as
    /// long as the simulation reproduces its frames.
    pub fn step(&mut self) {
        self.leave_for_hand();
        // Impulses push bodies apart, so they come before the motion: a recorded frame has the poses that were judged.
        if self.response.is_by_impulses() {
            self.exchange_impulses();
        }
        self.world.advance();
        self.hold_still();
        self.look();
        if !self.response.is_by_impulses() {
            self.world.respond(&self.found.to_part);
        }
        let left = self.timeline.push(self.world.motions());
        self.mark();
        if let Some(branch) = left {
            self.discard_branch(branch);
        }
    }

    /// Starts another world, paused if it is hand-made, since such worlds are meant to be stepped through.
    pub fn begin(&mut self, start: Start) {
        self.set_start(start);
        self.pause_if_hand_made();
    }

    fn pause_if_hand_made(&mut self) {
        self.playback.playing &= !matches!(self.start, Start::Preset(_));
    }

    /// Restores motions of bodies at a frame of this world and drops all measurements; returns `false` and
    /// changes nothing if they do not fit the world.
    pub fn restore(&mut self, frame: u64, motions: &[Motion]) -> bool {
        let fits = self.world.restore(frame, motions).is_some();
        if fits {
            // A scene file lists the bodies of frame 0 only if a body was moved by hand.
            (self.held, self.by_hand) = (None, frame == 0);
            self.timeline = recording(&self.world);
            self.ledger = Ledger::default();
            self.comparison = Comparison::default();
            self.search = CandidateSearch::new(self.search.row());
            self.look();
        }
        fits
    }

    /// Chooses the broad phase and finds the candidates of this frame again.
    pub fn set_broad_phase(&mut self, row: &'static BroadPhaseRow) {
        self.search = CandidateSearch::new(row);
        self.look();
    }

    /// The row of the broad phase in use.
    pub fn broad_phase(&self) -> &'static BroadPhaseRow {
        self.search.row()
    }

    /// Id of the current run.
    pub fn run_id(&self) -> u64 {
        self.run_ids[0]
    }

    /// The start that the world was built from.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The current world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// All measurements since the start.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Every method compared with every other.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    /// The GPU that methods draw with; `None` if there is none.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.detectors.gpu()
    }

    /// Picks a body or, with `None`, clears the selection. The picked pair stays only if it includes the
    /// body.
    pub fn select(&mut self, body: Option<usize>) {
        self.selected = body;
        self.selected_pair =
            self.selected_pair.filter(|pair| body.is_some_and(|b| pair.a == b || pair.b == b));
    }

    /// Indices of the picked body's candidates, or of all candidates if no body is picked. Order: errors of
    /// the active pane's method, its collisions, the rest.
    pub fn pairs_in_focus(&self) -> Vec<usize> {
        let in_focus = |&index: &usize| {
            let pair = self.found().candidates[index];
            self.selected.is_none_or(|body| pair.a == body || pair.b == body)
        };
        let mut pairs: Vec<_> = (0..self.found().candidates.len()).filter(in_focus).collect();
        if let Some(shown) = self.shown() {
            let colliding = |index: usize| shown.verdicts.get(index).is_some_and(|v| v.colliding);
            pairs.sort_by_key(|&i| (shown.error_at(i).is_none(), !colliding(i)));
        }
        pairs
    }

    /// Corners of the windows of the active pane's method, where a window is the box in space that a tile
    /// shows. The windows of the picked pair; without a picked pair those of the picked body's pairs; without
    /// a picked body those of all candidates. Empty for a method without windows.
    pub fn windows(&self) -> Vec<[Point; 8]> {
        self.windows_of(self.lineup.roles().shown)
    }

    fn windows_of(&self, method: &'static Method) -> Vec<[Point; 8]> {
        let Some(options) = Options::of(self.lineup.settings_of(method)) else { return Vec::new() };
        let (found, bodies) = (self.found(), self.bodies());
        let shown = |pair: &&Pair| match (self.selected_pair, self.selected) {
            (Some(picked), _) => **pair == picked,
            (None, Some(body)) => pair.a == body || pair.b == body,
            (None, None) => true,
        };
        // A concave body has a window per piece.
        let boxes_of = |body: usize| match bodies[body].shape.pieces() {
            [] => vec![found.boxes[body]],
            pieces => pieces.iter().map(|piece| piece.aabb_at(&bodies[body].pose)).collect(),
        };
        let windows_of = |pair: &Pair| {
            let (of_a, of_b) = (boxes_of(pair.a), boxes_of(pair.b));
            let mut windows = Vec::new();
            for (a, b) in
                of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a, b))).filter(|(a, b)| a.overlaps(b))
            {
                let views =
                    options.axis.axes(a, b).filter_map(|axis| View::of(a, b, axis, options.view_volume));
                windows.extend(views.map(|view| view.volume.corners()));
            }
            windows
        };
        found.candidates.iter().filter(shown).flat_map(windows_of).collect()
    }

    /// The verdicts, errors and windows that [`Arena::scene`] borrows for the active pane.
    pub fn scene_lists(&self, overlays: Overlays) -> scene::Lists {
        self.scene_lists_in(self.lineup.choice().focus(), overlays)
    }

    /// The verdicts, errors and windows that [`Arena::scene`] borrows for an open pane.
    pub fn scene_lists_in(&self, pane: usize, overlays: Overlays) -> scene::Lists {
        let mut lists = scene::Lists { pane, ..scene::Lists::default() };
        let Some(method) = self.lineup.panes().get(pane).copied() else { return lists };
        if overlays.windows {
            lists.windows = self.windows_of(method);
        }
        if let Some(answer) = self.found().answer(method) {
            lists.verdicts = answer.verdicts.iter().map(|v| v.colliding).collect();
            for (index, error) in answer.errors.iter().flat_map(|errors| errors.iter()) {
                let list = match error {
                    Mistake::Missed => &mut lists.missed,
                    Mistake::FalseHit => &mut lists.false_hits,
                };
                list.push(self.found().candidates[index]);
            }
        }
        lists
    }

    /// The scene for the renderer, in the pane that `lists` was made for.
    pub fn scene<'a>(&'a self, lists: &'a scene::Lists, overlays: Overlays) -> Scene<'a> {
        let (missed, false_hits) = (&lists.missed, &lists.false_hits);
        Scene {
            bodies: self.bodies(),
            container: self.container(),
            colliding: self.answer_in(lists.pane).map_or(&[], |answer| &answer.colliding_bodies),
            selected: self.selected,
            candidates: &self.found().candidates,
            verdicts: &lists.verdicts,
            windows: &lists.windows,
            marks: Marks { missed, false_hits, selected: self.selected_pair },
            only: None,
            overlays,
        }
    }

    /// All bodies, by their numbers.
    pub fn bodies(&self) -> &[Body] {
        self.world.bodies()
    }

    /// The bodies' boxes in the previous frame; `None` at the first frame, or if the previous frame is not
    /// recorded.
    pub fn boxes_before(&self) -> Option<Vec<Aabb>> {
        let before = self.timeline.at(self.world.frame().checked_sub(1)?)?;
        Some(self.bodies().iter().zip(before).map(|(body, (pose, ..))| body.shape.aabb_at(pose)).collect())
    }

    /// The box whose faces, the walls, keep all bodies inside; world coordinates in metres.
    pub fn container(&self) -> Aabb {
        self.world.container()
    }
}

/// A timeline that starts with the current state of the world.
fn recording(world: &World) -> Timeline<Vec<Motion>> {
    let bytes = world.bodies().len() * size_of::<Motion>();
    Timeline::new(world.frame(), world.motions(), MOST_BYTES / bytes.max(1))
}
