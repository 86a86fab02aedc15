//! The cost by rule equals the cost that a real run measures, and own tables answer as the built-in ones do.

use collidoscope::detector::{Cost, Detector as _, Evidence, Verdict};
use collidoscope::gpu::Gpu;
use collidoscope::image_space::ImageSpace;
use collidoscope::image_space::options::Options;
use collidoscope::image_space::own::cost::{Conditions, PairCost, cost};
use collidoscope::image_space::own::settings::BUILT_IN;
use collidoscope::image_space::own::table::OwnTable;
use collidoscope::image_space::own::text::read;
use collidoscope::image_space::pass::{PassProgram, Read, Repeat};
use collidoscope::methods;
use collidoscope::settings::in_one_word;
use collidoscope::world::Body;

use crate::support::pairs::{SITUATIONS, Situation, flatten, pairs};
use crate::support::{assert_no_complaints, gpu};

fn options(set: &[(&str, &str)]) -> Options {
    let mut settings = methods::find("own-passes").unwrap().default_settings();
    settings.set("schedule", "pair-by-pair").unwrap();
    set.iter().for_each(|(id, value)| settings.set(id, value).unwrap());
    Options::of(&settings).unwrap()
}

fn measured(gpu: &Gpu, table: &PassProgram, options: Options, pair: &[Body; 2]) -> (Verdict, Cost) {
    let (bodies, indices) = flatten(std::slice::from_ref(pair));
    let mut method = ImageSpace::new(gpu, table, options).unwrap();
    let detection = method.detect(&bodies, &indices).unwrap();
    (detection.verdicts[0], detection.cost)
}

#[test]
fn the_cost_by_rule_is_the_cost_that_is_measured() {
    let gpu = gpu();
    let mut runs = 0;
    for (id, program) in BUILT_IN {
        for pair in pairs(Situation::Uniform, 12, 3) {
            for readback in ["query", "pixels"] {
                let options = options(&[("readback", readback), ("resolution", "24"), ("axis", "x")]);
                let options = Options { slices: 9, ..options };
                let (verdict, measured) = measured(&gpu, program, options, &pair);
                let rounds = match verdict.evidence {
                    Evidence::EmptyWindow => continue,
                    Evidence::Samples { rounds, .. } => rounds.iter().flatten().count(),
                    _ => program.rounds.len(),
                };
                let found = PairCost {
                    draws: measured.draws,
                    queries: measured.queries,
                    bytes_read: measured.bytes_read,
                    waits: 0,
                };
                let by_rule = |layers: u32| {
                    let conditions =
                        Conditions { resolution: 24, read_pixels: readback == "pixels", slices: 9, layers };
                    PairCost { waits: 0, ..cost(program, &conditions, rounds) }
                };
                // Convex bodies have one layer of near faces, or none in the window; how many of their edges share a
                // pixel varies. The two rounds of these tables have the layers of one body each.
                if program.repeat == Repeat::Layers {
                    let most = if id == "edge-winding" { 12 } else { 1 };
                    let mixed = (0..=most).flat_map(|a| (0..=a).map(move |b| (a, b)));
                    let half = |layers| {
                        let PairCost { draws, queries, bytes_read, .. } = by_rule(layers);
                        [draws / 2, queries / 2, bytes_read / 2]
                    };
                    let sum = |(a, b)| std::array::from_fn(|i| half(a)[i] + half(b)[i]);
                    let found = [found.draws, found.queries, found.bytes_read];
                    assert!(mixed.map(sum).any(|sum: [u64; 3]| sum == found), "{id}: {found:?}");
                } else {
                    assert_eq!(by_rule(1), found, "{id} {readback}, {rounds} rounds");
                }
                runs += 1;
            }
        }
    }
    assert!(runs > 150, "{runs}");
    assert_no_complaints(&gpu);
}

