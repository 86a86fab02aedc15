//! The lessons beside the scene: pages with links and questions, the glossary, and lectures.

pub mod contents;
mod explained;
pub mod following;
pub mod glossary;
mod laid;
pub mod lecture;
pub mod overview;
pub mod pictures;
pub mod presenter;
mod references;
mod slide;
pub mod state;
pub mod text;
pub mod tools;

use std::borrow::Cow;

use egui::{Button, Frame, Margin, Panel, RichText, ScrollArea, Ui};
use explained::Explained;
use state::{LessonsPanel, List, Print, key};

use crate::language::{Language, t};
use crate::lessons::Lesson;
use crate::lessons::link::Target;
use crate::lessons::page::Page;
use crate::ui::line::two_ends;
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::theme;

/// Width that stays for the scene beside a lesson, points.
const LEAST_SCENE: f32 = 360.0;

/// Shows the top bar's button that opens and closes the lessons.
pub fn button(ui: &mut Ui, lessons: &LessonsPanel, requests: &mut Requests) {
    let button = Button::new(t!("Lessons")).selected(lessons.is_shown());
    let help = t!("The course: short lessons, each with a scene to try (F1)");
    if ui.add(button).on_hover_text(help).clicked() {
        requests.ask(Request::Lessons(LessonsRequest::Toggle));
    }
}

