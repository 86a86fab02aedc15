//! The presenter's window during a lecture: the slide on show with its notes, the next slide, clock and timer. The
//! audience's window shows none of it.

use std::time::{Duration, Instant};

use egui::{
    Align, Button, CentralPanel, Color32, FontId, Frame, Layout, Margin, Panel, RichText, ScrollArea,
    TextStyle, Ui, vec2,
};

use super::state::LessonsPanel;
use super::{lecture, text};
use crate::app::lecture::loaded::Stop;
use crate::language::{Language, t};
use crate::lessons;
use crate::lessons::slides::Slide;
use crate::lessons::text::{Block, plain};
use crate::ui::format::with_units_kept;
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::style;
use crate::ui::theme;

/// Size of the notes' letters, points.
const NOTES: f32 = 18.0;
/// Size of the clock's digits, points.
const CLOCK: f32 = 26.0;
/// Share of the window's width that the slides take.
const SLIDES: f32 = 0.36;
/// Share of their height that the slide on show takes.
const ON_SHOW: f32 = 0.5;

/// The time that the window shows.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// The time of day: hours and minutes.
    pub clock: [u32; 2],
    /// The time from which the timer counts back to the lecture's start.
    pub instant: Instant,
}

/// Fills the window, and makes the requests of its buttons and of the lecture's keys.
pub fn show(ui: &mut Ui, lessons: &LessonsPanel, now: Now, requests: &mut Requests) {
    style::follow_theme(ui);
    lecture::listen(ui, lessons, requests);
    let frame = Frame::new().inner_margin(Margin::symmetric(16, 8));
    Panel::top("time").frame(frame).show(ui, |ui| time(ui, lessons, now));
    Panel::bottom("control").frame(frame).show(ui, |ui| controls(ui, lessons, requests));
    let sunken = Frame::new().fill(theme::sunken()).inner_margin(Margin::symmetric(16, 10));
    let width = (SLIDES * ui.available_width()).floor();
    Panel::right("slides").resizable(false).frame(frame).exact_size(width).show(ui, |ui| {
        let height = (ON_SHOW * ui.available_height()).floor();
        Panel::top("slide on show")
            .resizable(false)
            .frame(Frame::new())
            .exact_size(height)
            .show(ui, |ui| on_show(ui, lessons));
        CentralPanel::no_frame().show(ui, |ui| next(ui, lessons));
    });
    CentralPanel::default().frame(sunken).show(ui, |ui| notes(ui, lessons));
}

/// Shows the clock, the elapsed time and, if the lecture has a planned length, the remaining time.
fn time(ui: &mut Ui, lessons: &LessonsPanel, now: Now) {
    let font = FontId::proportional(CLOCK);
    ui.horizontal(|ui| {
        let [hours, minutes] = now.clock;
        let clock = RichText::new(format!("{hours:02}:{minutes:02}")).font(font.clone());
        ui.label(clock.color(theme::strong())).on_hover_text(t!("Time of day"));
        if let Some(run) = &lessons.run {
            ui.label(RichText::new(run).color(theme::weak()));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let elapsed = lessons.began.map_or(Duration::ZERO, |began| now.instant.duration_since(began));
            let planned = lessons.given.as_ref().and_then(|given| given.lecture.minutes);
            if let Some(minutes) = planned {
                let planned = Duration::from_secs(60 * u64::from(minutes));
                let (text, color) = match planned.checked_sub(elapsed) {
                    Some(left) => (t!("%{time} left", time = minutes_of(left)), theme::teal()),
                    None => (t!("%{time} over", time = minutes_of(elapsed - planned)), theme::amber()),
                };
                ui.label(RichText::new(text).font(font.clone()).color(color));
                ui.label(RichText::new("·").font(font.clone()).color(theme::weak()));
            }
            let text = RichText::new(minutes_of(elapsed)).font(font);
            ui.label(text.color(theme::text())).on_hover_text(t!("Time since the lecture began"));
        });
    });
}