#[test]
fn waits_are_what_the_schedules_wait_for() {
    let conditions = Conditions { resolution: 16, read_pixels: false, slices: 8, layers: 1 };
    let waits = |id: &str, conditions: &Conditions| {
        let program = BUILT_IN.iter().find(|(known, _)| *known == id).unwrap().1;
        cost(program, conditions, program.rounds.len()).waits
    };
    for (id, expected) in [
        ("occlusion-query", 2),
        ("occlusion-boolean", 2),
        ("depth-readback", 4),
        ("recode", 1),
        ("stencil", 2),
        ("parity-slice", 1),
        ("depth-lists", 8),
        ("winding", 1),
    ] {
        assert_eq!(waits(id, &conditions), expected, "{id}");
    }
    assert_eq!(waits("winding", &Conditions { layers: 5, ..conditions }), 3, "2, 4 and 8 layers are issued");
}

#[test]
fn a_table_as_text_answers_as_the_method_whose_table_it_is() {
    let gpu = gpu();
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let all = pairs(situation, 40, 60 + seed as u64);
        let (bodies, indices) = flatten(&all);
        for (id, program) in BUILT_IN {
            let built_in = methods::find(id).unwrap();
            let mut own = methods::find("own-passes").unwrap().default_settings();
            let text = OwnTable::of_program(id, program).to_string();
            own.set("table", &in_one_word(&text)).unwrap();
            let mut given = built_in.default_settings();
            for settings in [&mut own, &mut given] {
                for (name, value) in [("schedule", "pair-by-pair"), ("readback", "query")] {
                    let _ = settings.has(name).then(|| settings.set(name, value).unwrap());
                }
            }
            let answers =
                [(built_in, given), (methods::find("own-passes").unwrap(), own)].map(|(method, settings)| {
                    let mut detector = method.detector(Some(&gpu), &settings).unwrap();
                    detector.detect(&bodies, &indices).unwrap().verdicts
                });
            assert_eq!(answers[0], answers[1], "{id} {situation:?}");
        }
    }
    assert_no_complaints(&gpu);
}

/// The occlusion query once and four times over: every round has its count in the evidence.
#[test]
fn tables_of_many_rounds_end_at_the_first_count_of_zero() {
    let gpu = gpu();
    let round = "round\n clear depth 1\n draw A near depth lequal write\n draw B far depth gequal count\n\
                 round\n clear depth 1\n draw B near depth lequal write\n draw A far depth gequal count\n";
    let eight = read(&format!("read counts\n{}", round.repeat(4))).unwrap().program().unwrap();
    let two = read(&format!("read counts\n{round}")).unwrap().program().unwrap();
    let mut last = 0;
    for pair in pairs(Situation::Uniform, 60, 8) {
        for schedule in ["pair-by-pair", "fast"] {
            let options = options(&[("schedule", schedule)]);
            let [(of_two, _), (of_eight, _)] =
                [&two, &eight].map(|table| measured(&gpu, table, options, &pair));
            assert_eq!(of_two.colliding, of_eight.colliding);
            let (Evidence::Samples { rounds: short, .. }, Evidence::Samples { rounds: long, .. }) =
                (of_two.evidence, of_eight.evidence)
            else {
                assert_eq!(of_two.evidence, of_eight.evidence);
                continue;
            };
            assert_eq!(short[..2], long[..2]);
            let run = long.iter().flatten().count();
            assert_eq!(run, if of_eight.colliding { 8 } else { short.iter().flatten().count() });
            last += usize::from(run == 8);
        }
    }
    assert!(last > 10, "{last}");
    assert_no_complaints(&gpu);
}

/// The first row still counts after every layer, so the rounds would never end.
#[test]
fn layers_that_do_not_end_are_refused_and_nothing_hangs() {
    let gpu = gpu();
    let text =
        "bodies closed\nrepeat layers\nread any count\nround\n draw A near count\n draw B near count\n";
    let table = read(text).unwrap().program().unwrap();
    assert_eq!((table.read, table.turns), (Read::AnyCount, Some(64)));
    let pair = pairs(Situation::Contained, 1, 2).remove(0);
    let (bodies, indices) = flatten(&[pair]);
    let mut method = ImageSpace::new(&gpu, &table, options(&[])).unwrap();
    let error = method.detect(&bodies, &indices).unwrap_err().to_string();
    assert!(error.contains("64") && !error.contains('\n'), "{error}");
    assert_no_complaints(&gpu);
}