/// Shows the panel at the left of the remaining window, if it is open.
pub fn show(ui: &mut Ui, lessons: &mut LessonsPanel, requests: &mut Requests) {
    if matches!(lessons.print, Print::Picture | Print::Figure(_)) {
        return;
    }
    if let Some(slide) = lessons.slide() {
        return slide::show(ui, lessons, &slide, requests);
    }
    if !lessons.is_shown() {
        return;
    }
    if let (true, Some(lesson)) = (lessons.is_given(), lessons.lesson()) {
        return page_in_lecture(ui, lessons, lesson, requests);
    }
    let width = ui.available_width();
    let most = (width - LEAST_SCENE).max(0.5 * width);
    let frame = Frame::new();
    let panel = Panel::left("lesson").default_size((0.32 * width).clamp(300.0, 460.0).min(most));
    panel.frame(frame).size_range(240.0_f32.min(most)..=most).show(ui, |ui| {
        let margin =
            |top: i8, bottom: i8| Frame::new().inner_margin(Margin { left: 16, right: 16, top, bottom });
        Panel::top("lesson head").frame(margin(8, 6)).show(ui, |ui| head(ui, lessons, requests));
        match lessons.lesson() {
            Some(lesson) => {
                Panel::bottom("lesson foot")
                    .frame(margin(6, 8))
                    .show(ui, |ui| foot(ui, lessons, lesson, requests));
                page(ui, lessons, lesson, requests);
            }
            None if lessons.list == List::Glossary => {
                margin(4, 8).show(ui, |ui| glossary::show(ui, &mut lessons.glossary));
            }
            None if lessons.list == List::References => {
                let followed =
                    margin(4, 8).show(ui, |ui| references::show(ui, &mut lessons.references)).inner;
                if let Some(target) = followed {
                    following::follow(&target, requests);
                }
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

/// Shows a lesson's page as an item of a lecture, with the buttons of the lecture below it.
fn page_in_lecture(
    ui: &mut Ui,
    lessons: &mut LessonsPanel,
    lesson: &'static Lesson,
    requests: &mut Requests,
) {
    let width = (0.4 * ui.available_width()).floor();
    let frame = Frame::new();
    let margin = |top: i8, bottom: i8| Frame::new().inner_margin(Margin { left: 16, right: 16, top, bottom });
    Panel::left("page in lecture").resizable(false).frame(frame).exact_size(width).show(ui, |ui| {
        Panel::top("page head").frame(margin(8, 4)).show(ui, |ui| lecture::progress(ui, lessons));
        Panel::bottom("page foot").frame(margin(4, 8)).show(ui, |ui| slide::foot(ui, lessons, requests));
        page(ui, lessons, lesson, requests);
    });
}

fn head(ui: &mut Ui, lessons: &mut LessonsPanel, requests: &mut Requests) {
    let mut state = (lessons, requests);
    let lists = |(lessons, _): &mut (&mut LessonsPanel, &mut Requests), ui: &mut Ui| {
        for (list, name, help) in [
            (List::Lessons, t!("Contents"), t!("List of all lessons")),
            (List::Glossary, t!("Glossary"), t!("The terms of the field and their meaning")),
            (List::References, t!("References"), t!("The publications that the lessons draw on")),
        ] {
            let button = Button::new(name).selected(lessons.contents && lessons.list == list);
            if ui.add(button).on_hover_text(help).clicked() {
                match list {
                    List::Glossary => lessons.open_glossary(None),
                    List::Lessons | List::References => lessons.open_list(list),
                }
            }
        }
    };
    two_ends(ui, "head", &mut state, lists, |(lessons, requests), ui| {
        let lecture = Button::new(t!("Lecture")).selected(lessons.lecture);
        let help = t!("Slides beside the scenes they describe (F5). Page Down: next step, Page Up: back");
        if ui.add(lecture).on_hover_text(help).clicked() {
            requests.ask(Request::Lessons(LessonsRequest::ToggleLecture));
        }
        let (name, help) = match lessons.lesson() {
            Some(_) => (t!("Leave"), t!("Leaves the lesson; its scene stays, with all panels (F1)")),
            None => (t!("Close"), t!("Closes the lessons (F1)")),
        };
        if ui.button(name).on_hover_text(help).clicked() {
            lessons.close();
        }
    });
}

fn foot(ui: &mut Ui, lessons: &LessonsPanel, lesson: &'static Lesson, requests: &mut Requests) {
    if let Some(trouble) = &lessons.trouble {
        ui.label(RichText::new(trouble).color(theme::amber()));
    }
    ui.horizontal_wrapped(|ui| {
        for (step, name, help) in [
            (-1, t!("Previous"), t!("Previous lesson, with its scene")),
            (1, t!("Next"), t!("Next lesson, with its scene")),
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
        let again = ui.button(t!("Reset the scene"));
        if again.on_hover_text(t!("Restore world, method, settings and step of the lesson")).clicked() {
            requests.ask(Request::Lessons(LessonsRequest::SetTheScene));
        }
    });
}

/// Shows the page's title, text and questions.
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
            ui.label(RichText::new(&page.title).size(size).color(theme::strong()));
            ui.add_space(4.0);
            clicked = body(ui, lessons, lesson, page);
            ui.add_space(8.0);
            ui.separator();
            ui.label(RichText::new(t!("Questions")).heading().color(theme::strong()));
            for index in 0..page.questions.len() {
                clicked = clicked.take().or(question(ui, lessons, page, index));
            }
        });
    });
    lessons.scroll.offset = shown.state.clamped_offset().y;
    if let Some(target) = clicked {
        following::follow(&target, requests);
        if lessons.open == Some(lesson.id) && !lessons.followed.contains(&target) {
            lessons.followed.push(target);
        }
    }
}

/// Shows the button that reveals or hides an answer, below a question or a prediction. `names` and `helps` hold its
/// name and hover text while the answer is hidden and while it is shown. Returns whether the button was pressed.
fn disclosure(ui: &mut Ui, is_shown: bool, names: [Cow<'_, str>; 2], helps: [Cow<'_, str>; 2]) -> bool {
    let state = usize::from(is_shown);
    let button = ui.button(names[state].as_ref()).on_hover_text(helps[state].as_ref());
    // The keyboard may move the focus to a button outside the visible part of the text.
    if button.gained_focus() {
        button.scroll_to_me(None);
    }
    button.clicked()
}

/// Shows the text above the questions. The answer to a prediction stays folded until the reader has made a guess.
fn body(ui: &mut Ui, lessons: &mut LessonsPanel, lesson: &Lesson, page: &Page) -> Option<Target> {
    let mut clicked = None;
    let mut explained = Explained::default();
    let mut is_folded = false;
    for part in lesson.parts(Language::current()) {
        match part.answers {
            // Later predictions may reveal the answers of earlier ones, so they are folded too, up to the next
            // heading.
            Some(_) if is_folded => continue,
            Some(prediction) => {
                let key = key(lesson.id, prediction);
                let is_shown = lessons.predicted.contains(&key);
                let names = [t!("Show the result"), t!("Hide the result")];
                let helps = [
                    t!("Answer the question yourself first, then compare"),
                    t!("Hides the result, up to the next heading"),
                ];
                if disclosure(ui, is_shown, names, helps) {
                    lessons.commit(key);
                }
                is_folded = !is_shown;
                if is_folded {
                    continue;
                }
            }
            None => is_folded = false,
        }
        let text = &page.text[part.blocks];
        clicked = clicked.take().or(text::show_after(ui, text, &lessons.followed, &mut explained));
        ui.add_space(3.0);
    }
    clicked
}

fn question(ui: &mut Ui, lessons: &mut LessonsPanel, page: &Page, index: usize) -> Option<Target> {
    let question = &page.questions[index];
    let is_shown = lessons.revealed.contains(&index);
    let mark = format!("{}.", index + 1);
    text::beside(ui, &mark, |ui| {
        let mut clicked = text::show(ui, &question.asked, &lessons.followed);
        let names = [t!("Show answer %{n}", n = index + 1), t!("Hide answer %{n}", n = index + 1)];
        let helps = [t!("Try the scene yourself first"), t!("Hides the answer")];
        if disclosure(ui, is_shown, names, helps) {
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
