//! A window with a text field for a path, with completions and the reason why a path is refused.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use egui::text::{CCursor, CCursorRange};
use egui::{Button, Frame, Id, Key, Label, Modal, Modifiers, RichText, TextEdit, Ui, vec2};

use super::places::{self, Answer, Kind, Place};
use crate::files;
use crate::language::t;
use crate::ui::theme;
use crate::ui::widgets::room_over;

/// Width of the window, if there is room, points.
const WIDTH: f32 = 620.0;
/// Height of one completion, points.
const ROW: f32 = 22.0;

/// The text of the field, its completions, and the answer once there is one.
#[derive(Default)]
pub struct PathBox {
    text: String,
    /// The text that was checked last, the file it refers to, and its completions.
    checked: Option<(String, Place, Vec<String>)>,
    /// Reason why the path could not be opened or written to after the user confirmed it.
    refused: Option<String>,
    /// The completion chosen with the arrow keys, by its index.
    chosen: Option<usize>,
    /// Whether the program has set the text, so that the cursor moves to its end.
    moves_cursor: bool,
    answer: Option<Answer>,
}

impl PathBox {
    /// Starts with a name in a folder.
    pub fn of(folder: &Path, name: &str) -> Self {
        Self::at(&files::absolute(folder).join(name))
    }

    /// Starts with a path.
    pub fn at(path: &Path) -> Self {
        Self { text: path.display().to_string(), moves_cursor: true, ..Self::default() }
    }

    /// Starts with a path that could not be saved to or opened, and the reason.
    pub fn refused(path: &Path, why: String) -> Self {
        Self { refused: Some(why), ..Self::at(path) }
    }

    /// The answer, once; `None` before the user has answered and after the answer was taken.
    pub fn take_answer(&mut self) -> Option<Answer> {
        self.answer.take()
    }

