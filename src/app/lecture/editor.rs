//! The list that edits a lecture of one's own: a small window beside the scene.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Align, Button, DragValue, Id, Layout, RichText, ScrollArea, TextEdit, Ui, Window, vec2};

use super::file::{ItemFile, LectureFile, MOST_MINUTES};
use super::loaded::{Lecture, LoadedLecture};
use crate::exhibit::SceneLink;
use crate::experiments;
use crate::files;
use crate::geometry::import::one_line;
use crate::labs::LABS;
use crate::labs::reading::{Reading, take_read};
use crate::language::{Language, t, tr};
use crate::lessons::{self, Lesson};
use crate::ui::requests::{FilesRequest, LessonsRequest, Request, Requests};
use crate::ui::theme;

/// Width of the window, points.
const WIDTH: f32 = 330.0;
/// Most changes that can be undone.
const MOST_UNDONE: usize = 100;

/// The lecture that is edited, its file, and the list that shows it.
#[derive(Default)]
pub struct Editor {
    /// Whether the list is shown.
    pub is_open: bool,
    /// The lecture as it will be saved.
    pub file: LectureFile,
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    /// Index of the selected item.
    pub selected: usize,
    /// Error of the last check, one line.
    pub trouble: Option<String>,
    /// The checked lecture, as long as nothing has changed since the check.
    ready: Option<Arc<Lecture>>,
    /// The check that runs before the lecture is given.
    checking: Option<Reading<Arc<Lecture>>>,
    /// A file that is being read.
    opening: Option<Reading<LoadedLecture>>,
    /// The state after the last change that can be undone.
    settled: LectureFile,
    /// Earlier states, the latest last.
    undone: Vec<LectureFile>,
    /// Whether there are changes that no file has.
    is_changed: bool,
}

/// Contents of the window that can be added to the lecture.
pub struct Offers {
    /// The open lesson, or the one read last.
    pub lesson: Option<&'static Lesson>,
    /// The file of the scene, if it has one.
    pub scene: Option<PathBuf>,
}

impl Editor {
    /// Shows a lecture that was read from a file.
    pub fn take(&mut self, loaded: &LoadedLecture) {
        let is_open = true;
        let path = Some(files::absolute(&loaded.path));
        let (file, ready) = (loaded.file.clone(), Some(Arc::clone(&loaded.lecture)));
        *self = Self { is_open, settled: file.clone(), file, path, ready, ..Self::default() };
    }

    /// Whether the list is shown and has items.
    pub fn is_shown(&self) -> bool {
        self.is_open && !self.file.items.is_empty()
    }

    /// Starts reading a lecture file.
    pub fn open(&mut self, path: PathBuf) {
        self.opening =
            Some(Reading::begin(path, |path, _| LoadedLecture::load(path).map_err(|why| format!("{why:#}"))));
    }

    /// The file that was read, or the reason why not, once.
    pub fn take_opened(&mut self) -> Option<Result<LoadedLecture, String>> {
        take_read(&mut self.opening)
    }

    /// Whether a file is read or checked.
    pub fn is_busy(&self) -> bool {
        self.opening.is_some() || self.checking.is_some()
    }

    /// The file that is read or checked.
    pub fn reading(&self) -> Option<&Path> {
        let checking = self.checking.as_ref().map(Reading::path);
        self.opening.as_ref().map(Reading::path).or(checking)
    }

    /// The folder that relative paths of scenes start from; empty without a file.
    fn folder(&self) -> PathBuf {
        self.path.as_deref().and_then(Path::parent).map_or_else(PathBuf::new, Path::to_owned)
    }

    /// The lecture if it is checked already; otherwise starts the check, whose end [`Self::take_checked`] tells.
    pub fn lecture(&mut self, first: usize) -> Option<Arc<Lecture>> {
        self.selected = first;
        self.trouble = None;
        if let Some(ready) = &self.ready {
            return Some(Arc::clone(ready));
        }
        let (file, folder) = (self.file.clone(), self.folder());
        let name = self.path.clone().unwrap_or_else(|| PathBuf::from(t!("My lecture").as_ref()));
        self.checking = Some(Reading::begin(name, move |_, _| {
            Lecture::of(&file, &folder).map(Arc::new).map_err(|why| one_line(&format!("{why:#}")))
        }));
        None
    }

    /// The checked lecture; reads its scenes if something has changed since the check.
    pub fn checked(&mut self) -> anyhow::Result<Arc<Lecture>> {
        if let Some(ready) = &self.ready {
            return Ok(Arc::clone(ready));
        }
        let lecture = Arc::new(Lecture::of(&self.file, &self.folder())?);
        self.ready = Some(Arc::clone(&lecture));
        Ok(lecture)
    }

