//! The story of a traversal of two trees: the pairs of nodes, the cascade of tests that each pair passes
//! through until one rejects it, and the separating axes.

mod cascade;
mod plan;
pub mod trees;

use egui::{Rect, Ui};

use super::case::Case;
use super::case::plain;
use crate::about::MethodInfo;
use crate::detector::{AXIS_NAMES, Evidence};
use crate::figures::volumes::great_circles;
use crate::geometry::{Sphere, Vector};
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::region::region;
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::numbered_steps;
use crate::inspector::story::{Showing, Story, in_space};
use crate::language::t;
use crate::object_space::hybrid_boxes::seen::Numbers;
use crate::object_space::hybrid_boxes::trace::{MOST_STEPS, NodeVolumes, Step, Trace, What};
use crate::render::dissection::Dissection;
use crate::render::palette::{self, Color};
use crate::ui::format::grouped;

/// A pair and the recorded traversal of its trees.
pub struct Walk {
    /// The bodies, the method and its verdict.
    pub case: Case,
    /// The recording: a pair of nodes per step.
    pub trace: Trace,
}

impl Walk {
    /// Why the method gave its verdict, right or wrong, in one sentence.
    fn reason(&self) -> Option<String> {
        if let Evidence::FullyVisible { axis, round } = self.case.verdict.evidence {
            let axis = AXIS_NAMES[usize::from(axis.min(2))];
            return Some(
                t!(
                    "Seen along %{axis} in round %{n}, a body is fully visible, so the pair is dropped without an exact test.",
                    axis = axis,
                    n = round
                )
                .into_owned(),
            );
        }
        let last = self.trace.steps.last()?;
        let is_told = self.steps() == 1 || self.trace.colliding || matches!(last.what, What::Inside { .. });
        Some(if is_told {
            let n = grouped(self.number(self.steps()));
            t!("Step %{n}: %{what}", n = n, what = trees::sentence(&self.trace, last).0).into_owned()
        } else {
            let [volumes, triangles] = self.trace.pairs.map(|pairs| grouped(pairs.into()));
            t!(
                "Nothing touches: pairs of nodes tested %{volumes}, pairs of triangles tested %{triangles}, and none is left.",
                volumes = volumes,
                triangles = triangles
            )
            .into_owned()
        })
    }
}

impl Story for Walk {
    fn about(&self) -> &'static MethodInfo {
        &self.case.method.about
    }

    fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    fn left_out(&self) -> u64 {
        self.trace.left_out
    }

    fn number(&self, at: usize) -> u64 {
        // A step that ends the traversal is kept beyond the limit.
        let is_end = at >= self.steps() && self.steps() > MOST_STEPS;
        at.min(self.steps()) as u64 + if is_end { self.left_out() } else { 0 }
    }

    fn outcome(&self) -> Outcome {
        self.case.outcome()
    }

    fn why(&self, reference: &Reference) -> Option<String> {
        let why = self.reason()?;
        let truth = reference.in_words().filter(|_| self.mistake(reference).is_some());
        Some(match truth {
            Some(truth) => t!("%{why} But the bodies are %{truth}.", why = why, truth = truth).into_owned(),
            None => why,
        })
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        let mut facts = vec![("steps", self.steps() as u64)];
        if let Some(step) = at.checked_sub(1).and_then(|index| self.trace.steps.get(index)) {
            let [nodes, triangles] = step.pairs;
            facts.extend([("node pairs", nodes.into()), ("triangle pairs", triangles.into())]);
        }
        facts
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = plain(&self.case);
        add_in_space(&mut view, &self.trace, at);
        view
    }

    fn views(&self) -> &'static [&'static str] {
        &["cascade", "axes", "plan", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        if view == "space" {
            return region(ui, "space", showing.side, room, |ui| in_space(ui, self, room, showing));
        }
        let numbers = [0, 1].map(|role| self.case.number(role));
        region(ui, view, showing.side, room, |ui| {
            trees::alone(ui, numbers, &self.trace, showing.cursor.position, view);
        });
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let (at, steps) = (showing.cursor.position.min(self.steps()), &self.trace.steps);
        numbered_steps(ui, "walk", at, showing, steps.len(), |index| {
            trees::short(&self.trace, &steps[index])
        });
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let numbers = [0, 1].map(|role| self.case.number(role));
        trees::show(ui, numbers, &self.trace, showing);
    }
}

