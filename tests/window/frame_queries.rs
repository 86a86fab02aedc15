//! The story of all pairs of a frame: its counts are those of the ordinary detection, its steps follow the printed
//! algorithm, and the page shows it.

use collidoscope::app::Shell;
use collidoscope::detector::{Evidence, Verdict};
use collidoscope::inspector::Story as _;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::methods;
use collidoscope::settings::Settings;
use collidoscope::stories::arena::frame::{self, Queries};
use collidoscope::world::Parameters;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::window::Drive as _;
use crate::support::{assert_no_complaints, gpu};
use crate::window::panel::{choose, click, open};

/// A crowd in frame 20.
fn crowd(seed: u64) -> Arena {
    let start = Start::Experiment(Parameters { seed, count: 60, density: 0.12, ..Parameters::default() });
    let mut arena = Arena::new(None, Setup { start, method: methods::find("gjk").unwrap() }).unwrap();
    (0..20).for_each(|_| arena.step());
    arena
}

fn settings(method: &str, set: &[(&str, &str)]) -> Settings {
    let mut settings = methods::find(method).unwrap().default_settings();
    set.iter().for_each(|(id, value)| settings.set(id, value).unwrap());
    settings
}

/// The story of a frame, and the ordinary verdicts on its pairs.
fn told(arena: &Arena, id: &str, settings: &Settings) -> (Queries, Vec<Verdict>) {
    let (gpu, method, pairs) = (gpu(), methods::find(id).unwrap(), &arena.found().candidates);
    let verdicts =
        method.detector(Some(&gpu), settings).unwrap().detect(arena.bodies(), pairs).unwrap().verdicts;
    let story = frame::record(Some(&gpu), method, settings, arena.bodies(), pairs, 0).unwrap();
    assert_no_complaints(&gpu);
    (story, verdicts)
}

#[test]
fn the_counts_are_those_of_the_ordinary_frame() {
    let mut hits = 0;
    for seed in 1..=4 {
        let arena = crowd(seed);
        for (id, schedule) in [
            ("occlusion-query", "pair-by-pair"),
            ("occlusion-query", "fast"),
            ("occlusion-boolean", "fast"),
            ("occlusion-conservative", "pair-by-pair"),
        ] {
            let (story, verdicts) = told(&arena, id, &settings(id, &[("schedule", schedule)]));
            let rows = &story.recording.rows;
            let what = format!("{id}, {schedule}, seed {seed}");
            assert_eq!(rows.len(), verdicts.len(), "{what}: no pair of a crowd only touches");
            for ((row, verdict), pair) in rows.iter().zip(&verdicts).zip(&arena.found().candidates) {
                let Evidence::Samples { rounds, .. } = verdict.evidence else { panic!("{what}: no counts") };
                assert_eq!(row.counts[..], rounds[..2], "{what}: {row:?}");
                assert_eq!(row.collides(), verdict.colliding, "{what}: {row:?}");
                let is_swapped = row.bodies == [pair.b, pair.a] && schedule != "pair-by-pair";
                assert!(row.bodies == [pair.a, pair.b] || is_swapped, "{what}: the list's order, {row:?}");
            }
            let colliding = verdicts.iter().filter(|verdict| verdict.colliding).count();
            hits += colliding;
            assert_eq!(story.recording.colliding(story.steps()), colliding, "{what}");
        }
    }
    assert!(hits > 0, "both answers occur");
}

#[test]
fn the_steps_follow_the_printed_algorithm() {
    let arena = crowd(1);
    let (story, _) = told(&arena, "occlusion-query", &settings("occlusion-query", &[]));
    let (rows, steps) = (&story.recording.rows, &story.recording.steps);
    let all = rows.len();
    let mut expected = vec![(1, None)];
    let once = |lines: &[usize], row: usize| lines.iter().map(|line| (*line, Some(row))).collect::<Vec<_>>();
    (0..all).for_each(|row| expected.extend(once(&[2, 3, 4, 5, 6], row)));
    expected.extend([(7, None), (8, None)]);
    for (row, element) in rows.iter().enumerate() {
        let lines: &[usize] = if element.counts[0] == Some(0) { &[9] } else { &[9, 10, 11, 12, 13] };
        expected.extend(once(lines, row));
    }
    (0..all).for_each(|row| expected.extend(once(&[14], row)));
    expected.push((15, None));
    assert_eq!(steps.iter().map(|step| (step.line, step.row)).collect::<Vec<_>>(), expected);
    // The results come in two batches: all queries of a round are in flight before the first result is read.
    let again = all - story.recording.dropped();
    let flying = |line: usize| {
        let first = steps.iter().position(|step| step.line == line).unwrap();
        story.recording.in_flight(first)
    };
    assert_eq!((flying(7), flying(8), flying(14), flying(15)), (all, 0, again, 0));
    assert_eq!(story.recording.most_in_flight, all);
    // With a wait after every query, there is never more than one.
    let (waiting, _) = told(&arena, "occlusion-boolean", &settings("occlusion-boolean", &[]));
    let steps = &waiting.recording.steps;
    assert_eq!(waiting.recording.most_in_flight, 1);
    let is_read = |pair: &[frame::recording::Step]| {
        pair[0].line != 6 || (pair[1].line, pair[1].row) == (7, pair[0].row)
    };
    assert!(steps.windows(2).all(is_read));
}

