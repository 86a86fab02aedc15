//! The story of a traversal of two trees: the pairs of nodes with their results, and the triangles at the
//! leaves.

use std::borrow::Cow;

use egui::{Label, Rect, RichText, Ui};

use super::question::{Question, outcome};
use super::recording::{Recording, Step, StepKind};
use super::{at_hand, heap, sentences, trees};
use crate::about::MethodInfo;
use crate::figures::volumes;
use crate::geometry::{Aabb, Point, Pose};
use crate::hierarchies::query::Query;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::region::region;
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::{halves, numbered_steps, sums};
use crate::inspector::story::{Showing, Story, in_space};
use crate::language::{joined, t};
use crate::meshes::trees::SharedPair;
use crate::render::palette;
use crate::ui::format::grouped;
use crate::ui::theme;

/// Height of the two trees together, points.
const TREES: f32 = 240.0;

/// Half size of the box that the camera frames around the deciding triangles, as a share of both meshes' extent.
const AROUND: f64 = 0.35;

/// The story of a traversal of two trees.
pub struct Walk {
    question: Question,
    about: &'static MethodInfo,
    prepared: SharedPair,
    recording: Recording,
    /// The numbers of tests in [`AsAsked::took`], if the recording has other numbers.
    took: Option<[u64; 2]>,
    /// Numbers of steps after which a touching or closest pair of triangles was found.
    landmarks: Vec<usize>,
}

/// The conditions under which the lab ran a query, so that the recording repeats the query.
pub struct AsAsked {
    /// The budget as a number of tests; `None` without one.
    pub tests: Option<u64>,
    /// Numbers of volume and triangle tests of the lab's answer; `None` if the lab has not run this method.
    pub took: Option<[u64; 2]>,
}

impl Walk {
    /// Runs the query under the conditions `asked`, and records every step.
    pub fn record(
        question: Question,
        about: &'static MethodInfo,
        prepared: SharedPair,
        asked: &AsAsked,
    ) -> Self {
        let (pose, query) = (&question.pose, &question.query);
        let recording = Recording::of(&mut **prepared.borrow_mut(), pose, query, asked.tests);
        let recorded = &recording.answer.cost;
        let took = asked.took.filter(|took| *took != [recorded.volume_tests, recorded.triangle_tests]);
        let is_found = |step: &Step| matches!(step.kind, StepKind::Triangles { found: true, .. });
        let found = recording.steps.iter().enumerate().filter(|(_, step)| is_found(step));
        let landmarks = found.map(|(index, _)| index + 1).collect();
        Self { question, about, prepared, recording, took, landmarks }
    }

    /// The steps up to a position.
    fn done(&self, at: usize) -> &[Step] {
        &self.recording.steps[..at.min(self.recording.steps.len())]
    }

    /// A sentence that explains why the numbers of tests in the lab differ from those of the recorded steps.
    fn why_others(&self, volumes: &str, triangles: &str) -> String {
        if self.prepared.borrow().is_watched_otherwise() {
            return t!(
                "Tests for the answer in the lab: volumes %{v}, triangles %{n}, several at once. The steps here traverse the same trees one pair at a time: same answer, different counts.",
                v = volumes,
                n = triangles
            )
            .into_owned();
        }
        t!(
            "Tests for the answer in the lab: volumes %{v}, triangles %{n}. That traversal began at the front of the previous answer; the one here begins at the front of the current answer.",
            v = volumes,
            n = triangles
        )
        .into_owned()
    }

    fn is_distance(&self) -> bool {
        matches!(self.question.query, Query::Distance(_))
    }

    fn trees(&self, ui: &mut Ui, at: usize, height: f32) {
        let open = self.recording.open.as_ref().map_or(&[][..], |open| &open.nodes);
        let how = (self.recording.order.waits(), (at >= self.recording.steps.len()).then_some(open));
        trees::show(ui, &**self.prepared.borrow(), self.done(at), how, height);
    }

    /// Adds the projections of the current pair of volumes.
    fn at_hand(&self, ui: &mut Ui, at: usize, height: f32) {
        let prepared = self.prepared.borrow();
        at_hand::show(ui, (self.about, &**prepared), &self.question.pose, self.done(at).last(), height);
    }

    /// Adds the numbers of tests so far, and the visited parts of both trees.
    fn so_far(&self, ui: &mut Ui, at: usize, height: f32) {
        let (tests, best) =
            self.done(at).last().map_or(([0; 2], f64::INFINITY), |step| (step.tests, step.best));
        let names = [t!("Volume tests"), t!("Triangle tests")].map(Cow::into_owned);
        sums(ui, self.recording.answer.cost.tests(), names.into_iter().zip(tests));
        if best.is_finite() {
            let known = t!("Closest so far: %{d}", d = crate::ui::format::length(best));
            ui.label(RichText::new(known).small().color(theme::weak()));
        }
        self.trees(ui, at, TREES.min((height - 60.0).max(90.0)));
        if let Some([volumes, triangles]) = self.took.map(|took| took.map(grouped)) {
            let why = self.why_others(&volumes, &triangles);
            ui.add(Label::new(RichText::new(why).small().color(theme::weak())).wrap());
        }
    }

