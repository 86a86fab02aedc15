//! A lecture, given with one key or a presenter's clicker.
//!
//! Forward goes through the steps of the slide's walk, then its answer, the next slide and, after the last slide,
//! the next lesson; in a lecture of one's own, the next item. Back reverses this order.
//!
//! A lecture has labs of its own. Those of the window are set aside when it begins and come back when it ends.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::cameras::Cameras;
use super::cameras::FramedBounds;
use super::lecture::loaded::{Lecture, Shows, Stop};
use super::lecture::set_aside::SetAside;
use super::lessons_panel::state::{Given, Reader, ShownSlide, key};
use super::lessons_panel::tools::Tools;
use super::present::{self, cursor};
use super::scene_file::LoadedScene;
use super::shell::Shell;
use crate::exhibit::{Page, SceneLink};
use crate::inspector::page::InspectorPage;
use crate::labs::lab::Lab;
use crate::labs::{self, LABS};
use crate::language::Language;
use crate::lessons::slide_head::Walk;
use crate::lessons::slides::Slide;
use crate::lessons::{self, Lesson};

/// Advances the lecture: the next step of the walk or, at its end, the answer, the next slide, the next lesson. On a
/// black screen, shows the slide again.
pub fn forward(shell: &mut Shell) {
    if !shell.lessons.is_given() || std::mem::take(&mut shell.lessons.tools.black) {
        return;
    }
    let Some(slide) = shell.lessons.slide() else { return to_next(shell) };
    let end = end_of_walk(shell, &slide);
    if let Some((_, last)) = end.filter(|(position, last)| position < last) {
        let next = cursor(shell).position + 1;
        go_to(shell, next.min(last));
    } else if slide.asks() && !shell.lessons.standing.answered {
        shell.lessons.standing.answered = true;
        if slide.head.reveal.is_some() {
            put(shell, &slide);
        }
    } else {
        to_next(shell);
    }
}

/// Steps back: hides the answer, or shows the previous step, the end of the previous slide, or the end of the
/// previous lesson. On a black screen, shows the slide again.
pub fn back(shell: &mut Shell) {
    if !shell.lessons.is_given() || std::mem::take(&mut shell.lessons.tools.black) {
        return;
    }
    let Some(slide) = shell.lessons.slide() else { return to_previous(shell) };
    let (position, first) = (cursor(shell).position, slide.head.walk.map(|walk| walk.first));
    if std::mem::take(&mut shell.lessons.standing.answered) {
        if slide.head.reveal.is_some() {
            put(shell, &slide);
        }
        return;
    }
    if first.is_some_and(|first| position > first) {
        let position = end_of_walk(shell, &slide).map_or(position, |(position, _)| position);
        go_to(shell, position - 1);
    } else {
        to_previous(shell);
    }
}

/// Whether [`forward`] would do nothing: the lecture's last place is shown with all of its steps and its answer.
pub fn is_at_end(shell: &mut Shell) -> bool {
    let (stops, at) = shell.lessons.stops();
    let goes_on = shell.lessons.given.is_none() && shell.lessons.neighbour(1).is_some();
    if !shell.lessons.is_given() || at + 1 < stops.len() || goes_on || shell.lessons.tools.black {
        return false;
    }
    let Some(slide) = shell.lessons.slide() else { return true };
    let waits = slide.asks() && !shell.lessons.standing.answered;
    !waits && end_of_walk(shell, &slide).is_none_or(|(position, last)| position >= last)
}

fn to_next(shell: &mut Shell) {
    let (stops, at) = shell.lessons.stops();
    if let Some(stop) = stops.get(at + 1) {
        show_stop(shell, *stop, false);
    } else if let Some(next) = shell.lessons.neighbour(1).filter(|_| shell.lessons.given.is_none()) {
        open(shell, next, false);
    }
}

fn to_previous(shell: &mut Shell) {
    let (stops, at) = shell.lessons.stops();
    if let Some(stop) = at.checked_sub(1).and_then(|at| stops.get(at)) {
        show_stop(shell, *stop, true);
    } else if let Some(previous) = shell.lessons.neighbour(-1).filter(|_| shell.lessons.given.is_none()) {
        open(shell, previous, true);
    }
}

