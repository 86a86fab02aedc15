//! The view of a traversal of two trees: the current pair of nodes, the cascade of tests for this pair, and
//! the 15 axes that can separate two oriented boxes.

use std::borrow::Cow;

use egui::{Color32, Label, RichText, ScrollArea, Ui};

use super::{cascade, plan};
use crate::figures::box_axes;
use crate::inspector::step_line::{halves, step_sentence};
use crate::inspector::story::Showing;
use crate::language::t;
use crate::object_space::hybrid_boxes::End;
use crate::object_space::hybrid_boxes::seen::Stage;
use crate::object_space::hybrid_boxes::trace::{Outcome, Step, Trace, What};
use crate::ui::terms::explain_as;
use crate::ui::theme;
use crate::ui::widgets::{heading, note};

/// Shows the current step in the remaining space of `ui`; `numbers` are the bodies' numbers in the world.
pub fn show(ui: &mut Ui, numbers: [usize; 2], trace: &Trace, showing: &mut Showing<'_>) {
    let index = showing.cursor.position.min(trace.steps.len()).checked_sub(1);
    let step = index.and_then(|index| trace.steps.get(index));
    let tests = |ui: &mut Ui, showing: &mut Showing<'_>, height: f32| {
        if let Some(step) = step {
            step_sentence(ui, &sentence(trace, step).0, showing);
        }
        cascade::show(ui, trace, step, height);
        plan::show(ui, numbers, trace, step, index);
    };
    halves(ui, showing, tests, |ui, _, height| axes(ui, trace, step, height));
}

/// Describes a step in one line of the list.
pub fn short(trace: &Trace, step: &Step) -> String {
    let [a, b] = step.nodes;
    match (&step.what, step.outcome()) {
        (What::Nodes(_), Outcome::Rejected(_)) => t!("A%{a} B%{b}: pruned", a = a, b = b),
        (What::Nodes(_), _) => t!("A%{a} B%{b}: overlap", a = a, b = b),
        (What::Triangles { triangles: [s, t], touching, .. }, _) => match touching {
            true => t!("triangles %{s}, %{t}: touch", s = s, t = t),
            false => t!("triangles %{s}, %{t}: separated", s = s, t = t),
        },
        (What::Inside { .. }, _) => sentence(trace, step).0,
    }
    .into_owned()
}

/// Shows one view of the trace below a sentence about the step: `cascade`, `axes`, or otherwise the drawing
/// of the trees.
pub fn alone(ui: &mut Ui, numbers: [usize; 2], trace: &Trace, position: usize, view: &str) {
    let index = position.min(trace.steps.len()).checked_sub(1);
    let step = index.and_then(|index| trace.steps.get(index));
    let room = ui.available_height();
    ScrollArea::vertical().id_salt(view).auto_shrink([false; 2]).show(ui, |ui| {
        ui.set_max_width((ui.available_width() - 8.0).max(0.0));
        headline(ui, trace, step);
        match view {
            "cascade" => cascade::show(ui, trace, step, room),
            "axes" => axes(ui, trace, step, room),
            _ => plan::show(ui, numbers, trace, step, index),
        }
    });
}

/// Adds a sentence about the step.
fn headline(ui: &mut Ui, trace: &Trace, step: Option<&Step>) {
    let begin = || t!("Before the first step. The traversal begins at the roots of both trees.");
    let (text, color) = step.map_or_else(|| (begin(), theme::strong()), |step| sentence(trace, step));
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
}

/// A sentence about a step, and its colour.
pub fn sentence(trace: &Trace, step: &Step) -> (Cow<'static, str>, Color32) {
    let leaves = (0..2).all(|side| trace.trees[side].children(step.nodes[side]).is_none());
    let letter = |body: usize| ["A", "B"][body];
    match (&step.what, step.outcome()) {
        (What::Nodes(_), Outcome::Rejected(stage)) => {
            let text = t!(
                "The volumes are disjoint: proved by the stage “%{stage}”.",
                stage = cascade::name(stage as usize)
            );
            (text, theme::strong())
        }
        (What::Nodes(_), _) if trace.end == End::Boxes => (
            t!("The boxes of the bodies intersect. The method stops here, with the verdict colliding."),
            theme::colliding(),
        ),
        (What::Nodes(_), _) if leaves => {
            (t!("No volume separates these leaves: their triangles are tested next."), theme::strong())
        }
        (What::Nodes(_), _) => (
            t!("No volume separates these nodes: the traversal descends to the children of one."),
            theme::strong(),
        ),
        (What::Triangles { triangles: [s, t], touching: true, .. }, _) => (
            t!("Triangle %{s} of A and triangle %{t} of B share a point: the bodies collide.", s = s, t = t),
            theme::colliding(),
        ),
        (What::Triangles { triangles: [s, t], .. }, _) => {
            (t!("Triangle %{s} of A and triangle %{t} of B are separated.", s = s, t = t), theme::strong())
        }
        (&What::Inside { body, inside: true, .. }, _) => {
            let (of, other) = (letter(body), letter(1 - body));
            (
                t!("No triangles touch, but %{of} lies inside %{other}: colliding.", of = of, other = other),
                theme::colliding(),
            )
        }
        (&What::Inside { body, in_box, .. }, _) => {
            let (of, other) = (letter(body), letter(1 - body));
            let text = if in_box {
                t!("No triangles touch; %{other}'s surface does not enclose %{of}.", of = of, other = other)
            } else {
                t!("No triangles touch; %{of} extends beyond %{other}'s box.", of = of, other = other)
            };
            (text, theme::strong())
        }
    }
}

/// Adds the projections of both boxes on the 15 axes, with a row height at which all rows fit into `room` if
/// possible.
fn axes(ui: &mut Ui, trace: &Trace, step: Option<&Step>, room: f32) {
    explain_as(heading(ui, &t!("15 axes")), "separating-axis");
    let Some(step) = step else {
        note(ui, &t!("Each pair of oriented boxes is projected on 15 axes."));
        return;
    };
    let tests = step.axes(trace.slack);
    let asked = step.asked().iter().any(|asked| asked.stage == Stage::SeparatingAxes);
    note(ui, &box_axes::summary(&tests));
    if !asked {
        note(ui, &t!("This step did not test any axes; they are shown for comparison."));
    }
    box_axes::show(ui, &tests, asked, ((room - 130.0) / 15.0).clamp(20.0, 34.0));
}
