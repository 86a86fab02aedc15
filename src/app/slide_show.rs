//! A lecture: one key, or a presenter's clicker, for everything.
//!
//! Forwards goes through the steps of the story that the slide names, then shows its answer; then comes the next slide,
//! after the last one the next lesson. Backwards is the same the other way.

use super::lessons_panel::standing::key;
use super::present;
use super::shell::Shell;
use crate::exhibit::{Page, Position};
use crate::inspector::cursor::Cursor;
use crate::labs::{self, LABS};
use crate::language::Language;
use crate::lessons::slide_head::Walk;
use crate::lessons::slides::Slide;

/// The first of these that is left: a step of the walk, the answer, the next slide, the next lesson.
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

/// The first of these that is left: hide the answer, a step back, the slide before, the lesson before, each at its end.
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

/// Begins where the lecture of the open lesson came to last.
pub fn begin(shell: &mut Shell) {
    let Some(lesson) = shell.lessons.lesson().filter(|_| shell.lessons.lecture) else { return };
    let reached = shell.lessons.standing.reached.get(lesson.id).copied().unwrap_or(0);
    shell.lessons.standing.scene = None;
    show_slide(shell, if reached + 1 < count(shell) { reached } else { 0 }, false);
}

/// Opens another lesson in a lecture, at its first slide or at the end of its last.
fn open(shell: &mut Shell, lesson: &str, at_end: bool) {
    shell.lessons.trouble = present::open_lesson(shell, lesson).err();
    show_slide(shell, if at_end { count(shell).saturating_sub(1) } else { 0 }, at_end);
}

/// Commits to a choice, as long as nothing of the answer was shown.
pub fn choose(shell: &mut Shell, index: usize) {
    let (Some(lesson), Some(slide)) = (shell.lessons.lesson(), shell.lessons.slide()) else { return };
    let has_begun = slide.head.walk.is_some_and(|walk| cursor(shell).position > walk.first);
    let standing = &mut shell.lessons.standing;
    if index < slide.choices.len() && !standing.answered && !has_begun {
        standing.chosen.insert(key(lesson.id, standing.slide), index);
    }
}

/// Shows a slide at its beginning, or with all of its steps and its answer.
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

/// Puts the scene of a slide on show, as it comes or with its answer; where it is on show already, the step alone.
fn put(shell: &mut Shell, slide: &Slide) {
    let Some(lesson) = shell.lessons.lesson() else { return };
    let scene = slide.scene(&lesson.show, shell.lessons.standing.answered);
    if shell.lessons.standing.is_new(lesson.id, &scene, slide.head.view) {
        let set = labs::check(&scene, LABS[0]).map_err(|why| why.to_string()).and_then(|(row, _)| {
            shell.clear(row);
            shell.inspector.begin_again();
            present::present_in_course(shell, &scene)
        });
        // Another frame of the same world may be somewhere else.
        shell.cameras.leave(0);
        shell.frame_all();
        if let Some(id) = slide.head.view
            && let Some(seen) = shell.lab.viewpoint(id, 0)
        {
            shell.cameras.watch(0, id, seen);
        }
        shell.lessons.trouble = set.err();
    } else if let Some(step) = scene.inspected.step {
        go_to(shell, as_number(step));
    }
}

fn count(shell: &Shell) -> usize {
    shell.lessons.lesson().map_or(0, |lesson| lesson.slides(Language::current()).len())
}

const fn as_number(position: Position) -> usize {
    match position {
        Position::At(step) => step,
        Position::Last => usize::MAX,
    }
}

/// Where the walk of a slide stands and where it ends; `None` where nothing on show has steps.
fn end(shell: &mut Shell, slide: &Slide) -> Option<(usize, usize)> {
    let Walk { last, .. } = slide.head.walk?;
    let length = match shell.page {
        Page::Inspector => {
            let subject = shell.inspector.follow(shell.lab.subject())?;
            shell.inspector.length_of(&*subject)
        }
        Page::Own(word) => shell.lab.page_cursor(word)?.length?,
        _ => return None,
    };
    let last = as_number(last).min(length);
    Some((cursor(shell).position.min(length), last))
}

/// What steps on the page that is on show.
fn cursor(shell: &mut Shell) -> &mut Cursor {
    let own = match shell.page {
        Page::Own(word) => shell.lab.page_cursor_mut(word),
        _ => None,
    };
    own.unwrap_or(&mut shell.inspector.cursor)
}

fn go_to(shell: &mut Shell, position: usize) {
    let cursor = cursor(shell);
    cursor.playing = false;
    cursor.position = position;
}
