//! The list of a lecture of one's own, beside the scene.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use egui::{Align, Button, DragValue, Layout, Panel, RichText, ScrollArea, Ui};

use super::details::{self, field};
use super::editor::{Editor, relative};
use super::file::{ItemFile, MOST_MINUTES};
use crate::exhibit::{Page, SceneLink};
use crate::experiments;
use crate::labs::{self, LABS};
use crate::language::{Language, t, tr};
use crate::lessons::{self, Lesson};
use crate::ui::line::two_ends;
use crate::ui::requests::{FilesRequest, LessonsRequest, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::dock;

/// Width of the list, points; in a narrow window half of it.
const WIDTH: f32 = 330.0;
/// Most height of the items, points.
const ITEMS: f32 = 200.0;

/// Contents of the window that can be added to the lecture.
pub struct Offers {
    /// The open lesson, or the one read last.
    pub lesson: Option<&'static Lesson>,
    /// The file of the scene, if it has one.
    pub scene: Option<PathBuf>,
    /// The views of the story that the inspector shows, with the id of its lab.
    pub views: (&'static str, &'static [&'static str]),
}

/// Shows the list at the right of the remaining window, if it is open.
pub fn show(ui: &mut Ui, editor: &mut Editor, offers: &Offers, requests: &mut Requests) {
    let before = editor.file.clone();
    let width = WIDTH.min(0.5 * ui.available_width());
    Panel::right("my lecture").resizable(false).exact_size(width).frame(dock(10, 6)).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            title(ui, editor);
            head(ui, editor, requests);
            give(ui, editor, requests);
            ui.separator();
            items(ui, editor, requests);
            add_buttons(ui, editor, offers, requests);
            ui.separator();
            details::show(ui, editor, offers.views);
        });
    });
    if editor.file != before {
        editor.forget_check();
    }
    if !ui.ctx().text_edit_focused() && !ui.input(|input| input.pointer.any_down()) {
        editor.watch();
    }
}

fn title(ui: &mut Ui, editor: &mut Editor) {
    let name = |_: &mut &mut Editor, ui: &mut Ui| {
        ui.label(RichText::new(t!("My lecture")).heading().color(theme::strong()));
    };
    two_ends(ui, "title", &mut &mut *editor, name, |editor, ui| {
        if ui.button(t!("Close")).on_hover_text(t!("Closes the list (F6)")).clicked() {
            editor.is_open = false;
        }
    });
}

fn head(ui: &mut Ui, editor: &mut Editor, requests: &mut Requests) {
    ui.horizontal(|ui| {
        let mut ask = |ui: &mut Ui, name: &str, help: &str, request| {
            if ui.button(name).on_hover_text(help).clicked() {
                requests.ask(Request::Files(request));
            }
        };
        ask(ui, &t!("Open…"), &t!("Open a lecture file"), FilesRequest::ChooseLecture);
        let help = match &editor.path {
            Some(path) => t!("Save to %{file}, replacing the previous version", file = path.display()),
            None => t!("Save the lecture in a file"),
        };
        ask(ui, &t!("Save"), &help, FilesRequest::SaveLecture);
        ask(ui, &t!("Save as…"), &t!("Choose a file name and folder"), FilesRequest::SaveLectureAs);
        let undo = ui.add_enabled(editor.can_undo(), Button::new(t!("Undo")));
        let help = t!("Undo the last change of the list, or the opening of another lecture");
        if undo.on_hover_text(help).clicked() {
            editor.undo();
        }
    });
    let name =
        editor.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| t!("not saved yet").into_owned());
    let mark = if editor.is_changed() { " *" } else { "" };
    ui.label(RichText::new(format!("{name}{mark}")).small().color(theme::weak()));
    field(ui, &t!("Title of the lecture"), &mut editor.file.title, 1, "");
    ui.horizontal(|ui| {
        let label = ui.label(RichText::new(t!("Minutes")).color(theme::weak()));
        let mut minutes = editor.file.minutes.unwrap_or(0);
        let value = DragValue::new(&mut minutes).range(0..=MOST_MINUTES).speed(0.2);
        let help = t!("Planned length, for the timer of the presenter; 0: none");
        if ui.add(value).labelled_by(label.id).on_hover_text(help).changed() {
            editor.file.minutes = Some(minutes).filter(|minutes| *minutes > 0);
        }
    });
}

/// Shows the items, one line each; a click selects one.
fn items(ui: &mut Ui, editor: &mut Editor, requests: &mut Requests) {
    if editor.file.items.is_empty() {
        ui.label(RichText::new(t!("Empty. Show something, and add it here.")).color(theme::weak()));
        return;
    }
    let area = ScrollArea::vertical().id_salt("items").max_height(ITEMS).auto_shrink([false, true]);
    area.show(ui, |ui| {
        for (index, item) in editor.file.items.iter().enumerate() {
            let text = format!("{}.  {}", index + 1, name_of(item));
            let row = Button::selectable(index == editor.selected, text.as_str()).truncate();
            let line = Layout::top_down_justified(Align::LEFT);
            if ui.with_layout(line, |ui| ui.add(row)).inner.on_hover_text(text).clicked() {
                editor.selected = index;
            }
        }
    });
    let last = editor.file.items.len() - 1;
    let kind = editor.file.items.get(editor.selected).and_then(|item| item.kinds().first().copied());
    ui.horizontal_wrapped(|ui| {
        let button = |ui: &mut Ui, is_on: bool, name: Cow<'_, str>, help: Cow<'_, str>| {
            let button = ui.add_enabled(is_on, Button::new(name));
            button.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked()
        };
        let help = t!("Show the view of the selected item in the window, to change it");
        if button(ui, true, t!("Show"), help) {
            requests.ask(Request::Lessons(LessonsRequest::ShowItem(editor.selected)));
        }
        let has_view = matches!(kind, Some("link" | "scene" | "experiment"));
        let help = t!("The selected item shows what the window shows now; its title, lines and notes stay");
        if button(ui, has_view, t!("Replace by this view"), help) {
            requests.ask(Request::Lessons(LessonsRequest::ReplaceView));
        }
        let help = t!("Move the selected item towards the beginning");
        if button(ui, editor.selected > 0, t!("Move up"), help) {
            editor.shift(-1);
        }
        let help = t!("Move the selected item towards the end");
        if button(ui, editor.selected < last, t!("Move down"), help) {
            editor.shift(1);
        }
        if button(ui, true, t!("Remove"), t!("Remove the selected item")) {
            editor.remove();
        }
    });
}