/// Minutes and seconds, such as `12:03`.
fn minutes_of(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Shows the slide on show.
fn on_show(ui: &mut Ui, lessons: &LessonsPanel) {
    let (stops, at) = lessons.stops();
    let title = stops.get(at).map_or_else(String::new, |stop| lessons.title_of(*stop));
    ui.label(RichText::new(t!("On show")).color(theme::weak()));
    let area = ScrollArea::vertical().id_salt("slide on show").auto_shrink([false, false]);
    area.show(ui, |ui| outline(ui, lessons, (at, &title), lessons.slide().as_deref()));
}

/// Shows the notes of the current slide.
fn notes(ui: &mut Ui, lessons: &LessonsPanel) {
    let (_, at) = lessons.stops();
    ui.label(RichText::new(t!("Notes")).color(theme::weak()));
    ui.add_space(4.0);
    let own = lessons.notes_of_item();
    let of_slide = lessons.slide();
    let of_slide: &[Block] = of_slide.as_ref().map_or(&[], |slide| &slide.notes);
    // Another slide begins at the top of its notes.
    let id = (lessons.open, at);
    ScrollArea::vertical().id_salt(id).auto_shrink([false, false]).show(ui, |ui| {
        ui.style_mut().text_styles.insert(TextStyle::Body, FontId::proportional(NOTES));
        if own.is_empty() && of_slide.is_empty() {
            ui.label(RichText::new(t!("There are no notes for this slide.")).color(theme::weak()));
        }
        text::show(ui, own, &[]);
        if !own.is_empty() && !of_slide.is_empty() {
            ui.separator();
        }
        text::show(ui, of_slide, &[]);
    });
}

/// Shows the title and the lines of the next slide, or the answer of the current one if it comes next.
fn next(ui: &mut Ui, lessons: &LessonsPanel) {
    let current = lessons.slide();
    if let Some(slide) = current.filter(|slide| slide.asks() && !lessons.standing.answered) {
        ui.label(RichText::new(t!("Next: the answer")).color(theme::weak()));
        ui.add_space(4.0);
        slide.choices.iter().filter(|c| c.right).for_each(|c| line(ui, plain(&c.text), theme::teal()));
        text::show(ui, &slide.answer, &[]);
        ui.separator();
    }
    ui.label(RichText::new(t!("Next slide")).color(theme::weak()));
    ui.add_space(4.0);
    let area = ScrollArea::vertical().id_salt("next slide").auto_shrink([false, false]);
    area.show(ui, |ui| match following(lessons) {
        Some((title, slide)) => outline(ui, lessons, (lessons.stops().1 + 1, &title), slide.as_ref()),
        None => line(ui, t!("The lecture ends here.").into_owned(), theme::weak()),
    });
}

fn line(ui: &mut Ui, text: String, color: Color32) {
    ui.label(RichText::new(with_units_kept(&text)).size(15.0).color(color));
    ui.add_space(4.0);
}

/// Shows the title of a slide, its picture, if the overview has drawn it, its lines and its choices.
fn outline(ui: &mut Ui, lessons: &LessonsPanel, (index, title): (usize, &str), slide: Option<&Slide>) {
    ui.label(RichText::new(title).size(NOTES).strong().color(theme::strong()));
    ui.add_space(4.0);
    if let Some(picture) = lessons.picture(ui.ctx(), index) {
        let most = vec2(ui.available_width(), 0.3 * ui.ctx().content_rect().height());
        ui.add(egui::Image::new(&picture).max_size(most));
        ui.add_space(4.0);
    }
    let lines = slide.into_iter().flat_map(|slide| &slide.lines);
    lines.for_each(|runs| line(ui, format!("•  {}", plain(runs)), theme::text()));
    let choices = slide.into_iter().flat_map(|slide| &slide.choices);
    (1..)
        .zip(choices)
        .for_each(|(n, choice)| line(ui, format!("{n}.  {}", plain(&choice.text)), theme::text()));
}

/// Title and slide of the place after the current one; the slide is `None` for a lesson's page.
fn following(lessons: &LessonsPanel) -> Option<(String, Option<Slide>)> {
    let (stops, at) = lessons.stops();
    if let Some(stop) = stops.get(at + 1) {
        return Some((lessons.title_of(*stop), lessons.slide_of(*stop).cloned()));
    }
    if lessons.given.is_some() {
        return None;
    }
    let next = lessons::find(lessons.neighbour(1)?)?;
    let slide = next.slides(Language::current()).first()?;
    Some((plain(&slide.title), Some(slide.clone())))
}

fn controls(ui: &mut Ui, lessons: &LessonsPanel, requests: &mut Requests) {
    // Screen readers call a button with a state a switch.
    let mut ask = |ui: &mut Ui, name: &str, help: &str, is_on: Option<bool>, request| {
        let mut button = Button::new(name);
        if let Some(is_on) = is_on {
            button = button.selected(is_on);
        }
        let is_end = lessons.is_at_end && request == LessonsRequest::Forward;
        let at_end = t!("The lecture ends here.");
        if ui.add_enabled(!is_end, button).on_hover_text(help).on_disabled_hover_text(at_end).clicked() {
            requests.ask(Request::Lessons(request));
        }
    };
    ui.horizontal_wrapped(|ui| {
        ask(ui, &t!("Back"), &t!("Previous step (Page Up)"), None, LessonsRequest::Back);
        let (stops, at) = lessons.stops();
        ui.label(format!("{} / {}", at + 1, stops.len()));
        ask(ui, &t!("Next"), &t!("Next step (Page Down)"), None, LessonsRequest::Forward);
        ui.separator();
        let help = t!("Shows the audience a black screen, or the slide again (B)");
        ask(ui, &t!("Black screen"), &help, Some(lessons.tools.black), LessonsRequest::Blackout);
        let help = t!("Sets the timer back to zero");
        ask(ui, &t!("Reset the timer"), &help, None, LessonsRequest::ResetTimer);
        ui.separator();
        let help = t!("Ends the lecture; the window is as before (Esc)");
        ask(ui, &t!("End lecture"), &help, None, LessonsRequest::ToggleLecture);
    });
}

/// Identity of the contents of the window, apart from the time.
pub type Edition = (Option<&'static str>, Option<Stop>, usize, [bool; 3]);

/// The current contents; another value means another picture.
pub fn edition(lessons: &LessonsPanel) -> Edition {
    let stop = lessons.given.as_ref().map(|given| given.stop);
    let standing = &lessons.standing;
    (lessons.open, stop, standing.slide, [standing.answered, lessons.tools.black, lessons.is_at_end])
}
