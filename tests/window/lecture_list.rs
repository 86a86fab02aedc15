//! The list of a lecture of one's own: its views are shown and replaced, and no unsaved list is lost.

use collidoscope::app::lecture::file::LectureFile;
use collidoscope::app::restoring;
use collidoscope::app::{Beginning, Shell};
use collidoscope::exhibit::Page;
use collidoscope::labs::arena::Setup;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;

use crate::support::gpu;
use crate::support::window::{self, Drive as _};
use crate::window::own_lectures::{SIX, six};
use crate::window::panel::{click, open};
use crate::window::panes::press;

#[test]
fn a_view_of_the_list_is_shown_again_and_replaced_and_its_text_stays() {
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
    let inspected = "lab=arena&page=inspector&preset=containment&method=stencil&step=3";
    harness.state_mut().present(&inspected.parse().unwrap()).unwrap();
    press(&mut harness, Key::F6);
    click(&mut harness, Role::Button, "This view");
    let item = |harness: &Harness<'_, Shell>| harness.state().editor.file.items[0].clone();
    assert_eq!(item(&harness).large.as_deref(), Some("buffers"), "the buffers tell most from the last row");
    harness.state_mut().editor.file.items[0].title = Some("Mine".to_owned());
    harness.state_mut().editor.file.items[0].walk = Some("1-40".to_owned());
    harness.state_mut().present(&"lab=cloth&scene=corner&side=9&page=lab".parse().unwrap()).unwrap();
    harness.run();
    click(&mut harness, Role::Button, "Show");
    assert_eq!((harness.state().lab.row().id, harness.state().page), ("arena", Page::Inspector));
    assert_eq!(harness.state().inspector.position, 3);
    let trouble = harness.state().editor.trouble.clone().unwrap();
    assert!(trouble.contains("1-40") && trouble.contains("steps 0 to "), "{trouble}");
    harness.state_mut().inspector.position = 2;
    click(&mut harness, Role::Button, "Replace by this view");
    assert!(item(&harness).link.unwrap().contains("step=2"));
    assert_eq!(
        (item(&harness).title.as_deref(), item(&harness).walk.as_deref()),
        (Some("Mine"), Some("1-40"))
    );
    // A scene has no steps, and shows what stands below it.
    harness.state_mut().present(&"lab=cloth&scene=corner&side=9&page=lab".parse().unwrap()).unwrap();
    harness.run();
    click(&mut harness, Role::Button, "Replace by this view");
    assert_eq!((item(&harness).large.as_deref(), item(&harness).walk), (Some("page"), None));
    assert_eq!(item(&harness).title.as_deref(), Some("Mine"));
}

#[test]
fn an_unsaved_list_survives_another_lecture_and_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let (gpu, loaded) = (gpu(), six(folder.path()));
    let mut shell = window::open(&gpu, Setup::default());
    shell.editor.file = LectureFile::parse("title = \"Unsaved\"\n[[item]]\nlesson = \"buffers\"\n").unwrap();
    let unsaved = shell.editor.file.clone();
    shell.editor.take(&loaded);
    assert!(!shell.editor.is_changed() && shell.editor.can_undo());
    shell.editor.undo();
    assert_eq!((&shell.editor.file, shell.editor.path.clone()), (&unsaved, None));
    shell.editor.is_open = true;
    let memory = restoring::of(&shell, folder.path());
    let mut next = window::open(&gpu, Setup::default());
    restoring::restore(&mut next, &memory, memory.scene.clone(), folder.path());
    assert!(next.editor.is_open && next.editor.is_changed());
    assert_eq!(next.editor.file, unsaved);
    // A lecture of the command line is shown, and undo leads to the unsaved one.
    let mut next = window::open(&gpu, Setup::default());
    next.editor.take(&loaded);
    restoring::restore(&mut next, &memory, None, folder.path());
    assert_eq!(next.editor.file, loaded.file);
    assert!(next.notice.as_ref().is_some_and(|told| told.contains("Undo")), "{:?}", next.notice);
    next.editor.undo();
    assert_eq!(next.editor.file, unsaved);
    // A saved lecture is read from its file again.
    let mut saved = window::open(&gpu, Setup::default());
    saved.editor.take(&loaded);
    let memory = restoring::of(&saved, folder.path());
    std::fs::write(&loaded.path, SIX.replace("Three labs", "Edited elsewhere")).unwrap();
    let mut next = window::open(&gpu, Setup::default());
    restoring::restore(&mut next, &memory, None, folder.path());
    assert_eq!(next.editor.file.title, "Edited elsewhere");
    assert!(!next.editor.is_changed());
}

#[test]
fn a_lecture_that_cannot_be_read_is_told_in_the_list() {
    let beginning =
        Beginning { lecture: Some(Err("x.lecture.toml: line 1".to_owned())), ..Beginning::default() };
    let shell = beginning.shell(&gpu()).unwrap();
    assert!(shell.editor.is_open);
    assert_eq!(shell.editor.trouble.as_deref(), Some("x.lecture.toml: line 1"));
}
