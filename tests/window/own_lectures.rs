//! Lectures of one's own: their files, giving them by keys across labs, what is left when they end, the tools, and the
//! presenter's window.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use collidoscope::app::Shell;
use collidoscope::app::lecture::file::LectureFile;
use collidoscope::app::lecture::loaded::{Lecture, LoadedLecture, Shows};
use collidoscope::app::lessons_panel::presenter::{self, Now};
use collidoscope::app::lessons_panel::tools::Hand;
use collidoscope::app::restoring::{self, ShellState};
use collidoscope::app::{scene_file, slide_show};
use collidoscope::exhibit::Page;
use collidoscope::labs::arena::Setup;
use collidoscope::language::Language;
use collidoscope::lessons;
use collidoscope::lessons::text::Block;
use collidoscope::ui::requests::{LessonsRequest, Request, Requests};
use collidoscope::ui::style;
use egui::accesskit::Role;
use egui::{Event, Key, PointerButton, Pos2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::gpu;
use crate::support::visitor::{Display, Visitor, keys};
use crate::support::window::{self, Drive as _};
use crate::window::panel::{click, open};
use crate::window::panes::press;

const SIZE: [f32; 2] = [960.0, 600.0];

/// Six items in three labs: two slides, a saved scene of the road, a step in the inspector, a page, an experiment.
pub const SIX: &str = r#"
title = "Three labs"
minutes = 20

[[item]]
lesson = "buffers"
slides = "1-2"
notes = "Begin with the *plate*."

[[item]]
scene = "saved.collidoscope.json"
title = "A car on a road"
lines = ["Four rays"]
answer = ["They miss the bridge"]
notes = "Say why it is a **road**."

[[item]]
link = "lab=arena&page=inspector&preset=containment&method=stencil"
title = "Step by step"
walk = "1-3"

[[item]]
link = "lab=cloth&scene=corner&side=9&frame=2"

[[item]]
page = "stencil"

[[item]]
experiment = "figure-3"
series = "occlusion-query, recode"
title = "Measured"
"#;

/// Writes the lecture and its scene into a folder, and reads it.
pub fn six(folder: &Path) -> LoadedLecture {
    let mut harness = open(Setup::default(), SIZE);
    harness.state_mut().present(&"lab=road&frame=3".parse().unwrap()).unwrap();
    let file = harness.state().scene_file(folder);
    scene_file::write(&folder.join("saved.collidoscope.json"), &file).unwrap();
    let path = folder.join("my.lecture.toml");
    std::fs::write(&path, SIX).unwrap();
    LoadedLecture::load(&path).unwrap()
}

/// The window with the lecture in the list, before it is given.
fn with_lecture(folder: &Path) -> Harness<'static, Shell> {
    let loaded = six(folder);
    let mut harness = open(Setup::default(), SIZE);
    harness.state_mut().editor.take(&loaded);
    harness.run();
    harness
}

/// Lab, page, item, step, and whether the answer is shown.
fn place(harness: &Harness<'_, Shell>) -> (&'static str, Page, usize, usize, usize, bool) {
    let shell = harness.state();
    let stop = shell.lessons.given.as_ref().unwrap().stop;
    let step = if shell.page == Page::Inspector { shell.inspector.position } else { 0 };
    (shell.lab.row().id, shell.page, stop.item, stop.slide, step, shell.lessons.standing.answered)
}

