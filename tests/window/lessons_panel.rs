//! The lessons in the window, driven through controls or a presenter's clicker.

use crate::support::window::Drive as _;
use collidoscope::app::Shell;
use collidoscope::exhibit::SceneLink;
use collidoscope::labs::arena::Setup;
use collidoscope::language::Language;
use collidoscope::lessons::link::Target;
use collidoscope::lessons::text::{self, Block};
use collidoscope::lessons::{self, Lesson};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};

use crate::support::assert_no_complaints;
use crate::window::lessons::assert_on_show;
use crate::window::panel::{click, open};
use crate::window::panes::press;

const SIZE: [f32; 2] = [1280.0, 800.0];

fn open_at(lesson: &Lesson) -> Harness<'static, Shell> {
    let mut harness = open(Setup::default(), SIZE);
    harness.state_mut().open_lesson(lesson.id).unwrap();
    harness.run();
    harness
}

/// The first lesson that begins in the inspector with further steps.
fn with_steps() -> &'static Lesson {
    lessons::find("stencil").unwrap()
}

fn id(harness: &Harness<'_, Shell>) -> Option<&'static str> {
    harness.state().lessons.open
}

#[test]
fn lessons_open_close_and_follow_each_other() {
    let course = lessons::all();
    let mut harness = open(Setup::default(), SIZE);
    click(&mut harness, Role::Button, "Lessons");
    assert!(harness.state().lessons.contents, "at first the list of contents");
    let second = &course[1].page(Language::English).title;
    click(&mut harness, Role::Button, &format!("2. {second}"));
    assert_eq!(id(&harness), Some(course[1].id));
    harness.get_by_label(second);
    harness.get_by_label(&format!("2 of {}", course.len()));
    click(&mut harness, Role::Button, "Previous");
    assert_eq!(id(&harness), Some(course[0].id));
    assert_on_show(&course[0].show, harness.state(), "the first lesson");
    click(&mut harness, Role::Button, "Previous");
    assert_eq!(id(&harness), Some(course[0].id), "there is none before the first");
    for lesson in &course[1..] {
        click(&mut harness, Role::Button, "Next");
        assert_eq!(id(&harness), Some(lesson.id));
        assert_on_show(&lesson.show, harness.state(), lesson.id);
    }
    click(&mut harness, Role::Button, "Next");
    assert_eq!(id(&harness), Some(course[course.len() - 1].id), "there is none after the last");

    press(&mut harness, Key::Escape);
    assert!(harness.state().lessons.is_shown(), "Esc does not close it");
    click(&mut harness, Role::Button, "Contents");
    assert_eq!(id(&harness), None);
    let name = format!("2. {second}");
    let row = harness.get_by_role_and_label(Role::Button, &name);
    let help = row.accesskit_node().data().description().unwrap_or_default().to_owned();
    assert!(help.contains("again"), "the list knows what was read: {help:?}");
    harness.get_all_by_label("Close").next().unwrap().click();
    harness.run();
    assert!(!harness.state().lessons.is_shown());
    press(&mut harness, Key::F1);
    assert_eq!(id(&harness), Some(course[course.len() - 1].id), "where the reader was");
    press(&mut harness, Key::F1);
    assert!(!harness.state().lessons.is_shown());
    let why = harness.state_mut().open_lesson("cooking").unwrap_err();
    assert!(why.contains(course[0].id) && why.lines().count() == 1, "{why}");
    assert_no_complaints(harness.state().stage.gpu());
}

/// The text of the first link of a paragraph that shows something.
fn first_link(lesson: &Lesson) -> Option<(String, Target)> {
    let mut found = None;
    text::visit(&lesson.page(Language::English).text, &mut |block| {
        let Block::Paragraph(runs) = block else { return };
        let link = runs.iter().find(|run| matches!(run.link, Some(Target::Show(_))));
        found = found.take().or(link.and_then(|run| Some((run.text.clone(), run.link.clone()?))));
    });
    found
}

#[test]
fn links_set_what_they_name_and_are_marked() {
    let mut tried = 0;
    for lesson in lessons::all() {
        let Some((words, Target::Show(exhibit))) = first_link(lesson) else { continue };
        let mut harness = open_at(lesson);
        let link = harness.get_all_by_role_and_label(Role::Link, &words).next().unwrap();
        let help = link.accesskit_node().data().description().unwrap_or_default().to_owned();
        assert!(help.starts_with("Sets ") && help.len() > 8, "{}: {help:?}", lesson.id);
        link.scroll_to_me();
        harness.run();
        harness.get_all_by_role_and_label(Role::Link, &words).next().unwrap().click();
        harness.run();
        assert_on_show(&exhibit, harness.state(), lesson.id);
        let marked = |harness: &Harness<'_, Shell>| {
            let is_done = |help: &str| help.starts_with("Done. Sets ");
            let marked = by().predicate(move |node| node.data().description().is_some_and(is_done));
            harness.query_all(marked).count()
        };
        assert!(marked(&harness) > 0, "{}: no mark behind the link", lesson.id);
        click(&mut harness, Role::Button, "Reset the scene");
        assert_on_show(&lesson.show, harness.state(), lesson.id);
        assert_eq!(marked(&harness), 0, "{}", lesson.id);
        tried += 1;
        if tried == 5 {
            break;
        }
    }
    assert!(tried > 0, "no lesson has a link that sets something");
}

