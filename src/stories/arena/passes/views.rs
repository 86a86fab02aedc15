//! The views of a pass table as regions of a page: buffers, pixel, OpenGL state.

use egui::{Rect, ScrollArea, Ui};

use super::tables::{Tables, at};
use super::{buffers, probe, state};
use crate::image_space::explained::probe::Probe;
use crate::inspector::cursor::Cursor;
use crate::inspector::region::{GAP, centred_sentence, region};
use crate::inspector::story::Showing;
use crate::language::{joined, t};
use crate::ui::widgets::note;

/// Width, in points, from which the pixel fits next to the buffers.
const ROOM_FOR_BOTH: f32 = 480.0;

/// View state of pass tables.
#[derive(Default)]
pub struct Look {
    buffers: buffers::Look,
}

/// Shows the buffers and sets the hovered pixel. In a comparison of two stories, `side` is 0 or 1; the second
/// story also marks the pixel that is hovered in the first.
pub fn buffers_in(ui: &mut Ui, rect: Rect, tables: &Tables, side: usize, showing: &mut Showing<'_>) {
    let Some((table, index)) = at(&tables.recorded, showing.cursor.position) else { return };
    let look = &mut showing.views.of::<Look>().buffers;
    region(ui, "buffers", side, rect, |ui| buffers::show(ui, showing.cursor, look, side, table, index));
    if !ui.rect_contains_pointer(rect) {
        showing.cursor.hovered = None;
    }
}

/// Shows the buffers with the outcome of each fragment, unless the user switched the outcomes off in this
/// view.
pub fn fragments_in(ui: &mut Ui, rect: Rect, tables: &Tables, side: usize, showing: &mut Showing<'_>) {
    let exchange = |showing: &mut Showing<'_>| {
        let look = &mut showing.views.of::<Look>().buffers;
        std::mem::swap(&mut look.fates, &mut look.fates_alone);
    };
    exchange(showing);
    buffers_in(ui, rect, tables, side, showing);
    exchange(showing);
}

/// Shows the buffers, and beside them the pixel and the OpenGL state of the row. In a comparison the buffers take all
/// the space.
pub fn details(ui: &mut Ui, tables: &Tables, showing: &mut Showing<'_>) {
    let room = ui.available_rect_before_wrap();
    let side = showing.side;
    if room.width() < ROOM_FOR_BOTH {
        return buffers_in(ui, room, tables, side, showing);
    }
    let (left, right) = room.split_left_right_at_x(room.center().x.round());
    buffers_in(ui, left.with_max_x(left.right() - GAP), tables, side, showing);
    region(ui, "probe", side, right, |ui| {
        ScrollArea::vertical().id_salt("details").auto_shrink([false, false]).show(ui, |ui| {
            if let (Some((table, index)), Some(pixel)) =
                (at(&tables.recorded, showing.cursor.position), showing.cursor.looked_at())
            {
                probe::show(ui, table, index, pixel);
            }
            state::show(ui, tables, showing.cursor.position);
        });
    });
}

/// Adds the ray through the pixel with both bodies as bars, and what it shows.
pub fn pixel_in_short(ui: &mut Ui, tables: &Tables, cursor: &Cursor) {
    let Some((table, index)) = at(&tables.recorded, cursor.position) else { return };
    match cursor.looked_at() {
        Some(pixel) => probe::drawn(ui, table, &Probe::at(table, pixel), index),
        None => note(ui, &t!("No body covers a pixel.")),
    }
}

/// Shows the selected pixel, or a hint how to select a pixel.
pub fn pixel(ui: &mut Ui, tables: &Tables, cursor: &Cursor) {
    let Some((table, index)) = at(&tables.recorded, cursor.position) else { return };
    match cursor.looked_at() {
        Some(pixel) => {
            if let Some(telling) = tables.telling().filter(|_| cursor.hovered.or(cursor.pixel).is_none()) {
                note(ui, &joined(&[telling.says(), t!("Point at another one, or click to select one.")]));
            }
            ScrollArea::vertical().id_salt("probe").auto_shrink([false, false]).show(ui, |ui| {
                probe::show(ui, table, index, pixel);
            });
        }
        None => centred_sentence(
            ui,
            &t!(
                "Point at a pixel of the buffers to see both bodies on its ray, and its history. Click to select the pixel."
            ),
            false,
        ),
    }
}
