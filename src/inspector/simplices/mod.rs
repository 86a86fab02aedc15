//! GJK's story: one simplex after the other in the Minkowski difference.

mod difference;
mod space;
pub mod steps;

use egui::{Rect, Ui};

use super::case::Case;
use super::outcome::Outcome;
use super::region::region;
use super::space::pair::plain;
use super::space::stand::{Moment, Stand};
use super::space::{SpaceLook, SpaceView};
use super::story::{Showing, Story, in_space};
use crate::about::About;
use crate::object_space::simplices::Trace;

/// A pair, and the simplices on the way to its verdict.
pub struct Simplices {
    /// The bodies, the method and its verdict.
    pub case: Case,
    /// What was recorded: a simplex per step.
    pub trace: Trace,
}

/// Where the difference is seen from, per side.
#[derive(Default)]
struct Look([Stand; 2]);

impl Look {
    /// Of a side, in this frame of the window.
    fn of<'a>(showing: &'a mut Showing<'_>) -> &'a mut Stand {
        let now = showing.views.of::<SpaceLook>().stand.now;
        let Self(stands) = showing.views.of();
        let stand = &mut stands[showing.side.min(1)];
        stand.now = Moment { seen: None, ..now };
        stand
    }
}

impl Story for Simplices {
    fn about(&self) -> &'static About {
        &self.case.method.about
    }

    fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    fn outcome(&self) -> Outcome {
        self.case.outcome()
    }

    fn facts(&self, _at: usize) -> Vec<(&'static str, u64)> {
        vec![("steps", self.steps() as u64)]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = plain(&self.case);
        space::add(&mut view, &self.trace, at);
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

    fn contents(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let position = showing.cursor.position;
        steps::show(ui, &self.case.bodies, &self.trace, position, Look::of(showing));
    }
}
