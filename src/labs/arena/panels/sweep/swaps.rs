//! Table of this frame's swaps, a row each.

use std::borrow::Cow;

use egui::{Align, Color32, Layout, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, vec2};

use super::chart;
use super::state::Sweep;
use super::state::{Focus, Why, begins_color};
use crate::broad_phase::sweep_and_prune::Swap;
use crate::broad_phase::sweep_and_prune::trace::Trace;
use crate::language::t;
use crate::ui::theme;

/// Heights of a row with one and two lines, points.
const ROWS: [f32; 2] = [20.0, 38.0];
/// Minimum width for rows with one line, points.
const ONE_LINE: f32 = 270.0;

/// Adds the table; a click on a row jumps to just after its swap.
pub fn show(ui: &mut Ui, sweep: &mut Sweep, trace: &Trace, position: usize, focus: &Focus) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(t!("Swaps")).color(theme::strong())).on_hover_text(t!(
            "Insertion sort repairs x, then y, then z. Each swap moves one end down past its neighbour."
        ));
        let can = focus.why == Why::Picked;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let only = egui::Checkbox::new(&mut sweep.only_focus, t!("only picked bodies"));
            let help = t!("List only swaps of picked bodies. Pick a body in the lists first.");
            ui.add_enabled(can, only).on_hover_text(help.clone()).on_disabled_hover_text(help);
        });
    });
    let only_focus = sweep.only_focus && focus.why == Why::Picked;
    let takes_part = |swap: &Swap| {
        let is_in = |body: u32| focus.bodies.contains(&(body as usize));
        is_in(swap.moved.body) || is_in(swap.passed.body)
    };
    let listed: Vec<usize> =
        (0..trace.swaps.len()).filter(|&index| !only_focus || takes_part(&trace.swaps[index])).collect();
    if listed.is_empty() {
        let text = if only_focus {
            t!("No swap of the picked bodies: their neighbours are the same as before.")
        } else {
            t!("No swaps: the order of the previous frame still holds.")
        };
        ui.add(egui::Label::new(RichText::new(text).small().color(theme::weak())).wrap());
        return;
    }
    let is_narrow = ui.available_width() < ONE_LINE;
    let height_of_row = ROWS[usize::from(is_narrow)];
    let followed = sweep.followed[1] == Some(position);
    sweep.followed[1] = Some(position);
    let mut jump = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut scroll = ScrollArea::vertical().id_salt("swaps").auto_shrink([false; 2]);
    let at = listed.partition_point(|&index| index + 1 < position);
    if !followed {
        let height = ui.available_height();
        scroll = scroll.vertical_scroll_offset((height_of_row * at as f32 - 0.5 * height).max(0.0));
    }
    scroll.show_rows(ui, height_of_row, listed.len(), |ui, rows| {
        for &index in &listed[rows] {
            if row(ui, trace, index, position, is_narrow) {
                jump = Some(index + 1);
            }
        }
    });
    if let Some(position) = jump {
        sweep.cursor.playing = false;
        sweep.cursor.position = position;
    }
}

/// Effect of a swap (a pair begins or stops overlapping, on this axis or altogether) as text in the current
/// language, and its colour.
fn means(swap: &Swap) -> (Cow<'static, str>, Color32) {
    match (swap.begins, swap.moved.is_max, swap.passed.is_max) {
        (Some(true), ..) => (t!("pair begins"), begins_color()),
        (Some(false), ..) => (t!("overlap on this axis only"), theme::text()),
        (None, true, false) => (t!("overlap ends"), theme::text()),
        _ => (t!("order changes"), theme::weak()),
    }
}

fn explain(swap: &Swap) -> Cow<'static, str> {
    match (swap.begins, swap.moved.is_max, swap.passed.is_max) {
        (Some(true), ..) => {
            t!(
                "A lower end passes an upper end, and the boxes overlap on the other two axes as well: a new candidate."
            )
        }
        (Some(false), ..) => {
            t!(
                "A lower end passes an upper end: the intervals now overlap on this axis, but not on every other axis."
            )
        }
        (None, true, false) => {
            t!(
                "An upper end passes a lower end: the intervals no longer overlap on this axis, so the pair is not a candidate."
            )
        }
        _ => t!("Two ends of the same kind: no overlap begins or ends."),
    }
}

/// Adds the row of one swap. Returns whether it was clicked.
fn row(ui: &mut Ui, trace: &Trace, index: usize, position: usize, is_narrow: bool) -> bool {
    let swap = &trace.swaps[index];
    let (meaning, color) = means(swap);
    let [moved, passed] = [chart::label(&swap.moved), chart::label(&swap.passed)];
    let axis = ["x", "y", "z"][usize::from(swap.axis.min(2))];
    let what = t!("%{moved} passes %{passed}", moved = moved, passed = passed);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), ROWS[usize::from(is_narrow)]), Sense::click());
    let current = index + 1 == position;
    let name = format!("{} {axis}: {what}", index + 1);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, current, &name));
    if current {
        let stroke = Stroke::new(1.0, theme::accent());
        ui.painter().rect(rect.shrink(0.5), 3.0, theme::sunken(), stroke, StrokeKind::Inside);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 3.0, theme::sunken());
    }
    let ahead = index >= position;
    let fade = |color: Color32| if ahead { theme::weak() } else { color };
    let inner = rect.shrink2(vec2(6.0, 2.0));
    let (upper, lower) =
        if is_narrow { inner.split_top_bottom_at_y(inner.center().y) } else { (inner, inner) };
    let says = |ui: &mut Ui| {
        ui.label(RichText::new(axis).small().color(fade(theme::strong())));
        ui.add(egui::Label::new(RichText::new(what).small().color(fade(theme::text()))).truncate());
    };
    let mut line =
        ui.new_child(UiBuilder::new().max_rect(lower).layout(Layout::right_to_left(Align::Center)));
    line.spacing_mut().item_spacing.x = 6.0;
    // The meaning of a swap appears only once it has run.
    if !ahead {
        line.label(RichText::new(meaning).small().color(color));
    }
    if is_narrow {
        let layout = Layout::left_to_right(Align::Center);
        says(&mut ui.new_child(UiBuilder::new().max_rect(upper).layout(layout)));
    } else {
        line.with_layout(Layout::left_to_right(Align::Center), says);
    }
    let clicked = response.clicked();
    let help = t!("Click to jump to just after this swap.");
    let says = if ahead { help.into_owned() } else { format!("{}\n{help}", explain(swap)) };
    response.on_hover_text(format!("{name}\n{says}"));
    clicked
}
