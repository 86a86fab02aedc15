//! The lessons beside the scene: the page, its links and questions; lecture mode.

mod contents;
mod following;
pub mod lecture;
mod text;

use egui::{Align, Button, Frame, Layout, Margin, Panel, RichText, ScrollArea, Ui};
use rust_i18n::t;

use super::shell::Shell;
use crate::language::Language;
use crate::lessons::link::Target;
use crate::lessons::{self, Lesson};
use crate::methods::METHODS;
use crate::ui::theme;

/// Points that the scene keeps beside a lesson.
const LEAST_SCENE: f32 = 360.0;
/// Points beside a lesson in which the lab's own panels have room.
const ROOM_FOR_PANELS: f32 = 620.0;

/// Which lesson is open and how it is read.
#[derive(Default)]
pub struct LessonsPanel {
    /// By its id; `None`: closed, or the list of contents.
    pub open: Option<&'static str>,
    /// The list of contents is shown.
    pub contents: bool,
    /// Large type, panels out of the way.
    pub lecture: bool,
    /// Questions whose answers are shown, in the order in which they were asked for.
    pub revealed: Vec<usize>,
    /// The one that was read last.
    last: Option<&'static str>,
    /// All that were opened.
    seen: Vec<&'static str>,
    /// Links that were followed since the lesson was opened.
    followed: Vec<Target>,
    /// Why the last link did not do what it should.
    trouble: Option<String>,
    scroll: Scroll,
}

/// Where the text stands, in points.
#[derive(Clone, Copy, Default)]
struct Scroll {
    /// Where it is to go.
    wanted: Option<f32>,
    offset: f32,
    /// What of it is in sight.
    view: f32,
    height: f32,
    /// The answer that is to come into sight.
    answer: Option<usize>,
}

impl LessonsPanel {
    /// Whether anything of it is in the window.
    pub fn is_shown(&self) -> bool {
        self.contents || self.open.is_some()
    }

    /// The lesson that is open.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        lessons::find(self.open?)
    }

    /// Whether the lab's own panels have room in what is left of the window's width, in points.
    pub fn leaves_room(&self, width: f32) -> bool {
        !self.lecture && (!self.is_shown() || width >= ROOM_FOR_PANELS)
    }

    /// Out of the window; where the reader was is remembered.
    pub fn close(&mut self) {
        self.open = None;
        self.contents = false;
        self.lecture = false;
    }

    /// The id of the next lesson or, with −1, of the one before.
    fn neighbour(&self, step: isize) -> Option<&'static str> {
        let current = lessons::all().iter().position(|lesson| Some(lesson.id) == self.open)?;
        lessons::all().get(current.checked_add_signed(step)?).map(|lesson| lesson.id)
    }

    fn reveal(&mut self, question: usize) {
        self.revealed.push(question);
        self.scroll.answer = Some(question);
    }

    fn offset(&self) -> f32 {
        self.scroll.wanted.unwrap_or(self.scroll.offset)
    }

    fn farthest(&self) -> f32 {
        (self.scroll.height - self.scroll.view).max(0.0)
    }

    fn is_at_end(&self) -> bool {
        self.offset() >= self.farthest() - 8.0
    }

    /// By a share of what is in sight.
    fn scroll_by(&mut self, share: f32) {
        let wanted = self.offset() + share * self.scroll.view;
        self.scroll.wanted = Some(wanted.clamp(0.0, self.farthest()));
    }

    /// To a share of the whole way.
    fn scroll_to_share(&mut self, share: f32) {
        self.scroll.wanted = Some(share * self.farthest());
    }
}

impl Shell {
    /// Opens a lesson and sets its scene. The error is one line that says which lessons there are.
    pub fn open_lesson(&mut self, id: &str) -> Result<(), String> {
        let Some(lesson) = lessons::find(id) else {
            let ids: Vec<_> = lessons::all().iter().map(|lesson| lesson.id).collect();
            return Err(format!("no lesson is called {id:?}; there are {}", ids.join(", ")));
        };
        let panel = &mut self.lessons;
        panel.open = Some(lesson.id);
        panel.last = Some(lesson.id);
        panel.contents = false;
        panel.revealed.clear();
        panel.scroll.wanted = Some(0.0);
        panel.scroll.answer = None;
        if !panel.seen.contains(&lesson.id) {
            panel.seen.push(lesson.id);
        }
        self.set_the_scene(lesson)
    }