    /// Describes the current step in a sentence.
    fn sentence(&self, at: usize) -> String {
        match self.done(at).last() {
            Some(step) => {
                let (order, opening) = (self.recording.order, self.prepared.borrow().opening(step.nodes));
                let opened = sentences::opened(step, order, opening);
                let all = [Some(sentences::long(step, order)), opened].into_iter().flatten();
                joined(&all.map(Cow::from).collect::<Vec<_>>())
            }
            None => {
                t!("Before the first step. The traversal begins at the roots of both trees.").into_owned()
            }
        }
    }
}

impl Story for Walk {
    fn about(&self) -> &'static MethodInfo {
        self.about
    }

    fn steps(&self) -> usize {
        self.recording.steps.len()
    }

    fn left_out(&self) -> u64 {
        self.recording.left_out
    }

    fn landmarks(&self) -> &[usize] {
        &self.landmarks
    }

    fn deciding(&self) -> usize {
        self.recording.decisive.map_or(self.steps(), |(number, _)| self.steps().min(number as usize))
    }

    fn outcome(&self) -> Outcome {
        outcome(&self.question.query, &self.recording.answer, self.recording.open.as_ref())
    }

    fn why(&self, _reference: &Reference) -> Option<String> {
        let why = Cow::from(sentences::why(&self.recording));
        let is_cut = self.recording.decisive.is_some_and(|(number, _)| number > self.steps() as u64);
        let cut =
            is_cut.then(|| t!("Only the first %{n} steps are recorded.", n = grouped(self.steps() as u64)));
        Some(joined(&[Some(why), cut].into_iter().flatten().collect::<Vec<_>>()))
    }

    fn is_undecided(&self) -> bool {
        self.recording.open.is_some() && !self.recording.answer.colliding
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        let [volumes, triangles] = self.done(at).last().map_or([0; 2], |step| step.tests);
        vec![("steps", self.steps() as u64), ("volume tests", volumes), ("triangle tests", triangles)]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = self.question.plain();
        view.caption = self.sentence(at);
        // The triangles that decide, with their surroundings.
        if let Some((_, Step { kind: StepKind::Triangles { corners, .. }, .. })) = &self.recording.decisive {
            let around = Aabb::around(corners.iter().flatten().map(|corner| Point::from(*corner)));
            view.come_closer(&around, AROUND);
        }
        let Some(step) = self.done(at).last() else { return view };
        let pair = self.prepared.borrow();
        let is_pruned = matches!(step.kind, StepKind::Volumes { kept: false, .. } | StepKind::Dropped(_));
        for (body, pose, color) in [(0, Pose::identity(), palette::A), (1, self.question.pose, palette::B)] {
            if let Some(tree) = pair.tree(body) {
                let outline = tree.outline(step.nodes[body], &pose);
                let (width, alpha) = if is_pruned { (1.5, 0.6) } else { (2.5, 1.0) };
                volumes::add(&mut view.dissection, &outline, width, color.faded(alpha));
            }
        }
        for Step { kind, .. } in self.done(at) {
            if let StepKind::Triangles { corners, found: true, distance: None, .. } = kind {
                add_triangles(&mut view, corners, [palette::COLLIDING; 2], 2.0);
            }
        }
        if let StepKind::Triangles { corners, found, distance, .. } = &step.kind {
            let is_touching = *found && distance.is_none_or(|distance| distance == 0.0);
            let colors = if is_touching { [palette::COLLIDING; 2] } else { [palette::A, palette::B] };
            add_triangles(&mut view, corners, colors, 3.0);
        }
        view
    }

    fn views(&self) -> &'static [&'static str] {
        &["trees", "axes", "heap", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        let at = showing.cursor.position;
        region(ui, view, showing.side, room, |ui| match view {
            "trees" => {
                ui.add(Label::new(RichText::new(self.sentence(at)).color(theme::strong())).wrap());
                let height = ui.available_height();
                self.trees(ui, at, height);
            }
            "axes" => {
                let height = ui.available_height();
                self.at_hand(ui, at, height);
            }
            "heap" => {
                let height = ui.available_height();
                heap::show(ui, &self.recording, at.min(self.steps()), height);
            }
            _ => in_space(ui, self, room, showing),
        });
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let (at, steps) = (showing.cursor.position.min(self.steps()), &self.recording.steps);
        numbered_steps(ui, "walk", at, showing, steps.len(), |index| {
            sentences::short(&steps[index], self.recording.order)
        });
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        let looked_at = |ui: &mut Ui, _: &mut Showing<'_>, height: f32| {
            if self.is_distance() {
                heap::show(ui, &self.recording, at, height);
            } else {
                self.at_hand(ui, at, height);
            }
        };
        halves(ui, showing, looked_at, |ui, _, height| self.so_far(ui, at, height));
    }
}

/// Adds the edges of two triangles, drawn over everything else.
fn add_triangles(
    view: &mut SpaceView,
    corners: &[[crate::geometry::Vector; 3]; 2],
    colors: [palette::Color; 2],
    width_px: f32,
) {
    for (triangle, color) in corners.iter().zip(colors) {
        for i in 0..3 {
            let ends = [triangle[i], triangle[(i + 1) % 3]].map(Point::from);
            view.dissection.line_on_top(ends, width_px, color);
        }
    }
}