#[test]
fn a_lesson_sets_its_scene_whatever_was_set_before() {
    let lesson = with_steps();
    let mut harness = open_at(lesson);
    // The link selects its pair, which is not part of the lesson's scene.
    let scene = |shell: &Shell| -> SceneLink {
        let mut now = shell.exhibit();
        now.words.take("pair");
        now
    };
    let before = scene(harness.state());
    let shell = harness.state_mut();
    shell
        .present(
            &"preset=containment&resolution=64&view-volume=overlap&axis=x&page=lab&compare=recode"
                .parse()
                .unwrap(),
        )
        .unwrap();
    assert_ne!(scene(shell), before);
    shell.open_lesson(lesson.id).unwrap();
    assert_eq!(scene(shell), before);
}

#[test]
fn answers_are_shown_on_request_and_put_away() {
    let lesson = &lessons::all()[0];
    let questions = &lesson.page(Language::English).questions;
    let [Block::Paragraph(answer), ..] = &questions[0].answer[..] else { panic!("{:?}", questions[0]) };
    let answer = text::plain(answer);
    // High enough to show the questions.
    let mut harness = open(Setup::default(), [1280.0, 2400.0]);
    harness.state_mut().open_lesson(lesson.id).unwrap();
    harness.run();
    assert!(harness.query_by_label(&answer).is_none());
    click(&mut harness, Role::Button, "Show answer 1");
    harness.get_by_label(&answer);
    harness.get_by_role_and_label(Role::Button, "Show answer 2");
    click(&mut harness, Role::Button, "Hide answer 1");
    assert!(harness.query_by_label(&answer).is_none());
    // Shows the answer by keyboard.
    harness.get_by_role_and_label(Role::Button, "Show answer 2").focus();
    harness.run();
    press(&mut harness, Key::Enter);
    assert_eq!(harness.state().lessons.revealed, [1]);
}

