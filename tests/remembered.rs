//! What the real window remembers from one start to the next, and what it does not.

use std::path::Path;

use collidoscope::app::memory::Memory;

use crate::support::visitor::{Display, Visitor};

const F2: u32 = 0xffbf;
const CTRL: u32 = 0xffe3;
const B: u32 = 0x62;
const ESCAPE: u32 = 0xff1b;
const PERIOD: u32 = 0x2e;

/// Starts the program, lets `act` use it, and closes it.
fn visit(display: &Display, config: &Path, arguments: &[&str], act: impl FnOnce(&mut Visitor)) {
    let folder = tempfile::tempdir().unwrap();
    let program = display.run_remembering(arguments, config);
    let mut visitor = Visitor::start(display, folder.path(), program);
    // It listens once it has saved a picture.
    visitor.picture(folder.path());
    act(&mut visitor);
    visitor.picture(folder.path());
    visitor.ask_to_close();
    visitor.finish();
}

#[test]
fn language_size_panels_and_scene_come_back_unless_arguments_or_fresh_say_otherwise() {
    let (display, config) = (Display::open(), tempfile::tempdir().unwrap());
    let remembered = || Memory::load(&config.path().join("collidoscope")).0;
    visit(&display, config.path(), &["--preset", "near-miss"], |visitor| {
        visitor.press(F2);
        visitor.press_with(CTRL, B);
        (0..3).for_each(|_| visitor.press(PERIOD));
        visitor.resize(1100, 700);
        visitor.wait_until("the window has its new size", |v| v.size() == (1100, 700));
    });
    let first = remembered();
    let scene = first.scene.as_ref().expect("what was on show");
    assert_eq!(first.language.as_deref(), Some("zh-CN"));
    assert!(first.panels_hidden && first.window == Some([1100.0, 700.0]), "{first:?}");
    assert!(scene.show.contains("preset=near-miss") && scene.show.contains("frame=3"), "{}", scene.show);

    // The welcome of the first start without arguments is shown until it is closed.
    assert!(!first.welcomed);
    visit(&display, config.path(), &[], |visitor| {
        assert_eq!(visitor.size(), (1100, 700));
        visitor.press(PERIOD);
        visitor.press(ESCAPE);
    });
    let first = Memory { welcomed: true, ..first };
    assert!(remembered() == first, "no key went to the scene, and nothing else has changed");

    visit(&display, config.path(), &["--fresh"], |visitor| {
        assert_eq!(visitor.size(), (1280, 800));
        visitor.press_with(CTRL, B);
    });
    assert!(remembered() == first, "a fresh window leaves no trace");

    visit(&display, config.path(), &["--preset", "containment", "--language", "en"], |_| ());
    let last = remembered();
    assert!(last.scene.unwrap().show.contains("preset=containment"));
    assert_eq!(last.language, first.language, "chosen for one start");
}

#[test]
fn a_file_that_is_broken_is_set_aside_and_the_window_opens() {
    let (display, config) = (Display::open(), tempfile::tempdir().unwrap());
    let folder = config.path().join("collidoscope");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("remembered.json");
    for text in ["{\"version\": 99}", "no JSON", &format!("{{\"version\": 1, \"scene\": {}}}", SCENE)] {
        std::fs::write(&file, text).unwrap();
        visit(&display, config.path(), &[], |_| ());
        assert!(Memory::load(&folder).0.scene.unwrap().show.contains("seed="), "{text}");
    }
    let aside = std::fs::read_dir(&folder).unwrap().filter_map(Result::ok);
    let aside = aside.filter(|file| file.file_name().to_string_lossy().contains("aside")).count();
    assert_eq!(aside, 2, "the scene is whole but cannot be shown");
}

/// A scene file that names a mesh that is not there.
const SCENE: &str = r#"{"collidoscope": 2, "show": "lab=arena",
    "lab": {"models": {"paths": ["/gone.obj"], "parameters": {}}, "frame": 0}}"#;
