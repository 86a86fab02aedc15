//! The inspector and the lessons in the real window, by keyboard and mouse, in both languages.
//!
//! A twin of the shell without a window receives the same input. It tells where to click and, drawn without a
//! display, what the window must show.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use collidoscope::app::Shell;
use collidoscope::app::offscreen::render_shell;
use collidoscope::exhibit::Page;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::methods;
use collidoscope::ui::quality::Quality;
use collidoscope::world::PRESETS;
use egui::accesskit::Role;
use egui::{Key, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;

use crate::support::visitor::keys;
use crate::support::visitor::{Display, Visitor};
use crate::support::window::Drive as _;
use crate::window::panel::{click, open};
use crate::window::panes::press;

const SIZE: [u32; 2] = [1280, 800];
/// Margin of the harness around its contents, points.
const MARGIN: f32 = 8.0;
/// Height of the status line, which shows the path of the picture.
const STATUS_LINE: u32 = 26;
/// Tolerance per channel: the driver may round blended edges differently in a window's buffer and in a
/// texture.
const SAME_SHADE: u8 = 12;
const SAME_PICTURE: usize = 200;
/// Minimum number of pixels that a step changes: its row, the slider and the text of the playback bar.
const ANOTHER_PICTURE: usize = 1500;

const RELATION_4: [&str; 8] =
    ["--preset", "relation-4", "--method", "stencil", "--lab", "inspector", "--step", "0"];

/// Keys as X11 symbols and as egui keys.
const RIGHT: (u32, Key) = (keys::RIGHT, Key::ArrowRight);
const LEFT: (u32, Key) = (keys::LEFT, Key::ArrowLeft);
const HOME: (u32, Key) = (keys::HOME, Key::Home);
const END: (u32, Key) = (keys::END, Key::End);
const PAGE_DOWN: (u32, Key) = (keys::PAGE_DOWN, Key::PageDown);
const PAGE_UP: (u32, Key) = (keys::PAGE_UP, Key::PageUp);
const C: (u32, Key) = (b'c' as u32, Key::C);
const I: (u32, Key) = (b'i' as u32, Key::I);
const N: (u32, Key) = (b'n' as u32, Key::N);
const P: (u32, Key) = (b'p' as u32, Key::P);
const F1: (u32, Key) = (keys::F1, Key::F1);
const F5: (u32, Key) = (keys::F5, Key::F5);

/// The window, its twin, and where the window saves.
struct Desk<'a> {
    visitor: Visitor,
    twin: Harness<'static, Shell>,
    folder: &'a Path,
}

impl<'a> Desk<'a> {
    /// Opens both before the first step of the same pair.
    fn open(display: &Display, folder: &'a Path) -> Self {
        let arguments = [&["--language", "en"][..], &RELATION_4].concat();
        let visitor = Visitor::open_with(display, folder, &arguments);
        let preset = PRESETS.iter().find(|preset| preset.id == "relation-4").unwrap();
        let setup = Setup { start: Start::Preset(preset), method: methods::find("stencil").unwrap() };
        let mut twin = open(setup, SIZE.map(|side| side as f32 + 2.0 * MARGIN));
        // The window chooses its quality by itself.
        twin.state_mut().stage.quality = Quality::default();
        twin.state_mut().stage.draws = true;
        twin.state_mut().turn_to(Page::Inspector);
        twin.run();
        Self { visitor, twin, folder }
    }

    /// Presses a key in both.
    fn press(&mut self, (symbol, key): (u32, Key)) {
        self.visitor.press(symbol);
        press(&mut self.twin, key);
    }

    /// The rectangle of a control in the window.
    fn place(&self, role: Role, name: &str) -> Rect {
        self.twin.get_by_role_and_label(role, name).rect().translate(egui::Vec2::splat(-MARGIN))
    }

    fn picture(&mut self) -> RgbaImage {
        settled(&mut self.visitor, self.folder)
    }

