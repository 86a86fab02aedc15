//! The lab's state: the meshes, the pose of B, the panes with their methods, and the query.
//!
//! `put.rs` builds [`MeshesLab`] and applies parameters, `words.rs` converts it to a configuration, and `lab.rs`
//! connects it to the window.

use std::mem::replace;
use std::ops::RangeInclusive;

use super::budget::Budget;
use super::kept_marks::{Asked, KeptMarks};
use super::lane::{Lane, Trees};
use super::saved::ReadingFiles;
use super::view::Moved;
use super::view::Pointing;
use super::words::{Config, MeshesSettings, QUERIES, query};
use crate::comparison::panes::Panes;
use crate::geometry::Pose;
use crate::gpu::Gpu;
use crate::hierarchies::methods::{AABB_TREE, METHODS, OBB_TREE, REFERENCE, find};
use crate::hierarchies::query::{Answer, Query};
use crate::labs::contest::Contest;
use crate::labs::kept_frames::{FrameMark, FrameMarks};
use crate::labs::playhead::Playback;
use crate::labs::undo::Discarded;
use crate::meshes::source::{Meshes, PATH_FRAMES};

/// Maximum number of triangle pairs (triangles of A times triangles of B) up to which brute force is the reference.
const CHEAP: usize = 250_000;
/// Distances that differ by at most this fraction of the meshes' size count as equal.
const SAME: f64 = 1e-9;

/// Two meshes, the panes and the query.
pub struct MeshesLab {
    /// Playback state and speed.
    pub playback: Playback,
    /// The settings; [`MeshesLab::apply`] changes those that have consequences.
    pub(super) settings: MeshesSettings,
    /// Seed and number of triangles in the controls, which may not be applied yet.
    pub draft: (u64, usize),
    /// Error of the last file that could not be read as a mesh.
    pub trouble: Option<String>,
    pub(super) meshes: Meshes,
    pub(super) reading: Option<ReadingFiles>,
    /// State that changes of this lab have discarded, kept for undo until the window takes it.
    pub(super) discarded: Discarded,
    gpu: Option<Gpu>,
    pub(super) frame: u64,
    /// Displacement by which a drag has moved B off its path; `None` if B is on its path.
    pub(super) moved: Option<Moved>,
    /// While B is dragged, its displacement from before the drag; the outer `Option` is `None` while B is not
    /// dragged.
    pub(super) before_drag: Option<Option<Moved>>,
    /// The hovered and the picked node.
    pub pointing: Pointing,
    /// The panes with their methods.
    pub contest: Contest<Trees>,
    reference: Lane,
    pub(super) marks: KeptMarks,
}

impl MeshesLab {
    /// A lab with these meshes and default settings. Without a GPU nothing is drawn.
    pub fn new(gpu: Option<Gpu>, meshes: Meshes) -> Self {
        let contest = Contest::default();
        let reference = reference(&meshes, &contest.panes);
        let mut lab = Self {
            playback: Playback::default(),
            settings: MeshesSettings::default(),
            draft: Default::default(),
            trouble: None,
            meshes,
            reading: None,
            discarded: Discarded::default(),
            gpu,
            frame: 0,
            moved: None,
            before_drag: None,
            pointing: Pointing::default(),
            contest,
            reference,
            marks: KeptMarks::default(),
        };
        lab.draft = lab.parameters();
        lab.show_again();
        lab
    }

    /// Replaces the meshes without preparing methods for them; see [`Self::show_again`].
    pub(super) fn put_meshes(&mut self, meshes: Meshes) {
        self.meshes = meshes;
        self.reading = None;
        self.pointing = Pointing::default();
        self.trouble = None;
        self.draft = self.parameters();
        self.marks.forget_files();
        self.contest.lanes.clear();
        self.reference = reference(&self.meshes, &self.contest.panes);
    }

    /// Updates the lanes of the current panes after the meshes or another input have changed, and queries them.
    pub(super) fn show_again(&mut self) {
        self.show(self.contest.panes.clone());
    }

    /// Queries every lane at the current pose, unless it has answered there already.
    pub fn look(&mut self) {
        let (pose, query, slack) = (self.pose(), self.query(), SAME * self.meshes.size());
        let MeshesSettings { query: index, budget, .. } = self.settings;
        self.reference.ask(&pose, &query, Budget::Off);
        let truth = self.reference.answered().map(|answered| &answered.answer);
        let before = self.pose_before();
        let Contest { lanes, measured, .. } = &mut self.contest;
        for lane in lanes {
            if lane.answered().is_none() {
                lane.recall(before.as_ref(), &query);
            }
            if lane.ask(&pose, &query, budget)
                && let Some(answered) = lane.answered()
            {
                let question = format!("query={} budget={}", QUERIES[index].0, budget.to_text());
                measured.push_once(lane.row(self.frame, question, answered));
            }
            if let Some(truth) = truth {
                let [answers, differ] = lane.judge(truth, slack);
                lane.total = [lane.total[0] + answers, lane.total[1] + differ];
            }
        }
        self.mark();
    }