#[test]
fn six_items_in_three_labs_are_given_by_one_key_and_all_the_way_back_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = with_lecture(folder.path());
    press(&mut harness, Key::F5);
    let mut places = vec![place(&harness)];
    loop {
        assert_eq!(harness.state().lessons.trouble, None, "{:?}", places.last());
        press(&mut harness, Key::PageDown);
        let now = place(&harness);
        if now == places[places.len() - 1] {
            break;
        }
        places.push(now);
        assert!(places.len() < 60, "no end");
    }
    let mut items: Vec<_> = places.iter().map(|place| (place.2, place.0, place.1)).collect();
    items.dedup();
    let lab_of_page = lessons::find("stencil").unwrap().show.lab.clone();
    assert!(lab_of_page.is_none_or(|lab| lab == "arena"));
    assert_eq!((items[0].0, items[0].1), (0, "arena"));
    let after: Vec<_> = items.iter().filter(|item| item.0 > 0 && item.0 != 4).copied().collect();
    assert_eq!(
        after,
        [
            (1, "road", Page::Scene),
            (2, "arena", Page::Inspector),
            (3, "cloth", Page::Scene),
            (5, "arena", Page::Experiments),
        ]
    );
    let road: Vec<_> = places.iter().filter(|place| place.2 == 1).map(|place| place.5).collect();
    assert_eq!(road, [false, true], "the answer comes before the next item");
    let steps: Vec<_> = places.iter().filter(|place| place.2 == 2).map(|place| place.4).collect();
    assert_eq!(steps, [1, 2, 3]);
    let slides: Vec<_> = places.iter().filter(|place| place.2 == 0).map(|place| place.3).collect();
    assert!(slides.iter().all(|slide| *slide < 2) && slides.contains(&1), "{slides:?}");
    while let Some(expected) = places.pop() {
        assert_eq!(place(&harness), expected);
        press(&mut harness, Key::PageUp);
    }
}

#[test]
fn after_a_lecture_the_window_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = with_lecture(folder.path());
    let shell = harness.state_mut();
    shell.present(&"lab=meshes".parse().unwrap()).unwrap();
    shell.present(&"lab=cloth&scene=corner&side=9&bending=0.5&frame=7".parse().unwrap()).unwrap();
    shell.turn_to(Page::Inspector);
    shell.inspector.position = 4;
    shell.panels_hidden = true;
    shell.lessons.toggle();
    harness.run();
    let state = |harness: &Harness<'_, Shell>| {
        let shell = harness.state();
        let lessons = (shell.lessons.open, shell.lessons.contents, shell.editor.is_open);
        let run = (shell.lab.run_id(), shell.lab.frame(), shell.lab.span());
        let hidden = (shell.panels_hidden, shell.legend, shell.edits.can_undo());
        (shell.scene_file(Path::new("")), run, lessons, hidden, shell.experiments.experiment().id)
    };
    let before = state(&harness);
    // Saved while the lecture is given: the scene of before.
    press(&mut harness, Key::F5);
    for _ in 0..40 {
        press(&mut harness, Key::PageDown);
    }
    assert_eq!(harness.state().page, Page::Experiments);
    press(&mut harness, Key::F6);
    let kept = restoring::of(harness.state(), Path::new("")).scene;
    assert_eq!(kept.as_ref(), Some(&before.0));
    press(&mut harness, Key::Escape);
    assert!(!harness.state().lessons.lecture);
    assert_eq!(state(&harness), before);
    assert_eq!(harness.state().lessons.last, None, "no lesson was opened in the window");
    // The course's lecture, ended by closing the lessons.
    harness.state_mut().editor.is_open = false;
    press(&mut harness, Key::F5);
    press(&mut harness, Key::PageDown);
    assert_eq!(harness.state().lab.row().id, "arena");
    press(&mut harness, Key::F1);
    assert!(!harness.state().lessons.lecture);
    assert_eq!((state(&harness).0, state(&harness).1), (before.0, before.1));
}

