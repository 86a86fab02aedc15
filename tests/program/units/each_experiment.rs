//! Single experiments: their tables, claims and judgements.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use collidoscope::broad_phase::BROAD_PHASES;
use collidoscope::experiments::broad_phase::{measure, record};
use collidoscope::experiments::contest::PUBLISHED_LOOP;
use collidoscope::experiments::figure_4::{BODIES, TRIANGLES, hardly_depends, mix};
use collidoscope::experiments::image_space::{SWEEPS, ball, grating, metric_by};
use collidoscope::experiments::level::ground::{LENGTHS, SWEEP_TIME};
use collidoscope::experiments::meshes::balance::{SCENES, series};
use collidoscope::experiments::meshes::cost_function::error;
use collidoscope::experiments::meshes::path_query::VOLUME_TESTS;
use collidoscope::experiments::overlap::{AFTER, BESIDE};
use collidoscope::experiments::penetration::penetration;
use collidoscope::experiments::table_2::Model;
use collidoscope::experiments::{Claim, Event, Figure, Judgement, Run, RunError, find};
use collidoscope::geometry::hull::convex_hull;
use collidoscope::geometry::{Pose, Shape, Vector, primitives};
use collidoscope::hierarchies::query::Cost;
use collidoscope::hierarchies::sample::{Sample, unit_costs};
use collidoscope::hierarchies::unit_costs::Replayed;
use collidoscope::level::methods::BSP_SHIFT;
use collidoscope::world::{Body, Parameters, World};

/// The claims of an experiment, judged by these figures.
fn claims(id: &str, figures: &[Figure]) -> Vec<Claim> {
    (find(id).expect(id).claims)(figures)
}

fn times(id: &str, power: f64) -> Vec<Figure> {
    let figure = |x: f64| Figure::new(id, (x, "bodies"), "time", (3e-4 * x.powf(power), "ms"));
    [1e3, 1e4, 1e5].map(figure).to_vec()
}

#[test]
fn the_claim_is_judged_by_the_exponent() {
    assert_eq!(claims("broad-phase", &[])[0].judgement, Judgement::Open);
    assert_eq!(claims("broad-phase", &times("sweep-and-prune", 1.1)[..1])[0].judgement, Judgement::Open);
    assert_eq!(claims("broad-phase", &times("octree", 1.1))[0].judgement, Judgement::Open);
    assert_eq!(claims("broad-phase", &times("sweep-and-prune", 1.2))[0].judgement, Judgement::Holds);
    let steep = &claims("broad-phase", &times("sweep-and-prune", 1.6))[0];
    assert_eq!(steep.judgement, Judgement::NotReproduced);
    assert!(steep.here.contains("1.60"), "{}", steep.here);
}

