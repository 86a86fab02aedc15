//! Sweep and prune's three sorted lists, with the swaps of this frame.
//!
//! Whatever finds the lab's candidates, this is re-enacted from the boxes of the frame before and of this one.
//! The page's position counts swaps here.

mod chart;
mod swaps;

use std::rc::Rc;

use egui::{Align, Label, Layout, RichText, Ui, UiBuilder};
use rust_i18n::t;

use crate::app::shell::Shell;
use crate::broad_phase::sweep_and_prune::trace::{self, Trace};
use crate::labs::arena::Arena;
use crate::language::tr;
use crate::ui::format::grouped;
use crate::ui::requests::Request;
use crate::ui::theme;
use crate::world::Pair;

/// The first body in focus, and the second.
const COLORS: [egui::Color32; 2] = [theme::ACCENT, theme::SERIES[2]];
/// A pair begins.
const BEGINS: egui::Color32 = theme::TEAL;
/// Narrower than this, in points, the swaps stand below the lists.
const SWAPS_BESIDE: f32 = 620.0;

/// What the tab keeps.
#[derive(Default)]
pub struct Sweep {
    /// How high a row of the lists is, points. `None`: as fits.
    pub row_height: Option<f32>,
    /// Only swaps of the bodies in focus are listed.
    pub only_focus: bool,
    kept: Option<Kept>,
    /// Where the lists and the table of swaps were last scrolled to.
    followed: [Option<usize>; 2],
    /// How far the lists are scrolled, points.
    scrolled: f32,
}

/// A recording, and when it was made.
struct Kept {
    looks: u64,
    trace: Option<Rc<Trace>>,
}

impl Sweep {
    /// This frame's recording; `None` in the first frame.
    fn trace(&mut self, arena: &Arena) -> Option<Rc<Trace>> {
        let looks = arena.looks();
        if self.kept.as_ref().is_none_or(|kept| kept.looks != looks) {
            let before = arena.boxes_before();
            let trace = before.map(|before| Rc::new(trace::record(&before, &arena.found().boxes)));
            self.kept = Some(Kept { looks, trace });
            self.followed = [None; 2];
        }
        self.kept.as_ref().and_then(|kept| kept.trace.clone())
    }
}

/// How many swaps there are to step through.
pub fn length(shell: &mut Shell) -> usize {
    let Shell { inspector, arena, .. } = shell;
    inspector.sweep.trace(arena).map_or(0, |trace| trace.swaps.len())
}

/// The tab, in what is left of `ui`.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    let trace = {
        let Shell { inspector, arena, .. } = &mut *shell;
        inspector.sweep.trace(arena)
    };
    let Some(trace) = trace else { return first_frame(ui, shell) };
    let position = shell.inspector.position.min(trace.swaps.len());
    let focus = Focus::of(shell, &trace, position);
    what_happened(ui, shell, &trace);
    controls(ui, shell, &trace, &focus);
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
                chart::show(ui, shell, &trace, position, &focus);
            } else {
                swaps::show(ui, shell, &trace, position, &focus);
            }
        });
    }
}

/// The bodies that stand out.
struct Focus {
    /// One or two.
    bodies: Vec<usize>,
    /// Why these.
    why: Why,
}

#[derive(Clone, Copy, PartialEq)]
enum Why {
    Picked,
    OfSwap,
    Nothing,
}

impl Focus {
    /// The picked pair, or the picked body, or the two of the swap at hand.
    fn of(shell: &Shell, trace: &Trace, position: usize) -> Self {
        let picked = |bodies| Self { bodies, why: Why::Picked };
        if let Some(Pair { a, b }) = shell.arena.selected_pair {
            return picked(vec![a, b]);
        }
        if let Some(body) = shell.arena.selected {
            return picked(vec![body]);
        }
        match position.checked_sub(1).and_then(|index| trace.swaps.get(index)) {
            Some(swap) => {
                let bodies = vec![swap.moved.body as usize, swap.passed.body as usize];
                Self { bodies, why: Why::OfSwap }
            }
            None => Self { bodies: vec![], why: Why::Nothing },
        }
    }

    /// The colour of a body in focus.
    fn color(&self, body: usize) -> Option<egui::Color32> {
        Some(COLORS[self.bodies.iter().position(|&b| b == body)?.min(1)])
    }

    fn pair(&self) -> Option<Pair> {
        if let [a, b] = self.bodies[..] { Some(Pair::new(a, b)) } else { None }
    }
}

fn first_frame(ui: &mut Ui, shell: &mut Shell) {
    ui.add_space(12.0);
    ui.add(Label::new(t!("This is the first frame that is known: there are no lists of a frame before to repair, so sweep and prune sorts from scratch.")).wrap());
    if ui
        .button(t!("One frame on"))
        .on_hover_text(t!("The world moves by one frame, and its swaps can be seen."))
        .clicked()
    {
        shell.requests.ask(Request::Step);
    }
}

