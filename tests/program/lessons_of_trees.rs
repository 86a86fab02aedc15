//! Numbers in the lessons about trees of two meshes: a line of the page, in every language, has the committed
//! figures of `results/`, or numbers computed here.

use collidoscope::geometry::kdop::Kdop;
use std::sync::Arc;

use collidoscope::figures::descent_rules;
use collidoscope::geometry::{Mesh, Point, Pose, Vector, primitives};
use collidoscope::hierarchies::methods::{OBB_TREE, find};
use collidoscope::hierarchies::query::Query;
use collidoscope::meshes::scenes;
use nalgebra::UnitQuaternion;

use crate::gpu::lessons_measured::{Figures, assert_says, figures, shown};

/// Ratio of two series' values: the geometric mean over `xs`.
fn times(measured: &Figures, [series, other]: [&str; 2], metric: &str, xs: &[&str]) -> f64 {
    let ratio = |x: &&str| of(measured, series, x, metric) / of(measured, other, x, metric);
    (xs.iter().map(|x| ratio(x).ln()).sum::<f64>() / xs.len() as f64).exp()
}

fn of(measured: &Figures, series: &str, x: &str, metric: &str) -> f64 {
    measured[&(series.to_owned(), x.to_owned(), metric.to_owned())]
}

#[test]
fn split_rules_take_what_the_lesson_says() {
    let measured = figures("split-rules");
    let scenes = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let four = ["splatter", "min-sum", "min-max", "longest-side"];
    let mean = |rule: &str| times(&measured, [rule, "splatter"], "volume_tests", &scenes);
    for rule in &four[1..] {
        assert_says("kdops", &[shown(mean(rule), 2)]);
    }
    let tests = |rule: &str, scene: &str| of(&measured, rule, scene, "volume_tests");
    let best =
        |scene: &str| four.into_iter().min_by(|a, b| tests(a, scene).total_cmp(&tests(b, scene))).unwrap();
    let wins = scenes.iter().filter(|scene| best(scene) == "splatter").count();
    assert_eq!(wins, 3, "the page says three in words");
    assert!(scenes.iter().all(|scene| tests("surface-area", scene) < tests(best(scene), scene)));
    assert_says("kdops", &[shown(100.0 * (1.0 - mean("surface-area")), 0)]);
    // Both constructions make the same trees.
    assert!(scenes.iter().all(|scene| tests("mean", scene) == tests("longest-side", scene)));
}

#[test]
fn updates_take_what_the_lesson_says() {
    let measured = figures("kdop-updates");
    let sizes = ["1000", "3000", "10000", "30000"];
    let of = |pair: [&str; 2], metric: &str| times(&measured, pair, metric, &sizes);
    let tests = of(["hill-climbing", "approximation"], "volume_tests");
    let [updates, time] = ["updates", "query_time"].map(|metric| of(["refit", "approximation"], metric));
    assert_says("kdop-updates", &[shown(tests, 2), shown(updates, 0), shown(time, 0)]);
}

/// Volumes around `mesh` after `frames` turns by 5° about z: around the original's corners and around those
/// of the previous result, both as multiples of the tight volume.
fn grown<const SLABS: usize>(mesh: &Mesh, frames: u32) -> [f64; 2] {
    let turn = |frames: u32| {
        let angle = 5.0_f64.to_radians() * f64::from(frames);
        Pose::from_parts(Default::default(), UnitQuaternion::from_scaled_axis(Vector::z() * angle))
    };
    let around = |corners: Vec<Point>, pose: Pose| Kdop::<SLABS>::around(corners.iter().map(|p| pose * p));
    let first = Kdop::<SLABS>::of_mesh(mesh, &Pose::identity());
    let last = (0..frames).fold(first, |last, _| around(last.corners(), turn(1)));
    let tight = Kdop::<SLABS>::of_mesh(mesh, &turn(frames)).volume();
    [around(first.corners(), turn(frames)), last].map(|volume| volume.volume() / tight)
}

#[test]
fn volumes_grow_as_far_as_told() {
    let [mesh, _] = (scenes::find("blobs").unwrap().meshes)(1, 2000);
    let ([original, kdop], [original_box, aabb]) = (grown::<9>(&mesh, 18), grown::<3>(&mesh, 18));
    assert!((original - 1.0).abs() < 1e-9 && (original_box - 1.0).abs() < 1e-9, "{original} {original_box}");
    assert_says("kdop-updates", &[shown(kdop, 1), shown(aabb, 1)]);
    assert_says("kdop-updates", &[shown(grown::<9>(&mesh, 9)[0], 2)]);
}

