//! A lecture on screen: large type, the keys of a presenter's clicker, and how far the course has come.

use egui::{Event, Key, Sense, Ui, vec2};

use super::state::LessonsPanel;
use crate::language::Language;
use crate::lessons;
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::theme;

/// How much larger the lesson's text is.
const TEXT_SCALE: f32 = 1.6;
/// How much larger the text beside it is.
const SCENE_SCALE: f32 = 1.25;

/// Enlarges the lesson's letters.
pub fn enlarge_text(ui: &mut Ui) {
    enlarge(ui, TEXT_SCALE);
}

/// Enlarges the letters of what is beside the lesson.
pub fn enlarge_scene(ui: &mut Ui) {
    enlarge(ui, SCENE_SCALE);
}

fn enlarge(ui: &mut Ui, scale: f32) {
    let style = ui.style_mut();
    for font in style.text_styles.values_mut() {
        font.size = (scale * font.size).round();
    }
    let spacing = &mut style.spacing;
    spacing.interact_size.y = (scale * spacing.interact_size.y).round();
    spacing.item_spacing.y = (scale * spacing.item_spacing.y).round();
}

/// Asks for what the keys of a lecture mean, while one is given.
pub fn listen(ui: &Ui, lessons: &mut LessonsPanel, requests: &mut Requests) {
    if !lessons.lecture || lessons.lesson().is_none() {
        return;
    }
    if ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    let mut pressed = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let ours = matches!(
                key,
                Key::PageDown
                    | Key::PageUp
                    | Key::ArrowRight
                    | Key::ArrowLeft
                    | Key::Space
                    | Key::ArrowDown
                    | Key::ArrowUp
                    | Key::Escape
            ) && !modifiers.any();
            pressed.extend(ours.then_some(*key));
            !ours
        });
    });
    if pressed.is_empty() {
        return;
    }
    // Arrows would also move the focus on, and space would press what has it.
    ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
    for key in pressed {
        match key {
            Key::PageDown | Key::ArrowRight | Key::Space => {
                requests.ask(Request::Lessons(LessonsRequest::Forward));
            }
            Key::PageUp | Key::ArrowLeft => requests.ask(Request::Lessons(LessonsRequest::Back)),
            Key::ArrowDown => lessons.scroll_by(0.3),
            Key::ArrowUp => lessons.scroll_by(-0.3),
            _ => lessons.lecture = false,
        }
    }
}

/// How far the inspector has come: where the lesson begins, where it stands, and where it ends, in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The position that the lesson opens with.
    pub first: usize,
    /// The position of the inspector, 0 before the first step.
    pub position: usize,
    /// The position after the last step.
    pub last: usize,
}

/// A thin line: a piece per lesson, and how far this one has come.
pub fn progress(ui: &mut Ui, panel: &LessonsPanel, steps: Option<Steps>) {
    let Some(lesson) = panel.lesson() else { return };
    let course = lessons::all();
    let current = course.iter().position(|other| other.id == lesson.id).unwrap_or(0);
    let questions = lesson.page(Language::current()).questions.len();
    let (done, all) = match steps {
        Some(steps) => (steps.position.saturating_sub(steps.first), steps.last - steps.first),
        None => (0, 0),
    };
    let share = (done + panel.revealed.len()) as f32 / (all + questions).max(1) as f32;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 4.0), Sense::hover());
    let width = rect.width() / course.len().max(1) as f32;
    for index in 0..course.len() {
        let mut piece = rect;
        piece.min.x = rect.left() + width * index as f32;
        piece.max.x = piece.min.x + (width - 2.0).max(1.0);
        ui.painter().rect_filled(piece, 1.0, theme::line());
        let filled = match index.cmp(&current) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => share.clamp(0.08, 1.0),
            std::cmp::Ordering::Greater => 0.0,
        };
        piece.max.x = piece.min.x + filled * piece.width();
        ui.painter().rect_filled(piece, 1.0, theme::accent());
    }
}