#[test]
fn what_is_wrong_in_a_lecture_is_named_with_its_item() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.lecture.toml");
    for (text, says) in [
        ("", "the file is empty"),
        ("title = \"x\"", "no items"),
        ("minutes = 0\n[[item]]\nlesson = \"buffers\"", "use 1 to 1440"),
        ("[[item]]\ntitle = \"x\"", "item 1: nothing is shown"),
        ("[[item]]\nlesson = \"buffers\"\nlink = \"\"", "item 1: lesson and link"),
        ("[[item]]\nlesson = \"bufers\"", "no lesson is called \"bufers\"; did you mean \"buffers\"?"),
        ("[[item]]\npage = \"x\"", "item 1: no lesson"),
        ("[[item]]\nlesson = \"buffers\"\nslides = \"0\"", "counted from 1"),
        ("[[item]]\nlesson = \"buffers\"\nslides = \"2-99\"", "slides 1 to "),
        ("[[item]]\nlesson = \"buffers\"\nslides = \"3-2\"", "slides 1 to "),
        ("[[item]]\nlesson = \"buffers\"\nwalk = \"1-2\"", "walk goes with scene, link"),
        ("[[item]]\nlesson = \"buffers\"\n[[item]]\nexperiment = \"figure-99\"", "item 2: no experiment"),
        ("[[item]]\nexperiment = \"figure-3\"\nseries = \"recodes\"", "did you mean \"recode\"?"),
        ("[[item]]\nlesson = \"buffers\"\nseries = \"all\"", "series goes with experiment"),
        ("[[item]]\nscene = \"none.json\"", "item 1: "),
        ("[[item]]\nlink = \"lab=nowhere\"", "item 1: link: "),
        ("[[item]]\nlink = \"lab=arena&method=stencill\"", "item 1: link: "),
        ("[[item]]\nlink = \"lab=arena\"\nwalk = \"1-2\"", "only a page with steps"),
        ("[[item]]\nlink = \"lab=arena\"\nlarge = \"cat\"", "item 1: large: "),
        ("[[item]]\nlink = \"lab=arena\"\nlines = [\"# a\"]", "item 1: lines: "),
        ("[[item]]\nlink = \"lab=arena\"\nrun = \"sh\"", "line 3, item 1: unknown field `run`"),
    ] {
        std::fs::write(&path, text).unwrap();
        let why = format!("{:#}", LoadedLecture::load(&path).err().expect(text));
        assert!(why.contains("x.lecture.toml") && why.contains(says) && !why.contains('\n'), "{text}: {why}");
    }
    let lecture = Lecture::of(&LectureFile::parse(SIX).unwrap(), six(folder.path()).path.parent().unwrap());
    let lecture = lecture.unwrap();
    assert!(matches!(lecture.items[1].shows, Shows::Scene { is_link: false, .. }));
    assert_eq!(lecture.stops().len(), 7, "two slides and five other items");
}

#[test]
fn notes_are_in_the_presenters_window_and_never_in_the_audiences() {
    let folder = tempfile::tempdir().unwrap();
    for (language, timer) in [(Language::English, "10:00 left"), (Language::Chinese, "剩余 10:00")] {
        language.speak();
        let mut harness = with_lecture(folder.path());
        press(&mut harness, Key::F5);
        press(&mut harness, Key::N);
        assert!(harness.state().lessons.presenter);
        let audience =
            |harness: &Harness<'_, Shell>, text: &str| harness.query_all_by_label_contains(text).count();
        while harness.state().lessons.given.as_ref().unwrap().stop.item == 0 {
            assert_eq!(audience(&harness, "Begin with the"), 0);
            let is_first = harness.state().lessons.standing.slide == 0;
            assert_eq!(
                !harness.state().lessons.notes_of_item().is_empty(),
                is_first,
                "the note is shown once"
            );
            press(&mut harness, Key::PageDown);
        }
        assert_eq!(audience(&harness, "Four rays"), 1);
        for text in ["Say why it is a", "Step by step", timer] {
            assert_eq!(audience(&harness, text), 0, "{text}");
        }
        let lessons = std::mem::take(&mut harness.state_mut().lessons);
        let now = Instant::now();
        let mut lessons = lessons;
        lessons.began = Some(now - Duration::from_secs(600));
        let show = move |ui: &mut egui::Ui, requests: &mut Requests| {
            presenter::show(ui, &lessons, Now { clock: [9, 5], instant: now }, requests);
        };
        let mut own = Harness::builder().with_size(vec2(900.0, 560.0)).with_context_setup(style::apply);
        own = own.with_max_steps(10);
        let mut own = own.build_ui_state(show, Requests::default());
        own.run();
        for text in [
            "Say why it is a road.",
            "Step by step",
            "A car on a road",
            "They miss the bridge",
            "09:05",
            "10:00",
        ] {
            assert!(own.query_all_by_label_contains(text).count() > 0, "{text}");
        }
        assert_eq!(own.query_all_by_label(timer).count(), 1);
        own.key_press(Key::PageDown);
        own.run();
        assert_eq!(own.state_mut().take(), [Request::Lessons(LessonsRequest::Forward)].to_vec());
    }
    Language::English.speak();
}

