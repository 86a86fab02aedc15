//! A slide of a lecture at the left of the window: title, lines, choices and answer.

use std::time::Duration;

use egui::{
    Align, Button, FontId, Frame, Layout, Margin, Panel, RichText, ScrollArea, Stroke, TextStyle, Ui,
    WidgetInfo,
};

use super::explained::Explained;
use super::state::{LessonsPanel, Print, key};
use super::{lecture, text};
use crate::language::t;
use crate::lessons::slides::Slide;
use crate::lessons::text::{self as plain, Block, Run};
use crate::ui::format::with_units_kept;
use crate::ui::line::two_ends;
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::theme;

/// Share of the window's width that the slide takes.
const WIDTH: f32 = 1.0 / 3.0;
/// Letter sizes to try, points; the largest size at which the whole slide fits is used.
const SIZES: [f32; 5] = [20.0, 18.0, 16.0, 14.0, 12.0];
/// Size of the title's letters, as a multiple of the size of the other letters.
const TITLE: f32 = 1.25;
/// Height of a line, as a multiple of the letters' height.
const LINE: f32 = 1.4;
/// Space between two lines of the slide, as a share of the letters' height.
const BETWEEN: f32 = 0.5;
/// Margin at the left and the right, points.
const SIDE: i8 = 16;

/// Shows the slide. An item without text leaves the whole width to the scene and shows the foot alone.
pub fn show(ui: &mut Ui, lessons: &mut LessonsPanel, slide: &Slide, requests: &mut Requests) {
    let width = (WIDTH * ui.available_width()).floor();
    if slide.title.is_empty() && slide.lines.is_empty() && slide.answer.is_empty() {
        let frame = Frame::new().inner_margin(Margin::symmetric(SIDE, 5));
        Panel::bottom("slide foot alone").frame(frame).show(ui, |ui| foot(ui, lessons, requests));
        return;
    }
    let frame = Frame::new();
    let margin =
        |top: i8, bottom: i8| Frame::new().inner_margin(Margin { left: SIDE, right: SIDE, top, bottom });
    Panel::left("slide").resizable(false).frame(frame).exact_size(width).show(ui, |ui| {
        Panel::top("slide head").frame(margin(8, 4)).show(ui, |ui| lecture::progress(ui, lessons));
        Panel::bottom("slide foot").frame(margin(4, 8)).show(ui, |ui| foot(ui, lessons, requests));
        let room = ui.available_size();
        let inner = room.x - 2.0 * f32::from(SIDE);
        let fits = |size: &&f32| height(ui, slide, **size, inner) <= room.y - 12.0;
        let size = SIZES.iter().find(fits).copied().unwrap_or(SIZES[SIZES.len() - 1]);
        ScrollArea::vertical().id_salt("slide text").auto_shrink([false, false]).show(ui, |ui| {
            margin(4, 4).show(ui, |ui| {
                ui.style_mut().text_styles.insert(TextStyle::Body, FontId::proportional(size));
                contents(ui, lessons, slide, size, requests);
            });
        });
    });
}

fn contents(ui: &mut Ui, lessons: &LessonsPanel, slide: &Slide, size: f32, requests: &mut Requests) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let between = (BETWEEN * size).round();
    let mut explained = Explained::default();
    text::line(ui, &slide.title, FontId::proportional((TITLE * size).round()), theme::strong(), None);
    for line in &slide.lines {
        ui.add_space(between);
        let font = FontId::proportional(size);
        text::beside(ui, "•", |ui| text::line(ui, line, font, theme::text(), Some(&mut explained)));
    }
    let standing = &lessons.standing;
    let chosen = lessons.open.and_then(|id| standing.chosen.get(&key(id, standing.slide))).copied();
    for index in 0..slide.choices.len() {
        ui.add_space(between);
        if choice(ui, slide, index, chosen, standing.answered, size) {
            requests.ask(Request::Lessons(LessonsRequest::Choose(index)));
        }
    }
    if !slide.choices.is_empty() && chosen.is_none() && !standing.answered {
        ui.add_space(between);
        ui.label(
            RichText::new(t!("Choose an answer before you continue: click it or press its number."))
                .small()
                .color(theme::weak()),
        );
    }
    if standing.answered && !slide.answer.is_empty() {
        ui.add_space(between + 4.0);
        text::quote(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            text::show_after(ui, &slide.answer, &[], &mut explained);
        });
    }
}

/// Shows one choice. Returns whether it was clicked. Once the answer is shown, the choice is marked as right or
/// wrong.
fn choice(
    ui: &mut Ui,
    slide: &Slide,
    index: usize,
    chosen: Option<usize>,
    answered: bool,
    size: f32,
) -> bool {
    let choice = &slide.choices[index];
    let is_chosen = chosen == Some(index);
    let (number, text) = (index + 1, plain::plain(&choice.text));
    let (state, color) = match (answered, choice.right, is_chosen) {
        (true, true, true) => (t!("Your answer: right"), theme::teal()),
        (true, true, false) => (t!("Right answer"), theme::teal()),
        (true, false, true) => (t!("Your answer: wrong"), theme::amber()),
        (false, _, true) => (t!("Your answer"), theme::accent()),
        _ => (t!("Possible answer"), theme::line()),
    };
    let strength = if color == theme::line() { 1.0 } else { 2.5 };
    let words = RichText::new(with_units_kept(&format!("{number}.  {text}"))).size(size).color(theme::text());
    let width = ui.available_width();
    let button = Button::new(words).wrap().fill(theme::sunken()).stroke(Stroke::new(strength, color));
    let response = ui
        .with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
            ui.spacing_mut().button_padding = PADDING;
            ui.set_max_width(width);
            ui.add(button)
        })
        .inner;
    let name = format!("{number}. {text}");
    response.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, is_chosen, &name));
    if answered && (is_chosen || choice.right) {
        ui.label(RichText::new(&*state).small().color(color));
    }
    response.on_hover_text(state).clicked()
}

