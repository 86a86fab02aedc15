//! Plan slice of the active pane's method, with the switch of bevels.

use egui::{Align, Layout, RichText, Sense, Ui, vec2};

use crate::figures::plan_slice::Plan;
use crate::geometry::Point;
use crate::labs::contest::row_of;
use crate::labs::lab::change_panes;
use crate::labs::level::lane::Sweeper;
use crate::labs::level::level_lab::LevelLab;
use crate::language::{t, tr};
use crate::level::figure::KINDS;
use crate::level::methods::{self, BSP_SHIFT, BSP_SHIFT_BEVELS};
use crate::ui::theme;

/// Height of the text line above the slice, points.
const LINE: f32 = 20.0;
/// Distance from the slice's centre to its upper edge, metres; twice the mover's radius is added.
const HALF: f64 = 2.6;
/// Adds the slice with its legend, the slider of the radius, and the switch of bevels.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let line = vec2(ui.available_width(), LINE);
    ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
        ui.label(RichText::new(t!("Plan slice")).small().strong().color(theme::text())).on_hover_text(help());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            bevels(ui, lab);
        });
    });
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    if rect.width() < 20.0 || rect.height() < 20.0 {
        return;
    }
    let half = HALF + 2.0 * lab.figure().radius;
    let across = half * f64::from(rect.width() / rect.height());
    let (window, slice) = lab.slice([across, half]);
    let origins: Vec<Point> = match lab.figure().is_car() {
        true => lab.questions().iter().map(|question| question.a_move.from).collect(),
        false => Vec::new(),
    };
    let plan = Plan {
        slice: &slice,
        window,
        place: lab.walk().now().state.walker.place,
        radius: KINDS[lab.figure().kind].takes[0].then_some(lab.figure().radius),
        origins: &origins,
        question: lab.question(),
        hit: lab.contest.in_focus().answer().and_then(|answer| answer.hit),
    };
    plan.show(ui, rect);
    response.on_hover_text(help());
}

fn help() -> String {
    t!("The level at the mover's height, from above. The mover is shown as its reference point. The exact answer stops that point at the edge of the Minkowski sum, the active method at the edge of the shifted planes. Between both edges the method stops the mover too early. A wrong stop is shown enlarged in the corner.")
        .into_owned()
}

/// Adds the switch of bevels, if the active pane's method shifts planes.
fn bevels(ui: &mut Ui, lab: &mut LevelLab) {
    let focus = lab.contest.panes.focus();
    let method = lab.contest.in_focus().method();
    if method.id != BSP_SHIFT && method.id != BSP_SHIFT_BEVELS {
        let title = tr(method.title);
        ui.label(RichText::new(title).small().color(theme::weak()));
        return;
    }
    let mut on = method.id == BSP_SHIFT_BEVELS;
    let help = t!("Switch the active pane to the method with or without bevels.");
    if ui.checkbox(&mut on, RichText::new(t!("Bevels")).small()).on_hover_text(help).changed() {
        let id = if on { BSP_SHIFT_BEVELS } else { BSP_SHIFT };
        if let Some(method) = methods::find(id) {
            change_panes(lab, |panes| panes.show(focus, row_of::<Sweeper>(method)));
        }
    }
}
