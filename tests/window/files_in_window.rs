//! Files in the window: dialogs by keyboard, the folders that they propose, errors in the status line, and files of
//! labs, which a thread reads while the lab and the window stay as they are.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use collidoscope::app::Shell;
use collidoscope::labs;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::lab::Lab;
use collidoscope::ui::requests::{FilesRequest, Request};
use collidoscope::ui::theme;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::labs::{files, take_file, wait_for_file, words};
use crate::support::window::Drive as _;
use crate::window::panel::{self, open_small_world};
use crate::window::saving::{notice, opened, press, type_path};

/// Waits until no file is read.
fn settle(harness: &mut Harness<'_, Shell>) {
    let start = Instant::now();
    loop {
        harness.run_steps(3);
        let shell = harness.state_mut();
        let reads = shell.files.is_busy() || shell.lab.files().is_some_and(|files| files.reading().is_some());
        if !reads {
            return harness.run_steps(2);
        }
        std::thread::sleep(Duration::from_millis(5));
        assert!(start.elapsed() < Duration::from_secs(60), "it does not come to its end");
    }
}

/// The text of the path field.
fn field(harness: &Harness<'_, Shell>, title: &str) -> String {
    let field = harness.get_by_role_and_label(Role::TextInput, title);
    field.accesskit_node().value().unwrap_or_default()
}

#[test]
fn the_scene_waits_while_a_dialog_asks_where_to_save_it() {
    let mut harness = open_small_world();
    harness.run_steps(5);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(2);
    let frame = harness.state().lab.frame();
    assert!(frame > 0, "it plays");
    let name = field(&harness, "Save the scene");
    assert!(name.contains(&format!("-{frame:05}.")), "{name}, frame {frame}");
    harness.run_steps(10);
    assert_eq!(harness.state().lab.frame(), frame, "the scene runs on behind the dialog");
    harness.key_press(Key::Escape);
    harness.run_steps(10);
    assert!(harness.state().lab.frame() > frame, "it goes on");
}

#[test]
fn arrow_keys_and_enter_choose_a_file_from_the_list() {
    let (mut harness, folder) = opened();
    let inner = folder.path().join("scenes");
    std::fs::create_dir(&inner).unwrap();
    press(&mut harness, Modifiers::COMMAND, Key::S);
    type_path(&mut harness, "scenes/a");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    std::fs::copy(inner.join("a.collidoscope.json"), inner.join("b.collidoscope.json")).unwrap();

    press(&mut harness, Modifiers::COMMAND, Key::O);
    type_path(&mut harness, &format!("{}/", folder.path().display()));
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let shown = field(&harness, "Open a file");
    assert!(shown.ends_with("/scenes/"), "Enter opens the folder: {shown}");
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowDown, Key::ArrowUp, Key::ArrowDown] {
        press(&mut harness, Modifiers::NONE, key);
    }
    press(&mut harness, Modifiers::NONE, Key::Enter);
    settle(&mut harness);
    assert_eq!(notice(&harness), format!("Opened {}", inner.join("b.collidoscope.json").display()));

    // Up from the first one leads back to the text, which Enter then takes as it is.
    press(&mut harness, Modifiers::COMMAND, Key::O);
    type_path(&mut harness, &format!("{}/a.collidoscope.json", inner.display()));
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    settle(&mut harness);
    assert_eq!(notice(&harness), format!("Opened {}", inner.join("a.collidoscope.json").display()));
}

#[test]
fn the_folder_of_opened_files_is_not_the_one_of_written_files() {
    let (mut harness, folder) = opened();
    let elsewhere = tempfile::tempdir().unwrap();
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/models/torus.obj");
    let copy = elsewhere.path().join("torus.obj");
    std::fs::copy(model, &copy).unwrap();
    press(&mut harness, Modifiers::COMMAND, Key::O);
    type_path(&mut harness, &copy.display().to_string());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    settle(&mut harness);
    assert_eq!(harness.state().folder, folder.path(), "files are written where they were");
    press(&mut harness, Modifiers::COMMAND, Key::S);
    let proposed = field(&harness, "Save the scene");
    assert!(proposed.starts_with(&folder.path().display().to_string()), "{proposed}");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::COMMAND, Key::O);
    let proposed = field(&harness, "Open a file");
    assert!(proposed.starts_with(&elsewhere.path().display().to_string()), "{proposed}");
}

