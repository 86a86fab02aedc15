//! The head of the table, its file, and the settings of the method that runs it.

use egui::{DragValue, Response, Role, Ui, WidgetInfo};

use super::files::{ask_to_save, show_state};
use super::state::{PassEditor, Typed, own_method};
use super::table_file::KIND;
use super::told::can_be_undone;
use crate::image_space::own::settings::{BUILT_IN, TABLE};
use crate::image_space::own::table::{MOST_TURNS, OwnRound, OwnTable, Repetition, SLICES, Unsaid};
use crate::image_space::own::words::{OUTLINES, READS, TAKES};
use crate::image_space::pass::{Outline, Read, Takes};
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods::{self, OWN_PASSES};
use crate::ui::requests::{FilesRequest, PanelContext, Request};
use crate::ui::setting;
use crate::ui::widgets::{choice, note, row};

/// All controls of the table.
pub fn show(ui: &mut Ui, editor: &mut PassEditor, arena: &mut Arena, panel: &mut PanelContext) {
    note(
        ui,
        &t!(
            "Each row draws one side of A or B with its depth and stencil state; the counted pixels decide whether the two collide. Change cells until all eight relations are right."
        ),
    );
    method(ui, editor, arena);
    documents(ui, editor, arena, panel);
    show_state(ui, editor, arena);
    ui.add_space(4.0);
    let table = editor.edited(arena);
    let mut next = table.clone();
    head(ui, editor, &mut next);
    if next != table {
        editor.change(arena, next);
    }
    ui.add_space(4.0);
    ui.separator();
    note(ui, &t!("Settings of the method that runs the table"));
    let method = editor.method(arena);
    let settings: Vec<_> =
        arena.settings_of(method).iter().filter(|(declared, _)| declared.id != TABLE.id).collect();
    for (declared, value) in settings {
        if let Some(value) = setting::show(ui, declared, &value) {
            arena.change(method, declared.id, value);
        }
    }
}

/// The choice of the method whose table is edited.
fn method(ui: &mut Ui, editor: &mut PassEditor, arena: &Arena) {
    let index = editor.index(arena);
    let rows =
        (0..OWN_PASSES.len()).map(|index| (tr(own_method(index).title), tr(own_method(index).says), true));
    let help = t!("The method whose table is edited. Two tables can be compared side by side.");
    if let Some(chosen) = choice(ui, &t!("Method"), &help, &tr(own_method(index).title), rows) {
        editor.choose(chosen);
    }
}

/// New tables, copies and files.
fn documents(ui: &mut Ui, editor: &mut PassEditor, arena: &mut Arena, panel: &mut PanelContext) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        let copies = ui.menu_button(t!("Edit a copy of…"), |ui| {
            for (id, _) in BUILT_IN {
                let Some(method) = methods::find(id) else { continue };
                if ui.button(tr(method.title)).on_hover_text(tr(method.says)).clicked() {
                    let lost = editor.unsaved_name(arena);
                    editor.begin_copy(arena, id);
                    let told = t!("A copy of %{method}", method = tr(method.title));
                    panel.requests.extend(lost.map(|name| can_be_undone(&told, &name)));
                    ui.close();
                }
            }
        });
        copies.response.on_hover_text(t!("Begin with the table of an image-space method."));
        let help = t!("Begin with an empty table.");
        if ui.button(t!("New")).on_hover_text(help).clicked() {
            let lost = editor.unsaved_name(arena);
            editor.begin(arena, empty());
            panel.requests.extend(lost.map(|name| can_be_undone(&t!("New table"), &name)));
        }
        let help = t!("Open a table from a file (.passes). You can also drop it onto the window.");
        if ui.button(t!("Open…")).on_hover_text(help).clicked() {
            panel.ask(Request::Files(FilesRequest::ChooseDocument(KIND)));
        }
        let has_file = editor.file(arena).is_some();
        let help = match editor.file(arena) {
            Some(file) => t!("Save to %{file}, replacing the previous version", file = file.path.display()),
            None => t!("Save the table as a file"),
        };
        if ui.button(t!("Save")).on_hover_text(help).clicked() {
            ask_to_save(editor, arena, !has_file, panel);
        }
        let help = t!("Choose a file name and folder");
        if ui.button(t!("Save as…")).on_hover_text(help).clicked() {
            ask_to_save(editor, arena, true, panel);
        }
        let help = t!("Copy the table as text. Ctrl + V on this page pastes one.");
        if ui.button(t!("Copy text")).on_hover_text(help).clicked() {
            ui.ctx().copy_text(editor.edited(arena).to_string());
            panel.ask(Request::Tell(t!("The text of the table is in the clipboard.").into_owned()));
        }
    });
}

/// A table that draws A and counts nothing.
fn empty() -> OwnTable {
    let first = OwnRound { comments: Vec::new(), rows: vec![super::edits::new_row()] };
    OwnTable { rounds: vec![first], ..OwnTable::default() }
}

