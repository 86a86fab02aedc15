//! A recording ends with the method's verdict, counts and last picture.

use std::sync::Arc;

use collidoscope::detector::{DetectError, Evidence, Layer};
use collidoscope::geometry::{Pose, Shape, Vector};
use collidoscope::image_space::options::Options;
use collidoscope::image_space::pass::{Read, Repeat};
use collidoscope::image_space::recording::FARTHEST;
use collidoscope::image_space::schedule::step_by_step;
use collidoscope::image_space::stencil;
use collidoscope::methods::{Bodies, METHODS, find};
use collidoscope::solids::decomposition::{self, Parameters};
use collidoscope::stories::arena::{self, Steps};
use collidoscope::world::{Body, Pair};

use super::{drawing_methods, preset_pairs, record_preset, tables, variants};
use crate::gpu::decomposition::letter_l;
use crate::support::pairs::{SITUATIONS, flatten, pairs};
use crate::support::{assert_no_complaints, gpu};

#[test]
fn a_recording_counts_as_the_method_does_and_ends_with_its_tile() {
    let gpu = gpu();
    let mut all = preset_pairs();
    for situation in SITUATIONS {
        let (bodies, indices) = flatten(&pairs(situation, 7, 99));
        all.extend(indices.into_iter().map(|pair| ("random", bodies.clone(), pair)));
    }
    let (mut hits, mut apart, mut undrawn) = (0, 0, 0);
    for method in drawing_methods() {
        let variants = variants(method, &["culling", "readback", "axis", "view-volume"]);
        let mut detectors: Vec<_> =
            variants.iter().map(|settings| method.detector(Some(&gpu), settings).unwrap()).collect();
        for (index, (name, bodies, pair)) in all.iter().enumerate() {
            // Each pair with two settings, so that all settings occur.
            for variant in [index % variants.len(), (7 * index + 3) % variants.len()] {
                let (settings, detector) = (&variants[variant], &mut detectors[variant]);
                let what = format!("{name} {pair:?} {} {settings:?}", method.id);
                let recording = arena::record(Some(&gpu), method, settings, bodies, *pair).unwrap();
                let verdict = detector.detect(bodies, &[*pair]).unwrap().verdicts[0];
                assert_eq!(recording.verdict, verdict, "{what}");
                let tile = detector.tile(bodies, *pair).unwrap();
                let Some(last) = tables(&recording).last() else {
                    assert!(tile.is_none(), "{what}");
                    undrawn += 1;
                    continue;
                };
                match verdict.evidence {
                    Evidence::Layer(layer) => {
                        let open: Vec<bool> =
                            tables(&recording).iter().map(|table| table.verdict.colliding).collect();
                        let expected: &[bool] = match layer {
                            Layer::Boxes => &[],
                            Layer::FatMiss => &[false],
                            Layer::ThinHit => &[true, true],
                            Layer::Exact => &[true, false],
                        };
                        assert_eq!(open, expected, "{what}: {layer:?}");
                    }
                    _ => assert_eq!(last.verdict, verdict, "{what}"),
                }
                let tile = tile.unwrap_or_else(|| panic!("{what}: no tile"));
                // A table that repeats shows the turn that counts most, of all rounds.
                let last_row = |step: &&collidoscope::image_space::recording::Step| {
                    step.row + 1 == last.table.rounds[step.round].len()
                };
                let mut turns = last.steps.iter().filter(last_row);
                let Some(step) = (match last.table.repeat {
                    _ if last.table.read == Read::Lists => turns.next(),
                    Repeat::Once => last.steps.last(),
                    Repeat::Slices | Repeat::Layers => turns.rev().max_by_key(|step| step.samples),
                }) else {
                    continue;
                };
                if last.table.repeat != Repeat::Once && step.samples == 0 {
                    continue;
                }
                let writes_depth =
                    |step: &collidoscope::image_space::recording::Step| step.pass.clear.depth.is_some();
                if last.steps.iter().any(writes_depth) {
                    let depth = step.depth.iter().map(|&depth| depth as f32 / FARTHEST as f32);
                    assert!(depth.eq(tile.depth.iter().copied()), "{what}: another depth buffer");
                }
                if last.steps.iter().any(|step| step.pass.clear.stencil.is_some()) {
                    assert_eq!(step.stencil, tile.stencil, "{what}");
                }
                if verdict.colliding { hits += 1 } else { apart += 1 }
            }
        }
    }
    assert!(hits > 200 && apart > 200 && undrawn > 50, "{hits} hits, {apart} apart, {undrawn} undrawn");
    assert_no_complaints(&gpu);
}

