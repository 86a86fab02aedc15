//! `parity-slice` against rays in f64, the triangles of concave bodies, and volumes in closed form.

use std::f64::consts::PI;
use std::sync::Arc;

use collidoscope::detector::{Evidence, Verdict};
use collidoscope::geometry::{Pose, Shape, Vector, primitives};
use collidoscope::gpu::Gpu;
use collidoscope::image_space::explained::probe::Probe;
use collidoscope::image_space::options::Options;
use collidoscope::image_space::parity_slice::PROGRAM;
use collidoscope::image_space::recording::depth_share;
use collidoscope::image_space::schedule::step_by_step;
use collidoscope::image_space::view::AxisChoice;
use collidoscope::methods::truth::Truth;
use collidoscope::methods::{self, Method};
use collidoscope::settings::Settings;
use collidoscope::world::{Body, Pair};
use nalgebra::UnitQuaternion;

use crate::support::gallery::{concave_pairs, convex_and_concave, gallery, letter_c};
use crate::support::pairs::flatten;
use crate::support::rays::ray_crossings;
use crate::support::{assert_no_complaints, gpu};

fn method() -> &'static Method {
    methods::find("parity-slice").unwrap()
}

fn settings(set: &[(&str, &str)]) -> Settings {
    let mut settings = method().default_settings();
    for (id, value) in set {
        settings.set(id, value).unwrap();
    }
    settings
}

fn detect(gpu: &Gpu, set: &[(&str, &str)], all: &[[Body; 2]]) -> Vec<Verdict> {
    detect_by(method(), gpu, set, all)
}

/// Verdicts of a method; settings that it lacks are left out.
fn detect_by(method: &Method, gpu: &Gpu, set: &[(&str, &str)], all: &[[Body; 2]]) -> Vec<Verdict> {
    let mut settings = method.default_settings();
    for (id, value) in set.iter().filter(|(id, _)| method.settings.iter().any(|s| s.id == *id)) {
        settings.set(id, value).unwrap();
    }
    let (bodies, indices) = flatten(all);
    let mut detector = method.detector(Some(gpu), &settings).unwrap();
    detector.detect(&bodies, &indices).unwrap().verdicts
}

fn volume(verdict: &Verdict) -> f64 {
    match verdict.evidence {
        Evidence::Volume { cubic_metres, .. } => cubic_metres,
        Evidence::EmptyWindow => 0.0,
        other => panic!("{other:?}"),
    }
}

/// Whether the meshes share a point: exact tests of their triangles, or containment.
fn truth(pair: &[Body; 2]) -> bool {
    Truth::of(pair).unwrap().for_method(method())
}

#[test]
fn every_bit_after_every_slice_is_the_parity_of_a_ray() {
    let gpu = gpu();
    const SIDE: u32 = 20;
    const SLICES: usize = 7;
    /// Rays this far around a pixel's centre must agree, in pixels.
    const AROUND_PX: f64 = 0.02;
    let mut options = Options::of(&settings(&[("slices", "7"), ("resolution", "20")])).unwrap();
    let (mut compared, mut both, mut hollow) = (0, 0, 0);
    for (index, pair) in concave_pairs(60, 0.4, 1).iter().enumerate() {
        options.axis = AxisChoice::One(index as u8 % 3);
        let Some(recording) = step_by_step::record(&gpu, &PROGRAM, &options, pair).unwrap() else { continue };
        assert_eq!(recording.steps.len(), 3 * SLICES);
        let planes = recording.view.slices(SLICES as u32);
        for y in 0..SIDE {
            for x in 0..SIDE {
                let [px, py] = [x, y].map(|c| f64::from(c) + 0.5);
                let around =
                    [(0.0, 0.0), (AROUND_PX, 0.0), (-AROUND_PX, 0.0), (0.0, AROUND_PX), (0.0, -AROUND_PX)];
                let crossings = recording.roles.map(|role| {
                    around.map(|(dx, dy)| ray_crossings(&pair[role], &recording.view, SIDE, px + dx, py + dy))
                });
                let probe = Probe::at(&recording, [x, y]);
                for (rays, found) in crossings.iter().zip(&probe.intervals) {
                    if rays.iter().all(|ray| ray.len() == rays[0].len()) {
                        assert!(have_ends(found, rays), "pair {index}, pixel {x} {y}: {found:?}, {rays:?}");
                        hollow += usize::from(found.len() > 1);
                    }
                }
                for (turn, steps) in planes.iter().zip(recording.steps.chunks(3)) {
                    // A point is compared where no rounding can decide.
                    let inside = crossings.each_ref().map(|rays| {
                        let before = |ray: &Vec<f64>, plane: f64| ray.iter().filter(|d| **d < plane).count();
                        let plane = f64::from(turn.plane);
                        let count = before(&rays[0], plane);
                        let is_clear = rays
                            .iter()
                            .all(|ray| [-1e-6, 1e-6].iter().all(|off| before(ray, plane + off) == count));
                        is_clear.then_some(count % 2 == 1)
                    });
                    let [Some(a), Some(b)] = inside else { continue };
                    let expected = u8::from(a) + 2 * u8::from(b);
                    let found = steps[2].stencil[(y * SIDE + x) as usize];
                    assert_eq!(found, expected, "pair {index}, pixel {x} {y}, slice {}", turn.number);
                    compared += 1;
                    both += usize::from(expected == 3);
                }
            }
        }
    }
    assert!(compared > 100_000 && both > 2_000, "{compared} points compared, {both} in both");
    assert!(hollow > 100, "{hollow} rays through two parts of a body");
    assert_no_complaints(&gpu);
}