    /// Opens or closes the lessons: where the reader was, or the list of contents.
    pub fn toggle_lessons(&mut self) {
        if self.lessons.is_shown() {
            self.lessons.close();
        } else if self.lessons.last.is_some() {
            self.lessons.open = self.lessons.last;
        } else {
            self.lessons.contents = true;
        }
    }

    /// Begins a lecture with the open lesson, the one that was read last, or the first; or ends it.
    pub fn toggle_lecture(&mut self) {
        self.lessons.lecture ^= true;
        if !self.lessons.lecture || self.lessons.lesson().is_some() {
            return;
        }
        match (self.lessons.last, lessons::all().first()) {
            (Some(last), _) => {
                self.lessons.contents = false;
                self.lessons.open = Some(last);
            }
            (None, Some(first)) => self.open_next(first.id),
            (None, None) => self.lessons.lecture = false,
        }
    }

    /// Opens one of the course; what goes wrong is told under its text.
    fn open_next(&mut self, id: &'static str) {
        let trouble = self.open_lesson(id).err();
        self.lessons.trouble = trouble;
    }

    /// What the lesson shows, with everything that it does not name as it is at the start.
    fn set_the_scene(&mut self, lesson: &Lesson) -> Result<(), String> {
        self.lessons.followed.clear();
        self.lessons.trouble = None;
        for method in METHODS {
            for (setting, value) in method.default_settings().iter() {
                if self.arena.settings_of(method).iter().any(|(s, now)| s.id == setting.id && now != value) {
                    self.arena.set_of(method, setting.id, &value.to_string())?;
                }
            }
        }
        self.arena.select(None);
        self.inspector.playing = false;
        self.inspector.compare = None;
        self.inspector.pixel = None;
        self.inspector.position = 0;
        self.present(&lesson.show)
    }
}

/// Opens and closes the lessons, from anywhere.
pub fn button(ui: &mut Ui, shell: &mut Shell) {
    let button = Button::new(RichText::new(t!("Lessons")).small()).selected(shell.lessons.is_shown());
    let help = t!("The course: short pages, each with a scene to try it on (F1)");
    if ui.add(button).on_hover_text(help).clicked() {
        shell.toggle_lessons();
    }
}

/// The panel, at the left of what is left of the window; nothing while it is closed.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    if !shell.lessons.is_shown() {
        return;
    }
    let width = ui.available_width();
    let most = (width - LEAST_SCENE).max(0.5 * width);
    let frame = Frame::new().fill(theme::PANEL);
    let panel = if shell.lessons.lecture {
        Panel::left("lecture").default_size((0.42 * width).clamp(300.0, 900.0).min(most))
    } else {
        Panel::left("lesson").default_size((0.32 * width).clamp(300.0, 460.0).min(most))
    };
    panel.frame(frame).size_range(240.0_f32.min(most)..=most).show(ui, |ui| {
        if shell.lessons.lecture {
            lecture::enlarge_text(ui);
        }
        let margin =
            |top: i8, bottom: i8| Frame::new().inner_margin(Margin { left: 16, right: 16, top, bottom });
        Panel::top("lesson head").frame(margin(8, 6)).show(ui, |ui| head(ui, shell));
        match shell.lessons.lesson() {
            Some(lesson) => {
                Panel::bottom("lesson foot").frame(margin(6, 8)).show(ui, |ui| foot(ui, shell, lesson));
                page(ui, shell, lesson);
            }
            None => {
                let chosen = margin(4, 8).show(ui, |ui| contents::show(ui, &shell.lessons)).inner;
                if let Some(id) = chosen {
                    shell.open_next(id);
                }
            }
        }
    });
}

fn head(ui: &mut Ui, shell: &mut Shell) {
    if shell.lessons.lecture {
        lecture::progress(ui, shell);
    }
    ui.horizontal(|ui| {
        let list = Button::new(t!("Contents")).selected(shell.lessons.contents);
        if ui.add(list).on_hover_text(t!("The list of all lessons")).clicked() {
            shell.lessons.contents = true;
            shell.lessons.open = None;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(t!("Close")).on_hover_text(t!("Closes the lessons (F1)")).clicked() {
                shell.lessons.close();
            }
            let lecture = Button::new(t!("Lecture")).selected(shell.lessons.lecture);
            let help = t!(
                "Large type and nothing but the lesson and its scene; Page Down steps on, Page Up back (F5)"
            );
            if ui.add(lecture).on_hover_text(help).clicked() {
                shell.toggle_lecture();
            }
        });
    });
}