#[test]
fn small_crowds_are_measured_by_every_row_and_all_find_the_same() {
    let (mut figures, mut notes) = (Vec::new(), Vec::new());
    let mut report = |event| match event {
        Event::Figure(figure) => figures.push(figure),
        Event::Note(note) => notes.push(note),
        Event::Progress { .. } | Event::Setting { .. } => {}
    };
    let stop = AtomicBool::new(false);
    let mut run = Run::new(true, 7, None, &stop, &mut report);
    let rows: Vec<_> = BROAD_PHASES.iter().collect();
    for count in [60, 120] {
        let recorded = record(&run, count, 4).unwrap();
        measure(&mut run, &rows, &recorded, 1).unwrap();
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let stopped = record(&run, 60, 4);
    assert!(matches!(stopped, Err(RunError::Stopped)));

    assert_eq!(notes, Vec::<String>::new());
    let of = |metric| figures.iter().filter(|f| f.metric == metric).collect::<Vec<_>>();
    assert_eq!(of("time").len(), 2 * BROAD_PHASES.len());
    assert!(of("time").iter().all(|f| f.value > 0.0));
    let pairs = of("pairs");
    assert!(pairs.iter().all(|f| f.value > 0.0 && (f.x == 120.0) == (f.value == pairs[rows.len()].value)));
    let brute = of("box-tests").into_iter().find(|f| f.series == "brute-force").unwrap();
    assert_eq!(brute.value, 60.0 * 59.0 / 2.0);
    assert!(claims("broad-phase", &figures)[0].judgement != Judgement::Open);
}

#[test]
fn claims_are_judged_by_the_largest_scene() {
    assert!(claims("cullide", &[]).iter().all(|claim| claim.judgement == Judgement::Open));
    let figure =
        |series: &str, x: f64, metric, value: f64| Figure::new(series, (x, "bodies"), metric, (value, ""));
    let mut figures = vec![
        figure("cullide", 100.0, "time", 1.0),
        figure("cullide", 5000.0, "time", 90.0),
        figure("cullide-quick", 5000.0, "time", 30.0),
        figure("occlusion-query/fast", 5000.0, "time", 40.0),
        figure("sphere-aabb-obb", 5000.0, "time", 1.0),
        figure("cullide", 100.0, "missed", 2.0),
        figure("cullide-reliable", 100.0, "missed", 0.0),
    ];
    let holds =
        |figures: &[Figure]| claims("cullide", figures).iter().map(|c| c.judgement).collect::<Vec<_>>();
    assert_eq!(holds(&figures), [Judgement::Holds; 3]);
    assert_eq!(claims("cullide", &figures)[0].here, "0 missed pairs; without, 2");
    assert_eq!(claims("cullide", &figures)[2].here, "3.00× faster with 5000 bodies");
    figures.push(figure("cullide-reliable", 200.0, "missed", 0.5));
    figures.push(figure("occlusion-query/atlas", 5000.0, "time", 20.0));
    assert_eq!(holds(&figures)[..2], [Judgement::Contradicted; 2]);
}

#[test]
fn both_algorithms_must_stay_below_a_millisecond() {
    let figure = |series: &str, x, value| Figure::new(series, (x, "bodies"), "time", (value, "ms"));
    let own = [figure(PUBLISHED_LOOP, 20.0, 0.4), figure(PUBLISHED_LOOP, 40.0, 0.7)];
    let judge = |twenty, forty| {
        let recode = [figure("recode", 20.0, twenty), figure("recode", 40.0, forty)];
        claims("figure-3", &[own.clone(), recode].concat()).remove(0)
    };
    assert_eq!(claims("figure-3", &own)[0].judgement, Judgement::Open, "RECODE is missing");
    assert_eq!(judge(0.5, 0.9).judgement, Judgement::Holds);
    let slow = judge(1.02, 1.96);
    assert_eq!(slow.judgement, Judgement::HoldsInPart);
    assert!(slow.here.ends_with("RECODE: 1.02 and 1.96 ms"), "{}", slow.here);
    assert!(slow.line().contains("(against our own reconstruction of RECODE)"), "{}", slow.line());
}

#[test]
fn what_depends_on_the_triangles_is_told_by_the_pair() {
    let figure = |series: &str, x, metric, value| Figure::new(series, (x, "triangles"), metric, (value, ""));
    // Both detections take the same time, but the second has half as many pairs, so its time per pair is twice as
    // long.
    let mut figures = vec![
        figure("stencil", 1e4, "time", 1.0),
        figure("stencil", 1e5, "time", 1.0),
        figure("candidates", 1e4, "pairs_per_frame", 40.0),
        figure("candidates", 1e5, "pairs_per_frame", 20.0),
    ];
    assert_eq!(hardly_depends(&figures, "").judgement, Judgement::Contradicted);
    figures[3].value = 40.0;
    assert_eq!(hardly_depends(&figures, "").judgement, Judgement::Holds);
    assert_eq!(hardly_depends(&figures[..3], "").judgement, Judgement::Open);
}

#[test]
fn the_mix_has_the_triangles_that_are_asked_for() {
    for wanted in TRIANGLES {
        let level = Parameters::default().level;
        let parameters = Parameters { count: BODIES, mix: mix(wanted, level), ..Parameters::default() };
        let world = World::new(parameters).unwrap();
        let really: usize = world.bodies().iter().map(|b| b.shape.mesh().triangles().len()).sum();
        // One more sphere in the mix changes the total number of triangles by about 1,500.
        assert!(really.abs_diff(wanted) < 800, "{really} for {wanted}");
    }
}

#[test]
fn shapes_are_as_complex_as_said() {
    for bars in SWEEPS[0].values {
        let shape = grating(*bars);
        shape.mesh().check_closed().unwrap();
        assert_eq!(shape.mesh().triangles().len(), 12 * *bars as usize);
        assert_eq!(shape.pieces().len(), if *bars == 1 { 0 } else { *bars as usize });
    }
    for triangles in SWEEPS[1].values {
        assert_eq!(ball(*triangles).mesh().triangles().len(), *triangles as usize);
    }
    for sweep in SWEEPS {
        assert_ne!(metric_by("time", sweep.by), "other");
    }
}

#[test]
fn claims_are_judged_by_the_figures() {
    use collidoscope::experiments::Judgement::*;
    let figure = |series: &str, x, metric, value| Figure::new(series, (x, "bars"), metric, (value, ""));
    let judged = |figures: &[Figure]| {
        claims("image-space", figures).iter().map(|claim| claim.judgement).collect::<Vec<_>>()
    };
    assert_eq!(judged(&[]), [Open, Open]);
    let mut figures = vec![
        figure("winding", 1.0, "time by bars", 1.0),
        figure("winding", 4.0, "time by bars", 5.0),
        figure("occlusion-query", 1.0, "time by bars", 1.0),
        figure("occlusion-query", 4.0, "time by bars", 9.0),
        figure("winding", 4.0, "false hits by bars", 0.0),
        figure("edge-winding", 4.0, "false hits by bars", 1.0),
    ];
    assert_eq!(judged(&figures), [Holds, Holds]);
    figures[1].value = 20.0;
    figures.push(figure("depth-lists", 4.0, "false hits by bars", 1.0));
    assert_eq!(judged(&figures), [Contradicted, Contradicted]);
}

#[test]
fn the_price_of_shifted_planes_is_judged_against_a_point() {
    let times = |sphere: f64| -> Vec<Figure> {
        let of = |name: &str, length, time| {
            let series = format!("{BSP_SHIFT}/{name} {length} m");
            Figure::new(series, (1e4, "faces"), SWEEP_TIME, (time, "µs"))
        };
        let movers = [("point", 1.0), ("sphere", sphere), ("cylinder", 1.5), ("hull", 1.2)];
        let all = LENGTHS.map(|length| movers.map(|(name, time)| of(name, length, time)));
        all.concat()
    };
    let judge = |figures: &[Figure]| claims("bsp-peers", figures).remove(0);
    assert_eq!(judge(&[]).judgement, Judgement::Open);
    assert_eq!(judge(&times(1.4)).judgement, Judgement::NotReproduced);
    assert_eq!(judge(&times(3.0)).judgement, Judgement::HoldsInPart);
    assert!(judge(&times(3.0)).here.starts_with("3.00–3.00 times the time with a sphere, 1.50–1.50"));
}

#[test]
fn one_unbalanced_tree_with_fewer_tests_confirms_the_lecture() {
    let tests = |tree: &str, scene: &str, count| {
        Figure::new(series(tree, scene), (1e3, "triangles"), VOLUME_TESTS, (count, ""))
    };
    let [hot, even] = SCENES;
    let mut figures = vec![tests("median", hot, 200.0), tests("unbalanced", hot, 300.0)];
    let verdict = |figures: &[Figure], index: usize| claims("balance", figures)[index].judgement;
    assert_eq!(verdict(&figures, 0), Judgement::NotReproduced);
    figures.push(tests("bottom-up", hot, 150.0));
    assert_eq!(verdict(&figures, 0), Judgement::Holds);
    assert!(claims("balance", &figures)[0].here.ends_with("unbalanced 1.50, bottom-up 0.75"));
    assert_eq!(verdict(&figures, 1), Judgement::Open);
    figures.extend([tests("median", even, 200.0), tests("unbalanced", even, 300.0)]);
    assert_eq!(verdict(&figures, 1), Judgement::Holds);
    figures.push(tests("bottom-up", even, 190.0));
    assert_eq!(verdict(&figures, 1), Judgement::HoldsInPart);
}

#[test]
fn a_time_that_is_the_sum_of_its_parts_is_predicted() {
    let millis = Duration::from_millis;
    let cost = Cost { volume_tests: 10, triangle_tests: 2, updates: 5, ..Cost::default() };
    let parts = Replayed { numbers: [10, 2, 5], times: [millis(30), millis(8), millis(5)] };
    let sample = Sample { cost, time: millis(43), parts };
    let units = unit_costs([&sample]);
    assert!(error(&sample, &units) < 1e-9, "{units:?}");
    // A quarter of this time is the traversal.
    let slow = Sample { time: millis(57), ..sample };
    assert!((error(&slow, &units) - 14.0 / 57.0).abs() < 1e-9);
}

#[test]
fn the_claim_is_judged_by_the_time_that_overlapping_saves() {
    let figure = |series: &str, x, ms| Figure::new(series, (x, ""), "time", (ms, "ms"));
    let judge = |beside| {
        let figures = [figure(AFTER, 0.0, 2.0), figure(AFTER, 1.0, 4.0), figure(BESIDE, 1.0, beside)];
        claims("overlap", &figures).remove(0)
    };
    assert_eq!(claims("overlap", &[])[0].judgement, Judgement::Open);
    let half = judge(3.0);
    assert_eq!(half.judgement, Judgement::Holds);
    assert!(half.here.ends_with("50 % of the work hidden"), "{}", half.here);
    assert_eq!(judge(3.9).judgement, Judgement::NotReproduced);
}

#[test]
fn boxes_have_the_depth_that_can_be_read_off() {
    let cube = Arc::new(Shape::polyhedron(primitives::cuboid(Vector::repeat(1.0))));
    let at = |x, y, z| Body::at_rest(Arc::clone(&cube), Pose::translation(x, y, z));
    let depth = |b: Body| penetration(&at(1e6, 0.0, 0.0), &b);
    assert!((depth(at(1e6 + 1.75, 0.3, 0.2)) - 0.25).abs() < 1e-9);
    assert!((depth(at(1e6 + 2.5, 0.3, 0.2)) + 0.5).abs() < 1e-9);
    assert!((depth(at(1e6, 0.0, 0.0)) - 2.0).abs() < 1e-9);
    // Two cubes of side 2 approach with edges that cross at right angles; on contact their centres are √2 + √2
    // apart.
    let quarter = nalgebra::UnitQuaternion::from_axis_angle(&Vector::z_axis(), 0.25 * std::f64::consts::PI);
    let tilted = nalgebra::UnitQuaternion::from_axis_angle(&Vector::y_axis(), 0.25 * std::f64::consts::PI);
    let a = Body::at_rest(Arc::clone(&cube), Pose::from_parts(Default::default(), quarter));
    let reach = 2.0 * 2.0_f64.sqrt();
    let b = Body::at_rest(cube, Pose::from_parts([reach - 0.1, 0.0, 0.0].into(), tilted));
    assert!((penetration(&a, &b) - 0.1).abs() < 1e-9, "{}", penetration(&a, &b));
}

fn figure(series: &str, x: f64, metric: &'static str, value: f64) -> Figure {
    Figure::new(series, (x, "bodies"), metric, (value, ""))
}

#[test]
fn claims_are_judged_by_the_figures_and_not_before() {
    assert!(claims("schedules", &[]).iter().all(|claim| claim.judgement == Judgement::Open));
    let mut figures = vec![
        figure("occlusion-query/pair-by-pair", 100.0, "time", 5.0),
        figure("occlusion-query/atlas", 100.0, "time", 2.0),
        figure("occlusion-query/fast", 100.0, "time", 2.5),
        figure("occlusion-query/fast", 20.0, "time", 0.1),
    ];
    let holds =
        |figures: &[Figure]| claims("schedules", figures).iter().map(|c| c.judgement).collect::<Vec<_>>();
    assert_eq!(holds(&figures), [Judgement::Holds, Judgement::Open, Judgement::Open]);
    assert_eq!(claims("schedules", &figures)[0].here, "2.50× faster, by occlusion-query/atlas");
    figures.push(figure("recode/pair-by-pair", 100.0, "time", 4.0));
    for (x, pairs, time) in [(100.0, 60.0, 2.0), (1000.0, 600.0, 60.0)] {
        figures.push(figure("stencil/atlas", x, "pairs", pairs));
        figures.push(figure("stencil/atlas", x, "time", time));
    }
    assert_eq!(holds(&figures), [Judgement::Holds, Judgement::Contradicted, Judgement::Contradicted]);
    assert!(claims("schedules", &figures)[2].here.contains("stencil/atlas, time ~ pairs^1.48"));
}

#[test]
fn schedules_are_judged_by_the_fastest_at_every_size() {
    let judge = |auto: f64, oriented: f64| {
        let fixed = [("limit", 1.0), ("pair-by-pair", 2.0), ("fast", 1.4), ("atlas", 1.2)];
        let chosen = [("auto", auto), ("auto-oriented-boxes", oriented)];
        let rows = [&fixed[..], &chosen].concat();
        let at = |bodies| rows.iter().map(move |row| figure(row.0, bodies, "multiple", row.1));
        let mut figures: Vec<Figure> = at(20.0).chain(at(100.0)).collect();
        figures.push(figure("fast", 500.0, "multiple", 9.0));
        figures
    };
    let judged =
        |figures: &[Figure]| claims("limit", figures).into_iter().map(|c| c.judgement).collect::<Vec<_>>();
    assert_eq!(judged(&[]), [Judgement::Open; 3]);
    assert_eq!(judged(&judge(1.25, 0.9)), [Judgement::Holds; 3]);
    let both = [Judgement::Holds, Judgement::Contradicted, Judgement::Contradicted];
    assert_eq!(judged(&judge(1.3, 1.4)), both);
    let mut slow = judge(1.35, 1.0);
    slow.iter_mut().filter(|f| f.series == "atlas").for_each(|f| f.value = 1.5);
    assert_eq!(judged(&slow), [Judgement::Contradicted, Judgement::Holds, Judgement::Holds]);
    assert_eq!(claims("limit", &slow)[0].here, "at most 1.40 times, by fast, 100 bodies");
}

#[test]
fn few_vertices_of_the_star_are_on_its_hull_and_all_of_the_ball() {
    let share = |model: Model| {
        let mesh = model.mesh(10_000, 1);
        let hull = convex_hull(mesh.vertices()).unwrap();
        hull.vertices().len() as f64 / mesh.vertices().len() as f64
    };
    assert!(share(Model::STAR) < 0.05, "{}", share(Model::STAR));
    assert!(share(Model::BALL) > 0.9, "{}", share(Model::BALL));
}

#[test]
fn the_time_is_judged_by_every_model_at_its_largest_size() {
    let figure = |series: &str, x, time| Figure::new(series, (x, "triangles"), "model_time", (time, "ms"));
    let mut figures = vec![
        figure("hull-area-centroid/ball", 100.0, 0.1),
        figure("hull-area-centroid/ball", 900.0, 8.0),
        figure("vertex-pca-mean/ball", 900.0, 2.0),
    ];
    let judge = |figures: &[Figure]| claims("table-2-boxes", figures).remove(0);
    assert_eq!(judge(&figures[..1]).judgement, Judgement::Open);
    assert_eq!(judge(&figures).judgement, Judgement::Contradicted);
    assert!(judge(&figures).here.ends_with("at 900 triangles: ball 4.0"), "{}", judge(&figures).here);
    figures
        .extend([figure("hull-area-centroid/star", 900.0, 1.0), figure("vertex-pca-mean/star", 900.0, 2.0)]);
    assert_eq!(judge(&figures).judgement, Judgement::HoldsInPart);
}