/// Goes to the place with this index, in the order of the overview.
pub fn go_to_stop(shell: &mut Shell, index: usize) {
    shell.lessons.tools.black = false;
    show_index(shell, index, false);
}

/// Shows the place with this index in its first state, or with all of its steps and its answer.
pub fn show_index(shell: &mut Shell, index: usize, at_end: bool) {
    let (stops, _) = shell.lessons.stops();
    if let Some(stop) = stops.get(index) {
        show_stop(shell, *stop, at_end);
    }
}

/// Ends the lecture or starts one through the course: at the open lesson, otherwise at the lesson read last,
/// otherwise at the first lesson.
pub fn toggle(shell: &mut Shell) {
    if shell.lessons.lecture {
        return end(shell);
    }
    let lessons = &shell.lessons;
    let last = lessons.last.and_then(lessons::find);
    let Some(lesson) = lessons.lesson().or(last).or(lessons::all().first()) else { return };
    let reached = lessons.standing.reached.get(lesson.id).copied().unwrap_or(0);
    let slides = lesson.slides(Language::current()).len();
    // A lesson that was shown to its last slide begins again.
    begin_course(shell, lesson, if reached + 1 < slides { reached } else { 0 });
}

/// Starts a lecture through the course, at a slide of this lesson.
pub fn begin_course(shell: &mut Shell, lesson: &'static Lesson, slide: usize) {
    let lab = labs::check(&lesson.show, LABS[0])
        .and_then(|(row, _)| (row.build)(Some(shell.stage.gpu()), &lesson.show.words, None));
    match lab {
        Ok(lab) => set_aside(shell, lab),
        Err(why) => return shell.notice = Some(why.to_string()),
    }
    if shell.lessons.open != Some(lesson.id) {
        shell.lessons.turn_to(lesson);
    }
    shell.lessons.contents = false;
    show_slide(shell, slide, false);
}

/// Gives a lecture of one's own from this item on; ends a lecture that is given already.
pub fn give(shell: &mut Shell, lecture: Arc<Lecture>, item: usize) {
    if shell.lessons.lecture {
        end(shell);
    }
    let stop = lecture.stops().into_iter().find(|stop| stop.item >= item).unwrap_or_default();
    begin_own(shell, lecture, stop);
}

fn begin_own(shell: &mut Shell, lecture: Arc<Lecture>, stop: Stop) {
    let lab = match lecture.items.get(stop.item).map(|item| &item.shows) {
        Some(Shows::Scene { scene, .. }) => {
            (scene.row.build)(Some(shell.stage.gpu()), &scene.show.words, Some(&scene.saved))
        }
        _ => (LABS[0].build)(Some(shell.stage.gpu()), &Default::default(), None),
    };
    match lab {
        Ok(lab) => set_aside(shell, lab),
        Err(why) => return shell.notice = Some(why.to_string()),
    }
    shell.lessons.open = None;
    shell.lessons.contents = false;
    shell.lessons.given = Some(Given { lecture, stop, scene: None });
    show_stop(shell, stop, false);
}

/// Begins a lecture in this lab; the labs of the window are set aside.
fn set_aside(shell: &mut Shell, lab: Box<dyn Lab>) {
    shell.end_drag();
    let file = present::scene_file(shell, Path::new(""));
    let cameras = Cameras::framing(&lab.bounds());
    let framed = FramedBounds::of(lab.bounds());
    shell.set_aside = Some(Box::new(SetAside {
        lab: std::mem::replace(&mut shell.lab, lab),
        others: std::mem::take(&mut shell.others),
        cameras: std::mem::replace(&mut shell.cameras, cameras),
        framed: std::mem::replace(&mut shell.framed, framed),
        edits: std::mem::take(&mut shell.edits),
        inspector: std::mem::take(&mut shell.inspector),
        page: std::mem::replace(&mut shell.page, Page::Scene),
        tab: shell.tab,
        experiment: (shell.experiments.experiment().id, shell.experiments.series().to_owned()),
        panels_hidden: shell.panels_hidden,
        legend: shell.legend,
        folded: shell.folded.clone(),
        scene: shell.files.scene.take(),
        reader: shell.lessons.set_aside(),
        file,
    }));
    shell.stage.begin_scene();
    shell.loads = true;
    shell.first_look = None;
    shell.lessons.lecture = true;
    shell.lessons.began = Some(Instant::now());
    shell.lessons.standing.scene = None;
}

