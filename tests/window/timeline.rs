//! Seeking to recorded frames among steps, drags and undo; recorded futures that a resumed scene discards, and how
//! they come back; the timeline in the window and in the inspector.

use std::collections::BTreeMap;

use collidoscope::app::Shell;
use collidoscope::app::edits::Edits;
use collidoscope::exhibit::Page;
use collidoscope::geometry::Vector;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::arena_lab::ArenaLab;
use collidoscope::labs::arena::subject::inspected_pair;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::labs::lab::Lab;
use collidoscope::labs::undo::Discarded;
use collidoscope::methods;
use collidoscope::ui::requests::Request;
use collidoscope::world::Parameters;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::support::assert_no_complaints;
use crate::support::window::Drive as _;
use crate::window::panel::{click, open_small_world};
use crate::window::panes::press;

/// An arena at its start, with a method that needs no GPU.
fn lab(start: &Start) -> ArenaLab {
    let method = methods::find("gjk").unwrap();
    ArenaLab::new(Arena::new(None, Setup { start: start.clone(), method }).unwrap())
}

/// The expected state: the hash of every recorded frame, and the current frame.
#[derive(Clone, Debug, PartialEq)]
struct Expected {
    frames: BTreeMap<u64, u64>,
    now: u64,
}

/// A discarded branch, the frame where it begins, and the expected state.
type Other = (Discarded, u64, Expected);

#[test]
fn a_walk_of_steps_jumps_drags_and_undo_meets_only_states_that_were_there() {
    let start = Start::Experiment(Parameters { count: 12, density: 0.15, ..Parameters::default() });
    let mut rng = Pcg64::seed_from_u64(11);
    let mut cuts = 0;
    for _ in 0..4 {
        let mut arena = lab(&start);
        let mut expected = Expected { frames: [(0, arena.world().state_hash())].into(), now: 0 };
        // Without a drag the run equals a plain replay.
        let mut plain = lab(&start);
        let mut replay = vec![plain.world().state_hash()];
        let (mut done, mut undone): (Vec<Other>, Vec<Other>) = (Vec::new(), Vec::new());
        for _ in 0..150 {
            match rng.random_range(0..10) {
                0..5 => {
                    let before = expected.clone();
                    arena.step();
                    expected.now += 1;
                    let hash = arena.world().state_hash();
                    // A repeated frame keeps the recorded future.
                    let parts = before.frames.get(&expected.now).is_some_and(|kept| *kept != hash);
                    if parts {
                        expected.frames.split_off(&expected.now);
                        let discarded = arena.take_discarded();
                        assert!(!discarded.is_empty(), "later frames are lost");
                        done.push((discarded, expected.now, before));
                        undone.clear();
                        cuts += 1;
                    }
                    assert!(arena.take_discarded().is_empty());
                    expected.frames.insert(expected.now, hash);
                    if done.is_empty() {
                        while replay.len() as u64 <= expected.now {
                            plain.step();
                            replay.push(plain.world().state_hash());
                        }
                        assert_eq!(expected.frames[&expected.now], replay[expected.now as usize]);
                    }
                }
                5..7 => {
                    let kept: Vec<u64> = expected.frames.keys().copied().collect();
                    expected.now = kept[rng.random_range(0..kept.len())];
                    arena.seek(expected.now);
                }
                7 => {
                    let before = expected.clone();
                    let body = rng.random_range(0..12);
                    let mut pose = arena.bodies()[body].pose;
                    pose.translation.vector += Vector::new(0.01, -0.02, 0.01) * rng.random_range(0.5..1.0);
                    arena.grab(body);
                    arena.carry(pose);
                    arena.release(true);
                    expected.frames.split_off(&expected.now);
                    expected.frames.insert(expected.now, arena.world().state_hash());
                    let discarded = arena.take_discarded();
                    if discarded.is_empty() {
                        // The walls stopped the drag, so nothing changed.
                        expected = before;
                    } else {
                        done.push((discarded, before.now, before));
                        undone.clear();
                    }
                }
                // Undo and redo are the same operation: the two branches of a frame are swapped.
                other => {
                    let (from, to) =
                        if other == 8 { (&mut done, &mut undone) } else { (&mut undone, &mut done) };
                    let Some((mut discarded, parting, mut there)) = from.pop() else { continue };
                    let saved = expected.clone();
                    let later = there.frames.split_off(&parting);
                    there.frames =
                        saved.frames.range(..parting).map(|(k, v)| (*k, *v)).chain(later).collect();
                    // A current frame that both branches share stays current.
                    let now = if saved.now < parting { saved.now } else { there.now };
                    expected = Expected { now, ..there };
                    discarded.swap(&mut arena);
                    to.push((discarded, parting, saved));
                }
            }
            let (world, span) = (arena.world(), arena.span());
            assert_eq!(
                (world.frame(), world.state_hash()),
                (expected.now, expected.frames[&expected.now]),
                "{expected:?}"
            );
            let ends = expected.frames.first_key_value().zip(expected.frames.last_key_value()).unwrap();
            assert_eq!((*span.start(), *span.end()), (*ends.0.0, *ends.1.0));
            assert!(arena.arena.marks().at(world.frame()).is_some());
            assert!(arena.arena.marks().span().is_some_and(|marks| marks.end() <= span.end()));
        }
        assert!(!done.is_empty() || !undone.is_empty(), "a walk without a drag");
    }
    assert!(cuts > 0, "no walk went another way by itself");
}