/// The colour in which the status line draws this text.
fn color_of(harness: &Harness<'_, Shell>, text: &str) -> Option<egui::Color32> {
    let shapes = harness.output().shapes.iter();
    let mut texts = shapes.filter_map(|shape| match &shape.shape {
        egui::Shape::Text(shape) if shape.galley.text().contains(text) => Some(shape.clone()),
        _ => None,
    });
    let shape = texts.next_back()?;
    let section = shape.galley.job.sections.first()?;
    let color = section.format.color;
    Some(if color == egui::Color32::PLACEHOLDER { shape.fallback_color } else { color })
}

#[test]
fn the_status_line_shows_the_newest_error_in_one_color() {
    let (mut harness, folder) = opened();
    let [mesh, scene] = ["broken.obj", "broken.json"].map(|name| folder.path().join(name));
    std::fs::write(&mesh, "v 0 0 0\nv 1 x 0\n").unwrap();
    std::fs::write(&scene, "{").unwrap();
    let mut open = |path: &Path| {
        harness.state_mut().ask(Request::Files(FilesRequest::Open(path.to_owned())));
        settle(&mut harness);
        let name = path.file_name().unwrap().to_str().unwrap();
        let trouble = harness.state().lab.trouble().or(harness.state().notice.clone()).unwrap();
        let color = color_of(&harness, name);
        (trouble, color, color_of(&harness, "broken.obj").is_some())
    };
    let (why, color, _) = open(&mesh);
    assert!(why.contains("line 2") && color == Some(theme::amber()), "{why}: {color:?}");
    let (_, color, _) = open(&scene);
    assert_eq!(color, Some(theme::amber()), "the newer error is shown, in the same colour");
    // A message that is no error has another colour.
    harness.state_mut().ask(Request::Tell("only said".to_owned()));
    harness.run_steps(2);
    assert!(color_of(&harness, "only said").is_some_and(|color| color != theme::amber()));
    // The error of the mesh belongs to the world that went on without it.
    harness.state_mut().lab.restart();
    harness
        .state_mut()
        .begin(collidoscope::labs::arena::words::Start::Preset(&collidoscope::world::PRESETS[0]));
    harness.run_steps(2);
    assert_eq!(harness.state().lab.trouble(), None);
}

#[test]
fn a_terrain_smaller_than_the_car_says_so_and_a_button_leads_back() {
    let (mut harness, folder) = opened();
    let path = folder.path().join("tiny.obj");
    std::fs::write(&path, "v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\nf 1 2 3\nf 1 3 4\n").unwrap();
    harness.state_mut().present(&"lab=road&page=lab&triangles=2000".parse().unwrap()).unwrap();
    harness.run_steps(2);
    let is_greyed = |harness: &Harness<'_, Shell>| {
        harness.get_by_role_and_label(Role::Slider, "Triangles").accesskit_node().is_disabled()
    };
    assert!(!is_greyed(&harness));
    harness.state_mut().ask(Request::Files(FilesRequest::Open(path)));
    settle(&mut harness);
    harness
        .get_by_label_contains("only 1.000 × 1.000 m, and the car is 4.2 m long. Scale the mesh by 100 and");
    assert!(is_greyed(&harness));
    harness.get_by_role_and_label(Role::Button, "Generated terrain").click();
    settle(&mut harness);
    assert!(!is_greyed(&harness));
    assert!(harness.query_by_label_contains("Scale the mesh").is_none());
}

/// The labs that take over a file between two frames; the arena does so in its panel.
const IDS: [&str; 4] = ["road", "meshes", "level", "cloth"];

/// A closed mesh that every lab accepts: a box one metre high.
fn box_file(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    let mut text = String::new();
    for corner in 0..8 {
        let [x, y, z] = [0, 1, 2].map(|axis| corner >> axis & 1);
        text += &format!("v {} {y} {}\n", 4 * x, 4 * z);
    }
    let sides = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
    sides.iter().for_each(|side| text += &format!("f {side}\n"));
    std::fs::write(&path, text).unwrap();
    path
}

