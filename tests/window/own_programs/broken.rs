//! Programs that break the protocol or their limits: every fault is named, costs one answer, and leaves nothing
//! running.

use std::path::Path;
use std::time::{Duration, Instant};

use collidoscope::programs::certificate::{Checked, check};
use collidoscope::programs::command::CommandLine;
use collidoscope::programs::program::{Limits, Program};
use collidoscope::programs::{Answerer as _, Failure, FailureKind};

use super::{cubes, helper};

fn limits() -> Limits {
    Limits { answer: Duration::from_millis(400), start: Duration::from_secs(20), ..Limits::default() }
}

fn started_with(how: &str, limits: Limits) -> Result<Program, String> {
    Program::start(CommandLine::of(&helper(how), Path::new("")).unwrap(), limits)
}

fn started(how: &str) -> Program {
    started_with(how, limits()).unwrap()
}

/// The failures of six questions, half of them about separated cubes.
fn replies(program: &mut Program) -> Vec<Result<bool, Failure>> {
    let ask = |index: i32| {
        let pair = cubes(if index % 2 == 0 { 0.75 } else { 1.25 });
        program.ask(&pair).result.map(|answer| answer.colliding)
    };
    (0..6).map(ask).collect()
}

fn kinds(replies: &[Result<bool, Failure>]) -> Vec<Option<FailureKind>> {
    replies.iter().map(|reply| reply.as_ref().err().map(|failure| failure.kind)).collect()
}

#[test]
fn a_right_program_answers_and_proves() {
    let mut program = started("right");
    assert_eq!(program.name(), "helper");
    for (distance, colliding) in [(0.5, true), (1.0, true), (1.0 + 1e-12, false), (3.0, false)] {
        let answer = program.ask(&cubes(distance)).result.unwrap();
        assert_eq!(answer.colliding, colliding, "{distance}");
        let checked = check(&cubes(distance), &answer);
        assert_eq!(checked, if colliding { Checked::Bare } else { Checked::Proved }, "{distance}");
    }
    program.end();
    assert!(program.errors().contains("helper starts"));
}

#[test]
fn a_lying_program_is_told_by_how_much() {
    let mut program = started("lying");
    for (distance, by) in [(0.5, 1e6), (2.0, 1e3)] {
        let answer = program.ask(&cubes(distance)).result.unwrap();
        let Checked::False(flaw) = check(&cubes(distance), &answer) else { panic!("{distance}") };
        assert!((flaw.by() / by - 1.0).abs() < 0.01, "{distance}: {}", flaw.says());
    }
}

#[test]
fn a_slow_program_fails_on_its_slow_answers_alone() {
    let mut program = started("slow");
    let replies = replies(&mut program);
    let late = Some(FailureKind::TimeOut);
    // Every third answer is slow; a new process counts from the beginning.
    assert_eq!(kinds(&replies), [None, None, late, None, None, late]);
    assert!(replies[2].as_ref().unwrap_err().says.contains("flush the output"));
    assert_eq!(program.restarted(), 1);
}

#[test]
fn a_dying_program_is_started_again_a_few_times() {
    let replies = replies(&mut started("dies"));
    let crash = Some(FailureKind::Crash);
    assert_eq!(kinds(&replies), [None, None, crash, None, None, crash]);
    assert!(replies[2].as_ref().unwrap_err().says.contains("status 3"), "{:?}", replies[2]);
    let mut program = started_with("aborts", Limits { restarts: 1, ..limits() }).unwrap();
    let found = super::broken::replies(&mut program);
    let not_asked = Some(FailureKind::NotAsked);
    assert_eq!(kinds(&found), [crash, crash, not_asked, not_asked, not_asked, not_asked]);
    if cfg!(unix) {
        // The pairs that are not asked say why, too.
        for reply in &found {
            assert!(reply.as_ref().unwrap_err().says.contains("signal 6"), "{reply:?}");
        }
    }
}

#[test]
fn a_silent_program_ends_with_its_time() {
    let mut program = started_with("silent", Limits { all: Duration::from_millis(600), ..limits() }).unwrap();
    let replies = replies(&mut program);
    let (late, not_asked) = (Some(FailureKind::TimeOut), Some(FailureKind::NotAsked));
    assert_eq!(kinds(&replies)[..2], [late, late]);
    assert_eq!(kinds(&replies)[3..], [not_asked; 3]);
    assert!(replies[5].as_ref().unwrap_err().says.contains("0.6 s"));
}

