//! Saving and opening by keyboard and path box, exports, saved scenes, and folders that are not writable.

use std::path::Path;
use std::time::{Duration, Instant};

use collidoscope::app::Shell;
use collidoscope::app::export::Exporting;
use collidoscope::app::file_work::{Files, MOST_RECENT};
use collidoscope::app::scene_file::LoadedScene;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::ui::requests::{FilesRequest, Request};
use collidoscope::world::PRESETS;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tempfile::TempDir;

use crate::support::window::Drive as _;
use crate::window::panel::{choose, click, open};

const SAVE_AS: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// A small scene whose files go into a temporary folder.
pub fn opened() -> (Harness<'static, Shell>, TempDir) {
    let preset = PRESETS.iter().find(|preset| preset.id == "near-miss").unwrap();
    let mut harness = open(Setup { start: Start::Preset(preset), ..Setup::default() }, [1280.0, 800.0]);
    let folder = tempfile::tempdir().unwrap();
    harness.state_mut().folder = folder.path().to_owned();
    harness.run();
    (harness, folder)
}

pub fn press(harness: &mut Harness<'_, Shell>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

/// Replaces the contents of the path field.
pub fn type_path(harness: &mut Harness<'_, Shell>, path: &str) {
    press(harness, Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text(path.to_owned()));
    harness.run();
}

/// Waits for threads that read, draw or write.
fn settle(harness: &mut Harness<'_, Shell>) {
    let start = Instant::now();
    harness.run_steps(2);
    while harness.state().files.is_busy() || harness.state().files.picture_to.is_some() {
        harness.run_steps(1);
        std::thread::sleep(Duration::from_millis(5));
        assert!(start.elapsed() < Duration::from_secs(60), "it does not come to its end");
    }
    // Runs one more frame, which shows the result.
    harness.run();
}

pub fn notice(harness: &Harness<'_, Shell>) -> String {
    harness.state().notice.clone().unwrap_or_default()
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_scene_gets_a_name_once_and_is_then_saved_over_with_a_word() {
    let (mut harness, folder) = opened();
    press(&mut harness, Modifiers::COMMAND, Key::S);
    harness.get_by_role_and_label(Role::TextInput, "Save the scene");
    assert!(names(folder.path()).is_empty(), "it asks first");
    type_path(&mut harness, "mine");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let path = folder.path().join("mine.collidoscope.json");
    assert_eq!(names(folder.path()), ["mine.collidoscope.json"]);
    assert_eq!(notice(&harness), format!("Saved {}", path.display()));
    let show = |path: &Path| std::fs::read_to_string(path).unwrap();
    let before = show(&path);

    press(&mut harness, Modifiers::NONE, Key::Period);
    press(&mut harness, Modifiers::COMMAND, Key::S);
    assert!(harness.state().files.asking.is_none(), "it has its file");
    assert!(notice(&harness).ends_with("(replaced the previous version)"), "{}", notice(&harness));
    assert_ne!(show(&path), before);

    // Another program has changed the file: it is not overwritten silently.
    std::thread::sleep(Duration::from_millis(20));
    std::fs::write(&path, "theirs").unwrap();
    press(&mut harness, Modifiers::COMMAND, Key::S);
    harness.get_by_label_contains("Another program has changed");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(show(&path), "theirs");

    // Another preset does not belong to this file.
    choose(&mut harness, "Scene", PRESETS[0].title);
    press(&mut harness, Modifiers::COMMAND, Key::S);
    assert!(harness.state().files.asking.is_some());
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!((show(&path).as_str(), notice(&harness).as_str()), ("theirs", "No file was chosen."));
}

#[test]
fn a_name_that_is_taken_says_replace_and_the_path_box_completes() {
    let (mut harness, folder) = opened();
    std::fs::create_dir(folder.path().join("scenes")).unwrap();
    let taken = folder.path().join("scenes/taken.collidoscope.json");
    std::fs::write(&taken, "old").unwrap();
    press(&mut harness, SAVE_AS, Key::S);
    type_path(&mut harness, &format!("{}/sc", folder.path().display()));
    press(&mut harness, Modifiers::NONE, Key::Tab);
    harness.get_by_role_and_label(Role::Button, "taken.collidoscope.json");
    harness.event(egui::Event::Text("taken".into()));
    harness.run();
    harness.get_by_label_contains("already exists");
    assert!(harness.query_by_role_and_label(Role::Button, "Save").is_none());
    click(&mut harness, Role::Button, "Cancel");
    assert_eq!(std::fs::read(&taken).unwrap(), b"old");
    press(&mut harness, SAVE_AS, Key::S);
    type_path(&mut harness, "scenes/taken");
    click(&mut harness, Role::Button, "Replace");
    LoadedScene::load(&taken).unwrap();
    assert_eq!(harness.state().folder, folder.path().join("scenes"), "the folder is remembered");
    press(&mut harness, SAVE_AS, Key::S);
    harness.get_by_label_contains("will be replaced");
}

#[test]
fn what_was_saved_is_opened_and_listed_and_what_is_gone_is_told() {
    let (mut harness, folder) = opened();
    press(&mut harness, Modifiers::COMMAND, Key::S);
    type_path(&mut harness, "a");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    choose(&mut harness, "Scene", PRESETS[0].title);
    press(&mut harness, Modifiers::COMMAND, Key::O);
    type_path(&mut harness, "nothing.json");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    harness.get_by_label_contains("There is no file");
    type_path(&mut harness, "a.collidoscope.json");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    settle(&mut harness);
    assert!(notice(&harness).starts_with("Opened "), "{}", notice(&harness));
    assert_eq!(harness.state().exhibit().words.get("preset"), Some("near-miss"));

    choose(&mut harness, "Scene", PRESETS[0].title);
    click(&mut harness, Role::Button, "File");
    harness.get_by_label_contains("Open recent").click();
    harness.run();
    click(&mut harness, Role::Button, "a.collidoscope.json");
    settle(&mut harness);
    assert_eq!(harness.state().exhibit().words.get("preset"), Some("near-miss"));

    std::fs::remove_file(folder.path().join("a.collidoscope.json")).unwrap();
    assert_eq!(harness.state().files.recent_there().count(), 0);
    harness.state_mut().ask(Request::Files(FilesRequest::Open(folder.path().join("a.collidoscope.json"))));
    settle(&mut harness);
    assert!(notice(&harness).contains("a.collidoscope.json"), "{}", notice(&harness));
    assert_eq!(harness.state().exhibit().words.get("preset"), Some("near-miss"), "nothing is lost");
}

#[test]
fn ten_recent_files_are_kept_the_last_one_first() {
    let mut files = Files::default();
    (0..15).for_each(|n| files.used(Path::new(&format!("/x/{n}"))));
    files.used(Path::new("/x/12"));
    assert_eq!(files.recent.len(), MOST_RECENT);
    assert_eq!(files.recent[..3], ["/x/12", "/x/14", "/x/13"].map(std::path::PathBuf::from));
}

#[test]
fn a_place_that_takes_nothing_gives_its_reason_and_the_name_can_be_changed() {
    let (mut harness, folder) = opened();
    press(&mut harness, Modifiers::COMMAND, Key::S);
    // Paths that are refused even for a process with all rights.
    for (path, says) in [
        ("/proc/none", "cannot be written"),
        ("nowhere/x", "There is no folder"),
        ("/dev/null/x", "is a file, not a folder"),
    ] {
        type_path(&mut harness, path);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        harness.get_by_label_contains(says);
        assert!(harness.state().files.asking.is_some(), "{path}: it can be mended");
    }
    type_path(&mut harness, "here");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(names(folder.path()), ["here.collidoscope.json"]);

    // The folder of an open scene file is deleted.
    let path = folder.path().to_owned();
    drop(folder);
    press(&mut harness, Modifiers::COMMAND, Key::S);
    harness.get_by_label_contains("cannot be written");
    assert!(!path.exists());
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::E);
    assert!(notice(&harness).contains("cannot be written"), "{}", notice(&harness));
    // With a spare folder nothing is lost, and a message says where the file is and why.
    let spare = tempfile::tempdir().unwrap();
    harness.state_mut().files.spare = Some(spare.path().to_owned());
    press(&mut harness, Modifiers::NONE, Key::E);
    let [name] = &names(spare.path())[..] else { panic!("one file") };
    assert!(name.ends_with(".csv"));
    let said = notice(&harness);
    assert!(said.starts_with(&format!("Saved {}", spare.path().join(name).display())), "{said}");
    assert!(said.contains(&path.display().to_string()), "{said}");
    assert!(!path.exists());
}

/// Chooses what to export in the dialog, and enters the path.
pub fn export(harness: &mut Harness<'_, Shell>, choices: &[(Role, &str)], name: &str) {
    press(harness, Modifiers::COMMAND, Key::E);
    for (role, label) in choices {
        click(harness, *role, label);
    }
    click(harness, Role::Button, "Save…");
    type_path(harness, name);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    settle(harness);
}

#[test]
fn pictures_show_the_window_the_scene_or_the_steps_at_the_size_that_was_chosen() {
    let (mut harness, folder) = opened();
    let size = |name: &str| image::image_dimensions(folder.path().join(name)).unwrap();
    let other = (Role::RadioButton, "Custom size:");
    let small = (Role::Button, "1280 × 800");
    export(&mut harness, &[(Role::RadioButton, "The scene alone"), other, small], "scene");
    assert_eq!(size("scene.png"), (1280, 800));
    export(&mut harness, &[(Role::RadioButton, "The whole window"), other, small], "window");
    export(&mut harness, &[(Role::RadioButton, "Without the panels"), other, small], "panes");
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_ne!(read("window.png"), read("panes.png"));
    assert_ne!(read("panes.png"), read("scene.png"));

    harness.state_mut().present(&"page=inspector&pair=0-1&method=stencil".parse().unwrap()).unwrap();
    let film = |harness: &mut Harness<'_, Shell>, frames: u64, format: &str, name: &str| {
        harness.state_mut().files.exporting = Some(Exporting::new(0, frames));
        harness.run();
        for (role, label) in [(Role::RadioButton, "Video of frames"), (Role::Button, format), other, small] {
            click(harness, role, label);
        }
        click(harness, Role::Button, "Save…");
        type_path(harness, name);
        harness.key_press(Key::Enter);
        harness.run_steps(2);
    };
    film(&mut harness, 3, "PNG files", "frames");
    settle(&mut harness);
    assert_eq!(size("frames-03.png"), (1280, 800));
    film(&mut harness, 300, "APNG", "stopped");
    assert!(harness.state().files.film.is_some());
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.state().files.film.is_none() && notice(&harness).contains("was stopped"));
    assert!(!folder.path().join("stopped.png").exists());

    let steps = (Role::RadioButton, "Steps of the method");
    export(&mut harness, &[steps, (Role::Button, "APNG"), other, small], "steps");
    assert!(notice(&harness).ends_with("steps.png"), "{}", notice(&harness));
    assert!(read("steps.png").windows(4).any(|chunk| chunk == b"acTL"), "it is animated");
    export(&mut harness, &[steps, (Role::Button, "APNG"), other, small], "steps.mp4");
    harness.get_by_label_contains("APNG or numbered PNG files");
    press(&mut harness, Modifiers::NONE, Key::Escape);

    // Another path is asked for if the files cannot be written.
    std::fs::create_dir(folder.path().join("s-01.png")).unwrap();
    press(&mut harness, Modifiers::COMMAND, Key::E);
    for (role, label) in [steps, (Role::Button, "PNG files"), other, small] {
        click(&mut harness, role, label);
    }
    click(&mut harness, Role::Button, "Save…");
    type_path(&mut harness, "s");
    harness.get_by_label_contains("is a folder: choose another name");
    type_path(&mut harness, "t");
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    std::fs::create_dir(folder.path().join("t-01.png")).unwrap();
    settle(&mut harness);
    harness.get_by_label_contains("is a directory");
    type_path(&mut harness, "u");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    settle(&mut harness);
    assert!(folder.path().join("u-00.png").is_file() && folder.path().join("u-01.png").is_file());
}