    /// The lecture once its check has ended; an error is shown in the list.
    pub fn take_checked(&mut self) -> Option<Arc<Lecture>> {
        match take_read(&mut self.checking)? {
            Ok(lecture) => {
                self.ready = Some(Arc::clone(&lecture));
                Some(lecture)
            }
            Err(why) => {
                self.trouble = Some(why);
                self.is_open = true;
                None
            }
        }
    }

    /// Writes the lecture; paths of scenes below its folder become relative.
    pub fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let path = files::absolute(path);
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let before = self.folder();
        let mut file = self.file.clone();
        for scene in file.items.iter_mut().filter_map(|item| item.scene.as_mut()) {
            *scene = relative(&before.join(&*scene), &folder);
        }
        files::write_whole(&path, file.text().as_bytes())?;
        (self.file, self.settled) = (file.clone(), file);
        (self.path, self.is_changed) = (Some(path), false);
        Ok(())
    }

    /// Adds the current view: an experiment by its id, or a link to everything that is on show. A scene that plays is
    /// added from its first frame on, and plays in the lecture, too.
    pub fn add_view(&mut self, experiment: Option<&str>, mut link: SceneLink, play: bool) {
        if play {
            link.words.take("frame");
        }
        self.add(match experiment {
            Some(id) => ItemFile { experiment: Some(id.to_owned()), ..ItemFile::default() },
            None => ItemFile { link: Some(link.to_string()), play, ..ItemFile::default() },
        });
        (self.ready, self.is_changed, self.trouble) = (None, true, None);
    }

    /// Adds an item below the selected one and selects it.
    fn add(&mut self, item: ItemFile) {
        let at = if self.file.items.is_empty() { 0 } else { self.selected + 1 };
        let at = at.min(self.file.items.len());
        self.file.items.insert(at, item);
        self.selected = at;
    }

    /// Moves the selected item; −1 moves it up.
    fn shift(&mut self, by: isize) {
        let to = self.selected.checked_add_signed(by).filter(|to| *to < self.file.items.len());
        if let Some(to) = to {
            self.file.items.swap(self.selected, to);
            self.selected = to;
        }
    }

    fn remove(&mut self) {
        if self.selected < self.file.items.len() {
            self.file.items.remove(self.selected);
            self.selected = self.selected.min(self.file.items.len().saturating_sub(1));
        }
    }

    fn undo(&mut self) {
        if let Some(before) = self.undone.pop() {
            self.file = before.clone();
            self.settled = before;
            self.selected = self.selected.min(self.file.items.len().saturating_sub(1));
            (self.ready, self.is_changed) = (None, true);
        }
    }

    /// Records a change since the last call. Not to be called while a text is typed, so that a text is one change.
    fn watch(&mut self) {
        if self.file != self.settled {
            self.undone.push(std::mem::replace(&mut self.settled, self.file.clone()));
            let surplus = self.undone.len().saturating_sub(MOST_UNDONE);
            self.undone.drain(..surplus);
        }
    }
}

/// The path relative to `folder` if it lies below it, otherwise the whole path.
fn relative(path: &Path, folder: &Path) -> String {
    let path = files::absolute(path);
    path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned()
}