/// Ends the lecture. The window is as it was before.
pub fn end(shell: &mut Shell) {
    shell.lessons.lecture = false;
    let was_own = shell.lessons.given.is_some();
    if let Some(reader) = settle(shell) {
        shell.lessons.bring_back(reader, was_own);
    }
}

/// Brings back what a lecture that has ended had set aside, except the state of the lessons panel, which it returns.
pub fn settle(shell: &mut Shell) -> Option<Reader> {
    if shell.lessons.lecture {
        return None;
    }
    shell.lessons.given = None;
    shell.lessons.tools = Tools::default();
    let before = *shell.set_aside.take()?;
    shell.end_drag();
    shell.stage.begin_scene();
    shell.experiments.choose(before.experiment.0, &before.experiment.1);
    (shell.lab, shell.others) = (before.lab, before.others);
    (shell.cameras, shell.framed) = (before.cameras, before.framed);
    (shell.edits, shell.inspector) = (before.edits, before.inspector);
    (shell.page, shell.tab, shell.folded) = (before.page, before.tab, before.folded);
    (shell.panels_hidden, shell.legend) = (before.panels_hidden, before.legend);
    shell.files.scene = before.scene;
    shell.lessons.began = None;
    shell.lessons.standing.scene = None;
    shell.lessons.trouble = None;
    Some(before.reader)
}

/// A lecture that is interrupted while the window gets a new OpenGL context.
pub struct Paused {
    given: Option<Given>,
    lesson: Option<&'static Lesson>,
    slide: usize,
    began: Option<Instant>,
}

/// Ends the lecture for now; `None` if none is given.
pub fn pause(shell: &mut Shell) -> Option<Paused> {
    let lessons = &shell.lessons;
    if !lessons.is_given() || shell.set_aside.is_none() {
        return None;
    }
    let paused = Paused {
        given: lessons.given.clone(),
        lesson: lessons.lesson(),
        slide: lessons.standing.slide,
        began: lessons.began,
    };
    end(shell);
    Some(paused)
}

/// Gives the interrupted lecture again, from the same slide on.
pub fn resume(shell: &mut Shell, paused: Paused) {
    match (paused.given, paused.lesson) {
        (Some(given), _) => begin_own(shell, given.lecture, given.stop),
        (None, Some(lesson)) => begin_course(shell, lesson, paused.slide),
        (None, None) => {}
    }
    shell.lessons.began = paused.began.filter(|_| shell.lessons.lecture);
}

