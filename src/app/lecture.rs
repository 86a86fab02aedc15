//! A lecture: one key, or a presenter's clicker, for everything.
//!
//! Forwards goes through the steps of the inspector, the text going along; where there are none, through the text a
//! screen at a time; then it shows one answer after the other; then comes the next lesson. Backwards is the same
//! the other way.

use super::lessons_panel::large::Steps;
use super::present;
use super::shell::Shell;
use crate::language::Language;
use crate::lessons::Lesson;

/// Share of a screenful that stays in sight when the text moves on.
const KEPT: f32 = 0.15;

/// The first of these that is left: a step of the inspector, a screenful of text, an answer, the next lesson.
pub fn forward(shell: &mut Shell) {
    let Some(lesson) = shell.lessons.lesson() else { return };
    if let Some(steps) = shell.inspected_steps().filter(|steps| steps.position < steps.last) {
        shell.inspector.playing = false;
        shell.inspector.position = steps.position + 1;
        go_along(shell);
    } else if shell.lessons.revealed.is_empty() && !shell.lessons.is_at_end() {
        shell.lessons.scroll_by(1.0 - KEPT);
    } else if let Some(question) = next_question(shell, lesson) {
        shell.lessons.reveal(question);
    } else if let Some(next) = shell.lessons.neighbour(1) {
        open(shell, next);
    }
}

/// The first of these that is left: hide an answer, a step of the inspector back, a screenful back, the lesson before.
pub fn back(shell: &mut Shell) {
    if shell.lessons.revealed.pop().is_some() {
        return;
    }
    if let Some(steps) = shell.inspected_steps().filter(|steps| steps.position > steps.first) {
        shell.inspector.playing = false;
        shell.inspector.position = steps.position - 1;
        go_along(shell);
    } else if shell.lessons.offset() > 1.0 {
        shell.lessons.scroll_by(KEPT - 1.0);
    } else if let Some(previous) = shell.lessons.neighbour(-1) {
        open(shell, previous);
    }
}

fn open(shell: &mut Shell, lesson: &str) {
    shell.lessons.trouble = present::open_lesson(shell, lesson).err();
}

fn next_question(shell: &Shell, lesson: &Lesson) -> Option<usize> {
    let questions = lesson.page(Language::current()).questions.len();
    (0..questions).find(|question| !shell.lessons.revealed.contains(question))
}

/// The text moves as far as the steps have.
fn go_along(shell: &mut Shell) {
    let Some(Steps { first, position, last }) = shell.inspected_steps() else { return };
    let share = position.saturating_sub(first) as f32 / (last - first).max(1) as f32;
    shell.lessons.scroll_to_share(share);
}