/// Shows the list, if it is open.
pub fn show(ui: &mut Ui, editor: &mut Editor, offers: &Offers, requests: &mut Requests) {
    if !editor.is_open {
        return;
    }
    let before = editor.file.clone();
    let screen = ui.ctx().content_rect();
    let at = screen.right_top() + vec2(-WIDTH - 60.0, 60.0);
    let mut is_open = true;
    Window::new(t!("My lecture"))
        .id(Id::unique("my lecture"))
        .open(&mut is_open)
        .default_pos(at)
        .default_width(WIDTH)
        .resizable([false, false])
        .show(ui.ctx(), |ui| {
            ui.set_width(WIDTH);
            let height = (screen.height() - 160.0).max(120.0);
            // A window's default height is lower than the available room.
            let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
            area.auto_shrink([false, true]).show(ui, |ui| {
                ui.set_width(WIDTH - 10.0);
                head(ui, editor, requests);
                give(ui, editor, requests);
                ui.separator();
                items(ui, editor);
                add_buttons(ui, editor, offers, requests);
                ui.separator();
                details(ui, editor);
            });
        });
    editor.is_open &= is_open;
    if editor.file != before {
        (editor.ready, editor.is_changed, editor.trouble) = (None, true, None);
    }
    if !ui.ctx().text_edit_focused() && !ui.input(|input| input.pointer.any_down()) {
        editor.watch();
    }
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
        let undo = ui.add_enabled(!editor.undone.is_empty(), Button::new(t!("Undo")));
        if undo.on_hover_text(t!("Undo the last change of the list")).clicked() {
            editor.undo();
        }
    });
    let name =
        editor.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| t!("not saved yet").into_owned());
    let mark = if editor.is_changed { " *" } else { "" };
    ui.label(RichText::new(format!("{name}{mark}")).small().color(theme::weak()));
    field(ui, &t!("Title"), &mut editor.file.title, 1);
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
fn items(ui: &mut Ui, editor: &mut Editor) {
    if editor.file.items.is_empty() {
        ui.label(RichText::new(t!("Empty. Show something, and add it here.")).color(theme::weak()));
    }
    let area = ScrollArea::vertical().id_salt("items").max_height(170.0).auto_shrink([false, true]);
    area.show(ui, |ui| {
        for (index, item) in editor.file.items.iter().enumerate() {
            let text = format!("{}.  {}", index + 1, name_of(item));
            let row = Button::selectable(index == editor.selected, text).truncate();
            let line = Layout::top_down_justified(Align::LEFT);
            if ui.with_layout(line, |ui| ui.add(row)).inner.clicked() {
                editor.selected = index;
            }
        }
    });
    if !editor.file.items.is_empty() {
        ui.horizontal(|ui| {
            let last = editor.file.items.len() - 1;
            let up = ui.add_enabled(editor.selected > 0, Button::new(t!("Move up")));
            if up.on_hover_text(t!("Move the selected item towards the beginning")).clicked() {
                editor.shift(-1);
            }
            let down = ui.add_enabled(editor.selected < last, Button::new(t!("Move down")));
            if down.on_hover_text(t!("Move the selected item towards the end")).clicked() {
                editor.shift(1);
            }
            if ui.button(t!("Remove")).on_hover_text(t!("Remove the selected item")).clicked() {
                editor.remove();
            }
        });
    }
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

/// The lab and the page that a link names, in the current language.
fn of_link(link: &str) -> String {
    let Ok(show) = link.parse::<SceneLink>() else { return link.to_owned() };
    let row = LABS.iter().find(|row| show.lab.as_deref().is_none_or(|lab| lab == row.id));
    let lab = row.map_or_else(String::new, |row| tr(row.title));
    match show.inspected.step {
        Some(step) if show.page.as_deref() == Some("inspector") => {
            t!("%{lab}, step %{step}", lab = lab, step = step).into_owned()
        }
        _ => lab,
    }
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

/// Shows the fields of the selected item.
fn details(ui: &mut Ui, editor: &mut Editor) {
    let Some(item) = editor.file.items.get_mut(editor.selected) else { return };
    let kind = item.kinds().first().copied().unwrap_or_default();
    match kind {
        "lesson" => optional(ui, &t!("Slides"), &mut item.slides, 1),
        "page" => {}
        _ => {
            optional(ui, &t!("Title"), &mut item.title, 1);
            lines(ui, &t!("Lines"), &mut item.lines);
            lines(ui, &t!("Answer"), &mut item.answer);
        }
    }
    if matches!(kind, "link" | "scene") {
        optional(ui, &t!("Steps"), &mut item.walk, 1);
        let help = t!("The scene plays when the item opens");
        ui.checkbox(&mut item.play, t!("Play")).on_hover_text(help);
    }
    optional(ui, &t!("Notes"), &mut item.notes, 3);
}

/// Shows a text field below its name.
fn field(ui: &mut Ui, name: &str, text: &mut String, rows: usize) {
    let label = ui.label(RichText::new(name).small().color(theme::weak()));
    let edit =
        if rows > 1 { TextEdit::multiline(text).desired_rows(rows) } else { TextEdit::singleline(text) };
    ui.add(edit.desired_width(f32::INFINITY).margin(vec2(6.0, 4.0))).labelled_by(label.id);
}

fn optional(ui: &mut Ui, name: &str, value: &mut Option<String>, rows: usize) {
    let mut text = value.clone().unwrap_or_default();
    field(ui, name, &mut text, rows);
    *value = Some(text).filter(|text| !text.is_empty());
}

/// Shows a field with a line of text per line of the slide.
fn lines(ui: &mut Ui, name: &str, value: &mut Vec<String>) {
    let mut text = value.join("\n");
    field(ui, name, &mut text, 2);
    *value = if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() };
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
