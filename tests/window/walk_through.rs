//! A whole session in the real window: a body is dragged and put back, a lesson is found and presented slide
//! by slide in both languages and themes, the scene is saved, and the next start restores everything.

use std::time::Duration;

use collidoscope::app::memory::Memory;
use collidoscope::ui::requests::{LessonsRequest, Request};
use image::RgbaImage;

use crate::support::visitor::keys::{CTRL, ESCAPE, F2, F3, F5, PAGE_DOWN, PAGE_UP, RETURN};
use crate::support::visitor::{Display, Visitor, red_pixels};
use crate::support::window::Drive as _;
use crate::window::hand::{near_miss, seen};

/// The lesson that is presented.
const LESSON: &str = "buffers";

/// Number of presses of Page Down before the next lesson opens.
fn presses_to_the_end() -> usize {
    let mut twin = near_miss();
    twin.state_mut().open_lesson(LESSON).unwrap();
    twin.state_mut().ask(Request::Lessons(LessonsRequest::ToggleLecture));
    for presses in 0..100 {
        twin.state_mut().ask(Request::Lessons(LessonsRequest::Forward));
        if twin.state().lessons.open != Some(LESSON) {
            return presses;
        }
    }
    panic!("the lecture has no end");
}

#[test]
fn a_visit_leaves_everything_for_the_next() {
    let (display, config, folder) =
        (Display::open(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = folder.path();
    let remembered = || Memory::load(&config.path().join("collidoscope")).0;
    let mut visitor = Visitor::open_remembering(&display, folder, config.path(), &["--preset", "near-miss"]);

    // 1. Drag a body until the verdict flips; undo, redo, undo.
    let mut twin = near_miss();
    // The window of a first start hides the numbers.
    twin.state_mut().ask(Request::ToggleNumbers);
    twin.run_steps(3);
    let (from, to) = (seen(&twin, 1), seen(&twin, 0));
    assert_eq!(red_pixels(&visitor.picture(folder)), 0, "apart at first");
    visitor.drag(from, to);
    visitor.point(egui::pos2(1390.0, 890.0));
    assert!(red_pixels(&visitor.picture(folder)) > 200, "dragged into the other");
    let (z, y) = (u32::from(b'z'), u32::from(b'y'));
    for (key, collides) in [(z, false), (y, true), (z, false)] {
        visitor.press_with(CTRL, key);
        assert_eq!(red_pixels(&visitor.picture(folder)) > 200, collides, "{}", char::from(key as u8));
    }

    // 2. Open a lesson by the search, and go through its slides to the end and back.
    // The pauses wait for the field to appear, because no user types before that.
    let pause = || std::thread::sleep(Duration::from_millis(400));
    visitor.press_with(CTRL, u32::from(b'k'));
    pause();
    b"buffers and".iter().for_each(|&letter| visitor.press(u32::from(letter)));
    pause();
    visitor.press(RETURN);
    pause();
    visitor.press(F5);
    pause();
    let presses = presses_to_the_end();
    assert!(presses >= 4, "{presses}");
    (0..presses).for_each(|_| visitor.press(PAGE_DOWN));
    let last = visitor.picture(folder);
    visitor.press(F2);
    visitor.press(F3);
    let last_in_chinese = visitor.picture(folder);
    let other = |a: &RgbaImage, b: &RgbaImage| a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count();
    assert!(other(&last, &last_in_chinese) > 10_000, "another language and theme");
    (0..presses).for_each(|_| visitor.press(PAGE_UP));
    let first = visitor.picture(folder);
    assert!(other(&last_in_chinese, &first) > 1_000, "another slide");
    visitor.press(ESCAPE);

    // 3. Save it, and close the window.
    visitor.press_with(CTRL, u32::from(b's'));
    let saved = || {
        let mut files = std::fs::read_dir(folder).unwrap().filter_map(Result::ok);
        files.any(|file| file.file_name().to_string_lossy().ends_with(".collidoscope.json"))
    };
    visitor.wait_until("the scene is saved", |visitor| {
        visitor.press(RETURN);
        std::thread::sleep(Duration::from_millis(200));
        saved()
    });
    visitor.picture(folder);
    visitor.ask_to_close();
    visitor.finish();

    // 4. The next start restores it all.
    let first = remembered();
    assert_eq!((first.theme.as_deref(), first.language.as_deref()), (Some("light"), Some("zh-CN")));
    assert!(first.lessons_seen.iter().any(|id| id == LESSON), "{:?}", first.lessons_seen);
    assert_eq!(first.slides_reached.get(LESSON), Some(&0));
    assert_eq!(first.recent.len(), 1);
    let mut visitor = Visitor::open_remembering(&display, folder, config.path(), &[]);
    let picture = visitor.picture(folder);
    let light = picture.get_pixel(140, 400);
    assert!(light.0[..3].iter().all(|part| *part > 200), "the panels are light: {light:?}");
    visitor.ask_to_close();
    visitor.finish();
    let last = remembered();
    assert_eq!(
        (&last.theme, &last.lessons_seen, &last.recent),
        (&first.theme, &first.lessons_seen, &first.recent)
    );
    let shows = [first, last].map(|memory| memory.scene.unwrap().show);
    assert_eq!(shows[0], shows[1]);
}