fn drag(harness: &mut Harness<'_, Shell>, from: Pos2, to: Pos2) {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Default::default(),
    };
    for event in [Event::PointerMoved(from), button(from, true), Event::PointerMoved(to), button(to, false)] {
        harness.event(event);
        harness.run();
    }
}

#[test]
fn pen_pointer_black_screen_and_overview_have_keys() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = with_lecture(folder.path());
    press(&mut harness, Key::F5);
    press(&mut harness, Key::P);
    drag(&mut harness, pos2(500.0, 200.0), pos2(700.0, 300.0));
    let strokes = |harness: &Harness<'_, Shell>| harness.state().lessons.tools.strokes.clone();
    let [stroke] = &strokes(&harness)[..] else { panic!("{:?}", strokes(&harness)) };
    assert!(stroke.len() >= 2 && (stroke[0].x - 500.0 / SIZE[0]).abs() < 0.02, "{stroke:?}");
    let item = |harness: &Harness<'_, Shell>| harness.state().lessons.given.as_ref().unwrap().stop.item;
    while harness.state().lessons.standing.slide == 0 {
        assert_eq!(strokes(&harness).len(), 1, "the steps of a slide keep the strokes");
        press(&mut harness, Key::PageDown);
    }
    assert!(strokes(&harness).is_empty(), "the next slide begins without strokes");
    drag(&mut harness, pos2(500.0, 200.0), pos2(700.0, 300.0));
    press(&mut harness, Key::E);
    assert!(strokes(&harness).is_empty());
    press(&mut harness, Key::L);
    assert_eq!(harness.state().lessons.tools.hand, Hand::Laser);
    press(&mut harness, Key::Escape);
    assert_eq!(harness.state().lessons.tools.hand, Hand::Free);
    for key in [Key::B, Key::Period] {
        let before = place(&harness);
        press(&mut harness, key);
        harness.get_by_label("Black screen");
        press(&mut harness, Key::PageDown);
        assert_eq!(place(&harness), before, "the key only shows the slide again");
        assert!(harness.query_by_label("Black screen").is_none());
    }
    press(&mut harness, Key::O);
    harness.get_by_label_contains("A car on a road");
    press(&mut harness, Key::Home);
    for _ in 0..3 {
        press(&mut harness, Key::ArrowRight);
    }
    press(&mut harness, Key::Enter);
    assert_eq!(item(&harness), 2, "the fourth place is the third item");
    press(&mut harness, Key::O);
    click(&mut harness, Role::Button, "3.  A car on a road");
    assert_eq!(item(&harness), 1);
    press(&mut harness, Key::K);
    assert!(harness.state_mut().lab.playback().playing);
    press(&mut harness, Key::O);
    press(&mut harness, Key::Escape);
    assert!(harness.state().lessons.lecture, "Esc closed the overview");
    press(&mut harness, Key::Escape);
    assert!(!harness.state().lessons.lecture);
}

#[test]
fn a_lecture_begins_with_its_slide_and_ends_without_a_next_step() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = with_lecture(folder.path());
    harness.state_mut().ask(Request::Lessons(LessonsRequest::ToggleLecture));
    // The next frame has the slide, and the last picture in place of the scene that is set up.
    assert!(harness.state().loads && harness.state().stage.pane_picture().is_some());
    harness.step();
    harness.get_by_label("Loading…");
    harness.get_by_role_and_label(Role::Button, "End lecture");
    assert!(harness.query_by_label("My lecture").is_none(), "neither the list nor the panels");
    harness.run();
    assert!(harness.query_by_label("Loading…").is_none());
    let next = |harness: &Harness<'_, Shell>| {
        !harness.get_by_role_and_label(Role::Button, "Next").accesskit_node().is_disabled()
    };
    let mut before = place(&harness);
    loop {
        let is_lit = next(&harness);
        press(&mut harness, Key::PageDown);
        let now = place(&harness);
        assert_eq!(now != before, is_lit, "{now:?}");
        if now == before {
            break;
        }
        before = now;
    }
    press(&mut harness, Key::PageUp);
    assert!(next(&harness), "there is a next step again");
}

