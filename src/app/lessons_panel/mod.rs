//! The lessons beside the scene: the page, its links and questions; lecture mode.

mod contents;
mod following;
pub mod large;
mod text;

use egui::{Align, Button, Frame, Layout, Margin, Panel, RichText, ScrollArea, Ui};
use rust_i18n::t;

use crate::language::Language;
use crate::lessons::link::Target;
use crate::lessons::page::Page;
use crate::lessons::{self, Lesson};
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::theme;
use large::Steps;

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
    pub trouble: Option<String>,
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
    /// Opens a lesson at its beginning. Its scene is not its business.
    pub fn turn_to(&mut self, lesson: &Lesson) {
        self.open = Some(lesson.id);
        self.last = Some(lesson.id);
        self.contents = false;
        self.revealed.clear();
        self.scroll.wanted = Some(0.0);
        self.scroll.answer = None;
        if !self.seen.contains(&lesson.id) {
            self.seen.push(lesson.id);
        }
    }

    /// Forgets which links were followed: the scene is set again.
    pub fn begin_again(&mut self) {
        self.followed.clear();
        self.trouble = None;
    }

    /// Opens or closes the lessons: where the reader was, or the list of contents.
    pub fn toggle(&mut self) {
        if self.is_shown() {
            self.close();
        } else if self.last.is_some() {
            self.open = self.last;
        } else {
            self.contents = true;
        }
    }

    /// Begins a lecture with the open lesson, the one that was read last, or the first; or ends it. The id of the
    /// first lesson if that is to be opened.
    pub fn toggle_lecture(&mut self) -> Option<&'static str> {
        self.lecture ^= true;
        if !self.lecture || self.lesson().is_some() {
            return None;
        }
        if self.last.is_some() {
            self.contents = false;
            self.open = self.last;
            return None;
        }
        let first = lessons::all().first().map(|lesson| lesson.id);
        self.lecture = first.is_some();
        first
    }

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
    pub fn neighbour(&self, step: isize) -> Option<&'static str> {
        let current = lessons::all().iter().position(|lesson| Some(lesson.id) == self.open)?;
        lessons::all().get(current.checked_add_signed(step)?).map(|lesson| lesson.id)
    }

    /// Shows the answer of a question, by its index, and brings it into sight.
    pub fn reveal(&mut self, question: usize) {
        self.revealed.push(question);
        self.scroll.answer = Some(question);
    }

    /// How far the text is scrolled, points.
    pub fn offset(&self) -> f32 {
        self.scroll.wanted.unwrap_or(self.scroll.offset)
    }

    fn farthest(&self) -> f32 {
        (self.scroll.height - self.scroll.view).max(0.0)
    }

    /// Whether the end of the text is in sight.
    pub fn is_at_end(&self) -> bool {
        self.offset() >= self.farthest() - 8.0
    }

    /// By a share of what is in sight.
    pub fn scroll_by(&mut self, share: f32) {
        let wanted = self.offset() + share * self.scroll.view;
        self.scroll.wanted = Some(wanted.clamp(0.0, self.farthest()));
    }

    /// To a share of the whole way.
    pub fn scroll_to_share(&mut self, share: f32) {
        self.scroll.wanted = Some(share * self.farthest());
    }
}

/// Opens and closes the lessons, from anywhere.
pub fn button(ui: &mut Ui, lessons: &LessonsPanel, requests: &mut Requests) {
    let button = Button::new(RichText::new(t!("Lessons")).small()).selected(lessons.is_shown());
    let help = t!("The course: short pages, each with a scene to try it on (F1)");
    if ui.add(button).on_hover_text(help).clicked() {
        requests.ask(Request::Lessons(LessonsRequest::Toggle));
    }
}

/// The panel, at the left of what is left of the window; nothing while it is closed.
pub fn show(ui: &mut Ui, lessons: &mut LessonsPanel, steps: Option<Steps>, requests: &mut Requests) {
    if !lessons.is_shown() {
        return;
    }
    let width = ui.available_width();
    let most = (width - LEAST_SCENE).max(0.5 * width);
    let frame = Frame::new().fill(theme::PANEL);
    let panel = if lessons.lecture {
        Panel::left("lecture").default_size((0.42 * width).clamp(300.0, 900.0).min(most))
    } else {
        Panel::left("lesson").default_size((0.32 * width).clamp(300.0, 460.0).min(most))
    };
    panel.frame(frame).size_range(240.0_f32.min(most)..=most).show(ui, |ui| {
        if lessons.lecture {
            large::enlarge_text(ui);
        }
        let margin =
            |top: i8, bottom: i8| Frame::new().inner_margin(Margin { left: 16, right: 16, top, bottom });
        Panel::top("lesson head").frame(margin(8, 6)).show(ui, |ui| head(ui, lessons, steps, requests));
        match lessons.lesson() {
            Some(lesson) => {
                Panel::bottom("lesson foot")
                    .frame(margin(6, 8))
                    .show(ui, |ui| foot(ui, lessons, lesson, requests));
                page(ui, lessons, lesson, requests);
            }
            None => {
                let chosen = margin(4, 8).show(ui, |ui| contents::show(ui, lessons)).inner;
                if let Some(id) = chosen {
                    requests.ask(Request::Lessons(LessonsRequest::Open(id.to_owned())));
                }
            }
        }
    });
}