    /// The window's picture, after checking that it equals the twin's.
    fn picture_as_the_twin(&mut self, when: &str) -> RgbaImage {
        let shown = self.picture();
        let gpu = self.twin.state().arena().gpu().unwrap().clone();
        let expected = render_shell(&gpu, self.twin.state_mut(), SIZE, 1.0).unwrap();
        assert_same(&shown, &expected, when);
        shown
    }

    /// Compares the window with the twin, from the picture of this name downwards: the scroll position of a
    /// table above it depends on what was shown before.
    fn picture_as_the_twin_below(&mut self, name: &str, when: &str) -> RgbaImage {
        let shown = self.picture();
        let gpu = self.twin.state().arena().gpu().unwrap().clone();
        let expected = render_shell(&gpu, self.twin.state_mut(), SIZE, 1.0).unwrap();
        let mut named = self.twin.get_all_by_role_and_label(Role::Image, name);
        let top = (named.next().unwrap().rect().top() - MARGIN).ceil() as u32;
        assert_same(&below(&shown, top), &below(&expected, top), when);
        shown
    }
}

/// The columns of a picture from `left` on.
fn right_of(picture: &RgbaImage, left: u32) -> RgbaImage {
    let (width, height) = picture.dimensions();
    image::imageops::crop_imm(picture, left, 0, width - left, height).to_image()
}

/// The upper four fifths of a picture.
fn above_foot(picture: &RgbaImage) -> RgbaImage {
    let (width, height) = picture.dimensions();
    image::imageops::crop_imm(picture, 0, 0, width, height * 4 / 5).to_image()
}

/// The rows of a picture from `top` on.
fn below(picture: &RgbaImage, top: u32) -> RgbaImage {
    let (width, height) = picture.dimensions();
    image::imageops::crop_imm(picture, 0, top, width, height - top).to_image()
}

/// The picture of the window at rest, with the pointer away: taken until two in a row are equal.
fn settled(visitor: &mut Visitor, folder: &Path) -> RgbaImage {
    visitor.point(Pos2::new(1390.0, 890.0));
    let mut last = visitor.picture(folder);
    visitor.wait_until("the window comes to rest", |visitor| {
        let now = visitor.picture(folder);
        let same = changed(&now, &last) == 0;
        last = now;
        same
    });
    last
}

/// Number of pixels that differ, without the status line.
fn changed(one: &RgbaImage, other: &RgbaImage) -> usize {
    assert_eq!(one.dimensions(), other.dimensions());
    let rows = one.height() - STATUS_LINE;
    let pixels = one.enumerate_pixels().zip(other.pixels()).filter(|((_, y, _), _)| *y < rows);
    pixels.filter(|((_, _, a), b)| (0..3).any(|i| a.0[i].abs_diff(b.0[i]) > SAME_SHADE)).count()
}

fn assert_same(shown: &RgbaImage, expected: &RgbaImage, when: &str) {
    let changed = changed(shown, expected);
    if changed > SAME_PICTURE {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let [a, b] = ["window-shown.png", "window-expected.png"].map(|name| folder.join(name));
        shown.save(&a).unwrap();
        expected.save(&b).unwrap();
        panic!("{when}: {changed} pixels differ between {} and {}", a.display(), b.display());
    }
}

fn assert_other(now: &RgbaImage, before: &RgbaImage, when: &str) {
    let changed = changed(now, before);
    assert!(changed > ANOTHER_PICTURE, "{when}: only {changed} pixels changed");
}

/// The picture that `shot` draws without a display.
fn shot(folder: &Path, arguments: &[&str]) -> RgbaImage {
    let file = folder.join("shot.pic.png");
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.args(["shot", "inspector", "--preset", "relation-4", "--method", "stencil", "--step", "0"]);
    let output = command.args(arguments).arg("--out").arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let picture = image::open(&file).unwrap().to_rgba8();
    std::fs::remove_file(file).unwrap();
    picture
}

