//! The page of sweep and prune: three sorted lists with the swaps of this frame.
//!
//! The sort is replayed from the boxes of the previous and current frame, independent of the lab's broad
//! phase. A position on this page is a number of swaps that have been run.

mod chart;
pub mod state;
mod swaps;

use egui::{CentralPanel, Label, Panel, RichText, Ui, UiBuilder};

use super::sweep::state::{Focus, Why};
use crate::broad_phase::sweep_and_prune::trace::Trace;
use crate::inspector::page::transport::{self, Steps};
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::ui::drawing::colors_of_both;
use crate::ui::format::grouped;
use crate::ui::line::two_ends;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;
use crate::ui::widgets::dock;
use crate::world::Pair;
use state::Sweep;

/// Minimum width for swaps beside the lists, points; on a narrower page they are below.
const SWAPS_BESIDE: f32 = 620.0;

/// The page: lists and swaps, with the playback buttons at the bottom.
pub fn show(ui: &mut Ui, sweep: &mut Sweep, arena: &mut Arena, panel: &mut PanelContext) {
    let trace = sweep.trace(arena);
    let count = trace.as_ref().map_or(0, |trace| trace.swaps.len());
    // A swap that begins a pair decides that the narrow phase is asked.
    let begins =
        trace.as_ref().and_then(|trace| trace.swaps.iter().position(|swap| swap.begins == Some(true)));
    let left_out = trace.as_ref().map_or(0, |trace| trace.left_out);
    let steps = Steps { deciding: begins.map(|index| index + 1), ..Steps::recorded(count, left_out) };
    Panel::bottom("transport")
        .frame(dock(8, 5))
        .show(ui, |ui| transport::show(ui, &mut sweep.cursor, &steps));
    CentralPanel::default().frame(dock(8, 6)).show(ui, |ui| match trace {
        Some(trace) => lists(ui, sweep, arena, &trace),
        None => first_frame(ui, panel),
    });
}

/// Lists and swaps, in the remaining space.
fn lists(ui: &mut Ui, sweep: &mut Sweep, arena: &mut Arena, trace: &Trace) {
    let position = sweep.cursor.position.min(trace.swaps.len());
    let focus = Focus::of(arena, trace, position);
    what_happened(ui, arena, trace);
    controls(ui, sweep, arena, trace, &focus);
    let room = ui.available_rect_before_wrap();
    let (lists, table) = if room.width() >= SWAPS_BESIDE {
        let x = room.right() - (0.27 * room.width()).clamp(190.0, 260.0);
        room.split_left_right_at_x(x)
    } else {
        room.split_top_bottom_at_y(room.bottom() - (0.3 * room.height()).clamp(80.0, 160.0))
    };
    ui.advance_cursor_after_rect(room);
    for (salt, rect) in [
        ("lists", lists.shrink2(egui::vec2(0.0, 2.0)).with_max_x(lists.right() - 8.0)),
        ("swaps", table.shrink(4.0)),
    ] {
        ui.scope_builder(UiBuilder::new().id_salt(salt).max_rect(rect), |ui| {
            ui.set_clip_rect(rect.intersect(ui.clip_rect()));
            if salt == "lists" {
                chart::show(ui, sweep, arena, trace, position, &focus);
            } else {
                swaps::show(ui, sweep, trace, position, &focus);
            }
        });
    }
}

fn first_frame(ui: &mut Ui, panel: &mut PanelContext) {
    ui.add_space(12.0);
    ui.add(Label::new(t!("This is the first recorded frame: without earlier lists to repair, sweep and prune sorts from scratch.")).wrap());
    if ui
        .button(t!("Step one frame"))
        .on_hover_text(t!("Advance the world by one frame to see its swaps."))
        .clicked()
    {
        panel.ask(Request::Step);
    }
}

