//! The views of a pass table as regions of a page: buffers, pixel, and the pair in space.

use egui::{Button, Rect, ScrollArea, Ui};

use super::tables::{Tables, at};
use super::{buffers, probe};
use crate::inspector::cursor::Cursor;
use crate::inspector::region::{GAP, centred_sentence, region};
use crate::inspector::story::{Showing, in_space};
use crate::language::{joined, t};
use crate::ui::widgets::note;

/// Width, in points, from which the view in space fits next to the pixel.
const ROOM_FOR_BOTH: f32 = 900.0;

/// View state of pass tables.
#[derive(Default)]
pub struct Look {
    buffers: buffers::Look,
    /// The lower view that the user chose. By default (`None`) it is the pixel if a pixel is selected,
    /// otherwise the view in space.
    lower: Option<Lower>,
}

/// The view that is shown below the buffers if there is room for one only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lower {
    /// The pair, the eye and the window.
    Space,
    /// The pixel under the pointer.
    Probe,
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

/// Shows the pair in space and the selected pixel: side by side if there is room, otherwise one of them with
/// a choice.
pub fn lower(ui: &mut Ui, rect: Rect, tables: &Tables, showing: &mut Showing<'_>) {
    let (space_rect, probe_rect) = if ui.max_rect().width() >= ROOM_FOR_BOTH {
        let x = rect.left() + (0.46 * rect.width()).round();
        let (left, right) = rect.split_left_right_at_x(x);
        (Some(left.with_max_x(x - GAP)), Some(right))
    } else {
        let (bar, rest) = rect.split_top_bottom_at_y(rect.top() + 26.0);
        let unchosen = if showing.cursor.pixel.is_some() { Lower::Probe } else { Lower::Space };
        let chosen = &mut showing.views.of::<Look>().lower;
        let mut view = chosen.unwrap_or(unchosen);
        region(ui, "lower", 0, bar, |ui| {
            if turns(ui, &mut view) {
                *chosen = Some(view);
            }
        });
        match view {
            Lower::Space => (Some(rest), None),
            Lower::Probe => (None, Some(rest)),
        }
    };
    if let Some(rect) = space_rect {
        region(ui, "space", 0, rect, |ui| in_space(ui, tables, rect, showing));
    }
    if let Some(rect) = probe_rect {
        region(ui, "probe", 0, rect, |ui| pixel(ui, tables, showing.cursor));
    }
}

/// Adds the choice of the lower view. Returns true if the user has chosen a view.
fn turns(ui: &mut Ui, shown: &mut Lower) -> bool {
    ui.horizontal(|ui| {
        let mut chosen = false;
        ui.spacing_mut().item_spacing.x = 4.0;
        let views = [
            (
                Lower::Space,
                t!("3D view"),
                t!("The eye, the view window, and the surfaces drawn by this pass."),
            ),
            (Lower::Probe, t!("Pixel"), t!("Ray through a pixel, and history of the pixel over all passes.")),
        ];
        for (view, name, help) in views {
            let button = Button::selectable(*shown == view, name);
            if ui.add(button).on_hover_text(help).clicked() {
                *shown = view;
                chosen = true;
            }
        }
        chosen
    })
    .inner
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