#[test]
fn keys_step_on_and_back_as_without_a_window() {
    let (display, folder) = (Display::open(), tempfile::tempdir().unwrap());
    let mut desk = Desk::open(&display, folder.path());
    let mut before = desk.picture_as_the_twin("at the start");
    for (index, key) in [RIGHT, RIGHT, PAGE_DOWN, LEFT, END, HOME].into_iter().enumerate() {
        desk.press(key);
        let when = format!("key {}, {:?}, to {}", index + 1, key.1, desk.twin.state().inspector.position);
        let after = desk.picture_as_the_twin(&when);
        assert_other(&after, &before, &when);
        before = after;
    }
    desk.press(LEFT);
    let after = desk.picture_as_the_twin("nothing is before the first step");
    assert_eq!(changed(&after, &before), 0);
    // Frames of the scene, forwards and back.
    for (key, frame) in [(N, 1), (N, 2), (P, 1), (P, 0), (P, 0)] {
        desk.press(key);
        assert_eq!(desk.twin.state().arena().world().frame(), frame);
        desk.picture_as_the_twin(&format!("in frame {frame}"));
    }
    desk.visitor.ask_to_close();
    desk.visitor.finish();
}

#[test]
fn rows_and_pixels_are_clicked_tables_compared_and_pages_turned() {
    let (display, folder) = (Display::open(), tempfile::tempdir().unwrap());
    let mut desk = Desk::open(&display, folder.path());
    // 1. The buffers, and a row of the table.
    desk.visitor.click(desk.place(Role::Button, "Details").center());
    click(&mut desk.twin, Role::Button, "Details");
    let row = "Row 5: B's far side, stencil unchanged";
    desk.visitor.click(desk.place(Role::Button, row).center());
    click(&mut desk.twin, Role::Button, row);
    assert_eq!(desk.twin.state().inspector.position, 5);
    let at_5 = desk.picture_as_the_twin("after a click on row 5");

    // 2. A pixel of a buffer is selected.
    let buffer = desk.place(Role::Image, "Stencil buffer");
    let side = 32.0;
    let [x, y] = [21_u32, 20];
    let place = buffer.min + egui::vec2(x as f32 + 0.5, side - y as f32 - 0.5) * (buffer.width() / side);
    desk.visitor.click(place);
    let in_twin = place + egui::Vec2::splat(MARGIN);
    desk.twin.event(egui::Event::PointerMoved(in_twin));
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        desk.twin.event(egui::Event::PointerButton { pos: in_twin, button, pressed, modifiers });
    }
    desk.twin.event(egui::Event::PointerGone);
    desk.twin.run();
    assert_eq!(desk.twin.state().inspector.pixel, Some([x, y]), "{place} in {buffer}");
    let probed = desk.picture_as_the_twin("with a pixel held");
    assert_other(&probed, &at_5, "the probe has appeared");
    const ESCAPE: (u32, Key) = (keys::ESCAPE, Key::Escape);
    desk.press(ESCAPE);
    let let_go = desk.picture();
    assert_eq!(changed(&let_go, &at_5), 0, "Esc lets go of the pixel and nothing else");

    // 3. The comparison, and back.
    desk.press(C);
    let compared = desk.picture_as_the_twin_below("Depth buffer", "compared");
    assert_other(&compared, &at_5, "C shows two tables");
    desk.press(C);
    // The table stays scrolled to the current row, as in the comparison.
    let column = desk.place(Role::Image, "Depth buffer").left() as u32;
    let [now, then] = [&desk.picture(), &at_5].map(|picture| right_of(picture, column));
    assert_eq!(changed(&now, &then), 0, "C again shows one");

    // 4. The lab, and back.
    desk.press(I);
    assert_eq!(desk.twin.state().page, Page::Scene);
    let lab = desk.picture();
    assert_other(&lab, &at_5, "I turns to the lab");
    desk.press(I);
    let back = right_of(&desk.picture(), column);
    assert_eq!(changed(&back, &then), 0, "and back, where it was");
    desk.visitor.ask_to_close();
    desk.visitor.finish();
}

