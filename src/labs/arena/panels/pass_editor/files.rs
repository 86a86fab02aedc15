//! Files of tables: reading on a thread, and reading again after another program has changed the file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{RichText, Ui};

use super::state::{Document, PassEditor, own_method};
use super::table_file::{KIND, TableFile, begin, begin_unfinished};
use super::told::{can_be_undone, in_words};
use crate::exhibit::Page;
use crate::files::modified;
use crate::image_space::own::settings::TABLE;
use crate::image_space::own::text::read_cells;
use crate::labs::arena::Arena;
use crate::labs::arena::pages::PASS_TABLE;
use crate::labs::reading::{Reading, take_read};
use crate::language::{t, tr};
use crate::methods::OWN_PASSES;
use crate::ui::requests::{self, FilesRequest, PanelContext, Request};
use crate::ui::theme;

/// Interval for looking whether a file has changed.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// Interval for polling the thread.
const SOON: Duration = Duration::from_millis(60);

impl PassEditor {
    /// Starts reading a table from a file; it then replaces the edited one.
    pub fn open(&mut self, path: PathBuf) {
        self.trouble = None;
        self.opening = Some(begin_unfinished(path));
    }

    /// Path of the file that is being opened.
    pub fn reading(&self) -> Option<&Path> {
        self.opening.as_ref().map(Reading::path)
    }

    /// The table of the method with this parameter was read from this file, which is read again when it changes.
    pub fn belongs(&mut self, arena: &Arena, parameter: &str, path: &Path) {
        let is_its = |id: &&str| parameter == format!("{id}.{}", TABLE.id);
        if let Some(index) = OWN_PASSES.iter().position(is_its) {
            let table = self.table_of(arena, index);
            self.belongs_to(index, TableFile::now(path, table));
        }
    }

    /// The edited table was written into this file.
    pub fn saved(&mut self, arena: &Arena, path: &Path, text: &str) {
        if let Ok((table, _)) = read_cells(text) {
            let index = self.index(arena);
            self.documents[index].file = Some(TableFile::now(path, table));
        }
    }
}

/// Takes files that have been read, and looks whether those of the tables have changed, while the page is shown or a
/// pane shows the method.
pub fn update(ui: &Ui, editor: &mut PassEditor, arena: &mut Arena, panel: &mut PanelContext) {
    let on_page = panel.page == Page::Own(PASS_TABLE);
    if let Some(path) = editor.reading().map(Path::to_owned) {
        match take_read(&mut editor.opening) {
            Some(Ok((table, written))) => {
                let lost = editor.unsaved_name(arena);
                editor.begin(arena, table.clone());
                let index = editor.index(arena);
                let file = TableFile { written, ..TableFile::now(&path, table) };
                let told = t!("Opened %{file}", file = path.display());
                panel.ask(match lost {
                    Some(name) => can_be_undone(&told, &name),
                    None => Request::Tell(told.into_owned()),
                });
                editor.documents[index].file = Some(file);
                if !on_page {
                    panel.ask(Request::Turn(Page::Own(PASS_TABLE)));
                }
            }
            Some(Err(why)) => {
                let why = tr(&why);
                panel.ask(Request::Fail(why.clone()));
                editor.trouble = Some(why);
            }
            None => ui.ctx().request_repaint_after(SOON),
        }
    }
    let edited = editor.index(arena);
    for index in 0..editor.documents.len() {
        let is_shown = (on_page && index == edited)
            || arena.lineup().panes().iter().any(|method| method.id == own_method(index).id);
        if editor.documents[index].file.is_some() && is_shown {
            look(ui, editor, index, arena, panel);
        }
    }
}

