//! `winding`, `winding-as-published`, `edge-winding` and `depth-lists` against rays in f64 and the triangles of concave bodies.

use std::sync::Arc;

use collidoscope::detector::{Evidence, Verdict, round_counts};
use collidoscope::geometry::{Mesh, Pose, Shape, Vector, primitives};
use collidoscope::gpu::Gpu;
use collidoscope::image_space::depth_lists;
use collidoscope::image_space::explained::probe::Probe;
use collidoscope::image_space::options::Options;
use collidoscope::image_space::recording::{Step, depth_share};
use collidoscope::image_space::schedule::step_by_step;
use collidoscope::image_space::view::AxisChoice;
use collidoscope::image_space::winding::PROGRAM;
use collidoscope::methods;
use collidoscope::methods::truth::Truth;
use collidoscope::world::Body;
use collidoscope::world::presets::PRESETS;

use crate::support::gallery::{concave_pairs, convex_and_concave, letter_c};
use crate::support::pairs::flatten;
use crate::support::rays::ray_crossings;
use crate::support::{assert_no_complaints, gpu};

const METHODS: [&str; 4] = ["winding", "winding-as-published", "edge-winding", "depth-lists"];

fn detect(gpu: &Gpu, id: &str, set: &[(&str, &str)], all: &[[Body; 2]]) -> Vec<Verdict> {
    let method = methods::find(id).unwrap();
    let mut settings = method.default_settings();
    for (id, value) in set {
        settings.set(id, value).unwrap();
    }
    let (bodies, indices) = flatten(all);
    let mut detector = method.detector(Some(gpu), &settings).unwrap();
    detector.detect(&bodies, &indices).unwrap().verdicts
}

/// Whether the meshes share a point: exact tests of their triangles, or containment.
fn truth(pair: &[Body; 2]) -> bool {
    Truth::of(pair).unwrap().for_method(methods::find("winding").unwrap())
}

#[test]
fn the_stencil_value_is_the_winding_number_of_every_entry() {
    let gpu = gpu();
    const SIDE: u32 = 20;
    /// Rays this far around a pixel's centre must agree, in pixels.
    const AROUND_PX: f64 = 0.02;
    let mut options = Options::of(&methods::find("winding").unwrap().default_settings()).unwrap();
    options.resolution = SIDE;
    let (mut compared, mut inside, mut later) = (0, 0, 0);
    for (index, pair) in concave_pairs(24, 0.4, 1).iter().enumerate() {
        options.axis = AxisChoice::One(index as u8 % 3);
        let Some(recording) = step_by_step::record(&gpu, &PROGRAM, &options, pair).unwrap() else { continue };
        for (pixel, [x, y]) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| [x, y])).enumerate() {
            let [px, py] = [x, y].map(|c| f64::from(c) + 0.5);
            let around =
                [(0.0, 0.0), (AROUND_PX, 0.0), (-AROUND_PX, 0.0), (0.0, AROUND_PX), (0.0, -AROUND_PX)];
            let crossings = recording.roles.map(|role| {
                around.map(|(dx, dy)| ray_crossings(&pair[role], &recording.view, SIDE, px + dx, py + dy))
            });
            if crossings.iter().any(|rays| rays.iter().any(|ray| ray.len() != rays[0].len())) {
                continue;
            }
            for (round, who) in [0, 1].into_iter().enumerate() {
                let (own, other) = (&crossings[who], &crossings[1 - who]);
                let of_round = |step: &&Step| step.round == round;
                let turns: Vec<&Step> = recording.steps.iter().filter(of_round).collect();
                let mut stored = Vec::new();
                for turn in turns.chunks(4) {
                    let depth = depth_share(turn[0].depth[pixel]);
                    if depth == 0.0 {
                        assert_eq!(turn[2].stencil[pixel], 0, "nothing stored, nothing counted");
                        continue;
                    }
                    stored.push(depth);
                    // The winding number is compared where no rounding can decide.
                    let before = |ray: &Vec<f64>, depth: f64| ray.iter().filter(|d| **d < depth).count();
                    let count = before(&other[0], depth);
                    let slack = |ray: &Vec<f64>| [-1e-5, 1e-5].map(|off| before(ray, depth + off));
                    if other.iter().any(|ray| slack(ray) != [count; 2]) {
                        continue;
                    }
                    assert_eq!(usize::from(turn[2].stencil[pixel]), count % 2, "pair {index}, pixel {x} {y}");
                    compared += 1;
                    inside += count % 2;
                    later += usize::from(stored.len() > 1);
                }
                // The stored depths are the entries of the body, each once.
                stored.sort_by(f64::total_cmp);
                let entries: Vec<f64> = own[0].iter().step_by(2).copied().collect();
                assert_eq!(stored.len(), entries.len(), "pair {index}, pixel {x} {y}");
                for (i, (found, exact)) in stored.iter().zip(&entries).enumerate() {
                    let spread = own.iter().map(|ray| (ray[2 * i] - exact).abs()).fold(1e-5, f64::max);
                    assert!(
                        (found - exact).abs() <= 2.0 * spread,
                        "pair {index}, pixel {x} {y}: {found}, {exact}"
                    );
                }
            }
        }
    }
    assert!(compared > 2_000 && inside > 200, "{compared} entries compared, {inside} inside");
    assert!(later > 100, "{later} entries after the first of their pixel");
    assert_no_complaints(&gpu);
}

