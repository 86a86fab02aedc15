//! Depth and stencil buffer, large: legend, zoom, values, and what became of each fragment.

mod canvas;
mod fates;
mod legend;
mod lens;
mod prepared;
mod values;

pub use fates::Fates;
pub use prepared::proof;

use egui::{Button, Id, Key, Modifiers, Rect, RichText, Ui, UiBuilder, vec2};
use rust_i18n::t;

use super::InspectorPage;
use crate::image_space::recording::PassRecording;
use crate::ui::drawing::em;
use crate::ui::theme;
use lens::Lens;
use prepared::Prepared;

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buffer {
    /// 24 bits.
    Depth,
    /// 8 bits.
    Stencil,
}

/// How the buffers are looked at: the same for both, and for both sides of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    /// The one that has more room, if they do not share it.
    larger: Option<Buffer>,
    /// Whether it is shown what became of the step's fragments.
    fates: bool,
    /// Whether the pixels that the step changed are framed.
    changes: bool,
    lens: Lens,
}

impl Default for Look {
    fn default() -> Self {
        Self { larger: None, fates: false, changes: true, lens: Lens::default() }
    }
}

/// Both buffers after step `index` of `recording`, or before the first step, in what is left of `ui`. The pixel
/// under the pointer becomes `page.hovered`, a click holds it as `page.pixel`.
pub fn show(
    ui: &mut Ui,
    page: &mut InspectorPage,
    side: usize,
    recording: &PassRecording,
    index: Option<usize>,
) {
    let memory = Id::unique("how the buffers are looked at");
    let before = ui.data(|data| data.get_temp::<Look>(memory)).unwrap_or_default();
    let mut look = before;
    ui.push_id(("buffers", side), |ui| {
        toolbar(ui, &mut look);
        // The first side forgets where the pointer was, and whoever is under it tells.
        if side == 0 {
            page.hovered = None;
        }
        move_held(ui, page, recording.side() as u32);
        let prepared = Prepared::of(ui, side, recording, index);
        for (buffer, rect) in places(ui, &look, &prepared) {
            let contents = UiBuilder::new().id_salt(buffer).max_rect(rect);
            ui.scope_builder(contents, |ui| one(ui, page, &mut look, &prepared, recording, index, buffer));
        }
    });
    if look != before {
        ui.data_mut(|data| data.insert_temp(memory, look));
    }
}

fn toolbar(ui: &mut Ui, look: &mut Look) {
    ui.horizontal_wrapped(|ui| {
        let choices = [
            (Some(Buffer::Depth), t!("Depth"), t!("More room for the depth buffer.")),
            (None, t!("Both"), t!("The same room for both buffers.")),
            (Some(Buffer::Stencil), t!("Stencil"), t!("More room for the stencil buffer.")),
        ];
        for (larger, name, help) in choices {
            let button = Button::selectable(look.larger == larger, name.as_ref());
            if ui.add(button).on_hover_text(help).clicked() {
                look.larger = larger;
            }
        }
        ui.separator();
        let help = t!(
            "What became of the fragments that this pass drew: passed, failed the stencil test, failed the depth \
             test. Where a pixel got two, the left half is the first."
        );
        ui.checkbox(&mut look.fates, t!("Fragments")).on_hover_text(help);
        ui.checkbox(&mut look.changes, t!("Changes"))
            .on_hover_text(t!("Frames the pixels whose value this step has changed."));
        if look.lens != Lens::default() {
            let help = t!("The whole buffer again, as by a double click on it.");
            if ui.button(t!("Fit")).on_hover_text(help).clicked() {
                look.lens = Lens::default();
            }
        }
    });
}

/// Shift and an arrow key move the pixel that is held.
fn move_held(ui: &Ui, page: &mut InspectorPage, side: u32) {
    let Some([x, y]) = page.pixel else { return };
    if ui.text_edit_focused() {
        return;
    }
    let moves =
        [(Key::ArrowLeft, -1, 0), (Key::ArrowRight, 1, 0), (Key::ArrowDown, 0, -1), (Key::ArrowUp, 0, 1)];
    for (key, right, up) in moves {
        if ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, key)) {
            let last = side.saturating_sub(1);
            page.pixel =
                Some([x.saturating_add_signed(right).min(last), y.saturating_add_signed(up).min(last)]);
        }
    }
}

/// Where the two go: beside each other or one above the other, whichever makes them larger.
fn places(ui: &mut Ui, look: &Look, prepared: &Prepared) -> [(Buffer, Rect); 2] {
    const GAP: f32 = 12.0;
    const LEAST: f32 = 64.0;
    let words = legend::height(ui, look.fates && prepared.fates.is_some());
    let free = ui.available_size();
    let high = if free.y.is_finite() { free.y } else { 2.0 * free.x };
    let shares = match look.larger {
        None => [0.5, 0.5],
        Some(Buffer::Depth) => [0.68, 0.32],
        Some(Buffer::Stencil) => [0.32, 0.68],
    };
    let beside = shares.map(|share| ((free.x - GAP) * share).min(high - words));
    let stacked = shares.map(|share| ((high - 2.0 * words - GAP) * share).min(free.x));
    let area = |sides: [f32; 2]| sides.iter().map(|side| side.max(0.0).powi(2)).sum::<f32>();
    let are_beside = area(beside) >= area(stacked);
    let sides = if are_beside { beside } else { stacked }.map(|side| side.max(LEAST));
    let corner = ui.available_rect_before_wrap().min;
    let size = |side: f32, share: f32| {
        let width = if are_beside { ((free.x - GAP) * share).max(side) } else { free.x.max(side) };
        vec2(width, side + words)
    };
    let first = Rect::from_min_size(corner, size(sides[0], shares[0]));
    let step = if are_beside { vec2(first.width() + GAP, 0.0) } else { vec2(0.0, first.height() + GAP) };
    let second = Rect::from_min_size(corner + step, size(sides[1], shares[1]));
    [(Buffer::Depth, first), (Buffer::Stencil, second)]
}

/// Title, picture, legend.
fn one(
    ui: &mut Ui,
    page: &mut InspectorPage,
    look: &mut Look,
    prepared: &Prepared,
    recording: &PassRecording,
    index: Option<usize>,
    buffer: Buffer,
) {
    ui.spacing_mut().item_spacing.y = 3.0;
    let name = match buffer {
        Buffer::Depth => t!("Depth buffer"),
        Buffer::Stencil => t!("Stencil buffer"),
    };
    let whole = ui.max_rect();
    let words = legend::height(ui, look.fates && prepared.fates.is_some());
    let side = (whole.height() - words).min(whole.width());
    ui.label(RichText::new(name).size(em(ui)).color(theme::STRONG));
    canvas::show(ui, page, look, prepared, recording, index, buffer, side);
    legend::show(ui, look, prepared, buffer);
}
