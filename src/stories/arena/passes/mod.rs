//! The story of a method's pass tables: the passes row by row, the buffers after each row, and the history of
//! a pixel.

pub mod buffers;
pub mod probe;
pub mod rows;
mod space;
mod state;
mod table;
pub mod tables;
mod telling;
mod views;
mod why;

use std::any::Any;

use egui::{Rect, ScrollArea, Ui, vec2};

use self::tables::{Tables, at};
use self::views::{buffers_in, fragments_in, lower, pixel};
use crate::about::MethodInfo;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::region::{GAP, place_below, region};
use crate::inspector::space::SpaceView;
use crate::inspector::story::{Showing, Story, in_space};

/// Height of the title and legend around the image of a buffer, points.
const AROUND_BUFFERS: f32 = 112.0;
/// Height of the description of a selected pixel, points.
const PIXEL: f32 = 285.0;
/// Minimum width for the view in space beside a single depth buffer, points.
const ROOM_FOR_SPACE_BESIDE: f32 = 520.0;
/// Minimum width of a single depth buffer, which its legend needs, points.
const LEAST_BUFFER: f32 = 240.0;
/// Minimum width for two square images side by side, points.
const ROOM_FOR_TWO_SQUARES: f32 = 420.0;

impl Story for Tables {
    fn about(&self) -> &'static MethodInfo {
        &self.case.method.about
    }

    fn steps(&self) -> usize {
        self.steps_run()
    }

    fn landmarks(&self) -> &[usize] {
        &self.landmarks
    }

    fn place(&self, at: usize) -> Option<String> {
        self.row_before(at).map(|row| rows::heading(&self.programs, row))
    }

    fn caption(&self, at: usize) -> Option<String> {
        self.row_before(at).map(rows::Row::caption)
    }

    fn outcome(&self) -> Outcome {
        self.case.outcome()
    }

    fn why(&self, reference: &Reference) -> Option<String> {
        self.reason(reference)
    }

    fn deciding(&self) -> usize {
        self.kept_state().map_or(self.steps(), |(row, _)| row.number)
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        tables::facts(self, at)
    }

    fn space(&self, position: usize, pixel: Option<[u32; 2]>) -> SpaceView {
        match at(&self.recorded, position) {
            Some((table, index)) => space::view(&self.case, table, index, pixel),
            None => super::case::plain(&self.case),
        }
    }

    fn telling_pixel(&self) -> Option<[u32; 2]> {
        self.telling().map(|telling| telling.pixel)
    }

    fn views(&self) -> &'static [&'static str] {
        &["table", "buffers", "fragments", "space", "pixel", "code"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        let side = showing.side;
        let scrolled = |ui: &mut Ui, contents: &mut dyn FnMut(&mut Ui)| {
            region(ui, view, side, room, |ui| {
                ScrollArea::vertical().id_salt(view).auto_shrink([false, false]).show(ui, contents);
            });
        };
        match view {
            "table" => scrolled(ui, &mut |ui| table::show(ui, showing.cursor, self, None)),
            "code" => scrolled(ui, &mut |ui| state::show_large(ui, self, showing.cursor.position)),
            "pixel" => region(ui, "probe", side, room, |ui| pixel(ui, self, showing.cursor)),
            "buffers" => buffers_in(ui, room, self, side, showing),
            "fragments" => fragments_in(ui, room, self, side, showing),
            _ => region(ui, "space", side, room, |ui| in_space(ui, self, room, showing)),
        }
    }

    fn contents(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        table::show(ui, showing.cursor, self, None);
    }

    /// Layout of a story without another beside it: on the left the pass table and the GL state; on the right
    /// the buffers, and below them the view in space and the selected pixel. If there is only a depth buffer,
    /// the view in space is beside it.
    fn alone(&self, ui: &mut Ui, room: Rect, showing: &mut Showing<'_>) {
        let x = room.left() + (0.36 * room.width()).clamp(270.0, 430.0).round();
        let (left, right) = room.split_left_right_at_x(x);
        region(ui, "table", 0, left.with_max_x(x - GAP), |ui| {
            ScrollArea::vertical().id_salt("table").auto_shrink([false, false]).show(ui, |ui| {
                table::show(ui, showing.cursor, self, None);
                ui.add_space(4.0);
                state::show(ui, self, showing.cursor.position);
            });
        });
        let height = (0.5 * right.width() + AROUND_BUFFERS).min(0.6 * right.height()).round();
        let (over, below) = right.split_top_bottom_at_y(right.top() + height);
        let below = below.with_min_y(below.top() + GAP);
        if self.uses_stencil() || over.width() < ROOM_FOR_SPACE_BESIDE {
            buffers_in(ui, over, self, 0, showing);
            return lower(ui, below, self, showing);
        }
        // Only the depth buffer is shown, so the view in space fits beside it.
        let side = (height - AROUND_BUFFERS).max(LEAST_BUFFER).min(0.6 * over.width());
        let (buffer, space) = over.split_left_right_at_x((over.left() + side).round());
        buffers_in(ui, buffer, self, 0, showing);
        let space = space.with_min_x(space.left() + GAP);
        region(ui, "space", 0, space, |ui| in_space(ui, self, space, showing));
        region(ui, "probe", 0, below, |ui| pixel(ui, self, showing.cursor));
    }

    /// Layout of a story beside another, in a narrow column, from top to bottom: the pass table, the history
    /// of the selected pixel, and the buffers.
    fn beside(&self, ui: &mut Ui, column: Rect, other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let other = other.and_then(|other| (other as &dyn Any).downcast_ref::<Self>());
        let side = showing.side;
        // In lecture mode the legends are larger: more height, so that the images are not smaller.
        let share = if showing.lecture { 0.5 } else { 0.46 };
        let squares = (0.5 * column.width() + AROUND_BUFFERS).min(share * column.height()).round();
        let (rest, buffers_rect) = column.split_top_bottom_at_y(column.bottom() - squares);
        // The pixel's history takes its space from the table, so that the buffers stay where they are when a
        // pixel is selected.
        let history = if showing.holds_pixel { PIXEL.min(0.6 * rest.height()).round() } else { 0.0 };
        let (table_rect, probe_rect) = rest.split_top_bottom_at_y(rest.bottom() - history - GAP);
        region(ui, "table", side, table_rect, |ui| {
            ScrollArea::vertical().id_salt("table").auto_shrink([false, false]).show(ui, |ui| {
                table::show(ui, showing.cursor, self, other.map(|other| &other.rows[..]));
            });
        });
        if showing.holds_pixel {
            let probe_rect = probe_rect.with_min_y(probe_rect.top() + GAP);
            region(ui, "probe", side, probe_rect, |ui| pixel(ui, self, showing.cursor));
        }
        // Without another story of this kind, treat the buffers as the first: only the second story's buffers
        // mark the pixel that is hovered in the first.
        let side = if other.is_some() { side } else { 0 };
        buffers_in(ui, buffers_rect, self, side, showing);
    }

    fn stacked(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let width = ui.available_width();
        table::show(ui, showing.cursor, self, None);
        let squares = match self.uses_stencil() {
            true if width < ROOM_FOR_TWO_SQUARES => 2.0 * width.min(300.0),
            true => 0.5 * width,
            false => width.min(300.0),
        };
        let rect = place_below(ui, vec2(width, squares + AROUND_BUFFERS));
        buffers_in(ui, rect, self, 0, showing);
        let rect = place_below(ui, vec2(width, 300.0));
        region(ui, "probe", showing.side, rect, |ui| pixel(ui, self, showing.cursor));
        state::show(ui, self, showing.cursor.position);
    }
}