/// Opacity of bounding volumes whose kind was not the last to be tested.
const FAINT: f32 = 0.3;

/// The kinds of bounding volumes.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Sphere,
    Aabb,
    Obb,
}

/// Adds the volumes of the current pair of nodes after `position` steps; the kind tested last has full
/// opacity.
fn add_in_space(view: &mut SpaceView, trace: &Trace, position: usize) {
    let last = trace.steps.len().checked_sub(1);
    let Some(step) = position.checked_sub(1).and_then(|index| trace.steps.get(index.min(last?))) else {
        view.caption = t!("No test has been run yet.").into_owned();
        return;
    };
    let from = trace.origin.coords;
    let asked = last_asked(step);
    for (volumes, color) in step.volumes.iter().zip([palette::A, palette::B]) {
        draw(&mut view.dissection, volumes, from, color, asked);
    }
    view.caption = match &step.what {
        What::Nodes(_) => match asked {
            Some(Kind::Sphere) => t!("The current pair of nodes: their spheres were tested last."),
            Some(Kind::Aabb) => t!("The current pair of nodes: their axis-aligned boxes were tested last."),
            _ => t!("The current pair of nodes: their oriented boxes were tested last."),
        },
        What::Triangles { .. } => t!("The current pair of triangles."),
        What::Inside { .. } => t!("The current test point: it may lie inside the other body."),
    }
    .into_owned();
    match &step.what {
        What::Nodes(_) => {}
        What::Triangles { corners, .. } => {
            for (triangle, color) in corners.iter().zip([palette::A, palette::B]) {
                let triangle = triangle.map(|p| p + from);
                for (index, corner) in triangle.into_iter().enumerate() {
                    view.dissection.line_on_top([corner, triangle[(index + 1) % 3]], 3.0, color);
                }
            }
        }
        What::Inside { point, .. } => {
            view.dissection.dot(point + from, 11.0, palette::MARK_SHADE);
            view.dissection.dot(point + from, 8.0, palette::THOUGHT);
        }
    }
}

fn last_asked(step: &Step) -> Option<Kind> {
    Some(match step.asked().last()?.numbers {
        Numbers::Centers { .. } => Kind::Sphere,
        Numbers::Gaps(_) => Kind::Aabb,
        Numbers::Axes { .. } => Kind::Obb,
    })
}

/// Draws the bounding volumes of a node; their coordinates are relative to the point `from`. Volumes of the
/// kind `asked`, which was tested last, are drawn with full opacity.
fn draw(dissection: &mut Dissection, volumes: &NodeVolumes, from: Vector, color: Color, asked: Option<Kind>) {
    let pen = |kind: Kind| {
        let strong = asked == Some(kind);
        (if strong { 2.5 } else { 1.25 }, color.faded(if strong { 1.0 } else { FAINT }))
    };
    if let Some(sphere) = &volumes.sphere {
        let (width_px, color) = pen(Kind::Sphere);
        great_circles(dissection, &Sphere { center: sphere.center + from, ..*sphere }, width_px, color);
    }
    if let Some(aabb) = &volumes.aabb {
        let (width_px, color) = pen(Kind::Aabb);
        dissection.box_edges(&aabb.corners().map(|p| p + from), width_px, color);
    }
    let (width_px, color) = pen(Kind::Obb);
    dissection.box_edges(&volumes.obb.corners().map(|p| p + from), width_px, color);
}