/// Totals since the start. The cost of a frame may depend on the previous frame shown.
fn counted(lab: &dyn Lab) -> Vec<(&'static str, f64)> {
    let sums = ["differences", "blind-events", "recoveries"];
    lab.facts().into_iter().filter(|(name, _)| sums.contains(name)).collect()
}

#[test]
fn every_lab_goes_to_its_kept_frames_and_measures_nothing_twice() {
    for row in LABS {
        let mut lab = (row.build)(None, &"".parse().unwrap(), None).unwrap();
        let state = |lab: &dyn Lab| lab.save(std::path::Path::new("/"));
        let mut states = vec![state(&*lab)];
        for _ in 0..12 {
            lab.step();
            states.push(state(&*lab));
        }
        let (counted, measured) = (counted(&*lab), lab.measurements().map(|csv| csv.map(|csv| csv.len())));
        // A path known in advance is recorded as a whole.
        let span = lab.span();
        assert!(*span.start() == 0 && *span.end() >= 12, "{}: {span:?}", row.id);
        for frame in [4, 11, 0, 12] {
            assert!(lab.seek(frame), "{}", row.id);
            assert_eq!(
                (lab.frame(), state(&*lab), lab.span()),
                (frame, states[frame as usize].clone(), span.clone())
            );
            assert!(!lab.happened(frame).is_empty(), "{}", row.id);
        }
        assert_eq!(self::counted(&*lab), counted, "{}", row.id);
        assert_eq!(lab.measurements().map(|csv| csv.map(|csv| csv.len())), measured, "{}", row.id);
        let marks = lab.marks();
        assert_eq!((marks.len(), marks.span()), (13, Some(0..=12)), "{}", row.id);
        lab.seek(5);
        for there in &states[6..] {
            lab.step();
            assert_eq!(state(&*lab), *there, "{}: the same again", row.id);
            assert_eq!((lab.span(), lab.marks().span()), (span.clone(), Some(0..=12)), "{}", row.id);
        }
        assert!(lab.take_discarded().is_empty(), "{}: nothing is lost", row.id);
    }
}

/// A small world, paused after some frames.
fn paused(frames: usize) -> Harness<'static, Shell> {
    let mut harness = open_small_world();
    let arena = harness.state_mut().arena_mut();
    arena.playback.playing = false;
    (0..frames).for_each(|_| arena.step());
    harness.run_steps(2);
    harness
}

fn frame(harness: &Harness<'_, Shell>) -> u64 {
    harness.state().arena().world().frame()
}

#[test]
fn the_line_is_clicked_dragged_and_walked_along_by_keys_in_the_lab_and_in_the_inspector() {
    let mut harness = paused(40);
    let end = frame(&harness);
    for page in [Page::Scene, Page::Inspector] {
        harness.state_mut().ask(Request::Turn(page));
        harness.run_steps(3);
        let line = harness.get_by_role_and_label(Role::Slider, "Timeline").rect();
        let at = |share: f32| egui::pos2(line.left() + share * line.width(), line.center().y);
        harness.drag_at(at(0.9));
        harness.run_steps(1);
        harness.hover_at(at(0.25));
        harness.run_steps(2);
        let there = frame(&harness);
        assert!((8..=12).contains(&there), "a quarter of {end} frames, on {page:?}: {there}");
        harness.drop_at(at(0.25));
        harness.run_steps(2);
        assert_eq!(harness.state().arena().span(), 0..=end, "nothing is lost");
        harness.hover_at(at(0.25));
        harness.run_steps(60);
        assert!(harness.query_by_label_contains("Colliding pairs: ").is_some(), "on {page:?}");
        harness.state_mut().ask(Request::GoTo(end));
        harness.run_steps(2);
        assert_eq!(frame(&harness), end);
    }
    harness.state_mut().ask(Request::Turn(Page::Scene));
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::Slider, "Timeline").focus();
    harness.run_steps(2);
    for _ in 0..3 {
        harness.key_press(Key::ArrowLeft);
        harness.run_steps(2);
    }
    assert_eq!(frame(&harness), end - 3);
    // A repeated frame keeps the recorded future.
    click(&mut harness, Role::Button, "Step");
    assert_eq!((frame(&harness), harness.state().arena().span()), (end - 2, 0..=end));
    // At the first frame of a world there is no earlier frame.
    click(&mut harness, Role::Button, "Restart");
    harness.run_steps(2);
    let line = harness.get_by_role_and_label(Role::Slider, "Timeline");
    assert!(line.accesskit_node().is_disabled());
}