#[test]
fn no_hit_on_separated_bodies_and_few_overlaps_missed() {
    let gpu = gpu();
    for (name, all) in &convex_and_concave() {
        let truth: Vec<bool> = all.iter().map(truth).collect();
        let together = truth.iter().filter(|truth| **truth).count();
        for id in METHODS {
            for set in [&[][..], &[("resolution", "64"), ("axis", "y")]] {
                let hits = detect(&gpu, id, set, all);
                let of =
                    |hit, is| (0..all.len()).filter(|&i| hits[i].colliding == hit && truth[i] == is).count();
                let (false_hits, missed) = (of(true, false), of(false, true));
                println!("{id} {name} {set:?}: {false_hits} false hits, {missed} of {together} missed");
                let most = if id == "edge-winding" { all.len() / 50 } else { 0 };
                assert!(false_hits <= most, "{id} {name} {set:?}: {false_hits} false hits");
                assert!(missed * 6 <= together, "{id} {name} {set:?}: {missed} of {together} missed");
            }
        }
    }
    assert_no_complaints(&gpu);
}

#[test]
fn the_published_form_misses_what_lies_behind_the_first_entries() {
    let gpu = gpu();
    let [outer, inner] =
        [letter_c(0.8, 0.15), letter_c(0.45, 0.12)].map(|mesh| Arc::new(Shape::polyhedron(mesh)));
    let at = |shape: &Arc<Shape>, y: f64| Body::at_rest(shape.clone(), Pose::translation(0.0, y, 0.0));
    let preset = |id: &str| -> [Body; 2] {
        let preset = PRESETS.iter().find(|preset| preset.id == id).unwrap();
        (preset.build)().try_into().unwrap()
    };
    // The published form sees the first wall of each body, and these overlap behind it.
    let cases = [
        ("nested C's", [at(&outer, 0.0), at(&inner, 0.0)], false, ""),
        ("nested C's that overlap", [at(&outer, 0.0), at(&inner, 0.25)], true, "y"),
        ("linked rings", preset("linked-rings"), false, ""),
        ("nested rings", preset("nested-rings"), true, "x"),
    ];
    for (name, pair, colliding, missed) in &cases {
        assert_eq!(truth(pair), *colliding, "{name}: by triangles");
        for (axis, id) in ["x", "y", "z"].into_iter().flat_map(|axis| METHODS.map(|id| (axis, id))) {
            let verdict = detect(&gpu, id, &[("axis", axis)], std::slice::from_ref(pair))[0];
            let expected = *colliding && !(id == "winding-as-published" && *missed == axis);
            assert_eq!(verdict.colliding, expected, "{name} along {axis}, {id}: {verdict:?}");
        }
    }
    assert_no_complaints(&gpu);
}

