//! Recorded futures that no longer apply after resuming from an earlier frame: how they are discarded and
//! restored.

use collidoscope::app::Shell;
use collidoscope::app::edits::Edits;
use collidoscope::geometry::Vector;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::lab::Lab;
use collidoscope::ui::requests::Request;
use collidoscope::world::Parameters;
use egui::Key;
use egui_kittest::Harness;

use crate::support::window::Drive as _;
use crate::window::timeline::{frame, lab as arena_at, paused};

#[test]
fn another_rule_in_the_past_of_a_drive_is_undone_with_all_that_came_later() {
    let row = LABS.iter().find(|row| row.id == "road").unwrap();
    let mut lab = (row.build)(None, &"triangles=2000".parse().unwrap(), None).unwrap();
    let state = |lab: &dyn Lab| lab.save(std::path::Path::new("/"));
    let mut edits = Edits::default();
    (0..20).for_each(|_| lab.step());
    let last = state(&*lab);
    lab.seek(8);
    edits.watch(&mut *lab);
    let (before, words, happened) = (state(&*lab), lab.words(true), lab.happened(8));
    lab.put(&"rule=outside-box".parse().unwrap()).unwrap();
    (0..3).for_each(|_| lab.step());
    edits.watch(&mut *lab);
    let other = state(&*lab);
    assert_eq!(lab.span(), 0..=11);
    edits.undo(&mut *lab).unwrap();
    assert_eq!((lab.span(), state(&*lab), lab.words(true)), (0..=20, before.clone(), words));
    assert_eq!(lab.happened(8), happened);
    assert!(!lab.playback().playing);
    lab.seek(20);
    assert_eq!(state(&*lab), last);
    edits.watch(&mut *lab);
    edits.redo(&mut *lab).unwrap();
    assert_eq!((lab.span(), state(&*lab)), (0..=11, other));
    edits.undo(&mut *lab).unwrap();
    lab.seek(8);
    assert_eq!((lab.span(), state(&*lab)), (0..=20, before));
}

#[test]
fn a_restart_of_a_drive_is_undone_with_all_that_was_measured() {
    let row = LABS.iter().find(|row| row.id == "road").unwrap();
    let mut lab = (row.build)(None, &"triangles=2000".parse().unwrap(), None).unwrap();
    let csv = |lab: &dyn Lab| lab.measurements().map(|csv| csv.unwrap());
    let state = |lab: &dyn Lab| (lab.save(std::path::Path::new("/")), lab.span(), lab.run_id());
    let mut edits = Edits::default();
    edits.watch(&mut *lab);
    lab.restart();
    edits.watch(&mut *lab);
    assert!(!edits.can_undo(), "nothing was driven yet");
    (0..20).for_each(|_| lab.step());
    let (before, rows) = (state(&*lab), csv(&*lab));
    lab.restart();
    edits.watch(&mut *lab);
    assert_eq!((lab.frame(), lab.span()), (0, 0..=0));
    let restarted = state(&*lab);
    assert!(edits.undo(&mut *lab).unwrap().label.contains("restart"));
    assert_eq!((state(&*lab), csv(&*lab)), (before.clone(), rows));
    edits.redo(&mut *lab).unwrap();
    assert_eq!(state(&*lab), restarted);
    edits.undo(&mut *lab).unwrap();
    assert_eq!(state(&*lab), before);
}

/// Undo of a change in a later frame changes that frame, but not the current frame.
#[test]
fn a_drag_in_a_later_frame_is_undone_from_an_earlier_one() {
    let mut harness = paused(20);
    harness.state_mut().arena_mut().select(Some(1));
    let dragged_at = frame(&harness);
    let undragged = harness.state().arena().world().state_hash();
    nudge(&mut harness);
    let dragged = harness.state().arena().world().state_hash();
    (0..6).for_each(|_| harness.state_mut().arena_mut().step());
    harness.run_steps(2);
    let hash_at = |harness: &mut Harness<'_, Shell>, at: u64| {
        harness.state_mut().ask(Request::GoTo(at));
        harness.state().arena().world().state_hash()
    };
    let early = hash_at(&mut harness, 5);
    for (request, there) in [(Request::Undo, undragged), (Request::Redo, dragged)] {
        harness.state_mut().ask(request);
        assert_eq!((frame(&harness), harness.state().arena().world().state_hash()), (5, early));
        assert_eq!(hash_at(&mut harness, dragged_at), there);
        assert_eq!(hash_at(&mut harness, 5), early);
    }
    assert_eq!(harness.state().arena().span(), 0..=dragged_at + 6);
}

/// A drag by key in the current frame.
fn nudge(harness: &mut Harness<'_, Shell>) {
    harness.key_press_modifiers(egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, Key::ArrowUp);
    harness.run_steps(3);
}

