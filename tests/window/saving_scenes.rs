//! A parameter of every lab identifies its scene; the file of one scene is not overwritten by another.

use collidoscope::app::Shell;
use collidoscope::labs::LABS;
use collidoscope::labs::word_row::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;

use crate::support::window::Drive as _;
use crate::window::saving::{names, notice, opened, press, type_path};

#[test]
fn another_scene_of_any_lab_is_not_saved_over_the_file_of_the_one_before() {
    let (mut harness, folder) = opened();
    for row in LABS {
        let mut names_scene = row.words.iter().filter(|word| word.role == Role::Scene);
        let scene = names_scene.next().expect(row.id);
        assert!(names_scene.next().is_none(), "{}: one word names the scene", row.id);
        let [first, other] = match scene.rows {
            [.., first, other] => [first.0, other.0],
            _ => ["3", "4"],
        };
        let show = |harness: &mut Harness<'_, Shell>, value: &str| {
            let exhibit = format!("lab={}&{}={value}", row.id, scene.id);
            harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
            harness.state_mut().lab.playback().playing = false;
            harness.run_steps(2);
        };
        let save = |harness: &mut Harness<'_, Shell>| {
            harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
            harness.run_steps(2);
            harness.state().files.asking.is_some()
        };
        show(&mut harness, first);
        assert!(save(&mut harness), "{} has no file yet", row.id);
        type_path(&mut harness, row.id);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        assert!(!save(&mut harness), "{} has its file: {}", row.id, notice(&harness));
        show(&mut harness, other);
        assert!(save(&mut harness), "{}: {} was chosen", row.id, other);
        press(&mut harness, Modifiers::NONE, Key::Escape);
        show(&mut harness, first);
        assert!(!save(&mut harness), "{} has its file again", row.id);
    }
    assert_eq!(names(folder.path()).len(), LABS.len());
}
