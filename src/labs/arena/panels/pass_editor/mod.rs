//! The page on which a user edits a table of passes: the table with a menu in each cell, and beside it what the table
//! does in every relation of two depth intervals, on a chosen pixel, and on random ones.
//!
//! The table is the setting of a method, so undo, links, scene files, panes and the inspector follow it. A setting
//! cannot hold a table with faults; the page keeps such a table until it has none, and the last good one stays in
//! effect.

pub mod analysis;
pub mod cells;
pub mod edits;
mod entry;
mod files;
mod findings;
mod grid;
mod head;
mod relations;
pub mod state;
mod table_file;
mod told;

use std::time::Duration;

use egui::text::LayoutJob;
use egui::{
    CentralPanel, Event, Panel, Popup, RichText, Role, ScrollArea, Sense, TextStyle, Ui, UiBuilder,
    WidgetInfo, vec2,
};

use super::super::Arena;
use crate::image_space::own::check::Fault;
use crate::image_space::own::pixel::{History, can_be_judged};
use crate::image_space::own::relations::Answer;
use crate::image_space::own::table::OwnTable;
use crate::image_space::own::text::read;
use crate::image_space::pass::Repeat;
use crate::language::{t, tr};
use crate::ui::egui_gaps::keep_focus_in_sight;
use crate::ui::group::group;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::dock;
use crate::ui::{said, theme, verdicts};
use analysis::Analysis;
pub use entry::edit_a_copy;
pub use files::update;
use state::PassEditor;
pub use table_file::{KIND, read_table};
use told::in_words;

/// Width from which the findings have room to the right of the table, points.
const ROOM_BESIDE: f32 = 1380.0;
/// Width of the findings beside the table, points.
const BESIDE: f32 = 380.0;
/// Width in which a fault fits one line, points.
const LONG_LINE: f32 = 760.0;
/// Interval for asking whether a search has ended.
const SOON: Duration = Duration::from_millis(15);

/// The page.
pub fn show(ui: &mut Ui, editor: &mut PassEditor, arena: &mut Arena, panel: &mut PanelContext) {
    let has_controls_beside = std::mem::take(&mut editor.has_controls_beside);
    paste(ui, editor, arena, panel);
    editor.collect();
    let analysis = editor.analysis(arena);
    editor.waits = false;
    if editor.is_searching() {
        ui.ctx().request_repaint_after(SOON);
    }
    let has_faults = editor.draft(arena, editor.index(arena)).is_some();
    Panel::top("relations")
        .frame(dock(10, 4))
        .show(ui, |ui| relations::show(ui, editor, &analysis, has_faults));
    CentralPanel::default().frame(dock(10, 4)).show(ui, |ui| {
        let is_narrow = ui.available_width() < grid::least_width();
        ScrollArea::new([is_narrow, true]).auto_shrink([false; 2]).show(ui, |ui| {
            if is_narrow {
                ui.set_min_width(grid::least_width());
            }
            let width = ui.available_width();
            if width >= ROOM_BESIDE {
                let room = ui.available_rect_before_wrap();
                let (left, right) = room.split_left_right_at_x(room.right() - BESIDE);
                let mut ui_left = ui.new_child(
                    UiBuilder::new().id_salt("table").max_rect(left.with_max_x(left.right() - 16.0)),
                );
                table(&mut ui_left, editor, arena);
                let mut ui_right = ui.new_child(UiBuilder::new().id_salt("findings").max_rect(right));
                findings::show(&mut ui_right, editor, arena, &analysis, panel);
                let height = ui_left.min_rect().height().max(ui_right.min_rect().height());
                ui.allocate_space(vec2(width, height));
            } else {
                table(ui, editor, arena);
                ui.add_space(6.0);
                findings::show(ui, editor, arena, &analysis, panel);
            }
            if !has_controls_beside && group(ui, "pass table", &t!("Table and file")) {
                ui.set_max_width(420.0);
                head::show(ui, editor, arena, panel);
            }
            keep_focus_in_sight(ui);
        });
    });
}

/// The controls left of the page: the table's head, its file, and the method that runs it.
pub fn show_controls(ui: &mut Ui, editor: &mut PassEditor, arena: &mut Arena, panel: &mut PanelContext) {
    editor.has_controls_beside = true;
    if group(ui, "pass table", &t!("Table and file")) {
        head::show(ui, editor, arena, panel);
    }
}