#[test]
fn the_window_as_it_is_seen_is_taken_by_the_window_itself() {
    let (mut harness, folder) = opened();
    harness.state_mut().files.exporting = Some(Exporting::new(0, 0));
    harness.run();
    click(&mut harness, Role::Button, "Save…");
    type_path(&mut harness, "seen");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.state().picture_wanted);
    assert_eq!(harness.state().files.picture_to, Some(folder.path().join("seen.png")));
}

/// A slow frame receives key presses and releases together.
#[test]
fn shift_counts_as_it_was_when_the_key_went_down() {
    let (mut harness, folder) = opened();
    let path = folder.path().join("x.collidoscope.json");
    press(&mut harness, Modifiers::COMMAND, Key::S);
    type_path(&mut harness, "x");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let before = std::fs::read(&path).unwrap();
    press(&mut harness, Modifiers::NONE, Key::Period);
    harness.event(egui::Event::Key {
        key: Key::S,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: SAVE_AS,
    });
    harness.run();
    assert!(harness.state().files.asking.is_some());
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn the_open_box_takes_what_the_lab_on_show_takes_and_says_what_that_is() {
    let (mut harness, folder) = opened();
    harness.state_mut().requests.ask(Request::Show(Box::new("lab=level".parse().unwrap())));
    harness.run_steps(3);
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "nothing").unwrap();
    press(&mut harness, Modifiers::COMMAND, Key::O);
    harness.get_by_label_contains("or a closed mesh or a .map file as level (.obj, ");
    type_path(&mut harness, text.to_str().unwrap());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    harness.run_steps(2);
    harness.get_by_label_contains("notes.txt: the lab level opens a scene file");
    let map = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds/map/room.map");
    type_path(&mut harness, map);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    harness.run_steps(2);
    assert!(harness.state().files.asking.is_none());
    let start = Instant::now();
    while !harness.state().lab.save(Path::new("/")).to_string().contains("room.map") {
        harness.run_steps(1);
        std::thread::sleep(Duration::from_millis(5));
        assert!(start.elapsed() < Duration::from_secs(60), "the level is never there");
    }
}
