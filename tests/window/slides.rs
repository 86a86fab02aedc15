//! Lectures: every slide fits the window and is readable from the last row, and one key goes through all of
//! it.

use std::cell::Cell;

use crate::support::window::Drive as _;
use collidoscope::app::Shell;
use collidoscope::exhibit::{Page, Position};
use collidoscope::labs::arena::Setup;
use collidoscope::language::Language;
use collidoscope::lessons::slide_head::Large;
use collidoscope::lessons::slides::Slide;
use collidoscope::lessons::{self, FILES, Lesson};
use egui::accesskit::Role;
use egui::{FontFamily, Key, Rect, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::assert_no_complaints;
use crate::window::panel::{click, open};
use crate::window::panes::press;

/// Window sizes of 1280 × 800 and 1920 × 1080 pixels, in points of a lecture.
const SIZES: [[f32; 2]; 2] = [[960.0, 600.0], [960.0, 540.0]];
/// The smallest font size, points: 24 pixels at 1920 × 1080.
const SMALLEST: f32 = 12.0;

fn lecture_of(lesson: &Lesson, size: [f32; 2]) -> Harness<'static, Shell> {
    let mut harness = open(Setup::default(), size);
    harness.state_mut().open_lesson(lesson.id).unwrap();
    harness.run();
    press(&mut harness, Key::F5);
    harness
}

/// Lesson, slide and step, and true if the answer is shown.
fn place(harness: &Harness<'_, Shell>) -> (&'static str, usize, usize, bool) {
    let shell = harness.state();
    let standing = &shell.lessons.standing;
    let own = match shell.page {
        Page::Own(word) => {
            shell.lab.pages().and_then(|pages| pages.cursor(word)).map(|cursor| cursor.position)
        }
        _ => None,
    };
    let position = own.unwrap_or(shell.inspector.position);
    (shell.lessons.open.unwrap(), standing.slide, position, standing.answered)
}

/// Calls `see` with the text, its place and its clip of everything written.
fn texts(harness: &Harness<'_, Shell>, see: &mut dyn FnMut(&egui::epaint::TextShape, Rect)) {
    fn visit(shape: &Shape, clip: Rect, see: &mut dyn FnMut(&egui::epaint::TextShape, Rect)) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| visit(shape, clip, see)),
            Shape::Text(text) => see(text, clip),
            _ => {}
        }
    }
    harness.output().shapes.iter().for_each(|shape| visit(&shape.shape, shape.clip_rect, see));
}

/// Asserts that the slide's text is large enough and not clipped, and that text in views shown alone is large
/// enough and not clipped at its sides.
fn assert_readable(harness: &Harness<'_, Shell>, size: [f32; 2]) {
    let slide = harness.state().lessons.slide().unwrap();
    let column = size[0] / 3.0 + 1.0;
    let mut seen = 0;
    texts(harness, &mut |text, clip| {
        let rect = text.galley.rect.translate(text.pos.to_vec2());
        let words = text.galley.text();
        if words.trim().is_empty() || !rect.intersects(clip) {
            return;
        }
        let inside = clip.intersect(Rect::from_min_size(egui::Pos2::ZERO, size.into())).expand(2.0);
        let in_column = rect.left() < column;
        // A whole page looks as without a lecture, zoomed.
        if !in_column && matches!(slide.head.large, Large::Page) {
            return;
        }
        for section in &text.galley.job.sections {
            let letters = section.format.font_id.size;
            assert!(letters >= SMALLEST, "{:?}: {words:?} has {letters} points", place(harness));
        }
        if in_column {
            assert!(inside.contains_rect(rect), "{:?}: {words:?} is cut", place(harness));
            assert!(rect.right() <= column, "{:?}: {words:?} leaves the slide", place(harness));
            seen += 1;
        } else {
            let is_whole = rect.left() >= inside.left() && rect.right() <= inside.right();
            // Lists may scroll, drawings may not.
            let fits = !matches!(slide.head.large, Large::Figure(_)) || rect.bottom() <= inside.bottom();
            assert!(is_whole && fits, "{:?}: {words:?} is cut", place(harness));
        }
    });
    assert!(seen > 3, "{:?}: nothing is written", place(harness));
}