/// The table with its buttons and faults.
fn table(ui: &mut Ui, editor: &mut PassEditor, arena: &mut Arena) {
    let mut edited = editor.edited(arena);
    let mut next = grid::listen(ui, editor, &edited);
    next = grid::row_buttons(ui, editor, next.as_ref().unwrap_or(&edited)).or(next);
    if let Some(next) = next {
        editor.change(arena, next);
        edited = editor.edited(arena);
        ui.ctx().request_repaint();
    }
    let analysis = &editor.analysis(arena);
    let has_faults = editor.draft(arena, editor.index(arena)).is_some();
    let faults = if has_faults { edited.faults() } else { Vec::new() };
    state_line(ui, &edited, &faults, editor.trouble.as_deref());
    let judged = !has_faults && can_be_judged(&analysis.program);
    let history = judged.then(|| History::of(&analysis.program, &editor.chosen_pixel(analysis)));
    let turn = history.as_ref().map_or(0, |history| shown_turn(editor, analysis, history));
    let caption = history.as_ref().map(|history| {
        let answer = if history.colliding { Answer::Colliding } else { Answer::Separated };
        let common = editor.chosen_pixel(analysis).common();
        let verdict = verdicts::word(history.colliding);
        (said::labelled(&editor.pixel_name(), &verdict), relations::mark(answer, common, editor.touching))
    });
    let effect = |place| if has_faults { None } else { analysis.effect(place).cloned() };
    let shown = grid::Shown {
        table: &edited,
        faults: &faults,
        history: history.as_ref(),
        caption,
        turn,
        effect: &effect,
    };
    if let Some(next) = grid::show(ui, editor, &shown) {
        editor.change(arena, next);
        ui.ctx().request_repaint();
    }
    if let Some(history) = history.filter(|_| analysis.program.repeat != Repeat::Once) {
        turn_choice(ui, editor, &history, turn);
    }
}

/// A line of fixed height, so that the rows below it stay where they are: the first fault, or why a text or a file was
/// not taken.
fn state_line(ui: &mut Ui, table: &OwnTable, faults: &[Fault], trouble: Option<&str>) {
    let of = |fault: &Fault| in_words(table, fault);
    let (text, color) = match (trouble, faults) {
        (Some(trouble), _) => (trouble.to_owned(), theme::amber()),
        (None, []) => (t!("No faults: the table runs.").into_owned(), theme::weak()),
        (None, [only]) => (of(only), theme::amber()),
        (None, [first, ..]) => {
            (t!("%{fault} (faults: %{n})", fault = of(first), n = faults.len()).into_owned(), theme::amber())
        }
    };
    let rows = if ui.available_width() < LONG_LINE { 2 } else { 1 };
    let font = TextStyle::Small.resolve(ui.style());
    let height = rows as f32 * ui.fonts_mut(|fonts| fonts.row_height(&font));
    let mut job = LayoutJob::simple(text.clone(), font, color, ui.available_width());
    job.wrap.max_rows = rows;
    let galley = ui.painter().layout_job(job);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    ui.painter().galley(rect.min, galley, color);
    if !faults.is_empty() {
        let stays = t!("The last table without faults stays in effect, also in the figures here.");
        let all: Vec<_> = faults.iter().map(of).chain([stays.into_owned()]).collect();
        response.on_hover_text(all.join("\n"));
    }
}

/// The turn that is shown, from 0.
fn shown_turn(editor: &PassEditor, analysis: &Analysis, history: &History) -> usize {
    let last = history.turns.len().saturating_sub(1);
    let counts = |turn: &usize| {
        let rounds = analysis.program.rounds.iter().enumerate();
        let mut rows = rounds
            .flat_map(|(round, rows)| rows.iter().enumerate().map(move |(row, pass)| ([round, row], pass)));
        rows.any(|(place, pass)| {
            pass.counted && history.around(place, *turn).is_some_and(|[_, after]| after.passed > 0)
        })
    };
    editor.turn.unwrap_or_else(|| (0..=last).find(counts).unwrap_or(0)).min(last)
}

/// The choice of the shown turn of a table that repeats.
fn turn_choice(ui: &mut Ui, editor: &mut PassEditor, history: &History, turn: usize) {
    if history.turns.is_empty() {
        let text = t!("No depth lies in both bodies, so no slice is drawn.");
        ui.label(RichText::new(text).small().color(theme::weak()));
        return;
    }
    ui.horizontal(|ui| {
        let name = ui.label(RichText::new(t!("Turn on the pixel")).small().color(theme::weak()));
        let mut number = turn + 1;
        let field = egui::DragValue::new(&mut number).range(1..=history.turns.len()).speed(0.1);
        let help = t!("The turn whose values the table shows on the chosen pixel.");
        if ui.add(field).labelled_by(name.id).on_hover_text(help).changed() {
            editor.turn = Some(number - 1);
        }
    });
}

/// Takes a table that the user pastes while no text is edited.
fn paste(ui: &Ui, editor: &mut PassEditor, arena: &mut Arena, panel: &mut PanelContext) {
    if ui.ctx().text_edit_focused() || Popup::is_any_open(ui.ctx()) {
        return;
    }
    let pasted = ui.input(|input| {
        input
            .events
            .iter()
            .find_map(|event| if let Event::Paste(text) = event { Some(text.clone()) } else { None })
    });
    let Some(text) = pasted else { return };
    match read(&text) {
        Ok(table) => {
            editor.begin(arena, table);
            editor.trouble = None;
            panel.ask(Request::Tell(t!("The pasted table replaces the edited one.").into_owned()));
        }
        Err(error) => {
            let (line, why) = (error.line, tr(&error.says));
            editor.trouble =
                Some(t!("Pasted text: line %{line}: %{why}", line = line, why = why).into_owned());
        }
    }
}