fn build(id: &str) -> Box<dyn Lab> {
    let line = if id == "cloth" { "side=5&method=binary" } else { "" };
    (labs::find(id).unwrap().build)(None, &words(line), None).unwrap()
}

/// The state of a lab in a scene file.
fn state(lab: &dyn Lab, folder: &Path) -> (String, String, u64) {
    (lab.words(true).to_string(), lab.save(folder).to_string(), lab.run_id())
}

#[test]
fn a_lab_stays_as_it_is_until_a_file_is_read_and_the_last_file_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let [first, last] = ["first.obj", "last.obj"].map(|name| box_file(folder.path(), name));
    for id in IDS {
        let mut lab = build(id);
        let before = state(&*lab, folder.path());
        assert_eq!(files(&mut *lab).reading(), None, "{id}");
        files(&mut *lab).take_file(first.clone());
        assert_eq!(files(&mut *lab).reading(), Some(&*first), "{id}");
        assert_eq!(state(&*lab, folder.path()), before, "{id}: nothing has been taken yet");
        files(&mut *lab).take_file(last.clone());
        assert_eq!(files(&mut *lab).reading(), Some(&*last), "{id}");
        wait_for_file(&mut *lab);
        let (_, saved, run_id) = state(&*lab, folder.path());
        assert_eq!(lab.trouble(), None, "{id}");
        assert_eq!(run_id, before.2 + 1, "{id}: one file was taken");
        assert!(saved.contains("last.obj"), "{id}: {saved}");
        // Of two meshes, the first one given is A.
        assert_eq!(saved.contains("first.obj"), id == "meshes", "{id}: {saved}");
    }
}

#[test]
fn a_file_that_is_refused_leaves_the_lab_as_it_was_and_says_why_until_another_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let good = box_file(folder.path(), "good.obj");
    let wrong = folder.path().join("wrong.obj");
    std::fs::write(&wrong, "v 1 2\n").unwrap();
    for id in IDS {
        let mut lab = build(id);
        take_file(&mut *lab, good.clone());
        let before = state(&*lab, folder.path());
        take_file(&mut *lab, wrong.clone());
        let why = lab.trouble().unwrap();
        assert!(why.contains("wrong.obj") && why.contains("line 1") && !why.contains('\n'), "{id}: {why}");
        assert_eq!(state(&*lab, folder.path()), before, "{id}");
        files(&mut *lab).take_file(good.clone());
        assert_eq!(lab.trouble(), None, "{id}: another file is being read");
    }
}

/// A change after a file was dropped, such as another terrain, is not overwritten by that file.
#[test]
fn what_is_begun_while_a_file_is_read_gives_the_file_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = box_file(folder.path(), "box.obj");
    for (id, line) in [("road", "seed=3"), ("meshes", "seed=3"), ("level", "seed=3"), ("cloth", "side=9")] {
        let mut lab = build(id);
        files(&mut *lab).take_file(path.clone());
        lab.put(&words(line)).unwrap();
        let before = state(&*lab, folder.path());
        assert_eq!(files(&mut *lab).reading(), None, "{id}");
        files(&mut *lab).take_read();
        assert_eq!(state(&*lab, folder.path()), before, "{id}");
    }
    // Only the size of a cloth conflicts with a garment; other settings do not cancel the file.
    let mut lab = build("cloth");
    files(&mut *lab).take_file(path);
    lab.put(&words("bending=0.5")).unwrap();
    assert!(files(&mut *lab).reading().is_some());
}

#[test]
fn the_window_says_what_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    let path = box_file(folder.path(), "box.obj");
    let mut harness = panel::open(Setup::default(), [1280.0, 800.0]);
    harness.state_mut().present(&"lab=road".parse().unwrap()).unwrap();
    harness.run_steps(2);
    assert!(harness.query_by_label("Reading box.obj").is_none());
    files(&mut *harness.state_mut().lab).take_file(path);
    // The window draws once before it checks whether the file has been read.
    harness.run_steps(1);
    assert!(harness.query_by_label("Reading box.obj").is_some());
    wait_for_file(&mut *harness.state_mut().lab);
    harness.run_steps(2);
    assert!(harness.query_by_label("Reading box.obj").is_none());
    assert_eq!(harness.state().lab.trouble(), None);
}