/// The lines above the first round.
fn head(ui: &mut Ui, editor: &mut PassEditor, table: &mut OwnTable) {
    row(ui, &t!("Name"), &t!("The table's name, in captions and measurements."), |ui| {
        let width = ui.available_width();
        editor.text_field(ui, Typed::Name, &mut table.name, width)
    });
    words(
        ui,
        &t!("Kind of bodies"),
        &t!(
            "The bodies that the table decides. Of a concave body, a table for convex bodies gets its convex pieces."
        ),
        &TAKES,
        &mut table.bodies,
        takes_help,
    );
    repeat(ui, table);
    read_row(ui, table);
    words(
        ui,
        &t!("Outline"),
        &t!("Whether bodies are drawn exactly, enlarged or shrunk."),
        &OUTLINES,
        &mut table.outline,
        outline_help,
    );
    let help = t!(
        "If the roles of the bodies may be exchanged, the farther body is A, as in the method that looks at one side only. It matters on the scene; the marks of this page show both orders anyway."
    );
    ui.checkbox(&mut table.symmetric, t!("Roles may be exchanged")).on_hover_text(help);
    let mut inherited = table.unsaid == Unsaid::Inherited;
    let help = t!(
        "On: as in OpenGL, a row that does not say a state has that of the row before, across rounds. Off: a test that a row does not say is off, an operation keeps, depth is not written."
    );
    let label = t!("As in OpenGL: what a row does not say stays");
    if ui.checkbox(&mut inherited, label).on_hover_text(help).changed() {
        table.unsaid = if inherited { Unsaid::Inherited } else { Unsaid::Off };
    }
}

fn words<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    help: &str,
    known: &[(&'static str, T)],
    value: &mut T,
    says: fn(T) -> String,
) {
    let current = known.iter().find(|(_, known)| known == value).map_or("", |(word, _)| word);
    let rows = known.iter().map(|(word, value)| ((*word).to_owned(), says(*value), true));
    if let Some(index) = choice(ui, name, help, current, rows) {
        *value = known[index].1;
    }
}

fn takes_help(takes: Takes) -> String {
    match takes {
        Takes::Convex => t!("Convex bodies, which cover one interval of depths on a pixel."),
        Takes::Closed => t!("Bodies with a closed surface, convex or not."),
    }
    .into_owned()
}

fn outline_help(outline: Outline) -> String {
    match outline {
        Outline::True => t!("Bodies are drawn as they are."),
        Outline::Fat => t!("Bodies are enlarged, so that no common point is lost between samples."),
        Outline::Thin => t!("Bodies are shrunk, so that no false hit occurs."),
    }
    .into_owned()
}

fn number(
    ui: &mut Ui,
    value: &mut u32,
    range: std::ops::RangeInclusive<u32>,
    name: &str,
    help: &str,
) -> Response {
    let response = ui.add(DragValue::new(value).range(range).speed(0.1));
    let shown = f64::from(*value);
    response.widget_info(|| WidgetInfo {
        value: Some(shown),
        ..WidgetInfo::labeled(Role::SpinButton, true, name)
    });
    response.on_hover_text(help)
}

fn repeat(ui: &mut Ui, table: &mut OwnTable) {
    let rows = [
        ("once", t!("Every round runs once.")),
        (
            "slices",
            t!(
                "The rounds run once per slice: a plane across the line of sight, to which depth can be cleared."
            ),
        ),
        (
            "layers",
            t!("The rounds run once per layer of a surface: turn k uses the k-th fragment on each pixel."),
        ),
    ];
    let current = match table.repeat {
        Repetition::Once => 0,
        Repetition::Slices(_) => 1,
        Repetition::Layers(_) => 2,
    };
    let options = rows.iter().map(|(word, says)| ((*word).to_owned(), says.to_string(), true));
    let help = t!("How often the rounds run.");
    if let Some(chosen) = choice(ui, &t!("Repeat"), &help, rows[current].0, options) {
        table.repeat = match chosen {
            0 => Repetition::Once,
            1 => Repetition::Slices(SLICES),
            _ => Repetition::Layers(MOST_TURNS),
        };
    }
    if let Repetition::Slices(count) | Repetition::Layers(count) = &mut table.repeat {
        let (name, help) = (t!("Turns"), t!("Number of slices, or largest number of layers."));
        row(ui, &name, &help, |ui| number(ui, count, 1..=MOST_TURNS, &name, &help));
    }
}

fn read_row(ui: &mut Ui, table: &mut OwnTable) {
    let says = |read: Read| {
        match read {
            Read::Counts => t!("Colliding if no round counts zero."),
            Read::AnyCount => t!("Colliding if any round counts a sample."),
            Read::Booleans => t!("As counts, with yes-or-no queries, each awaited before the next."),
            Read::Depths => t!("Two depth images of each round are read back and compared."),
            Read::Lists => {
                t!("The depth images of all layers are read back: entries and exits of both bodies.")
            }
            Read::Stencil(_) => t!("Colliding if any pixel has this stencil value in the end."),
        }
        .into_owned()
    };
    let all: Vec<(&str, Read)> = READS.into_iter().chain([("stencil", Read::Stencil(1))]).collect();
    let is_it = |read: &Read| std::mem::discriminant(read) == std::mem::discriminant(&table.read);
    let current = all.iter().find(|(_, read)| is_it(read)).map_or("", |(word, _)| word);
    let rows = all.iter().map(|(word, read)| ((*word).to_owned(), says(*read), true));
    let help = t!("How the verdict is read.");
    if let Some(index) = choice(ui, &t!("Verdict"), &help, current, rows) {
        table.read = all[index].1;
    }
    if let Read::Stencil(value) = &mut table.read {
        let (name, help) = (t!("Value"), t!("The stencil value that proves a collision, 0 to 255."));
        let mut chosen = u32::from(*value);
        row(ui, &name, &help, |ui| number(ui, &mut chosen, 0..=255, &name, &help));
        *value = chosen as u8;
    }
}