/// The name of an item in the list, in the current language.
fn name_of(item: &ItemFile) -> String {
    let shown = item.shown();
    let title = item.title.as_deref().filter(|title| !title.trim().is_empty()).map(str::to_owned);
    let of_lesson = |id: &str| {
        lessons::find(id).map_or_else(|| id.to_owned(), |l| l.page(Language::current()).title.clone())
    };
    match item.kinds().first() {
        Some(&"lesson") => match &item.slides {
            Some(slides) => {
                t!("Slides %{range}: %{title}", range = slides, title = of_lesson(shown)).into_owned()
            }
            None => t!("Slides: %{title}", title = of_lesson(shown)).into_owned(),
        },
        Some(&"page") => t!("Lesson: %{title}", title = of_lesson(shown)).into_owned(),
        Some(&"experiment") => {
            let found = experiments::find(shown).map_or_else(|| shown.to_owned(), |e| tr(e.title));
            t!("Experiment: %{title}", title = title.unwrap_or(found)).into_owned()
        }
        Some(&"scene") => {
            t!("Scene: %{title}", title = title.unwrap_or_else(|| shown.to_owned())).into_owned()
        }
        _ => t!("View: %{title}", title = title.unwrap_or_else(|| of_link(shown))).into_owned(),
    }
}

/// The lab, the step and the methods that a link names, in the current language.
fn of_link(link: &str) -> String {
    let Ok(show) = link.parse::<SceneLink>() else { return link.to_owned() };
    let Ok((row, _)) = labs::check(&show, LABS[0]) else { return link.to_owned() };
    let lab = tr(row.title);
    let place = match show.inspected.step {
        Some(step) if show.page.as_deref() == Some(Page::Inspector.word()) => {
            t!("%{lab}, step %{step}", lab = lab, step = step).into_owned()
        }
        _ => lab,
    };
    let ids = show.words.get("method").unwrap_or_default().split(',');
    let methods: Vec<_> = ids.filter_map(|id| Some(tr(labs::method(row, id).ok()?.title))).collect();
    if methods.is_empty() { place } else { format!("{place} · {}", methods.join(" | ")) }
}

fn add_buttons(ui: &mut Ui, editor: &mut Editor, offers: &Offers, requests: &mut Requests) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(t!("Add")).color(theme::weak()));
        let help = t!("What the window shows now: lab, scene, page, step and frame; a scene that plays begins at its first frame. On the page of experiments, this experiment");
        if ui.button(t!("This view")).on_hover_text(help).clicked() {
            requests.ask(Request::Lessons(LessonsRequest::AddView));
        }
        let help = t!("The file of the scene, with bodies that were moved by hand; save the scene first (Ctrl+S)");
        let scene = ui.add_enabled(offers.scene.is_some(), Button::new(t!("Scene file")));
        if scene.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked()
            && let Some(path) = &offers.scene
        {
            let scene = Some(relative(path, &editor.folder()));
            editor.add(ItemFile { scene, ..ItemFile::default() });
        }
        let help = t!("The page of the open lesson, beside its scene");
        let page = ui.add_enabled(offers.lesson.is_some(), Button::new(t!("Lesson page")));
        if page.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked()
            && let Some(lesson) = offers.lesson
        {
            editor.add(ItemFile { page: Some(lesson.id.to_owned()), ..ItemFile::default() });
        }
        let menu = ui.menu_button(t!("Slides…"), |ui| {
            ui.set_min_width(260.0);
            ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                for lesson in lessons::all() {
                    let title = &lesson.page(Language::current()).title;
                    let is_open = offers.lesson.is_some_and(|open| open.id == lesson.id);
                    if ui.add(Button::selectable(is_open, title)).clicked() {
                        editor.add(ItemFile { lesson: Some(lesson.id.to_owned()), ..ItemFile::default() });
                        ui.close();
                    }
                }
            });
        });
        menu.response.on_hover_text(t!("The slides of a lesson"));
    });
}

fn give(ui: &mut Ui, editor: &Editor, requests: &mut Requests) {
    if let Some(trouble) = &editor.trouble {
        ui.add(egui::Label::new(RichText::new(trouble).color(theme::amber())).wrap());
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let is_ready = !editor.file.items.is_empty() && !editor.is_busy();
        let give = ui.add_enabled(is_ready, Button::new(t!("Give the lecture")));
        if give.on_hover_text(t!("From the first item on (F5)")).clicked() {
            requests.ask(Request::Lessons(LessonsRequest::Give(0)));
        }
        let here = ui.add_enabled(is_ready, Button::new(t!("From here")));
        if here.on_hover_text(t!("From the selected item on")).clicked() {
            requests.ask(Request::Lessons(LessonsRequest::Give(editor.selected)));
        }
    });
}