/// Margin around the words of a choice, points.
const PADDING: egui::Vec2 = egui::vec2(10.0, 6.0);

/// Height of the slide with everything shown, points.
fn height(ui: &Ui, slide: &Slide, size: f32, width: f32) -> f32 {
    let between = (BETWEEN * size).round();
    let rows = |text: String, size: f32, width: f32| {
        let galley =
            ui.painter().layout(with_units_kept(&text), FontId::proportional(size), theme::text(), width);
        galley.rows.len() as f32 * (LINE * size).round()
    };
    let of = |runs: &[Run], size: f32, width: f32| rows(plain::plain(runs), size, width);
    let mut sum = of(&slide.title, (TITLE * size).round(), width);
    let indent = (1.7 * size).round();
    sum += slide.lines.iter().map(|line| between + of(line, size, width - indent)).sum::<f32>();
    for choice in &slide.choices {
        let text = format!("0.  {}", plain::plain(&choice.text));
        sum += between + rows(text, size, width - 2.0 * PADDING.x) + 2.0 * PADDING.y;
    }
    if !slide.choices.is_empty() {
        // Height of the lines "Right" and "Chosen", below the right answer and below the chosen one.
        sum += 2.0 * 18.0;
    }
    if !slide.answer.is_empty() {
        sum += between + 8.0;
        let width = width - 12.0;
        plain::visit(&slide.answer, &mut |block| match block {
            Block::Paragraph(runs) | Block::Heading(_, runs) => sum += 5.0 + of(runs, size, width - indent),
            Block::Code(code) => sum += 16.0 + rows(code.clone(), size, width),
            Block::Table(rows) => sum += rows.len() as f32 * (2.0 * size + 8.0),
            _ => {}
        });
    }
    sum
}

/// Time after which the buttons disappear while the mouse rests, seconds.
const REST: f32 = 3.0;

/// Whether the buttons are hidden: the mouse rests, and no control has the focus. The audience needs no buttons.
fn is_at_rest(ui: &Ui) -> bool {
    let rests = ui.input(|input| input.pointer.time_since_last_movement());
    if rests < REST {
        ui.ctx().request_repaint_after(Duration::from_secs_f32(REST - rests));
    }
    rests >= REST && ui.memory(|memory| memory.focused().is_none())
}

/// Shows the buttons of a lecture, and the error of its scene.
pub fn foot(ui: &mut Ui, lessons: &mut LessonsPanel, requests: &mut Requests) {
    if let Some(trouble) = &lessons.trouble {
        ui.label(RichText::new(trouble).color(theme::amber()));
    }
    if let Some(run) = lessons.run.as_ref().filter(|_| lessons.print == Print::Nothing) {
        ui.label(RichText::new(run).small().color(theme::weak()));
    }
    if lessons.print != Print::Nothing {
        let (stops, at) = lessons.stops();
        ui.label(format!("{} / {}", at + 1, stops.len()));
        return;
    }
    let opacity = if is_at_rest(ui) { 0.0 } else { 1.0 };
    let is_at_end = lessons.is_at_end;
    let mut state = (lessons, requests);
    let ask = |requests: &mut Requests, ui: &mut Ui, button: Button, help: &str, request| {
        let is_end = is_at_end && request == LessonsRequest::Forward;
        let at_end = t!("The lecture ends here.");
        ui.set_opacity(opacity);
        if ui.add_enabled(!is_end, button).on_hover_text(help).on_disabled_hover_text(at_end).clicked() {
            requests.ask(Request::Lessons(request));
        }
    };
    let walk = |(lessons, requests): &mut (&mut LessonsPanel, &mut Requests), ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let help = t!("Previous step (Page Up)");
        ask(requests, ui, Button::new(t!("Back")), &help, LessonsRequest::Back);
        let (stops, at) = lessons.stops();
        ui.set_opacity(1.0);
        ui.label(format!("{} / {}", at + 1, stops.len()))
            .on_hover_text(t!("Slide number and number of slides"));
        let help = t!("Next step (Page Down)");
        ask(requests, ui, Button::new(t!("Next")), &help, LessonsRequest::Forward);
    };
    two_ends(ui, "foot", &mut state, walk, |(lessons, requests), ui| {
        let presenter = Button::new(t!("Presenter")).selected(lessons.presenter);
        let help = t!("Window with notes, next slide, clock and timer, for a second screen (N)");
        ask(requests, ui, presenter, &help, LessonsRequest::TogglePresenter);
        let help = t!("Ends the lecture; the window is as before (Esc)");
        ask(requests, ui, Button::new(t!("End lecture")), &help, LessonsRequest::ToggleLecture);
    });
}