#[test]
fn the_overview_draws_the_slides_while_it_is_open_and_keeps_the_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = with_lecture(folder.path());
    press(&mut harness, Key::F5);
    press(&mut harness, Key::O);
    let drawn = |harness: &Harness<'_, Shell>| {
        harness
            .state()
            .lessons
            .tools
            .pictures
            .drawn
            .iter()
            .map(|(at, p)| (*at, p.clone()))
            .collect::<Vec<_>>()
    };
    let count = harness.state().lessons.stops().0.len();
    for _ in 0..4 * count {
        harness.step();
    }
    let pictures = drawn(&harness);
    assert_eq!(pictures.len(), count);
    let different = |a: usize, b: usize| pictures[a].1.as_ref().unwrap() != pictures[b].1.as_ref().unwrap();
    assert!((1..count).all(|index| different(0, index)), "every slide has a picture of its own");
    // Closing drops the second shell, and the pictures stay for the presenter's window and the next time.
    press(&mut harness, Key::Escape);
    assert!(harness.state().lessons.tools.pictures.painter.is_none());
    assert!(harness.state().lessons.picture(&harness.ctx, 0).is_some());
    press(&mut harness, Key::O);
    for (before, now) in pictures.iter().zip(drawn(&harness)) {
        assert!(std::sync::Arc::ptr_eq(before.1.as_ref().unwrap(), now.1.as_ref().unwrap()));
    }
    // Another language is another lecture.
    Language::Chinese.speak();
    harness.step();
    assert!(drawn(&harness).len() < count);
    Language::English.speak();
}

#[test]
fn the_list_adds_moves_removes_undoes_and_saves() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
    harness.state_mut().present(&"lab=arena&preset=containment&method=stencil".parse().unwrap()).unwrap();
    press(&mut harness, Key::F6);
    harness.get_by_label_contains("Empty.");
    click(&mut harness, Role::Button, "This view");
    harness.state_mut().ask(Request::Experiment("figure-3"));
    harness.run();
    click(&mut harness, Role::Button, "This view");
    harness.state_mut().open_lesson("stencil").unwrap();
    harness.run();
    click(&mut harness, Role::Button, "Lesson page");
    let kinds = |harness: &Harness<'_, Shell>| -> Vec<&'static str> {
        harness.state().editor.file.items.iter().flat_map(|item| item.kinds()).collect()
    };
    assert_eq!(kinds(&harness), ["link", "experiment", "page"]);
    click(&mut harness, Role::Button, "Move up");
    assert_eq!(kinds(&harness), ["link", "page", "experiment"]);
    click(&mut harness, Role::Button, "Remove");
    assert_eq!(kinds(&harness), ["link", "experiment"]);
    let path = folder.path().join("made.lecture.toml");
    harness.state_mut().editor.save(&path).unwrap();
    let read = LoadedLecture::load(&path).unwrap();
    assert_eq!(read.file, harness.state().editor.file);
    // It is checked, then given.
    harness.state_mut().ask(Request::Lessons(LessonsRequest::Give(1)));
    let begun = Instant::now();
    while !harness.state().lessons.lecture && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
        if let Some(lecture) = harness.state_mut().editor.take_checked() {
            slide_show::give(harness.state_mut(), lecture, 1);
        }
    }
    assert_eq!(harness.state().page, Page::Experiments);
    assert!(!harness.state().lessons.given.as_ref().unwrap().lecture.items.is_empty());
}

