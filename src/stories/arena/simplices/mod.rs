//! The story of GJK: a sequence of simplices in the Minkowski difference.

mod difference;
pub mod steps;

use egui::{Rect, Ui};

use super::case::Case;
use super::case::plain;
use crate::about::MethodInfo;
use crate::geometry::Point;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::region::region;
use crate::inspector::space::stand::{Moment, Stand};
use crate::inspector::space::{SpaceLook, SpaceView};
use crate::inspector::step_line::numbered_steps;
use crate::inspector::story::{Showing, Story, in_space};
use crate::language::{t, tr};
use crate::object_space::reference::TOUCHING;
use crate::object_space::simplices::Trace;
use crate::render::dissection::Dissection;
use crate::render::palette::{self, Color};
use crate::ui::format::length;

/// A pair and the simplices that led to its verdict.
pub struct Simplices {
    /// The bodies, the method and its verdict.
    pub case: Case,
    /// The recording: a simplex per step.
    pub trace: Trace,
}

/// Cameras of the view of the Minkowski difference: in a comparison of two stories, one for each.
#[derive(Default)]
struct Look([Stand; 2]);

impl Look {
    /// The camera of the story that is being shown, with the time and input of the window's current frame.
    fn of<'a>(showing: &'a mut Showing<'_>) -> &'a mut Stand {
        let now = showing.views.of::<SpaceLook>().stand.now;
        let Self(stands) = showing.views.of();
        let stand = &mut stands[showing.side.min(1)];
        stand.now = Moment { seen: None, ..now };
        stand
    }
}

impl Story for Simplices {
    fn about(&self) -> &'static MethodInfo {
        &self.case.method.about
    }

    fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    fn outcome(&self) -> Outcome {
        self.case.outcome()
    }

    fn why(&self, _reference: &Reference) -> Option<String> {
        let ending = tr(self.trace.steps.last()?.ending?.says());
        let text = match self.trace.distance {
            distance if distance > 0.0 => {
                t!(
                    "Step %{n}: %{ending} Distance: %{d}.",
                    n = self.steps(),
                    ending = ending,
                    d = length(distance)
                )
            }
            _ => t!("Step %{n}: %{ending}", n = self.steps(), ending = ending),
        };
        Some(text.into_owned())
    }

    fn facts(&self, _at: usize) -> Vec<(&'static str, u64)> {
        vec![("steps", self.steps() as u64)]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = plain(&self.case);
        add_in_space(&mut view, &self.trace, at);
        view
    }

    fn views(&self) -> &'static [&'static str] {
        &["difference", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        if view == "space" {
            return region(ui, "space", showing.side, room, |ui| in_space(ui, self, room, showing));
        }
        let position = showing.cursor.position.min(self.trace.steps.len());
        region(ui, view, showing.side, room, |ui| {
            difference::show(ui, &self.case.bodies, &self.trace, position, room, Look::of(showing));
        });
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let (at, steps) = (showing.cursor.position.min(self.steps()), &self.trace.steps);
        numbered_steps(ui, "simplices", at, showing, steps.len(), |index| {
            let step = &steps[index];
            // A bound that the reference counts as touching is only rounding.
            let reach = steps.iter().map(|step| step.found.difference.norm()).fold(0.0, f64::max);
            let proved = |bound: f64| length(if bound > TOUCHING * reach { bound } else { 0.0 });
            let (low, high) = (proved(step.at_least), proved(step.at_most));
            t!(
                "points: %{n}, distance from %{low} to %{high}",
                n = step.simplex.len(),
                low = low,
                high = high
            )
            .into_owned()
        });
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let position = showing.cursor.position;
        steps::show(ui, &self.case.bodies, &self.trace, position, Look::of(showing));
    }
}

/// Adds the points of the simplex on both bodies, and the closest points so far.
fn add_in_space(view: &mut SpaceView, trace: &Trace, position: usize) {
    let Some(step) = position.checked_sub(1).and_then(|last| trace.steps.get(last).or(trace.steps.last()))
    else {
        view.caption = t!("The search has not begun.").into_owned();
        return;
    };
    let dissection = &mut view.dissection;
    for point in &step.simplex {
        dissection.line_on_top([point.on_a, point.on_b], 1.0, palette::PICKED.faded(0.45));
        mark(dissection, point.on_a, palette::A);
        mark(dissection, point.on_b, palette::B);
    }
    match step.nearest_points() {
        Some(ends) => {
            dissection.line_on_top(ends, 3.0, palette::THOUGHT);
            ends.into_iter().for_each(|end| mark(dissection, end, palette::THOUGHT));
            view.caption = t!(
                "The dots are the points of this simplex on A and on B; the thick line joins the nearest points so far."
            )
            .into_owned();
        }
        None => {
            view.caption = t!(
                "The dots are the points of this simplex on A and on B. Their differences enclose the origin: the bodies share a point."
            )
            .into_owned();
        }
    }
    if trace.radii.iter().any(|radius| *radius > 0.0) {
        view.caption += " ";
        view.caption += &t!("Every ball is represented by its centre.");
    }
}

fn mark(dissection: &mut Dissection, at: Point, color: Color) {
    dissection.dot(at, 10.0, palette::MARK_SHADE);
    dissection.dot(at, 7.0, color);
}
