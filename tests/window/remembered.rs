//! The session of the real window: which state survives a restart.

use std::path::Path;

use collidoscope::app::memory::Memory;
use collidoscope::app::offscreen::render_shell;
use collidoscope::app::restoring::ShellState;
use collidoscope::gpu::Gpu;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::ui::requests::Request;
use collidoscope::world::PRESETS;

use crate::support::visitor::keys::{CTRL, ESCAPE, F2, F3};
use crate::support::visitor::{Display, Visitor};
use crate::support::window::{self, Drive as _};
use crate::support::{assert_no_complaints, gpu};
use crate::window::panel::{choose, open};

const B: u32 = b'b' as u32;
const PERIOD: u32 = b'.' as u32;

/// Starts the program, lets `act` use it, and closes it.
fn visit(display: &Display, config: &Path, arguments: &[&str], act: impl FnOnce(&mut Visitor)) {
    let folder = tempfile::tempdir().unwrap();
    let mut visitor = Visitor::open_remembering(display, folder.path(), config, arguments);
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
        visitor.press(F3);
        visitor.press_with(CTRL, B);
        (0..3).for_each(|_| visitor.press(PERIOD));
        visitor.resize(1100, 700);
        visitor.wait_until("the window has its new size", |v| v.size() == (1100, 700));
    });
    let mode = |name: &str| {
        let found = std::fs::metadata(config.path().join(name)).unwrap();
        std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o777
    };
    assert_eq!((mode("collidoscope"), mode("collidoscope/remembered.json")), (0o700, 0o600));
    let first = remembered();
    let scene = first.scene.as_ref().expect("what was on show");
    assert_eq!(first.language.as_deref(), Some("zh-CN"));
    assert_eq!(first.theme.as_deref(), Some("light"));
    assert!(first.panels_hidden && first.window == Some([1100.0, 700.0]), "{first:?}");
    assert!(scene.show.contains("preset=near-miss") && scene.show.contains("frame=3"), "{}", scene.show);

    // A start without arguments shows the last scene instead of the first look.
    assert!(!first.welcomed);
    visit(&display, config.path(), &[], |visitor| assert_eq!(visitor.size(), (1100, 700)));
    let first = Memory { welcomed: true, ..first };
    assert!(remembered() == first, "nothing else has changed");

    visit(&display, config.path(), &["--fresh"], |visitor| {
        assert_eq!(visitor.size(), (1280, 800));
        // Ends the first look.
        visitor.press(ESCAPE);
        visitor.press_with(CTRL, B);
    });
    assert!(remembered() == first, "a fresh window leaves no trace");

    let once = ["--preset", "containment", "--language", "en", "--theme", "dark", "--quality", "fast"];
    visit(&display, config.path(), &once, |_| ());
    let last = remembered();
    assert!(last.scene.unwrap().show.contains("preset=containment"));
    assert_eq!(last.language, first.language, "chosen for one start");
    assert_eq!(last.theme, first.theme, "chosen for one start");
    assert_eq!(last.quality, first.quality, "chosen for one start");

    // The lab of a first start is stored like any other.
    visit(&display, config.path(), &["--lab", "arena"], |_| ());
    assert!(!remembered().scene.unwrap().show.contains("preset=containment"));
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

#[test]
fn a_program_that_is_killed_shows_the_same_when_it_starts_again() {
    let (display, config) = (Display::open(), tempfile::tempdir().unwrap());
    let remembered = || Memory::load(&config.path().join("collidoscope")).0.scene.map(|scene| scene.show);
    let folder = tempfile::tempdir().unwrap();
    // The second is killed before it saves its session again.
    for arguments in [&["--preset", "near-miss"][..], &[], &[]] {
        drop(Visitor::open_remembering(&display, folder.path(), config.path(), arguments));
        assert!(remembered().unwrap().contains("preset=near-miss"), "{arguments:?}");
    }
}

#[test]
fn what_was_set_two_seconds_before_it_is_killed_is_not_lost() {
    let (display, config) = (Display::open(), tempfile::tempdir().unwrap());
    let remembered = || Memory::load(&config.path().join("collidoscope")).0.scene.map(|scene| scene.show);
    let folder = tempfile::tempdir().unwrap();
    let program = display.run_remembering(&["--preset", "near-miss"], config.path());
    let mut visitor = Visitor::start(&display, folder.path(), program);
    visitor.picture(folder.path());
    (0..3).for_each(|_| visitor.press(PERIOD));
    visitor.picture(folder.path());
    let start = std::time::Instant::now();
    visitor.wait_until("it is written down", |_| remembered().is_some_and(|show| show.contains("frame=3")));
    assert!(start.elapsed() < std::time::Duration::from_secs(15), "not only every half a minute");
    drop(visitor);
}

#[test]
fn a_lost_context_is_opened_anew_once_and_a_second_loss_ends_the_window_with_its_reason() {
    let (display, config) = (Display::open(), tempfile::tempdir().unwrap());
    let once = ["--preset", "near-miss", "--lose-context", "2"];
    visit(&display, config.path(), &once, |visitor| (0..3).for_each(|_| visitor.press(PERIOD)));
    let scene = || Memory::load(&config.path().join("collidoscope")).0.scene.unwrap().show;
    assert!(scene().contains("preset=near-miss") && scene().contains("frame=3"), "{}", scene());

    let folder = tempfile::tempdir().unwrap();
    let program = display.run_remembering(&["--lose-context", "1,3"], config.path());
    let visitor = Visitor::start(&display, folder.path(), program);
    let (status, said) = visitor.left();
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("reset the GPU") && said.trim_end().lines().count() == 1, "{said}");
    assert!(scene().contains("frame=3"), "what was on show comes back the next time");
}

#[test]
fn a_shell_in_a_new_context_shows_the_same_and_can_undo_what_was_done_before() {
    let preset = PRESETS.iter().find(|preset| preset.id == "containment").unwrap();
    let mut harness = open(Setup { start: Start::Preset(preset), ..Setup::default() }, [1280.0, 800.0]);
    harness.run();
    choose(&mut harness, "Scene", "Near miss");
    let mut shell = window::open(&gpu(), Setup::default());
    std::mem::swap(harness.state_mut(), &mut shell);
    drop(harness);
    shell.lessons.open = Some("buffers");
    shell.folder = "/somewhere".into();
    shell.folded.insert("world".to_owned());
    shell.legend = false;
    shell.files.used(Path::new("/somewhere/x.json"));
    let old = shell.stage.gpu();
    old.act_as_lost();
    assert!(old.check_alive().is_err());
    let before = shell.exhibit();
    let kept = ShellState::of(shell);
    let fresh = Gpu::open_surfaceless(true).unwrap();
    let mut shell = kept.shell(&fresh).unwrap();
    assert_eq!((shell.exhibit(), shell.lessons.open), (before, Some("buffers")));
    assert!(shell.folded.contains("world") && !shell.legend);
    assert_eq!((shell.folder.to_str(), shell.files.recent.len()), (Some("/somewhere"), 1));
    shell.ask(Request::Undo);
    assert_eq!(shell.exhibit().words.get("preset"), Some("containment"));
    render_shell(&fresh, &mut shell, [640, 480], 1.0).unwrap();
    assert_no_complaints(&fresh);
}

/// A scene file that refers to a missing mesh.
const SCENE: &str = r#"{"collidoscope": 2, "show": "lab=arena",
    "lab": {"models": {"paths": ["/gone.obj"], "parameters": {}}, "frame": 0}}"#;
