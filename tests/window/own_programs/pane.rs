//! A program of one's own as a method of the arena: judged by the reference, run only with permission, never timed.

use collidoscope::comparison::own_program::Trouble;
use collidoscope::comparison::statistics::Certificates;
use collidoscope::detector::{Evidence, Verdict};
use collidoscope::labs::arena::arena_lab::ArenaLab;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::labs::playhead::Playhead;
use collidoscope::methods::{self, Method, own_program};
use collidoscope::programs::FailureKind;
use collidoscope::programs::command::is_permitted;
use collidoscope::settings::in_one_word;
use collidoscope::world::{Body, Kind, Mix, PRESETS, Parameters};

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
    assert_eq!(record.median_cpu(), None, "it is not timed");
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

/// Kinds of the failures in a pane, by candidate.
fn failures(arena: &Arena) -> Vec<Option<FailureKind>> {
    let kind = |verdict: &Verdict| match verdict.evidence {
        Evidence::NoAnswer(kind) => Some(kind),
        _ => None,
    };
    arena.shown().unwrap().verdicts.iter().map(kind).collect()
}

/// Three pairs of cubes, which the helper decides quickly.
fn three_pairs() -> Arena {
    let of_seed = |(count, seed)| {
        let mix = Mix::only(Kind::Cube);
        let parameters = Parameters { seed, count, density: 0.1, mix, ..Parameters::default() };
        Arena::new(None, Setup { start: Start::Experiment(parameters), method: program() }).unwrap()
    };
    let mut all = (3..12).flat_map(|count| (1..60).map(move |seed| (count, seed))).map(of_seed);
    let mut arena = all.find(|arena| arena.found().candidates.len() == 3).unwrap();
    arena.playback.playing = false;
    arena.set_of(program(), "answer-time", "4").unwrap();
    arena
}

#[test]
fn a_program_that_is_slow_or_dies_at_one_pair_answers_the_others() {
    for (how, kind) in [("slow", FailureKind::TimeOut), ("dies", FailureKind::Crash)] {
        let mut arena = three_pairs();
        arena.run_program(&helper(how)).unwrap();
        arena.settle();
        assert_eq!(failures(&arena), [None, None, Some(kind)], "{how}");
        let answer = arena.shown().unwrap();
        assert_eq!(answer.errors.as_ref().unwrap().count(), 0, "{how}: no answer is no error");
        assert_eq!((answer.remarks.len(), answer.remarks[0].0), (1, 2), "{how}");
        arena.step();
        arena.settle();
        assert_eq!(failures(&arena)[..2], [None, None], "{how}: it is started anew");
        assert_eq!(arena.program().status().unwrap().restarts, 1, "{how}");
    }
}

#[test]
fn a_program_that_floods_costs_pairs() {
    let mut arena = three_pairs();
    arena.run_program(&helper("floods-later")).unwrap();
    arena.settle();
    assert_eq!(failures(&arena)[..2], [None, None], "before the flood");
    let mut found = Vec::new();
    for _ in 0..3 {
        arena.step();
        arena.settle();
        found.extend(failures(&arena).into_iter().flatten());
    }
    assert!(!found.is_empty(), "the flood is noticed");
    let allowed = [FailureKind::Malformed, FailureKind::Flood, FailureKind::NotAsked];
    assert!(found.iter().all(|kind| allowed.contains(kind)), "{found:?}");
    assert_eq!(arena.shown().unwrap().trouble, None);
}

#[test]
fn a_program_is_asked_once_the_scene_pauses() {
    let mut lab = ArenaLab::new(three_pairs());
    lab.arena.run_program(&helper("steady")).unwrap();
    lab.arena.settle();
    lab.arena.playback.playing = true;
    for _ in 0..4 {
        lab.arena.step();
        let answer = lab.arena.shown().unwrap();
        assert_eq!((&answer.trouble, answer.verdicts.len()), (&Some(Trouble::Playing), 0));
        assert!(!Playhead::is_waiting(&mut lab), "playback does not wait");
        assert_eq!(lab.arena.trouble(), None);
    }
    lab.arena.playback.playing = false;
    lab.arena.ask_program();
    lab.arena.settle();
    let (found, answer) = (lab.arena.found(), lab.arena.shown().unwrap());
    assert_eq!((answer.verdicts.len(), &answer.trouble), (found.candidates.len(), &None));
    let boxes: Vec<_> = lab.arena.bodies().iter().map(Body::aabb).collect();
    assert_eq!(boxes, found.boxes, "bodies and results belong to one frame");
    // An earlier frame is asked about, too; measurements of later frames are kept.
    let (recorded, last) = (lab.arena.ledger().of(program()).samples().len(), lab.arena.world().frame());
    lab.arena.seek(last - 1);
    lab.arena.settle();
    assert_eq!(lab.arena.shown().unwrap().verdicts.len(), lab.arena.found().candidates.len());
    assert_eq!(lab.arena.ledger().of(program()).samples().len(), recorded);
}

#[test]
fn a_silent_program_is_waited_for_by_nobody_but_the_pane() {
    let mut arena = arena_with("silent");
    assert!(arena.is_waiting() && arena.shown().unwrap().errors.is_none());
    arena.step();
    assert!(arena.is_waiting() && arena.trouble().is_none());
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
    assert_eq!(arena.shown().unwrap().trouble, Some(Trouble::NotPermitted));
    assert!(arena.program().status().is_none() && !is_permitted(&command) && !made.exists());
    // The user presses the button.
    arena.run_program(&command).unwrap();
    arena.settle();
    assert!(made.exists());
}
