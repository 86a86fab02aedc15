//! A lecture, given with one key or a presenter's clicker.
//!
//! Forward goes through the steps of the slide's walk, then its answer, the next slide and, after the last slide,
//! the next lesson. Back reverses this order.

use super::lessons_panel::state::key;
use super::present::{self, cursor};
use super::shell::Shell;
use crate::exhibit::Page;
use crate::labs::{self, LABS};
use crate::language::Language;
use crate::lessons::slide_head::Walk;
use crate::lessons::slides::Slide;

/// Advances the lecture: the next step of the walk or, at its end, the answer, the next slide, the next lesson.
pub fn forward(shell: &mut Shell) {
    let Some(slide) = shell.lessons.slide() else { return };
    let end = end(shell, slide);
    if let Some((_, last)) = end.filter(|(position, last)| position < last) {
        let next = cursor(shell).position + 1;
        go_to(shell, next.min(last));
    } else if slide.asks() && !shell.lessons.standing.answered {
        shell.lessons.standing.answered = true;
        if slide.head.reveal.is_some() {
            put(shell, slide);
        }
    } else if shell.lessons.standing.slide + 1 < count(shell) {
        show_slide(shell, shell.lessons.standing.slide + 1, false);
    } else if let Some(next) = shell.lessons.neighbour(1) {
        open(shell, next, false);
    }
}

/// Steps back: hides the answer, or shows the previous step, the end of the previous slide, or the end of the
/// previous lesson.
pub fn back(shell: &mut Shell) {
    let Some(slide) = shell.lessons.slide() else { return };
    let (position, first) = (cursor(shell).position, slide.head.walk.map(|walk| walk.first));
    if std::mem::take(&mut shell.lessons.standing.answered) {
        if slide.head.reveal.is_some() {
            put(shell, slide);
        }
        return;
    }
    if first.is_some_and(|first| position > first) {
        let position = end(shell, slide).map_or(position, |(position, _)| position);
        go_to(shell, position - 1);
    } else if shell.lessons.standing.slide > 0 {
        show_slide(shell, shell.lessons.standing.slide - 1, true);
    } else if let Some(previous) = shell.lessons.neighbour(-1) {
        open(shell, previous, true);
    }
}

/// Starts the lecture of the open lesson at the last slide reached, or at the first slide if the last slide reached
/// was the lesson's last.
pub fn begin(shell: &mut Shell) {
    let Some(lesson) = shell.lessons.lesson().filter(|_| shell.lessons.lecture) else { return };
    let reached = shell.lessons.standing.reached.get(lesson.id).copied().unwrap_or(0);
    shell.lessons.standing.scene = None;
    show_slide(shell, if reached + 1 < count(shell) { reached } else { 0 }, false);
}

/// Opens another lesson in a lecture, at its first slide or at the end of its last slide.
fn open(shell: &mut Shell, lesson: &str, at_end: bool) {
    shell.lessons.trouble = present::open_lesson(shell, lesson).err();
    show_slide(shell, if at_end { count(shell).saturating_sub(1) } else { 0 }, at_end);
}

/// Records the audience's choice, unless a step or the answer has been shown already.
pub fn choose(shell: &mut Shell, index: usize) {
    let (Some(lesson), Some(slide)) = (shell.lessons.lesson(), shell.lessons.slide()) else { return };
    let has_begun = slide.head.walk.is_some_and(|walk| cursor(shell).position > walk.first);
    let standing = &mut shell.lessons.standing;
    if index < slide.choices.len() && !standing.answered && !has_begun {
        standing.chosen.insert(key(lesson.id, standing.slide), index);
    }
}

/// Shows a slide in its first state, or with all of its steps and its answer.
pub fn show_slide(shell: &mut Shell, index: usize, at_end: bool) {
    let Some(lesson) = shell.lessons.lesson().filter(|_| shell.lessons.lecture) else { return };
    let slides = lesson.slides(Language::current());
    let index = index.min(slides.len() - 1);
    let slide = &slides[index];
    shell.lessons.standing.slide = index;
    shell.lessons.standing.reached.insert(lesson.id.to_owned(), index);
    shell.lessons.standing.answered = at_end && slide.asks();
    put(shell, slide);
    if let Some((_, last)) = end(shell, slide).filter(|_| at_end) {
        go_to(shell, last);
    }
}

/// Shows the scene of a slide, with or without its answer; if the scene is already shown, only the step changes.
fn put(shell: &mut Shell, slide: &Slide) {
    let Some(lesson) = shell.lessons.lesson() else { return };
    let scene = slide.scene(&lesson.show, shell.lessons.standing.answered);
    if shell.lessons.standing.is_new(lesson.id, &scene) {
        let set = labs::check(&scene, LABS[0]).map_err(|why| why.to_string()).and_then(|(row, _)| {
            shell.clear(row);
            shell.inspector.begin_again();
            present::present_in_course(shell, &scene)
        });
        // Frames the bodies again: in another frame of the same world they may be elsewhere.
        if scene.camera.is_none() {
            shell.frame_all();
        }
        shell.lessons.trouble = set.err();
    } else if let Some(step) = scene.inspected.step {
        go_to(shell, step.steps());
    }
}

fn count(shell: &Shell) -> usize {
    shell.lessons.lesson().map_or(0, |lesson| lesson.slides(Language::current()).len())
}

/// The current position in the slide's walk, and the position of its end; `None` if the slide has no walk or the
/// page has no steps.
fn end(shell: &mut Shell, slide: &Slide) -> Option<(usize, usize)> {
    let Walk { last, .. } = slide.head.walk?;
    let length = match shell.page {
        Page::Inspector => {
            let subject = shell.inspector.follow(shell.lab.subject())?;
            shell.inspector.length_of(&*subject)
        }
        Page::Own(word) => shell.lab.pages()?.cursor(word)?.length?,
        _ => return None,
    };
    let last = last.steps().min(length);
    Some((cursor(shell).position.min(length), last))
}

fn go_to(shell: &mut Shell, position: usize) {
    let cursor = cursor(shell);
    cursor.playing = false;
    cursor.position = position;
}
