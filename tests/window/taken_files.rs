//! Files that labs open: read on a thread, while the lab and the window stay as they are.

use std::path::{Path, PathBuf};

use collidoscope::labs;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::lab::Lab;
use egui_kittest::kittest::Queryable as _;

use crate::support::labs::{files, take_file, wait_for_file, words};
use crate::support::window::Drive as _;
use crate::window::panel;

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