/// Opens another lesson in a lecture, at its first slide or at the end of its last slide.
fn open(shell: &mut Shell, lesson: &str, at_end: bool) {
    shell.lessons.trouble = present::open_lesson(shell, lesson).err();
    let (stops, _) = shell.lessons.stops();
    show_slide(shell, if at_end { stops.len().saturating_sub(1) } else { 0 }, at_end);
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

/// Shows a place of the lecture in its first state, or with all of its steps and its answer.
fn show_stop(shell: &mut Shell, stop: Stop, at_end: bool) {
    let Some(given) = &mut shell.lessons.given else { return show_slide(shell, stop.slide, at_end) };
    let lecture = Arc::clone(&given.lecture);
    let before = given.scene.take();
    given.stop = stop;
    shell.lessons.tools.strokes.clear();
    shell.lessons.trouble = None;
    let Some(item) = lecture.items.get(stop.item) else { return };
    match &item.shows {
        Shows::Slides { lesson, .. } => {
            if shell.lessons.open != Some(lesson.id) {
                shell.lessons.turn_to(lesson);
            }
            show_slide(shell, stop.slide, at_end);
        }
        Shows::Page(lesson) => shell.lessons.trouble = present::open_lesson(shell, lesson.id).err(),
        Shows::Scene { scene, is_link, plays, slide } => {
            show_own(shell, slide, at_end);
            let mut words = scene.show.to_words();
            words.take("step");
            // Consecutive links that differ in the step alone share one scene.
            let is_same = *is_link && before.as_ref() == Some(&words);
            let shown = show_scene(shell, scene, is_same);
            shell.lessons.trouble = shown.err();
            if let Some(given) = shell.lessons.given.as_mut().filter(|_| *is_link) {
                given.scene = Some(words);
            }
            shell.lab.playback().playing = *plays && shell.page == Page::Scene;
            if let Some(walk) = slide.head.walk {
                let end = end_of_walk(shell, &ShownSlide::Own(Arc::clone(slide)));
                go_to(shell, end.filter(|_| at_end).map_or(walk.first, |(_, last)| last));
            }
        }
        Shows::Experiment(experiment, series, slide) => {
            show_own(shell, slide, at_end);
            shell.experiments.choose(experiment.id, series);
            shell.turn_to(Page::Experiments);
        }
    }
}

/// Leaves the lessons for an item with a text of its own.
fn show_own(shell: &mut Shell, slide: &Slide, at_end: bool) {
    shell.lessons.open = None;
    let standing = &mut shell.lessons.standing;
    (standing.slide, standing.scene) = (0, None);
    standing.answered = at_end && slide.asks();
}

fn show_scene(shell: &mut Shell, scene: &LoadedScene, is_same: bool) -> Result<(), String> {
    if is_same {
        let rest = SceneLink { words: Default::default(), ..scene.show.clone() };
        return present::present(shell, &rest);
    }
    shell.inspector = InspectorPage::default();
    let was_scene = shell.page == Page::Scene;
    present::open_scene(shell, scene)?;
    shell.loads |= was_scene && shell.page == Page::Scene;
    Ok(())
}

/// Shows a slide of the open lesson in its first state, or with all of its steps and its answer.
pub fn show_slide(shell: &mut Shell, index: usize, at_end: bool) {
    let Some(lesson) = shell.lessons.lesson().filter(|_| shell.lessons.lecture) else { return };
    let slides = lesson.slides(Language::current());
    let index = index.min(slides.len() - 1);
    let slide = &slides[index];
    shell.lessons.tools.strokes.clear();
    shell.lessons.standing.slide = index;
    if shell.lessons.given.is_none() {
        shell.lessons.standing.reached.insert(lesson.id.to_owned(), index);
    }
    shell.lessons.standing.answered = at_end && slide.asks();
    put(shell, slide);
    if let Some((_, last)) = end_of_walk(shell, slide).filter(|_| at_end) {
        go_to(shell, last);
    }
}

/// Shows the scene of a slide, with or without its answer; if the scene is already shown, only the step changes.
fn put(shell: &mut Shell, slide: &Slide) {
    let Some(lesson) = shell.lessons.lesson() else { return };
    let scene = slide.scene(&lesson.show, shell.lessons.standing.answered);
    if shell.lessons.standing.is_new(lesson.id, &scene) {
        let was_scene = shell.page == Page::Scene;
        let set = present::show_alone(shell, &scene);
        // Frames the bodies again: in another frame of the same world they may be elsewhere.
        if scene.camera.is_none() {
            shell.frame_all();
        }
        shell.lessons.trouble = set.err();
        shell.loads |= was_scene && shell.page == Page::Scene;
    } else if let Some(step) = scene.inspected.step {
        go_to(shell, step.steps());
    }
}

/// The current position in the slide's walk, and the position of its end; `None` if the slide has no walk or the
/// page has no steps.
fn end_of_walk(shell: &mut Shell, slide: &Slide) -> Option<(usize, usize)> {
    let Walk { last, .. } = slide.head.walk?;
    let length = length_of_story(shell)?;
    let last = last.steps().min(length);
    Some((cursor(shell).position.min(length), last))
}

/// Number of steps of the story on show; `None` if the page has none.
pub fn length_of_story(shell: &mut Shell) -> Option<usize> {
    match shell.page {
        Page::Inspector => {
            let subject = shell.inspector.follow(shell.lab.subject())?;
            Some(shell.inspector.length_of(&*subject))
        }
        Page::Own(word) => shell.lab.pages()?.cursor(word)?.length,
        _ => None,
    }
}

fn go_to(shell: &mut Shell, position: usize) {
    let cursor = cursor(shell);
    cursor.playing = false;
    cursor.position = position;
    shell.inspector.keep_position();
}