/// Whether the intervals of a body on a pixel end where the first of these rays crosses its surface, as far as the
/// others around it agree.
fn have_ends(intervals: &[[u32; 2]], rays: &[Vec<f64>]) -> bool {
    let ends: Vec<f64> = intervals.iter().flatten().map(|depth| depth_share(*depth)).collect();
    let agrees = |(index, end): (usize, &f64)| {
        let spread = rays.iter().map(|ray| (ray[index] - rays[0][index]).abs()).fold(1e-5, f64::max);
        (end - rays[0][index]).abs() <= 2.0 * spread
    };
    ends.len() == rays[0].len() && ends.iter().enumerate().all(agrees)
}

#[test]
fn no_hit_on_separated_bodies_convex_or_concave() {
    let gpu = gpu();
    for (name, all) in &convex_and_concave() {
        let truth: Vec<bool> = all.iter().map(truth).collect();
        let [apart, together] = [false, true].map(|is| truth.iter().filter(|t| **t == is).count());
        assert!(apart > all.len() / 30 && together > all.len() / 10, "{name}: {apart} apart, {together} not");
        for set in [&[][..], &[("resolution", "64"), ("slices", "64"), ("axis", "y")]] {
            let hits: Vec<bool> = detect(&gpu, set, all).iter().map(|verdict| verdict.colliding).collect();
            let false_hits: Vec<usize> = (0..all.len()).filter(|&i| hits[i] && !truth[i]).collect();
            assert!(false_hits.is_empty(), "{name} {set:?}: {false_hits:?}");
            let missed = (0..all.len()).filter(|&i| !hits[i] && truth[i]).count();
            // Grazing pairs; more of them in the situation that consists of such.
            let most = if name == "NearTouching" || name == "Lopsided" { 2 } else { 6 };
            assert!(missed * most <= together, "{name} {set:?}: {missed} of {together} missed");
        }
    }
    assert_no_complaints(&gpu);
}

#[test]
fn bodies_in_each_others_hollows_are_apart_and_linked_ones_are_too() {
    let gpu = gpu();
    let shape = |name: &str| gallery().into_iter().find(|row| row.0 == name).unwrap().1;
    let at =
        |shape: &Arc<Shape>, x: f64, y: f64, z: f64| Body::at_rest(shape.clone(), Pose::translation(x, y, z));
    let quarter = UnitQuaternion::from_axis_angle(&Vector::x_axis(), 0.5 * PI);
    let link = shape("link");
    let turned = |x: f64| {
        let mut body = at(&link, x, 0.0, 0.0);
        body.pose.rotation = quarter;
        body
    };
    let [outer, inner] =
        [letter_c(0.8, 0.15), letter_c(0.45, 0.12)].map(|mesh| Arc::new(Shape::polyhedron(mesh)));
    let ball = Arc::new(Shape::polyhedron(primitives::sphere(0.3, 2)));
    let bowl = shape("bowl");
    let torus = shape("torus");
    let cases = [
        ("two links of a chain", [at(&link, 0.0, 0.0, 0.0), turned(0.75)], false),
        ("links that overlap", [at(&link, 0.0, 0.0, 0.0), turned(1.45)], true),
        ("nested C's", [at(&outer, 0.0, 0.0, 0.0), at(&inner, 0.0, 0.0, 0.0)], false),
        ("nested C's that overlap", [at(&outer, 0.0, 0.0, 0.0), at(&inner, 0.0, 0.25, 0.0)], true),
        ("a ball in a bowl", [at(&bowl, 0.0, 0.0, 0.0), at(&ball, 0.0, -0.3, 0.0)], false),
        ("a ball in the wall of a bowl", [at(&bowl, 0.0, 0.0, 0.0), at(&ball, 0.0, -0.7, 0.0)], true),
        ("a ball in the hole of a torus", [at(&torus, 0.0, 0.0, 0.0), at(&ball, 0.0, 0.0, 0.0)], false),
        ("a knot and itself", [at(&shape("knot"), 0.0, 0.0, 0.0), at(&shape("knot"), 0.0, 0.0, 0.0)], true),
    ];
    for (name, pair, colliding) in cases {
        assert_eq!(truth(&pair), colliding, "{name}: by triangles");
        for axis in ["x", "y", "z"] {
            let verdict = detect(&gpu, &[("axis", axis)], std::slice::from_ref(&pair))[0];
            assert_eq!(verdict.colliding, colliding, "{name} along {axis}: {verdict:?}");
        }
    }
    assert_no_complaints(&gpu);
}

