//! Lecture mode: large type, the panels out of the way, and one key, or a presenter's clicker, for everything.
//!
//! Forwards goes through the steps of the inspector, the text going along; where there are none, through the text a
//! screen at a time; then it shows one answer after the other; then comes the next lesson. Backwards is the same
//! the other way.

use egui::{Event, Key, Sense, Ui, vec2};

use crate::app::inspector_page::Tab;
use crate::app::shell::{Page, Shell};
use crate::exhibit::Position;
use crate::language::Language;
use crate::lessons::{self, Lesson};
use crate::ui::theme;

/// How much larger the lesson's text is.
const TEXT_SCALE: f32 = 1.6;
/// How much larger the text beside it is.
const SCENE_SCALE: f32 = 1.25;
/// Of a screenful, what stays in sight when the text moves on.
const KEPT: f32 = 0.15;

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

/// Takes the keys that a lecture is given with.
pub fn act_on_keys(ui: &Ui, shell: &mut Shell) {
    if !shell.lessons.lecture || shell.lessons.lesson().is_none() || shell.sheet_open {
        return;
    }
    if ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    let mut pressed = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let ours = act_of(*key).filter(|_| !modifiers.any());
            pressed.extend(ours);
            ours.is_none()
        });
    });
    if pressed.is_empty() {
        return;
    }
    // Arrows would also move the focus on, and space would press what has it.
    ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
    pressed.into_iter().for_each(|act| act(shell));
}

fn act_of(key: Key) -> Option<fn(&mut Shell)> {
    match key {
        Key::PageDown | Key::ArrowRight | Key::Space => Some(forward),
        Key::PageUp | Key::ArrowLeft => Some(back),
        Key::ArrowDown => Some(|shell| shell.lessons.scroll_by(0.3)),
        Key::ArrowUp => Some(|shell| shell.lessons.scroll_by(-0.3)),
        Key::Escape => Some(|shell| shell.lessons.lecture = false),
        _ => None,
    }
}

/// One step on.
pub fn forward(shell: &mut Shell) {
    let Some(lesson) = shell.lessons.lesson() else { return };
    if let Some(steps) = steps(shell).filter(|steps| steps.position < steps.last) {
        shell.inspector.playing = false;
        shell.inspector.position = steps.position + 1;
        go_along(shell);
    } else if shell.lessons.revealed.is_empty() && !shell.lessons.is_at_end() {
        shell.lessons.scroll_by(1.0 - KEPT);
    } else if let Some(question) = next_question(shell, lesson) {
        shell.lessons.reveal(question);
    } else if let Some(next) = shell.lessons.neighbour(1) {
        shell.open_next(next);
    }
}

/// One step back.
pub fn back(shell: &mut Shell) {
    if shell.lessons.revealed.pop().is_some() {
        return;
    }
    if let Some(steps) = steps(shell).filter(|steps| steps.position > steps.first) {
        shell.inspector.playing = false;
        shell.inspector.position = steps.position - 1;
        go_along(shell);
    } else if shell.lessons.offset() > 1.0 {
        shell.lessons.scroll_by(KEPT - 1.0);
    } else if let Some(previous) = shell.lessons.neighbour(-1) {
        shell.open_next(previous);
    }
}

fn next_question(shell: &Shell, lesson: &Lesson) -> Option<usize> {
    let questions = lesson.page(Language::current()).questions.len();
    (0..questions).find(|question| !shell.lessons.revealed.contains(question))
}

/// Where the inspector stands, where the lesson begins, and where it ends.
#[derive(Clone, Copy)]
struct Steps {
    first: usize,
    position: usize,
    last: usize,
}

/// Of the inspector, if that is what is on show and there are any.
fn steps(shell: &mut Shell) -> Option<Steps> {
    if shell.page != Page::Inspector || shell.inspector.tab != Tab::Steps {
        return None;
    }
    let first = match shell.lessons.lesson()?.show.step {
        Some(Position::At(step)) => step,
        Some(Position::Last) => usize::MAX,
        None => 0,
    };
    let subject = shell.arena.subject();
    let last = subject.map_or(0, |subject| shell.inspector.length_of(&subject));
    let position = shell.inspector.position.min(last);
    (last > 0).then_some(Steps { first: first.min(last), position, last })
}

/// The text moves as far as the steps have.
fn go_along(shell: &mut Shell) {
    let Some(Steps { first, position, last }) = steps(shell) else { return };
    let share = position.saturating_sub(first) as f32 / (last - first).max(1) as f32;
    shell.lessons.scroll_to_share(share);
}

/// A thin line: a piece per lesson, and how far this one has come.
pub fn progress(ui: &mut Ui, shell: &mut Shell) {
    let Some(lesson) = shell.lessons.lesson() else { return };
    let course = lessons::all();
    let current = course.iter().position(|other| other.id == lesson.id).unwrap_or(0);
    let questions = lesson.page(Language::current()).questions.len();
    let (done, all) = match steps(shell) {
        Some(steps) => (steps.position.saturating_sub(steps.first), steps.last - steps.first),
        None => (0, 0),
    };
    let share = (done + shell.lessons.revealed.len()) as f32 / (all + questions).max(1) as f32;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 4.0), Sense::hover());
    let width = rect.width() / course.len().max(1) as f32;
    for index in 0..course.len() {
        let mut piece = rect;
        piece.min.x = rect.left() + width * index as f32;
        piece.max.x = piece.min.x + (width - 2.0).max(1.0);
        ui.painter().rect_filled(piece, 1.0, theme::LINE);
        let filled = match index.cmp(&current) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => share.clamp(0.08, 1.0),
            std::cmp::Ordering::Greater => 0.0,
        };
        piece.max.x = piece.min.x + filled * piece.width();
        ui.painter().rect_filled(piece, 1.0, theme::ACCENT);
    }
}
