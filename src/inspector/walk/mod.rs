//! The story of a walk down two trees: pairs of nodes, the cascade of tests for each, the separating axes.

mod axes;
mod cascade;
mod look;
mod plan;
mod space;
pub mod trees;

use egui::{Rect, Ui};

use super::case::Case;
use super::outcome::Outcome;
use super::region::region;
use super::space::SpaceView;
use super::space::pair::plain;
use super::story::{Showing, Story, in_space};
use crate::about::About;
use crate::object_space::hybrid_boxes::trace::Trace;

/// A pair, and the walk down its trees.
pub struct Walk {
    /// The bodies, the method and its verdict.
    pub case: Case,
    /// What was recorded: a pair of nodes per step.
    pub trace: Trace,
}

impl Story for Walk {
    fn about(&self) -> &'static About {
        &self.case.method.about
    }

    fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    fn outcome(&self) -> Outcome {
        self.case.outcome()
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
        space::add(&mut view, &self.trace, at);
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

    fn contents(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let numbers = [0, 1].map(|role| self.case.number(role));
        trees::show(ui, numbers, &self.trace, showing.cursor.position);
    }
}