    /// Marks the current frame with the results of the lanes.
    pub(super) fn mark(&mut self) {
        let (source, moved) = (self.meshes.source().clone(), self.moved);
        let MeshesSettings { query, budget, .. } = self.settings;
        let asked = Asked { source, moved, query, budget };
        self.marks.turn_to(asked, self.before_drag.is_some());
        let answers = || self.contest.lanes.iter().filter_map(|lane| lane.answered());
        let Some(truth) = self.truth().or_else(|| answers().next().map(|answered| &answered.answer)) else {
            return;
        };
        let touches = truth.colliding || truth.distance == Some(0.0);
        let missed = answers().filter(|answered| answered.differs == Some(true)).count() as u32;
        let mark = FrameMark { hits: u32::from(touches), missed, false_hits: 0 };
        self.marks.put(self.frame, mark);
    }

    /// Takes the trees whose build has finished and queries their lanes; true if there were any.
    pub fn take_done(&mut self) -> bool {
        let all = self.contest.lanes.iter_mut().chain([&mut self.reference]);
        let done = all.map(|lane| lane.take_done()).filter(|done| *done).count() > 0;
        if done {
            self.look();
        }
        done
    }

    /// Whether trees are being built.
    pub fn is_building(&self) -> bool {
        self.contest.lanes.iter().chain([&self.reference]).any(|lane| lane.trees().progress().is_some())
    }

    /// Seeks to a frame of the path; true if the current frame changed.
    pub fn seek(&mut self, frame: u64) -> bool {
        let moved = frame != self.frame;
        self.frame = frame;
        self.look();
        moved
    }

    /// The frames that can be shown: the whole path, extended to the current frame if that is later.
    pub fn span(&self) -> RangeInclusive<u64> {
        0..=self.frame.max(PATH_FRAMES)
    }

    /// Resets settings, query, budget and view, and restarts. Meshes and panes stay.
    pub fn clear(&mut self) {
        let mut panes = self.contest.panes.clone();
        panes.reset_settings();
        (self.marks, self.pointing) = Default::default();
        self.apply(Config { frame: self.frame, panes, ..Config::default() }, false);
        self.start_again();
    }

    /// The current configuration.
    pub fn config(&self) -> Config {
        Config {
            settings: self.settings,
            source: self.meshes.source().clone(),
            frame: self.frame,
            moved: self.moved,
            panes: self.contest.panes.clone(),
            node: self.pointing.picked,
        }
    }

    /// Applies a configuration of the current meshes: if it differs from the current one, queries the lanes. Another
    /// stride, or `recalls`, replays the previous step.
    pub fn apply(&mut self, next: Config, recalls: bool) {
        if next == self.config() && !recalls {
            return;
        }
        let before = replace(&mut self.settings, next.settings);
        (self.frame, self.moved, self.pointing.picked) = (next.frame, next.moved, next.node);
        if recalls || self.settings.stride != before.stride {
            self.recall();
        }
        self.show(next.panes);
    }

    /// Pose of B one step earlier; `None` if that is before the start of the path.
    pub(super) fn pose_before(&self) -> Option<Pose> {
        let path = self.meshes.on_path(self.frame.checked_sub(self.settings.stride)?);
        Some(self.moved.map_or(path, |moved| moved.applied(&path)))
    }

    /// Replays the previous pose in lanes with front tracking.
    pub(super) fn recall(&mut self) {
        let (before, query) = (self.pose_before(), self.query());
        self.contest.lanes.iter_mut().for_each(|lane| lane.recall(before.as_ref(), &query));
    }

    /// Shows these panes; prepared methods are reused.
    pub fn show(&mut self, panes: Panes) {
        self.contest.show(panes, &self.meshes);
        if self.reference.method().id != reference_of(&self.meshes, &self.contest.panes) {
            self.reference = reference(&self.meshes, &self.contest.panes);
        }
        self.look();
    }

    /// The current query.
    pub fn query(&self) -> Query {
        query(self.settings.query)
    }

    /// The meshes.
    pub fn meshes(&self) -> &Meshes {
        &self.meshes
    }

    /// Frames since the start of the path.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Seed and number of triangles; the defaults if the meshes are from files.
    pub fn parameters(&self) -> (u64, usize) {
        let (_, seed, triangles) = self.meshes.source().parameters();
        (seed, triangles)
    }

    /// The lane of the reference.
    pub fn reference(&self) -> &Lane {
        &self.reference
    }

    /// The reference's answer; `None` while its trees are being built.
    pub fn truth(&self) -> Option<&Answer> {
        self.reference.answered().map(|answered| &answered.answer)
    }

    /// Marks of the frames computed so far with the current displacement of B, query and budget.
    pub fn marks(&self) -> &FrameMarks {
        self.marks.now()
    }

    /// The GPU that draws, if there is one.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }
}

/// Id of the reference: brute force if it is cheap, otherwise an exact tree, preferably one that no pane shows.
fn reference_of(meshes: &Meshes, panes: &Panes) -> &'static str {
    let [a, b] = [0, 1].map(|i: usize| meshes.meshes[i].triangles().len());
    if a.saturating_mul(b) <= CHEAP {
        return REFERENCE;
    }
    let is_shown = |id: &str| panes.methods().any(|row| METHODS[row].id == id);
    if is_shown(AABB_TREE) && !is_shown(OBB_TREE) { OBB_TREE } else { AABB_TREE }
}

fn reference(meshes: &Meshes, panes: &Panes) -> Lane {
    let method = find(reference_of(meshes, panes)).unwrap_or(&METHODS[0]);
    Lane::new(method, &method.default_settings(), meshes)
}