#[test]
fn a_front_pays_up_to_the_speed_that_is_told() {
    let measured = figures("front");
    let steps = ["0.01", "0.03", "0.1", "0.3", "1", "3", "10"];
    let times = |metric: &str, step: &str| {
        of(&measured, "front", step, metric) / of(&measured, "roots", step, metric)
    };
    let row: Vec<String> = steps.iter().map(|step| shown(times("volume_tests", step), 2)).collect();
    assert_says("front-tracking", &row);
    let slow: Vec<String> = steps[..3].iter().map(|step| shown(times("query_time", step), 1)).collect();
    assert_says("front-tracking", &slow);
    // Displacement of a vertex in the last step that pays and in the first that does not, in edge lengths.
    let scene = scenes::find("knots").unwrap();
    let [_, mesh] = (scene.meshes)(1, 20_000);
    let edges = (0..mesh.triangles().len()).flat_map(|t| {
        let corners = mesh.corners(t);
        (0..3).map(move |i| (corners[i] - corners[(i + 1) % 3]).norm())
    });
    let edge = edges.sum::<f64>() / (3 * mesh.triangles().len()) as f64;
    let way = |share: f64| {
        let at = |i: u32| (scene.pose)((0.03 + f64::from(i) * share) % 1.0);
        let vertices = || mesh.vertices().iter().step_by(37);
        let ways = (0..100).flat_map(|i| {
            let [from, to] = [at(i), at(i + 1)];
            vertices().map(move |p| (from * p - to * p).norm())
        });
        ways.sum::<f64>() / (100 * vertices().count()) as f64
    };
    assert_says("front-tracking", &[shown(way(0.003) / edge, 1), shown(way(0.01) / edge, 1)]);
}

#[test]
fn a_budget_leaves_out_what_is_told() {
    let measured = figures("time-critical");
    let missing = |method: &str, budget: &str| of(&measured, method, budget, "missing");
    assert_eq!([missing("obb-tree", "1000"), missing("obb-tree", "10000")], [100.0, 0.0]);
    assert_says("time-critical", &[shown(missing("kdop-26", "3000"), 1), "3,000".into()]);
    let rows = measured.iter().filter(|((_, _, metric), _)| metric == "wrong" || metric == "exceeded");
    assert!(rows.clone().count() > 100 && rows.clone().all(|(_, value)| *value == 0.0));
}

#[test]
fn a_tolerance_saves_what_is_told() {
    let measured = figures("distance");
    let tolerances = ["0", "1", "5", "10", "20", "50"];
    let tests = |series: &str, x: &str| of(&measured, series, x, "volume_tests");
    let row: Vec<String> = tolerances.iter().map(|x| shown(tests("obb-tree", x), 0)).collect();
    assert_says("shortest-distance", &row);
    let errors = tolerances[1..].iter().map(|x| shown(of(&measured, "obb-tree", x, "largest_error"), 1));
    assert_says("shortest-distance", &errors.collect::<Vec<_>>());
    assert_eq!(tests("obb-tree/seed", "0"), tests("obb-tree", "0"), "a good guess saves nothing");
    assert_says(
        "shortest-distance",
        &[shown(tests("obb-tree/seed", "50"), 0), shown(tests("obb-tree", "50"), 0)],
    );
}

/// The rows of the lesson's table: triangles and radii of two balls, each as detail and radius.
const BALLS: [[(u32, f64); 2]; 5] = [
    [(10, 1.0), (10, 1.0)],
    [(1, 1.0), (10, 1.0)],
    [(10, 1.0), (1, 1.0)],
    [(10, 0.1), (10, 1.0)],
    [(10, 1.0), (10, 0.1)],
];

#[test]
fn descent_rules_take_what_the_lesson_says() {
    let rules = ["larger", "both", "a-first", "alternating"];
    let triangles = |detail| shown(primitives::sphere(1.0, detail).triangles().len() as f64, 0);
    assert_says("two-trees", &[triangles(10), triangles(1)]);
    let [larger, both, a_first, alternating] = descent_rules::tests().map(|tests| tests.to_string());
    assert_says("two-trees", &[larger, both, a_first, alternating]);
    let method = find(OBB_TREE).unwrap();
    for balls in BALLS {
        let meshes = balls.map(|(detail, radius)| Arc::new(primitives::sphere(radius, detail)));
        let direction = Vector::new(3.0, 1.0, 2.0).normalize() * 0.95 * (balls[0].1 + balls[1].1);
        let pose =
            Pose::from_parts(direction.into(), UnitQuaternion::from_scaled_axis(Vector::new(0.3, 0.2, 0.1)));
        let answers = rules.map(|rule| {
            let mut settings = method.default_settings();
            settings.set("descent", rule).unwrap();
            method.make(&meshes, &settings).answer(&pose, &Query::Determine)
        });
        assert!(answers[0].colliding);
        assert!(answers.iter().all(|answer| answer.sorted_pairs() == answers[0].sorted_pairs()));
        let row = answers.each_ref().map(|answer| shown(answer.cost.volume_tests as f64, 0));
        assert_says("two-trees", &row);
        let tests = answers.each_ref().map(|answer| answer.cost.volume_tests as f64);
        let [larger, both, a_first, alternating] = tests;
        if balls[0].1 == balls[1].1 {
            let three = [larger, both, alternating];
            let (low, high) =
                (three.into_iter().fold(f64::MAX, f64::min), three.into_iter().fold(0.0, f64::max));
            assert!(high < 1.03 * low, "within 3 %: {three:?}");
            continue;
        }
        assert!(tests[1..].iter().all(|other| larger < *other), "{tests:?}");
        if balls[0].1 < balls[1].1 {
            assert_says("two-trees", &[shown(a_first / larger, 0)]);
            assert!(
                (1.9..2.1).contains(&(both / larger)) && both < alternating,
                "half of the next: {tests:?}"
            );
        }
    }
}