/// Summary of the frame in one or two sentences.
fn what_happened(ui: &mut Ui, arena: &Arena, trace: &Trace) {
    let [before, now] = &trace.pairs;
    let begun = now.iter().filter(|pair| before.binary_search(pair).is_err()).count();
    let ended = before.iter().filter(|pair| now.binary_search(pair).is_err()).count();
    let frame = arena.world().frame();
    let text = t!(
        "From frame %{from} to frame %{to}. Swaps: %{swaps}. Candidates: %{now}, new: %{begun}, ended: %{ended}.",
        from = frame.saturating_sub(1),
        to = frame,
        swaps = grouped(trace.cost.swaps),
        now = now.len(),
        begun = begun,
        ended = ended
    );
    ui.add(Label::new(RichText::new(text).color(theme::strong())).wrap()).on_hover_text(t!(
        "Three sorted lists, one per axis, hold the ends of all boxes. Bodies move little between frames, so repairing the previous order takes few swaps. A pair begins only where a lower end passes an upper end."
    ));
    // The page's lesson in a sentence, before its numbers are read.
    let look_for = t!("Look for a swap that begins a pair: only those make new candidates. (G)");
    ui.add(Label::new(RichText::new(look_for).color(theme::accent())).wrap());
    let row = arena.broad_phase();
    if row.id != "sweep-and-prune" {
        let text = t!(
            "Sweep and prune is replayed for this frame. Broad phase of the lab: %{name}.",
            name = tr(row.title)
        );
        ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
    }
    if trace.cost.rebuilt {
        let text = t!("More than 32 swaps per entry: repair abandoned, lists sorted from scratch.");
        ui.add(Label::new(RichText::new(text).small().color(theme::amber())).wrap());
    }
}

/// Highlighted bodies, and the row height.
fn controls(ui: &mut Ui, sweep: &mut Sweep, arena: &mut Arena, trace: &Trace, focus: &Focus) {
    let mut state = (sweep, arena);
    let bodies = |(_, arena): &mut (&mut Sweep, &mut Arena), ui: &mut Ui| {
        let who = match focus.why {
            Why::Picked => t!("Picked bodies:"),
            Why::OfSwap => t!("Swapped bodies:"),
            Why::Nothing => t!("No body is picked"),
        };
        let help = t!("The ends of these boxes are highlighted in the lists. Click an end to pick its body.");
        ui.label(RichText::new(who).small().color(theme::weak())).on_hover_text(help.clone());
        for (&body, color) in focus.bodies.iter().zip(colors_of_both()) {
            ui.label(RichText::new(t!("body %{n}", n = body)).small().color(color))
                .on_hover_text(help.clone());
        }
        if focus.why == Why::Picked
            && ui
                .small_button(t!("Clear selection"))
                .on_hover_text(t!("Highlight the bodies of every swap again."))
                .clicked()
        {
            arena.selected_pair = None;
            arena.select(None);
        }
    };
    two_ends(ui, "controls", &mut state, bodies, |(sweep, _), ui| {
        let help = t!("Height of the list rows.");
        ui.label(RichText::new(t!("Row height")).small().color(theme::weak())).on_hover_text(&*help);
        let mut height = sweep.row_height.unwrap_or(chart::USUAL);
        ui.spacing_mut().slider_width = 90.0;
        let slider = egui::Slider::new(&mut height, chart::LEAST..=chart::MOST).show_value(false);
        let slider = ui.add(slider).on_hover_text(&*help);
        slider.widget_info(|| egui::WidgetInfo::slider(true, height.into(), t!("Row height")));
        if slider.changed() {
            sweep.row_height = Some(height);
        }
        let fits = ui.small_button(t!("Fit"));
        if fits.on_hover_text(t!("Fit the whole lists into the window.")).clicked() {
            sweep.row_height = None;
        }
    });
    if let Some(pair) = focus.pair() {
        verdict(ui, trace, pair);
    }
}

/// The axes on which a pair overlaps, and whether that changed in this frame.
fn verdict(ui: &mut Ui, trace: &Trace, pair: Pair) {
    let (was, is) = (trace.overlaps(pair, false), trace.overlaps(pair, true));
    let word = |axis: usize| {
        let name = ["x", "y", "z"][axis];
        match (was[axis], is[axis]) {
            (true, true) => t!("overlap on %{axis}", axis = name),
            (false, true) => t!("overlap on %{axis} since this frame", axis = name),
            (true, false) => t!("gap on %{axis} since this frame", axis = name),
            (false, false) => t!("gap on %{axis}", axis = name),
        }
    };
    let axes = [0, 1, 2].map(word).join(" · ");
    let text = if is == [true; 3] {
        t!("%{axes}: overlap on all three axes, so the pair is a candidate.", axes = axes)
    } else {
        t!("%{axes}: the pair is not a candidate.", axes = axes)
    };
    ui.add(Label::new(RichText::new(text).small().color(theme::text())).wrap()).on_hover_text(t!(
        "Two boxes overlap if their intervals overlap on all three axes. A gap on one axis excludes the pair."
    ));
}
