//! The fields of an item of a lecture: its text, its steps, and the part of the page that is shown large.

use std::borrow::Cow;

use egui::{RichText, TextEdit, Ui, vec2};

use super::editor::Editor;
use super::file::ItemFile;
use crate::exhibit::Page;
use crate::language::t;
use crate::lessons::slide_head::VIEWS;
use crate::ui::theme;
use crate::ui::widgets::choice;

/// Shows the fields of the selected item. `views` are those of the story that the inspector shows, with its lab.
pub fn show(ui: &mut Ui, editor: &mut Editor, views: (&str, &[&'static str])) {
    let Some(item) = editor.file.items.get_mut(editor.selected) else { return };
    let kind = item.kinds().first().copied().unwrap_or_default();
    match kind {
        "lesson" => optional(ui, &t!("Slides"), &mut item.slides, 1, &t!("all; or 2, 2-4, 3-last")),
        "page" => {}
        _ => {
            optional(ui, &t!("Title"), &mut item.title, 1, &t!("without text, the view fills the window"));
            lines(ui, &t!("Lines"), &mut item.lines, &t!("beside the view, a line per row"));
            lines(ui, &t!("Answer"), &mut item.answer, &t!("appears with the next key"));
        }
    }
    if kind == "experiment" {
        let hint = t!("those of the publication's figure; or all, or names with commas");
        optional(ui, &t!("Series"), &mut item.series, 1, &hint);
    }
    if kind == "link" {
        large(ui, item, views);
    }
    if matches!(kind, "link" | "scene") {
        if kind == "scene" || item.has_steps() {
            optional(ui, &t!("Steps"), &mut item.walk, 1, &t!("that the key goes through: 1-4, 1-last"));
        }
        let help = t!("The scene plays when the item opens");
        ui.checkbox(&mut item.play, t!("Play")).on_hover_text(help);
    }
    optional(ui, &t!("Notes"), &mut item.notes, 3, &t!("for the presenter's window alone"));
}

/// Shows the list of the parts of the page that can be shown large: those of the story if the inspector shows it,
/// otherwise those that every page has.
fn large(ui: &mut Ui, item: &mut ItemFile, (lab, views): (&str, &[&'static str])) {
    let Some(link) = item.scene_link() else { return };
    let is_inspected = link.page.as_deref() == Some(Page::Inspector.word());
    let usual = if item.has_steps() { "page" } else { "scene" };
    let now = item.large.clone().unwrap_or_else(|| usual.to_owned());
    let is_shown = is_inspected && link.lab.as_deref() == Some(lab);
    let of_story = views.iter().filter(|view| is_shown && VIEWS.contains(view)).copied();
    let mut words = vec!["page"];
    words.extend((!item.has_steps()).then_some("scene"));
    words.extend(of_story);
    if !words.contains(&now.as_str()) {
        words.push(&now);
    }
    let options = words.iter().map(|word| (name_of(word).into_owned(), String::new(), true));
    let help =
        t!("The part of the page that the audience sees. Show the item to choose among all of its views");
    if let Some(index) = choice(ui, &t!("Large"), &help, &name_of(&now), options) {
        item.large = Some(words[index].to_owned());
    }
}

/// The name of a part of the page, in the current language.
fn name_of(word: &str) -> Cow<'_, str> {
    match word {
        "page" => t!("The whole page"),
        "scene" => t!("The 3D view alone"),
        "space" => t!("3D view"),
        "table" => t!("Table of passes"),
        "buffers" => t!("Buffers"),
        "fragments" => t!("Fragments"),
        "pixel" => t!("One pixel"),
        "code" => t!("Code"),
        "cascade" => t!("Cascade of tests"),
        "axes" => t!("Axes"),
        "plan" => t!("Plan"),
        "difference" => t!("Minkowski difference"),
        "tree" => t!("Tree"),
        "trees" => t!("Both trees"),
        "heap" => t!("Waiting pairs"),
        "decision" => t!("Decision"),
        "angles" => t!("Angles"),
        "cubic" => t!("Cubic"),
        "boxes" => t!("Boxes"),
        "places" => t!("Places"),
        other => other.into(),
    }
}

/// Shows a text field below its name, with a hint while it is empty.
pub fn field(ui: &mut Ui, name: &str, text: &mut String, rows: usize, hint: &str) {
    let label = ui.label(RichText::new(name).small().color(theme::weak()));
    let edit =
        if rows > 1 { TextEdit::multiline(text).desired_rows(rows) } else { TextEdit::singleline(text) };
    let edit = edit.hint_text(hint).desired_width(f32::INFINITY).margin(vec2(6.0, 4.0));
    ui.add(edit).labelled_by(label.id);
}

fn optional(ui: &mut Ui, name: &str, value: &mut Option<String>, rows: usize, hint: &str) {
    let mut text = value.clone().unwrap_or_default();
    field(ui, name, &mut text, rows, hint);
    *value = Some(text).filter(|text| !text.is_empty());
}

/// Shows a field with a line of text per line of the slide.
fn lines(ui: &mut Ui, name: &str, value: &mut Vec<String>, hint: &str) {
    let mut text = value.join("\n");
    field(ui, name, &mut text, 2, hint);
    *value = if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() };
}