fn head(ui: &mut Ui, lessons: &mut LessonsPanel, steps: Option<Steps>, requests: &mut Requests) {
    if lessons.lecture {
        large::progress(ui, lessons, steps);
    }
    ui.horizontal(|ui| {
        let list = Button::new(t!("Contents")).selected(lessons.contents);
        if ui.add(list).on_hover_text(t!("The list of all lessons")).clicked() {
            lessons.contents = true;
            lessons.open = None;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(t!("Close")).on_hover_text(t!("Closes the lessons (F1)")).clicked() {
                lessons.close();
            }
            let lecture = Button::new(t!("Lecture")).selected(lessons.lecture);
            let help = t!(
                "Large type and nothing but the lesson and its scene; Page Down steps on, Page Up back (F5)"
            );
            if ui.add(lecture).on_hover_text(help).clicked() {
                requests.ask(Request::Lessons(LessonsRequest::ToggleLecture));
            }
        });
    });
}

fn foot(ui: &mut Ui, lessons: &LessonsPanel, lesson: &'static Lesson, requests: &mut Requests) {
    if let Some(trouble) = &lessons.trouble {
        ui.label(RichText::new(trouble).color(theme::AMBER));
    }
    ui.horizontal_wrapped(|ui| {
        for (step, name, help) in [
            (-1, t!("Previous"), t!("The lesson before, with its scene")),
            (1, t!("Next"), t!("The next lesson, with its scene")),
        ] {
            let neighbour = lessons.neighbour(step);
            if ui.add_enabled(neighbour.is_some(), Button::new(name)).on_hover_text(&*help).clicked()
                && let Some(id) = neighbour
            {
                requests.ask(Request::Lessons(LessonsRequest::Open(id.to_owned())));
            }
            if step < 0 {
                let course = crate::lessons::all();
                let index = course.iter().position(|other| other.id == lesson.id).unwrap_or(0);
                ui.label(t!("%{n} of %{count}", n = index + 1, count = course.len()));
            }
        }
        let again = ui.button(t!("Set the scene again"));
        if again.on_hover_text(t!("World, method, settings and step as when the lesson was opened")).clicked()
        {
            requests.ask(Request::Lessons(LessonsRequest::SetTheScene));
        }
    });
}

/// Title, text and questions.
fn page(ui: &mut Ui, lessons: &mut LessonsPanel, lesson: &'static Lesson, requests: &mut Requests) {
    let page = lesson.page(Language::current());
    let mut clicked = None;
    let mut area = ScrollArea::vertical().id_salt("lesson text").auto_shrink([false, false]);
    if let Some(wanted) = lessons.scroll.wanted.take() {
        area = area.vertical_scroll_offset(wanted);
    }
    let margin = Margin { left: 16, right: 16, top: 8, bottom: 12 };
    let shown = area.show(ui, |ui| {
        Frame::new().inner_margin(margin).show(ui, |ui| {
            let size = (1.2 * egui::TextStyle::Heading.resolve(ui.style()).size).round();
            ui.label(RichText::new(&page.title).size(size).color(theme::STRONG));
            ui.add_space(4.0);
            clicked = text::show(ui, &page.text, &lessons.followed);
            ui.add_space(8.0);
            ui.separator();
            ui.label(RichText::new(t!("Questions")).heading().color(theme::STRONG));
            for index in 0..page.questions.len() {
                clicked = clicked.take().or(question(ui, lessons, page, index));
            }
        });
    });
    let scroll = &mut lessons.scroll;
    (scroll.offset, scroll.view, scroll.height) =
        (shown.state.clamped_offset().y, shown.inner_rect.height(), shown.content_size.y);
    if let Some(target) = clicked {
        following::follow(ui.ctx(), &target, requests);
        if lessons.open == Some(lesson.id) && !lessons.followed.contains(&target) {
            lessons.followed.push(target);
        }
    }
}

fn question(ui: &mut Ui, lessons: &mut LessonsPanel, page: &Page, index: usize) -> Option<Target> {
    let question = &page.questions[index];
    let is_shown = lessons.revealed.contains(&index);
    let mark = format!("{}.", index + 1);
    text::beside(ui, &mark, |ui| {
        let mut clicked = text::show(ui, &question.asked, &lessons.followed);
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
            match lessons.revealed.iter().position(|shown| *shown == index) {
                Some(at) => drop(lessons.revealed.remove(at)),
                None => lessons.reveal(index),
            }
        }
        if is_shown {
            let answer =
                ui.scope(|ui| text::quote(ui, |ui| text::show(ui, &question.answer, &lessons.followed)));
            clicked = clicked.or(answer.inner);
            if lessons.scroll.answer == Some(index) {
                lessons.scroll.answer = None;
                answer.response.scroll_to_me(None);
            }
        }
        ui.add_space(6.0);
        clicked
    })
}