#[test]
fn schedules_and_orders_count_the_same() {
    let gpu = gpu();
    let all = concave_pairs(60, 0.5, 4);
    let swapped: Vec<[Body; 2]> = all.iter().map(|[a, b]| [b.clone(), a.clone()]).collect();
    for id in METHODS {
        let [published, fast] = ["pair-by-pair", "fast"].map(|s| detect(&gpu, id, &[("schedule", s)], &all));
        let counts = |verdict: &Verdict| match verdict.evidence {
            Evidence::Samples { rounds, .. } => {
                let mut rounds = rounds;
                rounds[..2].sort_unstable();
                rounds
            }
            Evidence::Volume { samples, .. } => round_counts([None, Some(samples)]),
            Evidence::EmptyWindow => round_counts([]),
            other => panic!("{other:?}"),
        };
        // The published loop keeps the order of a pair; the other one draws the farther body first.
        let [published, fast, exchanged] =
            [published, fast, detect(&gpu, id, &[("schedule", "pair-by-pair")], &swapped)]
                .map(|verdicts| verdicts.iter().map(counts).collect::<Vec<_>>());
        assert_eq!(published, exchanged, "{id}");
        assert_eq!(published, fast, "{id}");
        assert!(published.iter().filter(|counts| counts[1] > Some(0)).count() > 5, "{id}");
    }
    assert_no_complaints(&gpu);
}

#[test]
fn a_tube_through_itself_is_entered_twice_where_its_parts_cross() {
    let gpu = gpu();
    // Two crossing bars as one mesh: a closed surface that passes through itself in the middle.
    let bars = [[0.8, 0.15, 0.15], [0.15, 0.8, 0.15]].map(|half| primitives::cuboid(half.into()));
    let first = bars[0].vertices().len() as u32;
    let vertices = bars.iter().flat_map(|bar| bar.vertices()).copied().collect();
    let moved = bars[1].triangles().iter().map(|triangle| triangle.map(|vertex| vertex + first));
    let cross = Mesh::new(vertices, bars[0].triangles().iter().copied().chain(moved).collect()).unwrap();
    let cross = Arc::new(Shape::polyhedron(cross));
    let ball = Arc::new(Shape::polyhedron(primitives::sphere(0.9, 2)));
    let pair =
        [Body::at_rest(cross, Pose::translation(0.01, 0.02, 0.0)), Body::at_rest(ball, Pose::identity())];
    let mut options = Options::of(&methods::find("depth-lists").unwrap().default_settings()).unwrap();
    options.axis = AxisChoice::One(2);
    let recording = step_by_step::record(&gpu, &depth_lists::PROGRAM, &options, &pair).unwrap().unwrap();
    let who = usize::from(recording.roles[1] == 0);
    let (mut twice, mut once) = (0, 0);
    for [x, y] in (0..32).flat_map(|y| (0..32).map(move |x| [x, y])) {
        let probe = Probe::at(&recording, [x, y]);
        assert!(!probe.overlaps_itself[1 - who], "the ball does not");
        let at = probe.ray[0] - Vector::new(0.01, 0.02, 0.0);
        let is_in = |[x, y]: [f64; 2]| at.x.abs() < x && at.y.abs() < y;
        assert_eq!(probe.overlaps_itself[who], is_in([0.15, 0.15]), "pixel {x} {y}, {at}");
        twice += usize::from(probe.overlaps_itself[who]);
        once += usize::from(is_in([0.8, 0.15]) || is_in([0.15, 0.8]));
    }
    assert!(twice > 10 && once > 5 * twice, "{twice} of {once}");
    assert_no_complaints(&gpu);
}