#[test]
fn text_after_a_prediction_folds_until_the_reader_commits_and_stays_open() {
    let lesson = lessons::find("same-side").unwrap();
    let parts = lesson.parts(Language::English);
    let answers: Vec<_> = parts.iter().map(|part| part.answers).collect();
    assert_eq!(answers, [None, Some(0), Some(1), Some(2)]);
    let first_words = |part: usize| match &lesson.page(Language::English).text[parts[part].blocks.start] {
        Block::Paragraph(runs) => text::plain(runs).chars().take(18).collect::<String>(),
        other => panic!("{other:?}"),
    };
    let (answer, later) = (first_words(1), first_words(2));
    // So high that all of the text is in sight.
    let mut harness = open(Setup::default(), [1280.0, 3200.0]);
    harness.state_mut().open_lesson(lesson.id).unwrap();
    harness.run();
    let is_shown =
        |harness: &Harness<'_, Shell>, words: &str| harness.query_all_by_label_contains(words).count() > 0;
    assert!(!is_shown(&harness, &answer) && !is_shown(&harness, &later));
    harness.get_by_role_and_label(Role::Button, "Show answer 1");
    click(&mut harness, Role::Button, "Show the result");
    assert!(is_shown(&harness, &answer) && !is_shown(&harness, &later), "one prediction at a time");
    // The next one without a mouse.
    harness.get_by_role_and_label(Role::Button, "Show the result").focus();
    harness.run();
    press(&mut harness, Key::Enter);
    assert!(is_shown(&harness, &later));

    let folder = std::path::Path::new("");
    let memory = collidoscope::app::restoring::of(harness.state(), folder);
    assert_eq!(memory.predictions_shown, ["same-side/0", "same-side/1"]);
    let mut next = open(Setup::default(), [1280.0, 3200.0]);
    let strange = ["same-side/9", "same-side/00", "cooking/0", "/", ""].map(str::to_owned);
    let mut changed = memory.clone();
    changed.predictions_shown.extend(strange);
    let why = collidoscope::app::restoring::restore(next.state_mut(), &changed, None, folder);
    assert_eq!(why, None);
    let kept = collidoscope::app::restoring::of(next.state(), folder);
    assert_eq!(kept.predictions_shown, memory.predictions_shown, "only predictions of the course");
    next.state_mut().open_lesson(lesson.id).unwrap();
    next.run();
    assert!(is_shown(&next, &answer) && is_shown(&next, &later), "open at the next start");
    next.get_all_by_label("Hide the result").next().unwrap().click();
    next.run();
    assert!(!is_shown(&next, &answer) && !is_shown(&next, &later));
}

#[test]
fn the_list_shows_time_prerequisites_and_what_was_read() {
    let mut harness = open(Setup::default(), [1280.0, 6000.0]);
    click(&mut harness, Role::Button, "Lessons");
    let course = lessons::all();
    let stencil = lessons::find("stencil").unwrap();
    let number = |id: &str| course.iter().position(|lesson| lesson.id == id).unwrap() + 1;
    let [first, second] = [number(&stencil.needs[0]), number(&stencil.needs[1])];
    let line = format!("about {} min, builds on lessons {first}, {second}", stencil.minutes);
    assert!(harness.query_all_by_label(&line).count() > 0, "{line:?}");
    let in_part = course.iter().filter(|lesson| lesson.group == course[0].group).count();
    let read = |harness: &Harness<'_, Shell>, count: usize| {
        harness.query_all_by_label_contains(&format!("{count} of {in_part} lessons read, about ")).count()
    };
    let before = read(&harness, 1);
    harness.state_mut().open_lesson(course[0].id).unwrap();
    harness.run();
    click(&mut harness, Role::Button, "Contents");
    assert_eq!(read(&harness, 1), before + 1);
}

#[test]
fn every_lesson_shows_in_both_languages_and_all_sizes() {
    // All lessons at the usual size, and a sixth of them, by turns, at each of the others.
    let sizes = [(SIZE, 0, 1), ([1920.0, 1080.0], 0, 6), ([640.0, 480.0], 2, 6), ([320.0, 240.0], 4, 6)];
    for (size, first, every) in sizes {
        let mut harness = open(Setup::default(), size);
        for lesson in lessons::all().iter().skip(first).step_by(every) {
            for (language, lecture) in [(Language::English, false), (Language::Chinese, true)] {
                language.speak();
                harness.state_mut().open_lesson(lesson.id).unwrap();
                harness.state_mut().lessons.lecture = lecture;
                harness.run();
                let missing = by().predicate(|node| {
                    let label = node.label().unwrap_or_default();
                    label.starts_with("There is no figure") || label.starts_with("没有名为")
                });
                assert_eq!(harness.query_all(missing).count(), 0, "{}: a figure is missing", lesson.id);
                let controls = by().predicate(|node| [Role::Button, Role::Link].contains(&node.role()));
                for control in harness.query_all(controls) {
                    let node = control.accesskit_node();
                    let help = node.data().description().unwrap_or_default();
                    assert!(help.len() > 8, "no hover text: {:?} {:?}", node.role(), node.label());
                }
            }
        }
        Language::English.speak();
    }
}