#[test]
fn a_round_that_the_one_before_settles_is_not_run() {
    let gpu = gpu();
    let rows = |preset: &str, method: &str, settings: &[(&str, &str)]| {
        let recording = record_preset(&gpu, preset, method, settings);
        tables(&recording).iter().map(|table| table.steps.len()).collect::<Vec<_>>()
    };
    assert_eq!(rows("relation-4", "stencil", &[]), [7], "both rounds and the closing query");
    assert_eq!(rows("relation-4", "stencil", &[("readback", "pixels")]), [6]);
    assert_eq!(rows("relation-4", "recode", &[]), [4], "pixels are read");
    assert_eq!(rows("relation-4", "occlusion-query", &[]), [4]);
    assert_eq!(
        rows("relation-8", "occlusion-query", &[]),
        [2],
        "the farther body is drawn first, and hides nothing"
    );
    assert_eq!(rows("relation-4", "occlusion-sandwich", &[]), [4, 4], "fat, then thin");
    assert_eq!(rows("relation-8", "occlusion-sandwich", &[]), [2], "fat bodies miss");
}

#[test]
fn concave_bodies_are_shown_by_the_pieces_that_decide_by_the_method_itself() {
    let gpu = gpu();
    let found = decomposition::decompose(&letter_l(), &Parameters::default(), &mut |_| true).unwrap();
    let shape = Arc::new(Shape::concave(letter_l(), found.pieces).unwrap());
    let size = shape.size();
    let turned = nalgebra::UnitQuaternion::from_scaled_axis(Vector::new(0.3, 1.0, -0.4));
    let mut seen = [0; 2];
    for shift in [0.05, 0.3, 0.6, 0.9, 1.5] {
        let place = Vector::new(shift, 0.4 * shift, 0.1) * size;
        let bodies = [
            Body::at_rest(shape.clone(), Pose::identity()),
            Body::at_rest(shape.clone(), Pose::from_parts(place.into(), turned)),
        ];
        let pair = Pair { a: 0, b: 1 };
        for method in METHODS.iter().filter(|method| method.bodies == Bodies::Convex) {
            let settings = method.default_settings();
            let recording = arena::record(Some(&gpu), method, &settings, &bodies, pair).unwrap();
            let mut detector = method.detector(Some(&gpu), &settings).unwrap();
            let verdict = detector.detect(&bodies, &[pair]).unwrap().verdicts[0];
            assert_eq!(recording.verdict, verdict, "{} at {shift}", method.id);
            assert!(recording.bodies.iter().all(|body| body.shape.convexity().is_ok()));
            seen[usize::from(verdict.colliding)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn what_would_take_too_much_room_is_refused_and_the_finest_setting_is_not() {
    let gpu = gpu();
    let (_, bodies, _) = preset_pairs().swap_remove(2);
    let two = [bodies[0].clone(), bodies[1].clone()];
    let method = find("stencil").unwrap();
    let finest = super::with(&method.default_settings(), "resolution", "512");
    let recording = arena::record(Some(&gpu), method, &finest, &two, Pair { a: 0, b: 1 }).unwrap();
    let Steps::Passes(tables) = &recording.steps else { panic!("the bodies' boxes overlap") };
    assert_eq!(tables[0].steps[0].depth.len(), 512 * 512);
    let options = Options { resolution: 2048, ..Options::of(&finest).unwrap() };
    match step_by_step::record(&gpu, &stencil::CORRECTED, &options, &two) {
        Err(DetectError::TooLarge(message)) => {
            assert!(message.contains("2048 × 2048") && message.contains("64 MiB"), "{message}");
            let most: u32 =
                message.split("resolution to ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
            assert!((512..1024).contains(&most), "{message}");
            let options = Options { resolution: most, ..options };
            assert!(step_by_step::record(&gpu, &stencil::CORRECTED, &options, &two).is_ok());
        }
        other => panic!("{:?}", other.map(|recording| recording.is_some())),
    }
}