/// Presses Page Down until another lesson opens; returns every place on the way.
fn give(
    harness: &mut Harness<'static, Shell>,
    look: &dyn Fn(&Harness<'static, Shell>),
) -> Vec<(&'static str, usize, usize, bool)> {
    let mut places = vec![place(harness)];
    let lesson = places[0].0;
    while places[places.len() - 1].0 == lesson {
        look(harness);
        press(harness, Key::PageDown);
        places.push(place(harness));
        let [.., before, now] = places[..] else { continue };
        assert_ne!(before, now, "the key does nothing");
        assert!(places.len() < 500, "{lesson} does not end");
    }
    places
}

#[test]
fn slides_can_be_read_and_are_not_cut_in_both_languages() {
    for (lesson, language, size) in [
        ("buffers", Language::English, SIZES[0]),
        ("buffers", Language::Chinese, SIZES[1]),
        ("stencil", Language::Chinese, SIZES[0]),
        ("gjk", Language::English, SIZES[1]),
        ("stencil-bug", Language::English, SIZES[0]),
        ("readback", Language::Chinese, SIZES[1]),
        ("relations", Language::English, SIZES[1]),
    ] {
        language.speak();
        let mut harness = lecture_of(lessons::find(lesson).unwrap(), size);
        give(&mut harness, &|harness| assert_readable(harness, size));
        assert_no_complaints(harness.state().arena().gpu().unwrap());
    }
    Language::English.speak();
}

/// Names in code, such as `GL_EQUAL`, that the end of a row breaks.
fn broken_names(harness: &Harness<'_, Shell>) -> Vec<String> {
    let mut broken = Vec::new();
    texts(harness, &mut |text, _| {
        let letters: Vec<_> = text.galley.text().char_indices().collect();
        let is_code = |at: usize| {
            let mut sections = text.galley.job.sections.iter();
            let section = sections.find(|section| {
                (section.byte_range.start.0..section.byte_range.end.0).contains(&letters[at].0)
            });
            section.is_some_and(|section| section.format.font_id.family == FontFamily::Monospace)
        };
        let is_name = |at: usize| letters[at].1.is_ascii_alphanumeric() || letters[at].1 == '_';
        let mut end = 0;
        for row in &text.galley.rows {
            end += row.char_count_including_newline().0;
            let is_inside = 0 < end && end < letters.len();
            if is_inside && [end - 1, end].iter().all(|at| is_code(*at) && is_name(*at)) {
                broken.push(format!("{} … in {}", row.text(), text.galley.text()));
            }
        }
    });
    broken
}

/// Sizes of the letters of code beside the slide's column, in points, and the widest such text.
fn code_beside(harness: &Harness<'_, Shell>, column: f32) -> (Vec<f32>, f32) {
    let (mut sizes, mut widest) = (Vec::new(), 0.0_f32);
    texts(harness, &mut |text, clip| {
        let rect = text.galley.rect.translate(text.pos.to_vec2());
        let sections = &text.galley.job.sections;
        let is_code = sections.iter().any(|of| of.format.font_id.family == FontFamily::Monospace);
        if is_code && rect.left() > column && rect.intersects(clip) && text.galley.text().contains("gl") {
            sizes.extend(sections.iter().map(|section| section.format.font_id.size));
            widest = widest.max(rect.width());
        }
    });
    (sizes, widest)
}

#[test]
fn names_in_code_stay_whole_and_the_state_fills_its_part_of_the_slide() {
    for (language, size) in [(Language::English, SIZES[0]), (Language::Chinese, SIZES[1])] {
        language.speak();
        let seen = Cell::new([0, 0]);
        let mut harness = lecture_of(lessons::find("stencil-bug").unwrap(), size);
        give(&mut harness, &|harness| {
            let mut has_code = false;
            texts(harness, &mut |text, _| has_code |= text.galley.text().contains("glStencilFunc(GL_"));
            assert_eq!(broken_names(harness), [""; 0], "{:?}", place(harness));
            let slide = harness.state().lessons.slide().unwrap();
            let is_state = matches!(&slide.head.large, Large::View(view) if view == "code");
            if is_state {
                let column = size[0] / 3.0;
                let (sizes, widest) = code_beside(harness, column);
                // The calls of a state are as large as they fit into its column of the page.
                let columns = 1 + usize::from(harness.state().inspector.compare.is_some());
                let room = (size[0] - column) / columns as f32;
                let smallest = sizes.iter().copied().fold(f32::INFINITY, f32::min);
                let fills = widest > 0.55 * room || smallest >= 20.0;
                let says = format!("{:?}: {smallest} points, {widest} of {room}", place(harness));
                assert!(fills && smallest >= SMALLEST, "{says}");
            }
            let [codes, states] = seen.get();
            seen.set([codes + u32::from(has_code), states + u32::from(is_state)]);
        });
        assert!(
            seen.get().iter().all(|count| *count >= 2),
            "{:?} slides with code, with a state",
            seen.get()
        );
    }
    Language::English.speak();
}

#[test]
fn one_key_goes_to_the_next_lesson_and_another_all_the_way_back() {
    let lesson = &lessons::all()[0];
    let mut harness = lecture_of(lesson, SIZES[0]);
    let mut places = give(&mut harness, &|_| ());
    let slides = lesson.slides(Language::English);
    for (index, slide) in slides.iter().enumerate() {
        let steps: Vec<_> = places.iter().filter(|place| place.0 == lesson.id && place.1 == index).collect();
        if let Some(walk) = slide.head.walk {
            assert_eq!(steps[0].2, walk.first, "slide {index}");
            assert!(!steps[0].3, "slide {index}: the answer waits");
        }
        assert_eq!(
            steps[steps.len() - 1].3,
            slide.asks(),
            "slide {index}: the answer comes before the next slide"
        );
    }
    while let Some(expected) = places.pop() {
        assert_eq!(place(&harness), expected);
        press(&mut harness, [Key::PageUp, Key::ArrowLeft][places.len() % 2]);
    }
    assert_eq!(place(&harness).1, 0, "nothing comes before the first");
    press(&mut harness, Key::Escape);
    assert!(
        !harness.state().lessons.lecture && harness.state().lessons.open.is_some(),
        "Esc leaves the lecture alone"
    );
}

#[test]
fn a_choice_is_made_before_the_scene_shows_the_answer_and_is_kept() {
    let lesson = lessons::find("buffers").unwrap();
    let slides = lesson.slides(Language::English);
    let asking = slides.iter().position(|slide| !slide.choices.is_empty()).unwrap();
    let mut harness = lecture_of(lesson, SIZES[0]);
    while harness.state().lessons.standing.slide < asking {
        press(&mut harness, Key::PageDown);
    }
    let name = format!("buffers/{asking}");
    let chosen = |harness: &Harness<'_, Shell>| harness.state().lessons.standing.chosen.get(&name).copied();
    press(&mut harness, Key::Num1);
    assert_eq!(chosen(&harness), Some(0));
    press(&mut harness, Key::Num2);
    assert_eq!(chosen(&harness), Some(1), "changed as long as nothing is shown");
    press(&mut harness, Key::PageDown);
    press(&mut harness, Key::Num1);
    assert_eq!(chosen(&harness), Some(1), "no longer once the answer is shown");
    while !harness.state().lessons.standing.answered {
        press(&mut harness, Key::PageDown);
    }
    harness.get_by_label("Your answer: wrong");
    harness.get_by_label("Right answer");
    assert_eq!(harness.state().lessons.standing.reached.get("buffers"), Some(&asking));

    assert!(harness.query_by_label_contains("Let the class choose").is_none());
    press(&mut harness, Key::N);
    assert!(harness.state().lessons.presenter, "the notes are in the presenter's window");
    assert!(harness.query_by_label_contains("Let the class choose").is_none());
    click(&mut harness, Role::Button, "Presenter");
    assert!(!harness.state().lessons.presenter);
    click(&mut harness, Role::Button, "End lecture");
    press(&mut harness, Key::F5);
    assert_eq!(place(&harness).1, asking, "the lecture goes on where it was left");
}

#[test]
fn a_choice_is_refused_once_the_walk_has_begun() {
    let lesson = lessons::find("buffers").unwrap();
    let slides = lesson.slides(Language::English);
    let asks = |slide: &Slide| slide.head.walk.is_some() && !slide.choices.is_empty();
    let asking = slides.iter().position(asks).unwrap();
    let mut harness = lecture_of(lesson, SIZES[0]);
    while harness.state().lessons.standing.slide < asking {
        press(&mut harness, Key::PageDown);
    }
    let name = format!("buffers/{asking}");
    let chosen = |harness: &Harness<'_, Shell>| harness.state().lessons.standing.chosen.get(&name).copied();
    press(&mut harness, Key::Num1);
    press(&mut harness, Key::PageDown);
    assert_eq!(place(&harness).2, slides[asking].head.walk.unwrap().first + 1, "a step, and no answer yet");
    assert!(!place(&harness).3);
    press(&mut harness, Key::Num2);
    assert_eq!(chosen(&harness), Some(0), "the step has shown what the question was about");
    press(&mut harness, Key::PageUp);
    press(&mut harness, Key::Num2);
    assert_eq!(chosen(&harness), Some(1), "before the walk");
}

#[test]
fn written_slides_name_views_and_steps_that_there_are() {
    let mut harness = open(Setup::default(), SIZES[0]);
    for (lesson, files) in lessons::all().iter().zip(FILES) {
        if files.slides.is_none() {
            continue;
        }
        for (index, slide) in lesson.slides(Language::English).iter().enumerate() {
            let shell = harness.state_mut();
            for answered in [false, true] {
                let scene = slide.scene(&lesson.show, answered);
                shell.open_lesson(lesson.id).unwrap();
                shell.present(&scene).unwrap_or_else(|why| panic!("{} {index}: {why}", lesson.id));
                let story = shell.inspected();
                if let Large::View(view) = slide.large(answered) {
                    let story = story.as_ref().unwrap_or_else(|why| panic!("{} {index}: {why}", lesson.id));
                    assert!(story.views().contains(&view.as_str()), "{} {index}: no {view}", lesson.id);
                }
                if slide.head.reveal.is_none() {
                    break;
                }
            }
            if let (Some(walk), Page::Inspector) = (slide.head.walk, shell.page) {
                let story = shell.inspected();
                let steps = story.unwrap_or_else(|why| panic!("{} {index}: {why}", lesson.id)).steps();
                let last = if let Position::At(last) = walk.last { last } else { steps };
                assert!(
                    walk.first <= last && last <= steps,
                    "{} {index}: there are {steps} steps",
                    lesson.id
                );
            }
        }
    }
}

/// Without an open lesson the first one begins, in another lab: the current lab loses nothing.
#[test]
fn a_lecture_that_is_begun_in_another_lab_leaves_it_as_it_is() {
    let mut harness = open(Setup::default(), SIZES[0]);
    let cloth = "lab=cloth&scene=corner&side=9&bending=0.5&frame=5";
    harness.state_mut().present(&cloth.parse().unwrap()).unwrap();
    harness.run();
    let (words, span) = (harness.state().lab.words(true), harness.state().lab.span());
    press(&mut harness, Key::F5);
    assert_eq!(harness.state().lab.row().id, "arena");
    press(&mut harness, Key::F5);
    harness.state_mut().present(&"lab=cloth".parse().unwrap()).unwrap();
    assert_eq!((harness.state().lab.words(true), harness.state().lab.span()), (words, span));
}

#[test]
fn a_lecture_goes_through_the_whole_course() {
    let mut harness = open(Setup::default(), [640.0, 480.0]);
    press(&mut harness, Key::F5);
    let course = lessons::all();
    let mut visited = vec![place(&harness).0];
    let mut last = place(&harness);
    let mut presses = 0;
    loop {
        press(&mut harness, Key::PageDown);
        let now = place(&harness);
        if now == last {
            break;
        }
        if visited.last() != Some(&now.0) {
            visited.push(now.0);
        }
        last = now;
        presses += 1;
        assert!(presses < 60 * course.len(), "it does not get past {}", now.0);
    }
    assert_eq!(visited, course.iter().map(|lesson| lesson.id).collect::<Vec<_>>());
}

#[test]
fn the_sheet_of_keys_shows_those_of_the_lecture() {
    let mut harness = lecture_of(lessons::all().first().unwrap(), SIZES[1]);
    press(&mut harness, Key::Questionmark);
    let has = |harness: &Harness<'_, Shell>, text: &str| harness.query_by_label(text).is_some();
    for there in
        ["Lecture", "Next step of the lecture", "Laser pointer", "Black screen", "Overview of the slides"]
    {
        assert!(has(&harness, there), "{there}");
    }
    for elsewhere in ["Play or pause the steps", "Play or pause", "Left arrow · Page up · ,"] {
        assert!(!has(&harness, elsewhere), "{elsewhere}");
    }
    press(&mut harness, Key::Questionmark);
    press(&mut harness, Key::Escape);
    press(&mut harness, Key::Questionmark);
    assert!(!has(&harness, "Next step of the lecture"), "it has ended");
}
