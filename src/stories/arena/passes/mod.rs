//! The story of a method's pass tables: the passes row by row, the buffers after each row, and the history of
//! a pixel.

pub mod buffers;
pub mod probe;
pub mod rows;
mod space;
mod state;
mod table;
pub mod tables;
mod strip;
mod telling;
mod views;
mod why;

use std::any::Any;

use egui::{Rect, ScrollArea, Ui};

use self::tables::{Tables, at};
use self::views::{buffers_in, details, fragments_in, pixel, pixel_in_short};
use crate::about::MethodInfo;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::region::region;
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::halves;
use crate::inspector::story::{Showing, Story, in_space};

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

    fn list(&self, ui: &mut Ui, other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let other = other.and_then(|other| (other as &dyn Any).downcast_ref::<Self>());
        ScrollArea::vertical().id_salt("table").auto_shrink([false, false]).show(ui, |ui| {
            table::show(ui, showing.cursor, self, other.map(|other| &other.rows[..]));
        });
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        match showing.details {
            true => details(ui, self, showing),
            false => halves(
                ui,
                showing,
                |ui, showing, _| pixel_in_short(ui, self, showing.cursor),
                |ui, showing, _| self.row_and_history(ui, showing.cursor),
            ),
        }
    }

    fn height_below(&self, details: bool) -> f32 {
        if details { f32::INFINITY } else { 260.0 }
    }

    fn has_details(&self) -> bool {
        true
    }
}
