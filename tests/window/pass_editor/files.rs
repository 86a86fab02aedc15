//! Files of tables: opened, saved, and read again after another program has changed them.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use collidoscope::app::Shell;
use collidoscope::exhibit::Page;
use collidoscope::image_space::own::settings::copy_of;
use collidoscope::image_space::own::table::OwnTable;
use collidoscope::image_space::own::text::read;
use collidoscope::ui::requests::{FilesRequest, Request};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{choose_in, edited, in_effect, open_page, says, undo};
use crate::support::window::Drive as _;
use crate::window::panel::click;
use crate::window::panes::press;
use crate::window::saving::type_path;

/// Runs frames until `is_done`, because files are read on a thread and looked at once a second.
fn wait(harness: &mut Harness<'_, Shell>, what: &str, is_done: impl Fn(&Harness<'_, Shell>) -> bool) {
    let start = Instant::now();
    while !is_done(harness) {
        harness.run_steps(1);
        std::thread::sleep(Duration::from_millis(2));
        assert!(start.elapsed() < Duration::from_secs(30), "{what}: {:?}", harness.state().notice);
    }
    harness.run();
}

/// Writes a file as another program would, with a later modification time.
fn write(path: &Path, text: &str, later: u64) {
    std::fs::write(path, text).unwrap();
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() + Duration::from_secs(later)).unwrap();
}

fn named(id: &str, name: &str) -> OwnTable {
    OwnTable { name: name.to_owned(), ..copy_of(id).unwrap() }
}

