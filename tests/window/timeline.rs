//! Seeking to recorded frames among steps, drags and undo; the timeline in the window and in the inspector.

use std::collections::BTreeMap;

use collidoscope::app::Shell;
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
pub fn lab(start: &Start) -> ArenaLab {
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
pub fn paused(frames: usize) -> Harness<'static, Shell> {
    let mut harness = open_small_world();
    let arena = harness.state_mut().arena_mut();
    arena.playback.playing = false;
    (0..frames).for_each(|_| arena.step());
    harness.run_steps(2);
    harness
}

pub fn frame(harness: &Harness<'_, Shell>) -> u64 {
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