fn foot(ui: &mut Ui, shell: &mut Shell, lesson: &'static Lesson) {
    if let Some(trouble) = &shell.lessons.trouble {
        ui.label(RichText::new(trouble).color(theme::AMBER));
    }
    ui.horizontal_wrapped(|ui| {
        for (step, name, help) in [
            (-1, t!("Previous"), t!("The lesson before, with its scene")),
            (1, t!("Next"), t!("The next lesson, with its scene")),
        ] {
            let neighbour = shell.lessons.neighbour(step);
            if ui.add_enabled(neighbour.is_some(), Button::new(name)).on_hover_text(&*help).clicked()
                && let Some(id) = neighbour
            {
                shell.open_next(id);
            }
            if step < 0 {
                let course = lessons::all();
                let index = course.iter().position(|other| other.id == lesson.id).unwrap_or(0);
                ui.label(t!("%{n} of %{count}", n = index + 1, count = course.len()));
            }
        }
        let again = ui.button(t!("Set the scene again"));
        if again.on_hover_text(t!("World, method, settings and step as when the lesson was opened")).clicked()
        {
            shell.lessons.trouble = shell.set_the_scene(lesson).err();
        }
    });
}

/// Title, text and questions.
fn page(ui: &mut Ui, shell: &mut Shell, lesson: &'static Lesson) {
    let page = lesson.page(Language::current());
    let mut clicked = None;
    let mut area = ScrollArea::vertical().id_salt("lesson text").auto_shrink([false, false]);
    if let Some(wanted) = shell.lessons.scroll.wanted.take() {
        area = area.vertical_scroll_offset(wanted);
    }
    let margin = Margin { left: 16, right: 16, top: 8, bottom: 12 };
    let shown = area.show(ui, |ui| {
        Frame::new().inner_margin(margin).show(ui, |ui| {
            let size = (1.2 * egui::TextStyle::Heading.resolve(ui.style()).size).round();
            ui.label(RichText::new(&page.title).size(size).color(theme::STRONG));
            ui.add_space(4.0);
            clicked = text::show(ui, &page.text, &shell.lessons.followed);
            ui.add_space(8.0);
            ui.separator();
            ui.label(RichText::new(t!("Questions")).heading().color(theme::STRONG));
            for index in 0..page.questions.len() {
                clicked = clicked.take().or(question(ui, shell, page, index));
            }
        });
    });
    let scroll = &mut shell.lessons.scroll;
    (scroll.offset, scroll.view, scroll.height) =
        (shown.state.clamped_offset().y, shown.inner_rect.height(), shown.content_size.y);
    if let Some(target) = clicked {
        let result = following::follow(ui.ctx(), shell, &target);
        shell.lessons.trouble = result.err();
        if shell.lessons.open == Some(lesson.id) && !shell.lessons.followed.contains(&target) {
            shell.lessons.followed.push(target);
        }
    }
}

fn question(ui: &mut Ui, shell: &mut Shell, page: &lessons::page::Page, index: usize) -> Option<Target> {
    let question = &page.questions[index];
    let is_shown = shell.lessons.revealed.contains(&index);
    let mark = format!("{}.", index + 1);
    text::beside(ui, &mark, |ui| {
        let mut clicked = text::show(ui, &question.asked, &shell.lessons.followed);
        let (name, help) = if is_shown {
            (t!("Hide answer %{n}", n = index + 1), t!("Puts the answer away again"))
        } else {
            (t!("Show answer %{n}", n = index + 1), t!("Try it on the scene first"))
        };
        let button = ui.button(name).on_hover_text(help);
        if button.gained_focus() {
            button.scroll_to_me(None);
        }
        if button.clicked() {
            match shell.lessons.revealed.iter().position(|shown| *shown == index) {
                Some(at) => drop(shell.lessons.revealed.remove(at)),
                None => shell.lessons.reveal(index),
            }
        }
        if is_shown {
            let answer = ui
                .scope(|ui| text::quote(ui, |ui| text::show(ui, &question.answer, &shell.lessons.followed)));
            clicked = clicked.or(answer.inner);
            if shell.lessons.scroll.answer == Some(index) {
                shell.lessons.scroll.answer = None;
                answer.response.scroll_to_me(None);
            }
        }
        ui.add_space(6.0);
        clicked
    })
}