#[test]
fn playing_on_past_a_drag_parts_with_later_frames_and_undo_brings_them_back_before_the_drag() {
    let mut harness = paused(20);
    harness.state_mut().arena_mut().select(Some(1));
    let dragged_at = frame(&harness);
    let undragged = harness.state().arena().world().state_hash();
    nudge(&mut harness);
    (0..10).for_each(|_| harness.state_mut().arena_mut().step());
    let end = frame(&harness);
    let last = harness.state().arena().world().state_hash();
    harness.run_steps(2);
    // The frames before the drag are repeated, and all later ones are kept.
    harness.state_mut().ask(Request::GoTo(dragged_at - 5));
    (0..4).for_each(|_| harness.state_mut().ask(Request::Step));
    harness.run_steps(2);
    assert_eq!(harness.state().arena().span(), 0..=end);
    // The dragged frame is not repeated, so another branch begins there.
    harness.state_mut().ask(Request::Step);
    harness.run_steps(2);
    assert_eq!(harness.state().arena().world().state_hash(), undragged);
    assert_eq!(harness.state().arena().span(), 0..=dragged_at);
    (0..3).for_each(|_| harness.state_mut().ask(Request::Step));
    harness.run_steps(2);
    harness.state_mut().ask(Request::PlayOrPause);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    harness.run_steps(4);
    // Undo restores only the discarded frames: the drag is where it was made, and playback does not overwrite
    // it.
    assert_eq!(harness.state().arena().span(), 0..=end);
    assert_eq!((frame(&harness), harness.state().arena().playback.playing), (dragged_at - 1, false));
    let told = harness.state().notice.clone().unwrap();
    assert!(told.contains(&format!("another timeline branch from frame {}", dragged_at - 1)), "{told}");
    harness.state_mut().ask(Request::GoTo(end));
    assert_eq!(harness.state().arena().world().state_hash(), last);
    harness.state_mut().ask(Request::Undo);
    assert_eq!((frame(&harness), harness.state().arena().world().state_hash()), (dragged_at, undragged));
    assert!(harness.state().notice.as_ref().unwrap().contains("moved by hand in frame"));
    // Redo both changes.
    harness.state_mut().ask(Request::Redo);
    assert_eq!((frame(&harness), harness.state().arena().span()), (end, 0..=end));
    harness.state_mut().ask(Request::Redo);
    assert!(frame(&harness) >= dragged_at + 3, "as far as it had come");
    assert_eq!(harness.state().arena().span(), 0..=frame(&harness));
}

#[test]
fn what_a_hand_parts_with_while_it_plays_is_brought_back() {
    let start = Start::Experiment(Parameters { count: 12, density: 0.15, ..Parameters::default() });
    for (moves, keeps) in [(true, true), (true, false), (false, true)] {
        let mut arena = arena_at(&start);
        (0..20).for_each(|_| arena.step());
        let last = arena.world().state_hash();
        arena.seek(8);
        let before = arena.world().state_hash();
        arena.grab(3);
        let mut pose = arena.bodies()[3].pose;
        pose.translation.vector += Vector::new(0.01, -0.02, 0.01);
        if moves {
            arena.carry(pose);
        }
        (0..5).for_each(|_| arena.step());
        arena.release(keeps);
        assert_eq!(arena.span(), 0..=13);
        let mut discarded = arena.take_discarded();
        assert!(!discarded.is_empty(), "later frames are lost");
        discarded.swap(&mut arena);
        assert_eq!((arena.world().state_hash(), arena.span()), (before, 0..=20));
        arena.seek(20);
        arena.seek(8);
        assert_eq!(arena.world().state_hash(), before, "the frame itself is kept, too");
        arena.seek(20);
        assert_eq!(arena.world().state_hash(), last);
    }
}

#[test]
fn a_new_world_soon_after_a_cut_is_taken_back_with_it() {
    let start = Start::Experiment(Parameters { count: 12, density: 0.15, ..Parameters::default() });
    let mut arena = arena_at(&start);
    (0..10).for_each(|_| arena.step());
    arena.seek(4);
    let before = arena.world().state_hash();
    arena.grab(3);
    let mut pose = arena.bodies()[3].pose;
    pose.translation.vector += Vector::new(0.01, -0.02, 0.01);
    arena.carry(pose);
    arena.release(true);
    let moved = arena.world().state_hash();
    arena.set_start(Start::Experiment(Parameters { count: 7, ..Parameters::default() }));
    let (new, mut discarded) = (arena.world().state_hash(), arena.take_discarded());
    discarded.swap(&mut arena);
    assert_eq!((arena.world().state_hash(), arena.span()), (before, 0..=10));
    discarded.swap(&mut arena);
    assert_eq!(arena.world().state_hash(), new);
    assert_ne!(new, moved);
    discarded.swap(&mut arena);
    assert_eq!((arena.world().state_hash(), arena.span()), (before, 0..=10));
}