/// The frame in a sentence or two.
fn what_happened(ui: &mut Ui, shell: &Shell, trace: &Trace) {
    let [before, now] = &trace.pairs;
    let begun = now.iter().filter(|pair| before.binary_search(pair).is_err()).count();
    let ended = before.iter().filter(|pair| now.binary_search(pair).is_err()).count();
    let frame = shell.arena.world().frame();
    let text = t!(
        "From frame %{from} to frame %{to}: %{swaps} swaps. %{now} candidates, %{begun} begun, %{ended} ended.",
        from = frame.saturating_sub(1),
        to = frame,
        swaps = grouped(trace.cost.swaps),
        now = now.len(),
        begun = begun,
        ended = ended
    );
    ui.add(Label::new(RichText::new(text).color(theme::STRONG)).wrap()).on_hover_text(t!(
        "The ends of all boxes stand in three sorted lists, one per axis. Bodies move little, so last frame's order needs few swaps. A pair begins only where a lower end passes an upper end."
    ));
    let row = shell.arena.broad_phase();
    if row.id != "sweep-and-prune" {
        let text =
            t!("Re-enacted for this frame. The lab's candidates come from: %{name}.", name = tr(row.title));
        ui.add(Label::new(RichText::new(text).small().color(theme::WEAK)).wrap());
    }
    if trace.cost.rebuilt {
        let text = t!("More than 32 swaps per entry: given up, and sorted from scratch.");
        ui.add(Label::new(RichText::new(text).small().color(theme::AMBER)).wrap());
    }
    if trace.left_out > 0 {
        let text = t!("… and %{n} swaps more, which are not kept.", n = grouped(trace.left_out));
        ui.add(Label::new(RichText::new(text).small().color(theme::AMBER)).wrap());
    }
}

/// Zoom, and who is in focus.
fn controls(ui: &mut Ui, shell: &mut Shell, trace: &Trace, focus: &Focus) {
    ui.horizontal(|ui| {
        let who = match focus.why {
            Why::Picked => t!("Picked:"),
            Why::OfSwap => t!("This swap:"),
            Why::Nothing => t!("Nobody is picked"),
        };
        let help = t!("Their ends stand out in the lists. A click on an end picks its body.");
        ui.label(RichText::new(who).small().color(theme::WEAK)).on_hover_text(help.clone());
        for (&body, color) in focus.bodies.iter().zip(COLORS) {
            ui.label(RichText::new(t!("body %{n}", n = body)).small().color(color))
                .on_hover_text(help.clone());
        }
        if focus.why == Why::Picked
            && ui.small_button(t!("Let go")).on_hover_text(t!("Follow the swaps' bodies instead.")).clicked()
        {
            shell.arena.selected_pair = None;
            shell.arena.select(None);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let fits = ui.small_button(t!("Fit"));
            if fits.on_hover_text(t!("Rows as high as it takes to see the whole lists.")).clicked() {
                shell.inspector.sweep.row_height = None;
            }
            let mut height = shell.inspector.sweep.row_height.unwrap_or(chart::USUAL);
            ui.spacing_mut().slider_width = 90.0;
            let slider = egui::Slider::new(&mut height, chart::LEAST..=chart::MOST).show_value(false);
            let slider = ui.add(slider).on_hover_text(t!("How high a row of the lists is."));
            slider.widget_info(|| egui::WidgetInfo::slider(true, height.into(), t!("Row height")));
            if slider.changed() {
                shell.inspector.sweep.row_height = Some(height);
            }
            ui.label(RichText::new(t!("Row height")).small().color(theme::WEAK))
                .on_hover_text(t!("How high a row of the lists is."));
        });
    });
    if let Some(pair) = focus.pair() {
        verdict(ui, trace, pair);
    }
}

/// On which axes a pair overlaps, and since when.
fn verdict(ui: &mut Ui, trace: &Trace, pair: Pair) {
    let (was, is) = (trace.overlaps(pair, false), trace.overlaps(pair, true));
    let word = |axis: usize| {
        let name = ["x", "y", "z"][axis];
        match (was[axis], is[axis]) {
            (true, true) => t!("%{axis} overlaps", axis = name),
            (false, true) => t!("%{axis} overlaps since this frame", axis = name),
            (true, false) => t!("%{axis} apart since this frame", axis = name),
            (false, false) => t!("%{axis} apart", axis = name),
        }
    };
    let axes = [0, 1, 2].map(word).join(" · ");
    let text = if is == [true; 3] {
        t!("%{axes}: on all three, so a candidate.", axes = axes)
    } else {
        t!("%{axes}: no candidate.", axes = axes)
    };
    ui.add(Label::new(RichText::new(text).small().color(theme::TEXT)).wrap()).on_hover_text(t!(
        "Two boxes overlap if their spans do on all three axes. One gap is enough to leave the pair out."
    ));
}