#[test]
fn methods_without_these_queries_are_refused() {
    let (arena, gpu) = (crowd(1), gpu());
    let refusal = |id: &str, set: &[(&str, &str)]| {
        let (method, pairs) = (methods::find(id).unwrap(), &arena.found().candidates);
        frame::record(Some(&gpu), method, &settings(id, set), arena.bodies(), pairs, 0).err().unwrap()
    };
    for id in ["stencil", "gjk", "depth-readback", "occlusion-sandwich"] {
        assert!(refusal(id, &[]).contains("Only the occlusion queries"), "{id}");
    }
    assert!(refusal("occlusion-query", &[("axis", "all")]).contains("another view axis"));
}

#[test]
fn the_page_shows_all_pairs_and_a_click_leads_to_one() {
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
    let link =
        "lab=arena&seed=1&bodies=100&frame=60&page=inspector&method=occlusion-query&apart=frame&step=201";
    harness.state_mut().present(&link.parse().unwrap()).unwrap();
    harness.run();
    for text in ["Queries in flight", "ObjectPair", "PixelCount", "Begin the query; draw the first body"] {
        assert!(harness.query_all_by_label_contains(text).next().is_some(), "{text}");
    }
    let story = harness.state_mut().inspected().unwrap();
    let facts = |at: usize, name: &str| story.facts(at).iter().find(|fact| fact.0 == name).unwrap().1;
    assert_eq!(["pairs", "queries", "read"].map(|name| facts(201, name)), [40, 40, 0]);
    // The choice on the left leads to one pair and back to the same step; a click on a pair leads to its story.
    let is_frame = |harness: &mut Harness<'_, Shell>| {
        harness.state_mut().inspected().unwrap().facts(0).iter().any(|fact| fact.0 == "pairs")
    };
    choose(&mut harness, "Inspected part", "One pair");
    assert!(!is_frame(&mut harness));
    choose(&mut harness, "Inspected part", "All pairs of the frame");
    assert!(is_frame(&mut harness));
    assert_eq!(harness.state().inspector.position, 201);
    let arena = harness.state().arena();
    let index = arena.pairs_in_focus()[0];
    let pair = arena.found().candidates[index];
    assert!(arena.shown().unwrap().error_at(index).is_some(), "the list begins with the missed pair");
    click(&mut harness, Role::Button, &format!("{}–{} · missed", pair.a, pair.b));
    assert!(!is_frame(&mut harness));
    assert_eq!(harness.state().arena().selected_pair, Some(pair));
    // A link to another world shows one pair.
    harness.state_mut().present(&link.parse().unwrap()).unwrap();
    harness.state_mut().present(&"lab=arena&preset=intersecting".parse().unwrap()).unwrap();
    harness.run();
    assert!(!is_frame(&mut harness));
}

#[test]
fn a_schedule_that_counts_by_atomics_says_so_in_place_of_its_queries() {
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
    for (schedule, says_so) in [("instanced", true), ("pair-by-pair", false)] {
        let line = format!("lab=arena&seed=1&bodies=100&frame=60&method=occlusion-query&schedule={schedule}");
        harness.state_mut().present(&line.parse().unwrap()).unwrap();
        harness.run();
        let cost = &harness.state().arena().shown().unwrap().cost;
        assert_eq!((cost.queries == 0, cost.draws > 0), (says_so, true), "{schedule}");
        assert_eq!(harness.query_by_label("by atomics").is_some(), says_so, "{schedule}");
    }
}