#[test]
fn a_program_that_does_not_greet_is_refused() {
    let short = Limits { start: Duration::from_millis(500), ..limits() };
    let why = |how: &str, limits: Limits| started_with(how, limits).err().unwrap();
    let mute = why("mute", short);
    assert!(mute.contains("did not greet within 0.5 s") && mute.contains("helper starts: mute"), "{mute}");
    assert!(why("old", limits()).contains("version 0 of the protocol, not 1"));
    let none = Program::start(CommandLine::of("no-such-program-here", Path::new("")).unwrap(), limits());
    let none = none.err().unwrap();
    assert!(none.contains("no-such-program-here") && !none.contains('\n'), "{none}");
}

#[test]
fn a_flood_is_stopped_and_takes_no_memory() {
    // The greeting of a flood is a greeting; then its lines are no answers, until it has written too much.
    let mut program = started("flood");
    let replies_of_flood = replies(&mut program);
    let allowed = [Some(FailureKind::Malformed), Some(FailureKind::Flood), Some(FailureKind::NotAsked)];
    assert!(kinds(&replies_of_flood).iter().all(|kind| allowed.contains(kind)), "{replies_of_flood:?}");
    let mut program = started("floods-later");
    let found = replies(&mut program);
    assert_eq!(found[0], Ok(true));
    assert!(found[3..].iter().any(Result::is_err), "{found:?}");
    let found = replies(&mut started("long"));
    assert_eq!(kinds(&found)[0], Some(FailureKind::Flood));
    assert!(found[0].as_ref().unwrap_err().says.contains("more than 64 KiB"));
}

#[test]
fn malformed_answers_cost_one_pair_each() {
    for (how, says) in [("nan", "NaN or Infinity"), ("other-id", "but the question has")] {
        let mut program = started(how);
        for reply in replies(&mut program) {
            let failure = reply.unwrap_err();
            assert_eq!(failure.kind, FailureKind::Malformed, "{how}");
            assert!(failure.says.contains(says), "{how}: {}", failure.says);
        }
        assert_eq!(program.restarted(), 0, "{how}: it still runs");
    }
    // Every answer is preceded by another line: that line is refused, and the late answers are skipped.
    let failures = replies(&mut started("chats"));
    let failure = failures[0].as_ref().unwrap_err();
    assert!(
        failure.says.contains("only answers belong on standard output: thinking about 0"),
        "{}",
        failure.says
    );
    assert!(kinds(&failures).iter().all(|kind| *kind == Some(FailureKind::Malformed)), "{failures:?}");
}

#[test]
fn standard_error_is_kept_up_to_its_end() {
    let mut program = started_with("noisy", Limits { answer: Duration::from_secs(20), ..limits() }).unwrap();
    program.ask(&cubes(3.0)).result.unwrap();
    // The thread that reads may be a moment behind.
    let start = Instant::now();
    while !program.errors().contains("noise 19999") && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let errors = program.errors();
    assert!(errors.contains("noise 19999") && errors.contains("left out") && errors.len() < 20_000);
}

#[test]
fn a_program_runs_in_an_empty_folder_that_is_removed() {
    let program = started("folder");
    assert_eq!(program.name(), "0 files");
}

/// macOS has the call, but not the limit.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let limits = Limits { memory: 256, answer: Duration::from_secs(20), restarts: 0, ..limits() };
    let mut program = started_with("hungry", limits).unwrap();
    let failure = program.ask(&cubes(3.0)).result.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Crash, "{failure:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_running() {
    let mut program = started("parent");
    program.ask(&cubes(3.0)).result.unwrap();
    let start = Instant::now();
    let child = loop {
        let errors = program.errors();
        let child = errors.lines().find_map(|line| line.strip_prefix("child ")).map(str::to_owned);
        match child {
            Some(child) => break child,
            None => assert!(start.elapsed() < Duration::from_secs(20), "{errors}"),
        }
    };
    let is_running = || {
        let state = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        // An ended process whose status no process has read stays as a zombie.
        !state.is_empty() && !state.contains(") Z ")
    };
    assert!(is_running());
    drop(program);
    let start = Instant::now();
    while is_running() {
        assert!(start.elapsed() < Duration::from_secs(20), "the child still runs");
        std::thread::sleep(Duration::from_millis(5));
    }
}