#[test]
fn lessons_are_opened_and_a_lecture_is_given_by_keys() {
    let (display, folder) = (Display::open(), tempfile::tempdir().unwrap());
    let mut desk = Desk::open(&display, folder.path());
    let start = desk.picture();
    desk.press(F1);
    let contents = desk.picture_as_the_twin("the contents");
    assert_other(&contents, &start, "F1 opens the lessons");
    desk.press(F5);
    assert!(desk.twin.state().lessons.lecture && desk.twin.state().lessons.open.is_some());
    let lecture = desk.picture();
    assert_other(&lecture, &contents, "F5 begins a lecture");
    desk.press(PAGE_DOWN);
    let next = desk.picture();
    assert_other(&next, &lecture, "Page Down steps on");
    desk.press(PAGE_UP);
    // The buttons at the foot of a slide vanish while the mouse rests.
    assert_eq!(changed(&above_foot(&desk.picture()), &above_foot(&lecture)), 0, "Page Up steps back");
    desk.press(F5);
    let ended = desk.picture();
    assert_other(&ended, &lecture, "F5 ends it");
    desk.visitor.ask_to_close();
    desk.visitor.finish();
}

#[test]
fn a_saved_scene_opens_with_the_same_picture() {
    let (display, folder) = (Display::open(), tempfile::tempdir().unwrap());
    let mut visitor = Visitor::open_with(&display, folder.path(), &RELATION_4);
    let start = settled(&mut visitor, folder.path());
    [RIGHT, RIGHT, RIGHT, C].into_iter().for_each(|(symbol, _)| visitor.press(symbol));
    let saved = settled(&mut visitor, folder.path());
    assert_other(&saved, &start, "stepped on and compared");
    // Without a desktop, the window asks for the name itself.
    visitor.press_with(keys::CTRL, u32::from(b's'));
    let file = folder.path().join("arena-relation-4-stencil-00000.collidoscope.json");
    visitor.wait_until("the scene is saved", |visitor| {
        visitor.press(keys::RETURN);
        std::thread::sleep(Duration::from_millis(200));
        file.exists()
    });
    visitor.ask_to_close();
    visitor.finish();

    let mut visitor = Visitor::open_with(&display, folder.path(), &[file.to_str().unwrap()]);
    let opened = settled(&mut visitor, folder.path());
    assert_eq!(changed(&opened, &saved), 0, "the scene file shows something else");
    visitor.ask_to_close();
    visitor.finish();
}

#[test]
fn the_window_speaks_chinese_by_key_by_argument_and_by_the_system() {
    let (display, folder) = (Display::open(), tempfile::tempdir().unwrap());
    let chinese = shot(folder.path(), &["--language", "zh-CN"]);
    let english = shot(folder.path(), &["--language", "en"]);
    assert_other(&chinese, &english, "another language");
    let mut desk = Desk::open(&display, folder.path());
    for (expected, when) in [(&english, "at the start"), (&chinese, "after F2"), (&english, "F2 again")] {
        assert_same(&desk.picture(), expected, when);
        desk.visitor.press(keys::F2);
    }
    desk.visitor.ask_to_close();
    desk.visitor.finish();

    let arguments = [&["--language", "zh-CN"][..], &RELATION_4].concat();
    let by_argument = display.run(&arguments);
    let mut by_system = display.run(&RELATION_4);
    by_system.env("LANGUAGE", "zh_CN");
    for (command, when) in [(by_argument, "by --language"), (by_system, "by LANGUAGE")] {
        let mut visitor = Visitor::start(&display, folder.path(), command);
        assert_same(&settled(&mut visitor, folder.path()), &chinese, when);
        visitor.ask_to_close();
        visitor.finish();
    }
}