/// In the real window: N opens a second window, and ending the lecture closes it.
#[test]
fn the_presenters_window_is_a_second_window_of_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let loaded = six(folder.path());
    let display = Display::open();
    let path = loaded.path.to_string_lossy().into_owned();
    let mut visitor = Visitor::open_with(&display, folder.path(), &["--language", "en", &path]);
    visitor.wait_until("one window", |v| v.windows() == 1);
    // A picture is taken after the keys before it are handled.
    visitor.picture(folder.path());
    visitor.press(keys::F5);
    visitor.picture(folder.path());
    visitor.press(u32::from(b'n'));
    visitor.wait_until("a second window", |v| v.windows() == 2);
    visitor.press(keys::PAGE_DOWN);
    visitor.press(u32::from(b'n'));
    visitor.wait_until("N closes it", |v| v.windows() == 1);
    visitor.press(u32::from(b'n'));
    visitor.wait_until("and opens it again", |v| v.windows() == 2);
    visitor.press(keys::F5);
    visitor.wait_until("the end of the lecture closes it", |v| v.windows() == 1);
    visitor.press(keys::F5);
    visitor.wait_until("the next lecture begins with both", |v| v.windows() == 2);
    visitor.ask_to_close();
    visitor.finish();
}

/// After a GPU reset the lecture goes on where it was, and its end still brings the window back.
#[test]
fn a_lecture_survives_a_new_context() {
    let folder = tempfile::tempdir().unwrap();
    let (gpu, lecture) = (gpu(), six(folder.path()).lecture);
    let mut shell = window::open(&gpu, Setup::default());
    shell.present(&"lab=cloth&scene=corner&side=9&frame=4".parse().unwrap()).unwrap();
    slide_show::give(&mut shell, lecture, 1);
    assert_eq!(shell.lab.row().id, "road");
    let began = shell.lessons.began;
    let mut shell = ShellState::of(shell).shell(&gpu).unwrap();
    assert_eq!((shell.lab.row().id, shell.lessons.began), ("road", began));
    assert_eq!(shell.lessons.given.as_ref().unwrap().stop.item, 1);
    shell.ask(Request::Lessons(LessonsRequest::ToggleLecture));
    assert_eq!((shell.lab.row().id, shell.lab.frame()), ("cloth", 4));
}

#[test]
fn a_handout_has_a_picture_of_every_place_and_the_notes() {
    let folder = tempfile::tempdir().unwrap();
    let path = six(folder.path()).path;
    let out = folder.path().join("handout");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        command.args(["shot", "lecture"]).args(arguments).arg("--out").arg(&out).output().unwrap()
    };
    let path = path.to_str().unwrap();
    let made = run(&[path, "--slides", "--notes", "--size", "320x200"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = std::fs::read_to_string(out.join("my.html")).unwrap();
    for text in ["Three labs", "A car on a road", "Begin with the <em>plate</em>"] {
        assert!(page.contains(text), "{text}");
    }
    let lesson = lessons::find("stencil").unwrap().page(Language::English);
    let last = lesson.text.iter().rev().find_map(|block| match block {
        Block::Paragraph(runs) => {
            Some(runs.iter().map(|run| run.text.as_str()).max_by_key(|text| text.len())?)
        }
        _ => None,
    });
    let last = last.unwrap().replace('&', "&amp;").replace('"', "&quot;");
    assert!(page.contains(&last), "the whole text of the lesson: {last}");
    let (before, answers) = page.split_once("<h2>Answers</h2>").unwrap();
    let answer = "They miss the bridge";
    assert!(!before.contains(answer) && answers.contains(answer), "answers are at the end");
    let figures = before.matches(" alt=\"stencil-table\"").count();
    assert_eq!(
        before.matches("<img ").count() - figures,
        7,
        "a picture of every place, and the plot of the experiment"
    );
    for (arguments, says) in [(&[path][..], "add --slides"), (&["--slides"], "needs the lecture's file")] {
        let refused = run(arguments);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(says), "{refused:?}");
    }
}
