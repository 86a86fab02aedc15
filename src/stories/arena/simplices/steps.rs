//! The view of GJK's steps: the Minkowski difference with origin and simplex, and sentences about the step.

use egui::{Label, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};

use super::difference;
use crate::inspector::space::stand::Stand;
use crate::language::{t, tr};
use crate::object_space::simplices::{Step, Trace};
use crate::ui::theme;
use crate::world::Body;

/// At this width or more, in points, the drawing is next to the sentences, otherwise above them.
const ROOM_FOR_BOTH: f32 = 520.0;
/// Width of the sentences, points.
const WORDS: f32 = 300.0;

/// Shows the trace after `position` steps in the remaining space of `ui`. `stand` is the camera of the
/// difference.
pub fn show(ui: &mut Ui, bodies: &[Body; 2], trace: &Trace, position: usize, stand: &mut Stand) {
    let room = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(room);
    if room.width() < 40.0 || room.height() < 40.0 {
        return;
    }
    let (drawing, table) = if room.width() >= ROOM_FOR_BOTH {
        room.split_left_right_at_x(room.right() - WORDS)
    } else {
        room.split_top_bottom_at_y(room.top() + 0.55 * room.height())
    };
    let step = position.checked_sub(1).and_then(|last| trace.steps.get(last).or(trace.steps.last()));
    difference::show(ui, bodies, trace, position.min(trace.steps.len()), drawing, stand);
    inside(ui, table.shrink2(vec2(8.0, 2.0)), |ui| {
        sentences(ui, trace, step);
    });
}

fn inside(ui: &mut Ui, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    ui.scope_builder(UiBuilder::new().id_salt("steps of the walk").max_rect(rect), |ui| {
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, contents);
    });
}

/// Adds sentences about the step, and the verdict after the last step.
fn sentences(ui: &mut Ui, trace: &Trace, step: Option<&Step>) {
    let say = |ui: &mut Ui, text: &str, color| {
        ui.add(Label::new(RichText::new(text).color(color)).wrap());
    };
    let Some(step) = step else {
        say(
            ui,
            &t!(
                "The bodies share a point exactly when A − B, the set of all differences of their points, contains the origin. The algorithm searches for the origin with a few points at a time."
            ),
            theme::text(),
        );
        return;
    };
    let done = if !step.joined {
        t!("No point lies farther towards the origin than the points of the simplex.")
    } else if step.dropped.is_empty() {
        t!("The farthest point towards the origin joins the simplex.")
    } else {
        t!(
            "The farthest point towards the origin joins the simplex; points that the nearest point does not depend on are dropped."
        )
    };
    say(ui, &done, theme::text());
    if trace.precise {
        say(
            ui,
            &t!("With 16 digits the result is not proved, so the search is repeated with 32 digits."),
            theme::weak(),
        );
    }
    if let Some(ending) = step.ending {
        say(ui, &tr(ending.says()), theme::strong());
        if trace.distance > 0.0 {
            let text = t!("Distance: %{metres} m", metres = metres(trace.distance));
            say(ui, &text, theme::strong());
        } else {
            say(ui, &t!("The bodies collide."), theme::colliding());
        }
    }
}

/// A length with its significant digits.
fn metres(length: f64) -> String {
    match length.abs() {
        0.0 => "0".into(),
        size if !size.is_finite() => "∞".into(),
        size if !(1e-3..1e5).contains(&size) => format!("{length:.3e}"),
        size if size >= 100.0 => format!("{length:.1}"),
        _ => format!("{length:.4}"),
    }
}