    /// Shows the window over everything. A relative path lies in `folder`.
    pub fn show(&mut self, ui: &mut Ui, kind: &Kind, folder: &Path) {
        // The Tab key is consumed before the text field is shown, which would move the focus on Tab.
        let completes = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab));
        let entered = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        let [down, up] = [Key::ArrowDown, Key::ArrowUp]
            .map(|key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)));
        self.check(kind, folder);
        self.choose(down, up);
        let is_taken = entered && self.take_chosen();
        if is_taken {
            self.check(kind, folder);
        }
        // Enter on a folder shows what is in it; on a file it is the answer.
        let entered = entered && !(is_taken && self.text.ends_with(['/', MAIN_SEPARATOR]));
        if let Some(next) = self.common_beginning().filter(|_| completes) {
            self.set_text(next);
            self.check(kind, folder);
        }
        let frame = Frame::popup(ui.style()).inner_margin(16.0);
        let modal = Modal::new(Id::unique("path")).frame(frame).show(ui.ctx(), |ui| {
            ui.set_width(WIDTH.min(room_over(ui, vec2(60.0, 0.0)).x));
            let title = ui.label(RichText::new(kind.title()).color(theme::strong()).size(15.0));
            if let Some(opens) = kind.opens() {
                ui.add(Label::new(RichText::new(opens).color(theme::weak())).wrap());
            }
            ui.add_space(4.0);
            self.field(ui, title.id);
            self.completion_list(ui, down || up);
            self.show_message(ui);
            ui.add_space(8.0);
            self.buttons(ui, kind)
        });
        let [agreed, called_off] = modal.inner;
        if called_off || modal.should_close() {
            self.answer = Some(Answer::Nothing);
        } else if agreed || entered {
            self.confirm(kind, folder);
        }
        if self.answer.is_some() {
            ui.memory_mut(|memory| memory.stop_text_input());
            ui.ctx().request_repaint();
        }
    }

    fn check(&mut self, kind: &Kind, folder: &Path) {
        if self.checked.as_ref().is_none_or(|(text, ..)| *text != self.text) {
            let completions = places::completions(&self.text, folder, kind);
            self.chosen = None;
            self.checked = Some((self.text.clone(), kind.place(&self.text, folder), completions));
        }
    }

    fn set_text(&mut self, text: String) {
        self.text = text;
        self.moves_cursor = true;
        self.refused = None;
    }

    /// Moves the choice in the list of completions down or up; up from the first one leads back to the text.
    fn choose(&mut self, down: bool, up: bool) {
        let count = self.checked.as_ref().map_or(0, |(.., completions)| completions.len());
        self.chosen = match self.chosen {
            chosen if !(down || up) => chosen,
            None if down && count > 0 => Some(0),
            Some(index) if down => Some((index + 1).min(count.saturating_sub(1))),
            Some(index) if up => index.checked_sub(1),
            _ => None,
        };
    }

    /// Takes the chosen completion as the text. Returns whether there is one.
    fn take_chosen(&mut self) -> bool {
        let completions = self.checked.as_ref().map(|(.., completions)| completions);
        let chosen = completions.zip(self.chosen).and_then(|(all, index)| all.get(index).cloned());
        let Some(chosen) = chosen else { return false };
        self.set_text(chosen);
        true
    }

    /// The common prefix of all completions, if it is longer than the text.
    fn common_beginning(&self) -> Option<String> {
        let (_, _, completions) = self.checked.as_ref()?;
        let mut common = completions.first()?.clone();
        for completion in &completions[1..] {
            let same = common.chars().zip(completion.chars()).take_while(|(a, b)| a == b);
            let bytes = same.map(|(a, _)| a.len_utf8()).sum();
            common.truncate(bytes);
        }
        (common.chars().count() > self.text.chars().count()).then_some(common)
    }

    fn field(&mut self, ui: &mut Ui, title: Id) {
        let edit = TextEdit::singleline(&mut self.text).desired_width(f32::INFINITY).margin(vec2(8.0, 6.0));
        let mut output = edit.show(ui);
        let help = t!(
            "Path of the file; ~ is your home folder. Tab completes, the arrow keys choose from the list."
        );
        let field = output.response.response.clone().labelled_by(title).on_hover_text(help);
        if self.moves_cursor {
            let end = CCursor::new(self.text.chars().count());
            output.state.cursor.set_char_range(Some(CCursorRange::one(end)));
            output.state.store(ui.ctx(), field.id);
            self.moves_cursor = false;
        }
        field.request_focus();
        if field.changed() {
            self.refused = None;
        }
    }

    /// Shows the completions as buttons. An empty list takes the same space, so that nothing moves when completions
    /// appear.
    fn completion_list(&mut self, ui: &mut Ui, has_moved: bool) {
        let completions =
            self.checked.as_ref().map(|(.., completions)| completions.clone()).unwrap_or_default();
        let room = vec2(ui.available_width(), 4.0 * ROW);
        let mut chosen = None;
        ui.add_space(2.0);
        egui::ScrollArea::vertical()
            .id_salt("completions")
            .max_height(room.y)
            .min_scrolled_height(room.y)
            .show(ui, |ui| {
                ui.set_min_size(room);
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, completion) in completions.into_iter().enumerate() {
                    let name =
                        completion.trim_end_matches('/').rsplit('/').next().unwrap_or(&completion).to_owned();
                    let name = if completion.ends_with('/') { format!("{name}/") } else { name };
                    let is_chosen = self.chosen == Some(index);
                    let row =
                        Button::selectable(is_chosen, RichText::new(name).color(theme::text())).truncate();
                    let row = ui.add(row.min_size(vec2(room.x - 12.0, ROW)));
                    if is_chosen && has_moved {
                        row.scroll_to_me(None);
                    }
                    if row.on_hover_text(&completion).clicked() {
                        chosen = Some(completion);
                    }
                }
            });
        if let Some(completion) = chosen {
            self.set_text(completion);
        }
    }

    /// Shows the file to be used, a warning that it will be replaced, or the reason why the path is refused.
    fn show_message(&self, ui: &mut Ui) {
        let (text, color) = match (&self.refused, self.checked.as_ref().map(|(_, place, _)| place)) {
            (Some(why), _) => (why.clone(), theme::amber()),
            (None, Some(Place::Refused(why))) => (why.clone(), theme::weak()),
            (None, Some(Place::Taken(_, file))) => {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let text = t!("%{file} already exists and will be replaced.", file = name);
                (text.into_owned(), theme::amber())
            }
            (None, Some(Place::Free(path))) => (path.display().to_string(), theme::weak()),
            (None, None) => (String::new(), theme::weak()),
        };
        // Space for two lines is reserved, so that nothing moves when the message gets longer.
        let height = 2.0 * ui.text_style_height(&egui::TextStyle::Body) + 4.0;
        ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
            ui.set_min_height(height);
            ui.add(Label::new(RichText::new(text).color(color)).wrap());
        });
    }

    /// Shows the confirming button and the cancel button. Returns for each whether it was clicked.
    fn buttons(&self, ui: &mut Ui, kind: &Kind) -> [bool; 2] {
        let place = self.checked.as_ref().map(|(_, place, _)| place);
        let (name, help) = match (place, kind.is_opened()) {
            (Some(Place::Taken(..)), _) => (t!("Replace"), t!("Overwrite the existing file (Enter)")),
            (_, true) => (t!("Open"), t!("Open this file (Enter)")),
            (_, false) => (t!("Save"), t!("Save under this path (Enter)")),
        };
        ui.horizontal(|ui| {
            let is_possible = !matches!(place, None | Some(Place::Refused(_)));
            let agreed = ui.add_enabled(is_possible, Button::new(name));
            let agreed = agreed.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked();
            let off =
                ui.button(t!("Cancel")).on_hover_text(t!("Close without saving or opening (Esc)")).clicked();
            [agreed, off]
        })
        .inner
    }

    fn confirm(&mut self, kind: &Kind, folder: &Path) {
        // A file may have been created or removed since the path was checked.
        let was = self.checked.take().map(|(_, place, _)| place);
        self.check(kind, folder);
        let now = self.checked.as_ref().map(|(_, place, _)| place.clone());
        let path: PathBuf = match &now {
            Some(Place::Free(path)) => path.clone(),
            Some(Place::Taken(path, _)) if was == now => path.clone(),
            Some(Place::Refused(why)) => {
                self.refused = Some(why.clone());
                return;
            }
            _ => return,
        };
        match if kind.is_opened() { Ok(()) } else { places::writable(&path) } {
            Ok(()) => self.answer = Some(Answer::Path(path)),
            Err(why) => self.refused = Some(why),
        }
    }
}
