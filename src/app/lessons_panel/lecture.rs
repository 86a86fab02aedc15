//! The extras of a lecture around its slides: the keys of a presenter's clicker, and the progress line.

use egui::{Event, Key, Sense, Ui, vec2};

use super::state::LessonsPanel;
use crate::lessons;
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::theme;

/// The keys of a lecture with their effects, besides those of the choices.
const KEYS: &[(Key, LessonsRequest)] = &[
    (Key::PageDown, LessonsRequest::Forward),
    (Key::ArrowRight, LessonsRequest::Forward),
    (Key::ArrowDown, LessonsRequest::Forward),
    (Key::Space, LessonsRequest::Forward),
    (Key::PageUp, LessonsRequest::Back),
    (Key::ArrowLeft, LessonsRequest::Back),
    (Key::ArrowUp, LessonsRequest::Back),
    (Key::N, LessonsRequest::TogglePresenter),
    (Key::B, LessonsRequest::Blackout),
    (Key::Period, LessonsRequest::Blackout),
    (Key::L, LessonsRequest::Laser),
    (Key::P, LessonsRequest::Pen),
    (Key::E, LessonsRequest::Erase),
    (Key::O, LessonsRequest::Overview),
    (Key::K, LessonsRequest::Play),
    (Key::Escape, LessonsRequest::PutAway),
];

/// The keys' effects, for the sheet of shortcuts: `(keys, effect)`, in English.
pub const SHOWN: &[(&str, &str)] = &[
    ("Page Down, Right, Down, Space", "Next step of the lecture"),
    ("Page Up, Left, Up", "Previous step of the lecture"),
    ("N", "Presenter's window: slide, notes, next slide, clock and timer"),
    ("O", "Overview of the slides"),
    ("L", "Laser pointer"),
    ("P", "Pen; the next slide begins without strokes"),
    ("E", "Erase the strokes of the pen"),
    ("B, .", "Black screen"),
    ("K", "Play or pause the scene"),
    ("Esc", "Put the tool away, or end the lecture"),
];
/// The keys that select a choice on a slide, and their effect.
pub const CHOICES: (&str, &str) = ("1 … 5", "Choose an answer");

/// Whether a lecture uses this key on a slide with this many choices.
pub fn takes(key: Key, choices: usize) -> bool {
    KEYS.iter().any(|(own, _)| *own == key) || choice(key).is_some_and(|index| index < choices)
}

/// Makes the requests of a lecture's keys. Called before the window's keys are handled, so that the lecture's keys
/// take precedence.
pub fn listen(ui: &Ui, lessons: &LessonsPanel, requests: &mut Requests) {
    if !lessons.is_given() {
        return;
    }
    if ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    let choices = lessons.choices();
    let mut pressed = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let ours = takes(*key, choices) && !modifiers.any();
            pressed.extend(ours.then_some(*key));
            !ours
        });
    });
    if pressed.is_empty() {
        return;
    }
    // Prevents arrows from also moving the focus, and Space from pressing the focused control.
    ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
    for key in pressed {
        let request = KEYS.iter().find(|(own, _)| *own == key).map(|(_, request)| request.clone());
        let request = request.or(choice(key).map(LessonsRequest::Choose));
        requests.extend(request.map(Request::Lessons));
    }
}

/// The choice that a digit key selects, counted from 0.
fn choice(key: Key) -> Option<usize> {
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5].iter().position(|known| *known == key)
}

/// Shows the progress line: one piece per lesson of the course or per item of one's own lecture, filled up to the
/// current slide.
pub fn progress(ui: &mut Ui, panel: &LessonsPanel) {
    let (stops, at) = panel.stops();
    let (count, current, share) = match &panel.given {
        Some(given) => {
            let of_item: Vec<usize> =
                (0..stops.len()).filter(|index| stops[*index].item == given.stop.item).collect();
            let done = of_item.iter().filter(|index| **index <= at).count();
            (given.lecture.items.len(), given.stop.item, done as f32 / of_item.len().max(1) as f32)
        }
        None => {
            let course = lessons::all();
            let current = course.iter().position(|other| Some(other.id) == panel.open).unwrap_or(0);
            (course.len(), current, (at + 1) as f32 / stops.len().max(1) as f32)
        }
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 4.0), Sense::hover());
    let width = rect.width() / count.max(1) as f32;
    for index in 0..count {
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
