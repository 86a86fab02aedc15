//! A program of one's own as a method of the arena: judged by the reference, run only with permission, never timed.

use collidoscope::comparison::own_program::NOT_PERMITTED;
use collidoscope::comparison::statistics::Certificates;
use collidoscope::labs::arena::start::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::methods::{self, Method, own_program};
use collidoscope::programs::permission::is_permitted;
use collidoscope::settings::in_one_word;
use collidoscope::world::PRESETS;

use super::helper;

fn program() -> &'static Method {
    methods::find(own_program::ID).unwrap()
}

/// A preset of boxes with the program in its pane, not yet run.
fn arena() -> Arena {
    let preset = PRESETS.iter().find(|preset| preset.id == "four-in-a-row").unwrap();
    let mut arena = Arena::new(None, Setup { start: Start::Preset(preset), method: program() }).unwrap();
    arena.playback.playing = false;
    // A loaded machine may be slow.
    arena.set_of(program(), "answer-time", "60").unwrap();
    arena
}

fn asked(how: &str) -> Arena {
    let mut arena = arena();
    arena.run_program(&helper(how)).unwrap();
    arena.settle();
    assert!(!arena.is_waiting());
    arena
}

fn certificates(arena: &Arena) -> Certificates {
    Certificates::of(&arena.shown().unwrap().verdicts)
}

#[test]
fn a_right_program_has_no_errors_and_a_wrong_one_has_them_on_every_pair() {
    let arena = asked("right");
    let answer = arena.shown().unwrap();
    assert_eq!(answer.trouble, None);
    assert_eq!(answer.errors.as_ref().unwrap().count(), 0);
    assert!(certificates(&arena).flawed == 0 && !answer.verdicts.is_empty());
    assert!(arena.program().status().unwrap().errors.contains("helper starts"));
    let record = arena.ledger().of(program());
    assert_eq!((record.mean_and_max(), record.median_cpu()), (None, None), "it is not timed");
    assert!(record.now().is_some(), "but its answers are recorded");
    let arena = asked("wrong");
    let answer = arena.shown().unwrap();
    assert_eq!(answer.errors.as_ref().unwrap().count(), answer.verdicts.len());
}

#[test]
fn lies_and_failures_are_remarks_and_no_errors() {
    let arena = asked("lying");
    let answer = arena.shown().unwrap();
    assert_eq!(
        (answer.errors.as_ref().unwrap().count(), certificates(&arena).flawed),
        (0, answer.verdicts.len())
    );
    assert_eq!(answer.remarks.len(), answer.verdicts.len());
    for how in ["aborts", "nan", "long"] {
        let arena = asked(how);
        let answer = arena.shown().unwrap();
        assert_eq!(certificates(&arena).unanswered, answer.verdicts.len(), "{how}");
        assert_eq!(answer.errors.as_ref().unwrap().count(), 0, "{how}");
        assert!(answer.remarks.iter().all(|(_, says)| !says.is_empty() && !says.contains('\n')), "{how}");
    }
    let mut arena = arena_with("old");
    arena.settle();
    assert!(arena.trouble().unwrap().contains("version 0 of the protocol"));
}

fn arena_with(how: &str) -> Arena {
    let mut arena = arena();
    arena.run_program(&helper(how)).unwrap();
    arena
}

#[test]
fn a_silent_program_is_waited_for_by_nobody_but_the_pane() {
    let mut arena = arena_with("silent");
    let start = std::time::Instant::now();
    assert!(arena.is_waiting() && arena.shown().unwrap().errors.is_none());
    arena.step();
    assert!(arena.is_waiting() && arena.trouble().is_none());
    assert!(start.elapsed() < std::time::Duration::from_millis(1500), "a step does not wait for an answer");
}

#[test]
fn a_command_that_nobody_has_asked_for_is_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("made");
    let command = format!("touch '{}'", made.display());
    let mut arena = arena();
    // As a link, a scene file or a restored session does.
    arena.set_of(program(), "command", &in_one_word(&command)).unwrap();
    arena.settle();
    arena.step();
    assert_eq!(arena.shown().unwrap().trouble.as_deref(), Some(NOT_PERMITTED));
    assert!(arena.program().status().is_none() && !is_permitted(&command) && !made.exists());
    // The user presses the button.
    arena.run_program(&command).unwrap();
    arena.settle();
    assert!(made.exists());
}