/// Looks whether a table's file has changed, and reads it again.
fn look(ui: &Ui, editor: &mut PassEditor, index: usize, arena: &mut Arena, panel: &mut PanelContext) {
    let now = ui.input(|input| input.time);
    let table = editor.table_of(arena, index);
    let Document { file: Some(file), .. } = &mut editor.documents[index] else { return };
    match take_read(&mut file.reading) {
        Some(Ok((theirs, written))) => {
            (file.written, file.trouble) = (written, None);
            let is_edited = table != file.saved;
            if theirs == table || theirs == file.saved {
                (file.saved, file.theirs) = (theirs, None);
            } else if is_edited {
                file.theirs = Some(theirs);
            } else {
                let name = file.name();
                (file.saved, file.theirs) = (theirs.clone(), None);
                editor.change_of(arena, index, theirs);
                let told = t!("%{file} has changed on disk and was read again.", file = name);
                panel.ask(Request::Tell(told.into_owned()));
            }
        }
        Some(Err(why)) => {
            file.written = modified(&file.path);
            file.trouble = Some(tr(&why));
        }
        None => {}
    }
    let Document { file: Some(file), .. } = &mut editor.documents[index] else { return };
    if file.reading.is_some() {
        return ui.ctx().request_repaint_after(SOON);
    }
    if now - file.looked >= LOOK_AGAIN.as_secs_f64() {
        file.looked = now;
        let there = modified(&file.path);
        if there.is_some() && there != file.written {
            file.reading = Some(begin(file.path.clone()));
            return ui.ctx().request_repaint_after(SOON);
        }
    }
    ui.ctx().request_repaint_after(LOOK_AGAIN);
}

/// Shows the state of the file: unsaved changes, a change on disk with the choice between both tables, or an error.
pub fn show_state(ui: &mut Ui, editor: &mut PassEditor, arena: &mut Arena) {
    let table = editor.edited(arena);
    let index = editor.index(arena);
    let Some(file) = &mut editor.documents[index].file else { return };
    let mut taken = None;
    let amber = |text: &str| RichText::new(text).small().color(theme::amber());
    if let Some(theirs) = file.theirs.clone() {
        let text =
            t!("%{file} has changed on disk, and this table has changes of its own.", file = file.name());
        ui.add(egui::Label::new(amber(&text)).wrap());
        ui.horizontal_wrapped(|ui| {
            let help = t!("Replace this table by that of the file. Undo brings it back.");
            if ui.button(t!("Read the file again")).on_hover_text(help).clicked() {
                taken = Some(theirs.clone());
            }
            let help = t!("Keep this table; saving it replaces the file.");
            if ui.button(t!("Keep this table")).on_hover_text(help).clicked() {
                file.saved = theirs.clone();
                file.theirs = None;
            }
        });
    } else if let Some(why) = &file.trouble {
        ui.add(egui::Label::new(amber(why)).wrap());
    } else {
        let text = match table == file.saved {
            true => t!("%{file}: saved", file = file.name()),
            false => t!("%{file}: has unsaved changes", file = file.name()),
        };
        let path = file.path.display().to_string();
        ui.label(RichText::new(text).small().color(theme::weak())).on_hover_text(path);
    }
    if let Some(theirs) = taken {
        let Some(file) = &mut editor.documents[index].file else { return };
        (file.saved, file.theirs) = (theirs.clone(), None);
        editor.change(arena, theirs);
    }
}

/// Asks the window to save the edited table, into its file or, with `as_new`, into another one.
pub fn ask_to_save(editor: &PassEditor, arena: &Arena, as_new: bool, panel: &mut PanelContext) {
    let table = editor.edited(arena);
    let file = editor.file(arena);
    let name = if table.name.is_empty() { "table" } else { &table.name };
    let document = requests::Document {
        kind: KIND,
        file: file.filter(|_| !as_new).map(|file| (file.path.clone(), file.written)),
        name: file.map_or_else(|| name.replace(char::is_whitespace, "-"), |file| file.name()),
        text: table.to_string(),
        fault: table.faults().first().map(|fault| in_words(&table, fault)),
    };
    panel.ask(Request::Files(FilesRequest::SaveDocument(Box::new(document))));
}