#[test]
fn a_table_is_saved_and_saved_again_and_opened() {
    let mut harness = open_page("stencil");
    let folder = tempfile::tempdir().unwrap();
    harness.state_mut().folder = folder.path().to_owned();
    click(&mut harness, Role::Button, "Save");
    harness.get_by_role_and_label(Role::TextInput, "Save the table of passes");
    type_path(&mut harness, "mine");
    press(&mut harness, Key::Enter);
    let path = folder.path().join("mine.passes");
    let written = |path: &Path| read(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(written(&path), in_effect(&harness));
    assert!(says(&harness, "mine.passes: saved"));

    choose_in(&mut harness, 1, "Draw", "A whole");
    assert!(says(&harness, "mine.passes: has unsaved changes"));
    click(&mut harness, Role::Button, "Save");
    assert_eq!(written(&path), in_effect(&harness), "without asking");
    assert!(says(&harness, "mine.passes: saved"));

    // Another table, by the dialog; one without a name gets that of its file.
    let other = folder.path().join("other.passes");
    std::fs::write(&other, OwnTable { name: String::new(), ..copy_of("recode").unwrap() }.to_string())
        .unwrap();
    let files = |request| Request::Files(request);
    click(&mut harness, Role::Button, "Open…");
    type_path(&mut harness, other.to_str().unwrap());
    press(&mut harness, Key::Enter);
    wait(&mut harness, "opened", |harness| in_effect(harness) == named("recode", "other"));
    assert!(says(&harness, "other.passes: saved"));
    undo(&mut harness);
    assert_eq!(in_effect(&harness), written(&path), "opening is undone");

    // A dropped file turns to the page.
    harness.state_mut().turn_to(Page::Scene);
    harness.state_mut().ask(files(FilesRequest::Open(path.clone())));
    wait(&mut harness, "dropped", |harness| harness.state().page == Page::Own("passes"));
    assert_eq!(in_effect(&harness), written(&path));
}

#[test]
fn a_table_with_faults_is_saved_and_opened_again() {
    let mut harness = open_page("stencil");
    let good = in_effect(&harness);
    choose_in(&mut harness, 5, "Depth test", "—");
    let faulty = edited(&harness);
    assert!(!faulty.faults().is_empty() && in_effect(&harness) == good);
    let folder = tempfile::tempdir().unwrap();
    harness.state_mut().folder = folder.path().to_owned();
    click(&mut harness, Role::Button, "Save");
    type_path(&mut harness, "half");
    press(&mut harness, Key::Enter);
    let path = folder.path().join("half.passes");
    let notice = harness.state().notice.clone().unwrap();
    assert!(notice.contains("half.passes; Fault in row 5: write and read-only need"), "{notice}");
    assert!(says(&harness, "half.passes: saved"));

    click(&mut harness, Role::Button, "New");
    assert!(says(&harness, "counts nothing") && !says(&harness, "half.passes"));
    harness.state_mut().ask(Request::Files(FilesRequest::Open(path)));
    wait(&mut harness, "opened", |harness| edited(harness) == faulty);
    assert!(says(&harness, "half.passes: saved") && in_effect(&harness) == good);
    choose_in(&mut harness, 5, "Depth test", "greater");
    assert_eq!(in_effect(&harness), good, "repaired");
}

#[test]
fn undo_of_a_new_table_brings_back_the_one_before_with_its_file_and_its_unsaved_changes() {
    let mut harness = open_page("stencil");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.passes");
    std::fs::write(&path, named("stencil", "work").to_string()).unwrap();
    harness.state_mut().ask(Request::Files(FilesRequest::Open(path.clone())));
    wait(&mut harness, "opened", |harness| in_effect(harness).name == "work");
    choose_in(&mut harness, 1, "Draw", "A whole");
    let sound = edited(&harness);
    choose_in(&mut harness, 5, "Depth test", "—");
    let faulty = edited(&harness);
    for before in [faulty, sound] {
        assert!(says(&harness, "work.passes: has unsaved changes") && edited(&harness) == before);
        click(&mut harness, Role::Button, "New");
        let told = harness.state().notice.clone();
        assert_eq!(told.as_deref(), Some("New table; Undo brings back work.passes"));
        assert!(edited(&harness) != before && !says(&harness, "work.passes: "));
        choose_in(&mut harness, 1, "Draw", "B far");
        let new = edited(&harness);
        undo(&mut harness);
        undo(&mut harness);
        assert_eq!(edited(&harness), before);
        assert!(says(&harness, "work.passes: has unsaved changes"), "with its file");
        super::redo(&mut harness);
        super::redo(&mut harness);
        assert!(edited(&harness) == new && !says(&harness, "work.passes: "));
        undo(&mut harness);
        undo(&mut harness);
        undo(&mut harness);
    }
    assert!(says(&harness, "work.passes: saved"));
    // Without unsaved changes nothing needs to be told.
    harness.state_mut().notice = None;
    click(&mut harness, Role::Button, "New");
    assert_eq!(harness.state().notice, None);
}

#[test]
fn a_file_with_an_error_is_named_with_its_line_and_changes_nothing() {
    let mut harness = open_page("stencil");
    let before = in_effect(&harness);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.passes");
    std::fs::write(&path, "read counts\nround\n draw A near depth lesss count\n").unwrap();
    harness.state_mut().ask(Request::Files(FilesRequest::Open(path)));
    wait(&mut harness, "refused", |harness| says(harness, "bad.passes:3: \"lesss\""));
    assert_eq!(in_effect(&harness), before);
    // A file that cannot be written is asked for again.
    click(&mut harness, Role::Button, "Save as…");
    type_path(&mut harness, "/there-is-no-such-folder/x");
    press(&mut harness, Key::Enter);
    harness.get_by_role_and_label(Role::TextInput, "Save the table of passes");
}

#[test]
fn a_file_that_another_program_changes_is_read_again_unless_edits_would_be_lost() {
    let mut harness = open_page("stencil");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hot.passes");
    std::fs::write(&path, named("stencil", "hot").to_string()).unwrap();
    harness.state_mut().ask(Request::Files(FilesRequest::Open(path.clone())));
    wait(&mut harness, "opened", |harness| in_effect(harness).name == "hot");

    // 1. Without edits: it is read again, and undo goes back.
    write(&path, &named("recode", "hot").to_string(), 10);
    wait(&mut harness, "read again", |harness| in_effect(harness) == named("recode", "hot"));
    assert!(harness.state().notice.as_deref().is_some_and(|told| told.contains("was read again")));
    undo(&mut harness);
    assert_eq!(in_effect(&harness), named("stencil", "hot"));
    wait(&mut harness, "kept", |harness| says(harness, "hot.passes: has unsaved changes"));

    // 2. With edits: the user chooses.
    write(&path, &named("occlusion-query", "hot").to_string(), 20);
    wait(&mut harness, "asked", |harness| says(harness, "hot.passes has changed on disk, and this table"));
    assert_eq!(in_effect(&harness), named("stencil", "hot"), "nothing is lost");
    click(&mut harness, Role::Button, "Keep this table");
    assert!(says(&harness, "hot.passes: has unsaved changes"));
    write(&path, &named("parity-slice", "hot").to_string(), 30);
    wait(&mut harness, "asked again", |harness| says(harness, "has changed on disk, and this table"));
    click(&mut harness, Role::Button, "Read the file again");
    assert_eq!(in_effect(&harness), named("parity-slice", "hot"));
    assert!(says(&harness, "hot.passes: saved"));

    // 3. With an error: it is told, and the table stays.
    write(&path, "read counts\nround\n", 40);
    wait(&mut harness, "told", |harness| says(harness, "hot.passes:2: "));
    assert_eq!(edited(&harness), named("parity-slice", "hot"));
    write(&path, &named("recode", "hot").to_string(), 50);
    wait(&mut harness, "mended", |harness| in_effect(harness) == named("recode", "hot"));
}

#[test]
fn a_table_that_was_named_at_the_start_belongs_to_its_file() {
    let mut harness = open_page("recode");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("given.passes");
    std::fs::write(&path, named("recode", "recode").to_string()).unwrap();
    let table = in_effect(&harness);
    harness.state_mut().lab.files().unwrap().belongs("own-passes.table", &path);
    harness.run();
    assert!(says(&harness, "given.passes: saved") && in_effect(&harness) == table);
    write(&path, &named("stencil", "given").to_string(), 10);
    wait(&mut harness, "read again", |harness| in_effect(harness) == named("stencil", "given"));
    // Another parameter has no file.
    harness.state_mut().lab.files().unwrap().belongs("recode.table", &path);
}