/// Volume of the lens of two balls of radius 1 whose centres are this far apart.
fn lens(distance: f64) -> f64 {
    PI * (4.0 + distance) * (2.0 - distance).powi(2) / 12.0
}

#[test]
fn the_volume_of_boxes_and_balls_comes_out_and_the_finer_the_better() {
    let gpu = gpu();
    let fine = [("resolution", "256"), ("slices", "64")];
    let coarse = [("resolution", "16"), ("slices", "4")];
    // The mesh lies within its sphere; this one has the volume of a ball of radius 1.
    let radius = (lens(0.0) / primitives::sphere(1.0, 12).volume()).cbrt();
    let ball = Arc::new(Shape::polyhedron(primitives::sphere(radius, 12)));
    let cube = Arc::new(Shape::polyhedron(primitives::cuboid(Vector::repeat(0.5))));
    let at = |shape: &Arc<Shape>, by: [f64; 3]| {
        Body::at_rest(shape.clone(), Pose::translation(by[0], by[1], by[2]))
    };
    let turn = UnitQuaternion::from_scaled_axis(Vector::new(0.3, 0.7, -0.2));
    let mut cases = Vec::new();
    for distance in [0.0, 0.5, 1.0, 1.5] {
        let away = turn * Vector::new(distance, 0.0, 0.0);
        cases.push((
            format!("balls {distance} apart"),
            [at(&ball, [0.0; 3]), at(&ball, away.into())],
            lens(distance),
        ));
    }
    for by in [[0.3, 0.4, 0.1], [0.5, 0.5, 0.5], [0.9, 0.1, 0.2]] {
        let expected = by.iter().map(|offset| 1.0 - offset).product();
        cases.push((format!("cubes moved by {by:?}"), [at(&cube, [0.0; 3]), at(&cube, by)], expected));
    }
    // A cube inside a larger one, turned: its own volume.
    let large = Arc::new(Shape::polyhedron(primitives::cuboid(Vector::repeat(1.5))));
    let mut inside = at(&cube, [0.2, -0.1, 0.3]);
    inside.pose.rotation = turn;
    cases.push(("a cube in a cube".into(), [at(&large, [0.0; 3]), inside], 1.0));
    for id in ["parity-slice", "depth-lists"] {
        let mut errors = [0.0; 2];
        for (name, pair, expected) in &cases {
            for (error, set) in errors.iter_mut().zip([fine, coarse]) {
                let by = methods::find(id).unwrap();
                let found = volume(&detect_by(by, &gpu, &set, std::slice::from_ref(pair))[0]);
                let relative = (found / expected - 1.0).abs();
                println!("{id} {name} {set:?}: {found:.6}, exactly {expected:.6}: {:.3} %", 100.0 * relative);
                assert!(
                    relative < if set == fine { 0.01 } else { 0.2 },
                    "{id} {name} {set:?}: {found} for {expected}"
                );
                *error += relative;
            }
        }
        assert!(4.0 * errors[0] < errors[1], "{id}: {errors:?}");
    }
    assert_no_complaints(&gpu);
}

#[test]
fn both_schedules_and_both_orders_count_the_same() {
    let gpu = gpu();
    let all = concave_pairs(100, 0.5, 4);
    let swapped: Vec<[Body; 2]> = all.iter().map(|[a, b]| [b.clone(), a.clone()]).collect();
    let published = detect(&gpu, &[("schedule", "pair-by-pair")], &all);
    assert_eq!(published, detect(&gpu, &[("schedule", "fast")], &all));
    assert_eq!(published, detect(&gpu, &[("schedule", "pair-by-pair")], &swapped));
    let hits = published.iter().filter(|verdict| verdict.colliding).count();
    assert!((10..90).contains(&hits), "{hits}");
    let open = Shape::polyhedron(
        collidoscope::geometry::Mesh::new(
            all[0][0].shape.mesh().vertices().to_vec(),
            all[0][0].shape.mesh().triangles()[1..].to_vec(),
        )
        .unwrap(),
    );
    let bodies = vec![Body::at_rest(open.into(), Pose::identity()), all[0][1].clone()];
    let mut detector = method().detector(Some(&gpu), &settings(&[])).unwrap();
    let error = detector.detect(&bodies, &[Pair::new(0, 1)]).unwrap_err();
    assert!(error.to_string().contains("closed bodies only"), "{error}");
    assert_no_complaints(&gpu);
}
