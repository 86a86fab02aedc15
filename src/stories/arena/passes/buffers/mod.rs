//! The view of the depth and stencil buffers: legend, zoom, values, and the outcome of each fragment. A pass
//! table that never uses the stencil buffer is shown with the depth buffer alone.

mod canvas;
pub mod fates;
mod legend;
pub mod lens;
mod look;
mod prepared;

pub use self::fates::Fates;
pub use self::look::Look;

use egui::{Button, Key, Modifiers, Rect, RichText, Ui, UiBuilder, vec2};

use self::lens::Lens;
use self::look::Buffer;
use self::prepared::{Prepared, Shown};
use crate::image_space::recording::PassRecording;
use crate::inspector::cursor::Cursor;
use crate::language::t;
use crate::ui::drawing::em;
use crate::ui::terms::explain;
use crate::ui::theme;

/// Shows the buffers after step `index` of `recording`, or before the first step, in the remaining space of
/// `ui`. The pixel under the pointer becomes `cursor.hovered`; a click selects it as `cursor.pixel`.
pub fn show(
    ui: &mut Ui,
    cursor: &mut Cursor,
    look: &mut Look,
    side: usize,
    recording: &PassRecording,
    index: Option<usize>,
) {
    ui.push_id(("buffers", side), |ui| {
        let uses_stencil = recording.table.uses_stencil();
        toolbar(ui, look, uses_stencil);
        // Reset the hovered pixel once, before the first of two compared stories is shown; an image under the
        // pointer sets it again.
        if side == 0 {
            cursor.hovered = None;
        }
        move_held(ui, cursor, recording.side() as u32);
        let prepared = Prepared::of(ui, side, recording, index);
        for (buffer, rect) in places(ui, look, uses_stencil) {
            let contents = UiBuilder::new().id_salt(buffer).max_rect(rect);
            let shown = Shown { recording, index, prepared: &prepared, buffer };
            ui.scope_builder(contents, |ui| one(ui, cursor, look, shown));
        }
    });
}

fn toolbar(ui: &mut Ui, look: &mut Look, uses_stencil: bool) {
    ui.horizontal_wrapped(|ui| {
        let choices = [
            (Some(Buffer::Depth), t!("Depth"), t!("Enlarge the depth buffer.")),
            (None, t!("Both"), t!("Show both buffers at the same size.")),
            (Some(Buffer::Stencil), t!("Stencil"), t!("Enlarge the stencil buffer.")),
        ];
        if uses_stencil {
            for (larger, name, help) in choices {
                let button = Button::selectable(look.larger == larger, name.as_ref());
                if ui.add(button).on_hover_text(help).clicked() {
                    look.larger = larger;
                }
            }
            ui.separator();
        }
        let help = t!(
            "Result of each fragment of this pass: passed, failed the stencil test, or failed the depth test. If a pixel received two fragments, its left half shows the first."
        );
        ui.checkbox(&mut look.fates, t!("Fragments")).on_hover_text(help);
        ui.checkbox(&mut look.changes, t!("Changes"))
            .on_hover_text(t!("Outline the pixels whose value changed in this step."));
        if look.lens != Lens::default() {
            let help = t!("Show the whole buffer (double click on it).");
            if ui.button(t!("Fit")).on_hover_text(help).clicked() {
                look.lens = Lens::default();
            }
        }
    });
}

/// Moves the selected pixel by Shift and the arrow keys.
fn move_held(ui: &Ui, cursor: &mut Cursor, side: u32) {
    let Some([x, y]) = cursor.pixel else { return };
    if ui.text_edit_focused() {
        return;
    }
    let moves =
        [(Key::ArrowLeft, -1, 0), (Key::ArrowRight, 1, 0), (Key::ArrowDown, 0, -1), (Key::ArrowUp, 0, 1)];
    for (key, right, up) in moves {
        if ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, key)) {
            let last = side.saturating_sub(1);
            cursor.pixel =
                Some([x.saturating_add_signed(right).min(last), y.saturating_add_signed(up).min(last)]);
        }
    }
}

/// The places of the two buffers: next to each other or stacked, whichever makes them larger. A single depth
/// buffer takes all the space.
fn places(ui: &mut Ui, look: &Look, uses_stencil: bool) -> Vec<(Buffer, Rect)> {
    const GAP: f32 = 12.0;
    const LEAST: f32 = 64.0;
    let words = legend::height(ui);
    let free = ui.available_size();
    let high = if free.y.is_finite() { free.y } else { 2.0 * free.x };
    let corner = ui.available_rect_before_wrap().min;
    if !uses_stencil {
        let side = (high - words).min(free.x).max(LEAST);
        return vec![(Buffer::Depth, Rect::from_min_size(corner, vec2(free.x.max(side), side + words)))];
    }
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
    let size = |side: f32, share: f32| {
        let width = if are_beside { ((free.x - GAP) * share).max(side) } else { free.x.max(side) };
        vec2(width, side + words)
    };
    let first = Rect::from_min_size(corner, size(sides[0], shares[0]));
    let step = if are_beside { vec2(first.width() + GAP, 0.0) } else { vec2(0.0, first.height() + GAP) };
    let second = Rect::from_min_size(corner + step, size(sides[1], shares[1]));
    vec![(Buffer::Depth, first), (Buffer::Stencil, second)]
}

/// Adds one buffer: title, image and legend.
fn one(ui: &mut Ui, cursor: &mut Cursor, look: &mut Look, shown: Shown) {
    ui.spacing_mut().item_spacing.y = 3.0;
    let whole = ui.max_rect();
    let words = legend::height(ui);
    let side = (whole.height() - words).min(whole.width());
    let name = shown.buffer.name();
    explain(ui.label(RichText::new(&*name).size(em(ui)).color(theme::strong())), &name);
    canvas::show(ui, cursor, look, shown, side);
    legend::show(ui, look, shown.prepared, shown.buffer);
}