#[test]
fn a_tap_between_two_frames_is_not_lost() {
    let mut harness = paused(40);
    let end = frame(&harness);
    let line = harness.get_by_role_and_label(Role::Slider, "Timeline").rect();
    let pos = egui::pos2(line.left() + 0.5 * line.width(), line.center().y);
    harness.hover_at(pos);
    harness.run_steps(1);
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
    }
    harness.run_steps(2);
    assert!(frame(&harness).abs_diff(end / 2) <= 1, "{} of {end}", frame(&harness));
    // Beside the line, a tap moves nothing.
    let (before, pos) = (frame(&harness), pos - egui::vec2(0.0, 300.0));
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
    }
    harness.run_steps(2);
    assert_eq!(frame(&harness), before);
}

#[test]
fn a_drag_in_the_past_is_undone_with_all_that_came_later() {
    let mut harness = paused(20);
    let end = frame(&harness);
    harness.state_mut().ask(Request::GoTo(5));
    harness.run_steps(2);
    let before = harness.state().arena().world().state_hash();
    harness.state_mut().arena_mut().select(Some(1));
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::ArrowUp);
    harness.run_steps(3);
    assert_eq!(harness.state().arena().span(), 0..=5, "what came later came without it");
    assert_ne!(harness.state().arena().world().state_hash(), before);
    click(&mut harness, Role::Button, "Undo");
    assert_eq!(harness.state().arena().world().state_hash(), before);
    assert_eq!(harness.state().arena().span(), 0..=end);
    assert_eq!(harness.state().arena().arena.marks().span(), Some(0..=end));
}

/// Number of steps of the first method.
fn length(harness: &mut Harness<'_, Shell>) -> usize {
    harness.state_mut().inspected().unwrap().steps()
}

#[test]
fn a_pair_is_followed_from_frame_to_frame_at_its_step() {
    let mut harness = open_small_world();
    press(&mut harness, Key::I);
    // The time bar also works without the panel that lists pairs.
    harness.state_mut().panels_hidden = true;
    harness.run();
    let pair = harness.state().arena().selected_pair.expect("a pair is taken apart");
    let frame = harness.state().arena().world().frame();
    let name = format!("Inspecting: Bodies {} and {}", pair.a, pair.b);
    press(&mut harness, Key::Home);
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::ArrowRight);
    let turned = length(&mut harness);
    assert!(turned >= 2, "this test wants a pair with steps");
    let mut shorter = false;
    for on in 1..=40 {
        press(&mut harness, Key::N);
        assert_eq!(harness.state().arena().world().frame(), frame + on);
        assert_eq!(inspected_pair(harness.state().arena()), Some(pair), "frame {}", frame + on);
        harness.get_by_label(&format!("Frame {}", frame + on));
        harness.get_by_label(&name);
        shorter |= length(&mut harness) < 2;
    }
    assert!(shorter, "this test wants the pair to part");
    for _ in 0..40 {
        click(&mut harness, Role::Button, "Previous frame");
    }
    assert_eq!(harness.state().arena().world().frame(), frame);
    assert_eq!(
        (length(&mut harness), harness.state().inspector.position),
        (turned, 2),
        "where it was before they parted"
    );
    harness.get_by_label(&format!("step 2 of {turned}"));
    // Back to the first recorded frame, and no further.
    for _ in 0..frame + 3 {
        press(&mut harness, Key::P);
    }
    assert_eq!(harness.state().arena().world().frame(), 0);
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn pages_of_the_lab_are_stepped_too() {
    let mut harness = open_small_world();
    press(&mut harness, Key::I);
    let frame = harness.state().arena().world().frame();
    for page in ["tiles", "broad-phase"] {
        harness.state_mut().turn_to(Page::Own(page));
        press(&mut harness, Key::N);
        harness.get_by_label(&format!("Frame {}", frame + 1));
        assert!(harness.query_by_label_contains("Inspecting:").is_none(), "{page} shows all");
        click(&mut harness, Role::Button, "Previous frame");
        assert_eq!(harness.state().arena().world().frame(), frame);
    }
}

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
        let mut arena = lab(&start);
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
    let mut arena = lab(&start);
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
