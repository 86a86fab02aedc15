//! Sentences, pictures and steps of recordings.

use collidoscope::detector::Mistake;
use collidoscope::geometry::kdop::Kdop;
use collidoscope::geometry::{Mesh, Point, Pose, Vector};
use collidoscope::hierarchies::build::surface_area::half_surface;
use collidoscope::hierarchies::methods::{BRUTE_FORCE, METHODS, OBB_TREE, find};
use collidoscope::hierarchies::pair::{Outcome, Seen};
use collidoscope::hierarchies::query::{Query, Tolerance};
use collidoscope::level::mover::Mover;
use collidoscope::level::sweep::{Hit, Move, Question};
use collidoscope::meshes::scenes;
use collidoscope::stories::arena::passes::buffers::fates::{Area, outline};
use collidoscope::stories::arena::passes::buffers::lens::Lens;
use collidoscope::stories::arena::passes::probe::ray::{common, enlargement};
use collidoscope::stories::level::sentences::{mistake, why_early};
use collidoscope::stories::meshes::building::Building;
use collidoscope::stories::meshes::climbing::Climbing;
use collidoscope::stories::meshes::heap::waiting;
use collidoscope::stories::meshes::recording::{Recording, Step, StepKind};
use collidoscope::stories::meshes::sentences::{opened, why};
use collidoscope::ui::format::metres;
use egui::{Rect, pos2, vec2};

fn length(lines: &[Area]) -> f32 {
    lines.iter().map(|[x0, y0, x1, y1]| (x1 - x0) + (y1 - y0)).sum()
}

#[test]
fn an_outline_is_as_long_as_the_edge_and_made_of_few_lines() {
    // A block of 3 × 2 pixels, one pixel that touches its corner, and one at the edge of the buffer.
    let block = |p: usize| matches!((p % 8, p / 8), (1..=3, 1..=2) | (4, 3) | (7, 7));
    let lines = outline(8, block);
    assert_eq!(length(&lines), 10.0 + 4.0 + 4.0);
    assert!(lines.len() <= 12, "{lines:?}");
    assert!(outline(8, |_| false).is_empty());
    assert_eq!(outline(8, |_| true).len(), 4, "the frame");
}

#[test]
fn what_is_under_the_pointer_stays_there_and_the_edges_are_never_left() {
    let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(320.0, 320.0));
    let mut lens = Lens::default();
    assert_eq!(lens.pixel_at(rect, pos2(10.5, 339.5), 32), Some([0, 0]), "the lower left");
    assert_eq!(lens.pixel_at(rect, pos2(9.0, 100.0), 32), None);
    let at = pos2(75.0, 285.0);
    let under = lens.pixel_at(rect, at, 32);
    for _ in 0..12 {
        lens = lens.zoomed(rect, at, 1.3, 32);
        assert_eq!(lens.pixel_at(rect, at, 32), under);
        let [x, y] = under.unwrap().map(|p| p as f32);
        assert!(lens.on_screen(rect, 32, [x, y, x + 1.0, y + 1.0]).contains(at));
    }
    assert_eq!(lens.pixel_side(rect, 32), 80.0, "four pixels are the fewest");
    assert!(lens.seen(32).iter().all(|range| (4..=6).contains(&range.len())));
    lens = lens.dragged(rect, vec2(1e4, -1e4));
    assert_eq!(lens.pixel_at(rect, pos2(10.5, 339.5), 32), Some([0, 0]));
    lens = lens.zoomed(rect, at, 1e-3, 32);
    assert_eq!(lens, Lens::default());
}

#[test]
fn what_is_thin_is_enlarged_and_stays_within_the_picture() {
    let wide = [vec![[0.2, 0.5]], vec![[0.3, 0.8]]];
    assert_eq!(enlargement(&wide, 1.0), None);
    assert_eq!(enlargement(&[vec![], vec![]], 1.0), None);
    let thin = [vec![[0.500, 0.502]], vec![[0.501, 0.504]]];
    let [low, high] = enlargement(&thin, 1.0).unwrap();
    assert!(low < 0.5 && high > 0.504 && high - low < 0.01);
    let [low, high] = enlargement(&thin, 0.51).unwrap();
    assert!(low < 0.5 && high > 0.51, "the depth buffer is near, so it is in the picture");
    let sliver = [vec![[0.1, 0.5]], vec![[0.499, 0.9]]];
    let [low, high] = enlargement(&sliver, 1.0).unwrap();
    assert!(low < 0.499 && high > 0.5 && high - low < 0.1, "the overlap is what is looked for");
    let apart = [vec![[0.1, 0.101]], vec![[0.899, 0.9]]];
    assert_eq!(enlargement(&apart, 1.0), None, "nothing would be larger");
    let hollow = [vec![[0.1, 0.2], [0.8, 0.9]], vec![[0.3, 0.7], [0.89, 0.99]]];
    assert_eq!(common(&hollow), [[0.89, 0.9]], "the hollow of A is not part of it");
    let [low, high] = enlargement(&hollow, 1.0).unwrap();
    assert!(low < 0.89 && high > 0.9 && high - low < 0.1, "the thinnest overlap");
}

#[test]
fn lengths_are_short_whatever_their_size() {
    assert_eq!(
        [0.0, 1.5, -0.25, 2e-6, 3e7].map(metres),
        ["0.000 m", "1.500 m", "-0.250 m", "2.0e-6 m", "3.0e7 m"]
    );
}

/// Head on to a vertical edge, shifted planes stop a cylinder r(√2 − 1) before the edge.
#[test]
fn an_early_stop_is_marked_and_its_reason_names_the_shift_and_the_angle() {
    let mover = Mover::Cylinder { radius: 0.4, height: 1.6 };
    let a_move = Move { mover, from: Point::origin(), to: Point::new(2.0, 0.0, 0.0) };
    let hit = |time: f64, normal: Vector| Hit { time, normal, plane: None, cell: None, inside: false };
    let early = 0.4 * (2.0_f64.sqrt() - 1.0);
    let truth = hit(0.8, -Vector::x());
    let found = hit(0.8 - 0.5 * early, Vector::new(-1.0, 0.0, 1.0).normalize());
    let question = Question { a_move, truth: Some(truth) };
    assert_eq!(mistake(&question, Some(&found)), Some(Mistake::FalseHit));
    assert_eq!(mistake(&question, Some(&truth)), None);
    assert_eq!(mistake(&question, None), Some(Mistake::Missed));
    let why = why_early(&question, &found);
    assert!(why.contains("0.400 m") && why.contains("45.0°"), "{why}");
    let passes = Question { truth: None, ..question };
    assert!(why_early(&passes, &found).contains("passes"));
}

fn built(construction: &str) -> (Building, Mesh) {
    let method = find(OBB_TREE).unwrap();
    let meshes = (scenes::find("knots").unwrap().meshes)(1, 200);
    let mut settings = method.default_settings();
    settings.set("construction", construction).unwrap();
    let pair = method.make(&meshes, &settings);
    (Building::of(&*pair, &meshes[0], 0).unwrap(), (*meshes[0]).clone())
}

#[test]
fn every_construction_joins_or_parts_all_triangles() {
    for construction in ["middle", "surface-area", "bottom-up", "insertion"] {
        let (building, mesh) = built(construction);
        let triangles = mesh.triangles().len();
        let firsts = usize::from(construction == "insertion");
        assert_eq!(building.steps.len(), triangles - 1 + firsts, "{construction}: a binary tree");
        let costs: Vec<f64> = building.steps.iter().map(|step| step.cost).collect();
        assert!(costs.is_sorted(), "{construction}");
        assert_eq!(costs.last(), Some(&building.cost), "{construction}");
        assert!(building.cost > 1.0, "{construction}: the outermost box counts 1");
        let current_boxes = building.current_boxes(usize::MAX);
        match construction {
            "insertion" => assert!(current_boxes.is_empty()),
            "bottom-up" => assert_eq!(current_boxes, [mesh.aabb()], "one root"),
            _ => assert_eq!(current_boxes.len(), triangles, "{construction}: all leaves"),
        }
    }
}

#[test]
fn the_sum_that_insertion_tells_is_that_of_its_boxes() {
    // After the second triangle only one box has children, so the cost is the surface area of this box
    // divided by that of the box around the mesh.
    let (building, mesh) = built("insertion");
    let first = &building.steps[1];
    let pair = first.whole();
    assert!((first.cost - half_surface(&pair) / half_surface(&mesh.aabb())).abs() < 1e-12);
}

#[test]
fn a_method_without_trees_tells_no_steps() {
    let method = find(BRUTE_FORCE).unwrap();
    let meshes = (scenes::find("knots").unwrap().meshes)(1, 200);
    let pair = method.make(&meshes, &method.default_settings());
    assert!(Building::of(&*pair, &meshes[0], 0).is_none());
}

#[test]
fn the_walks_end_at_the_extreme_vertices_and_stay_within_the_approximation() {
    let method = find("kdop-18").unwrap();
    let scene = scenes::find("knots").unwrap();
    let meshes = (scene.meshes)(1, 300);
    let pair = method.make(&meshes, &method.default_settings());
    let [before, now] = [0.1, 0.13].map(|t| (scene.pose)(t));
    let directions: Vec<Vector> = Kdop::<9>::directions().iter().map(Vector::normalize).collect();
    let tree = pair.tree(1).unwrap();
    let climbing = Climbing::of((&meshes[1], tree), 0, [&before, &now], directions.clone()).unwrap();
    for (row, unit) in directions.iter().enumerate() {
        let all = meshes[1].vertices().iter().map(|p| (now * p).coords.dot(unit));
        let [low, high] =
            all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
        let [tight, wide] = [climbing.tight[row], climbing.wide[row]];
        assert!((tight[0] - low).abs() < 1e-9 && (tight[1] - high).abs() < 1e-9, "{row}: {tight:?}");
        assert!(wide[0] <= low + 1e-9 && wide[1] >= high - 1e-9, "{row}: {wide:?}");
    }
    assert!(climbing.moves() > 0, "the turn is large enough for steps");
    assert_eq!(climbing.steps.iter().filter(|step| step.is_start).count(), 18);
    let still = Climbing::of((&meshes[1], tree), 0, [&now, &now], directions).unwrap();
    assert_eq!(still.moves(), 0, "what stands still takes no step");
}

#[test]
fn the_bounds_close_in_on_the_distance_and_the_next_pair_is_the_first_that_waits() {
    let method = find(OBB_TREE).unwrap();
    let scene = scenes::find("knots").unwrap();
    let mut pair = method.make(&(scene.meshes)(1, 120), &method.default_settings());
    // Far apart, only few pairs of nodes have lower bounds near the distance.
    let apart = Pose::translation(6.0, 0.0, 0.0) * (scene.pose)(0.2);
    let query = Query::Distance(Tolerance::default());
    let recording = Recording::of(&mut *pair, &apart, &query, None);
    let (steps, answer) = (&recording.steps, recording.answer.distance.unwrap());
    assert!(recording.left_out == 0 && answer > 0.0);
    let bounds = &recording.bounds;
    for pair in bounds.windows(2) {
        assert!(pair[0].low <= pair[1].low && pair[0].high >= pair[1].high);
    }
    assert!(bounds.iter().all(|bounds| bounds.low <= answer * (1.0 + 1e-9) && bounds.high >= answer));
    assert_eq!(bounds.last().unwrap().high, answer);
    let opened = steps.iter().enumerate().filter(|(_, step)| step.kind == StepKind::Opened);
    for (index, step) in opened.step_by(7) {
        let waiting = waiting(&steps[..index]);
        let bound = waiting.iter().find(|(nodes, _)| *nodes == step.nodes).unwrap().1;
        assert_eq!(bound, waiting[0].1, "step {index} opens a pair that others are closer than");
    }
}

/// The phrases of all steps of a walk that name opened nodes, each once.
fn phrases(rule: &str, query: &Query) -> Vec<String> {
    let (method, scene) = (find(OBB_TREE).unwrap(), scenes::find("knots").unwrap());
    let mut settings = method.default_settings();
    settings.set("descent", rule).unwrap();
    let mut pair = method.make(&(scene.meshes)(1, 200), &settings);
    let recording = Recording::of(&mut *pair, &(scene.pose)(0.1), query, None);
    let phrase = |step: &Step| opened(step, recording.order, pair.opening(step.nodes));
    let mut phrases: Vec<String> = recording.steps.iter().filter_map(phrase).collect();
    phrases.sort();
    phrases.dedup();
    phrases
}

#[test]
fn a_step_that_descends_names_the_opened_node_and_the_rule() {
    let leaf = |mesh: &str| format!("Opens {mesh}'s node: the other one is a leaf.");
    let leaves = "Both are leaves: their triangles are tested.";
    for query in [Query::Determine, Query::Distance(Tolerance::default())] {
        for (rule, own) in [
            (
                "larger",
                &["Opens A's node: the larger one first.", "Opens B's node: the larger one first."][..],
            ),
            ("both", &["Opens both nodes at once."]),
            ("a-first", &["Opens A's node: A first."]),
            ("alternating", &["Opens A's node: alternating.", "Opens B's node: alternating."]),
        ] {
            let phrases = phrases(rule, &query);
            assert!(own.iter().all(|own| phrases.iter().any(|phrase| phrase == own)), "{rule}: {phrases:?}");
            let others = [leaves.to_owned(), leaf("A"), leaf("B")];
            let is_known = |phrase: &String| own.contains(&phrase.as_str()) || others.contains(phrase);
            assert!(phrases.iter().all(is_known), "{rule}: {phrases:?}");
        }
    }
}

/// All whole numbers of a sentence, in order.
fn numbers(sentence: &str) -> Vec<u64> {
    let digits = sentence.replace(',', "");
    digits.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn the_reason_names_triangles_that_brute_force_finds_and_counts_all_steps() {
    let mut met = [0; 4];
    for (scene, triangles) in [("knots", 400), ("gears", 300)] {
        let scene = scenes::find(scene).unwrap();
        let meshes = (scene.meshes)(1, triangles);
        let mut judge =
            find(BRUTE_FORCE).unwrap().make(&meshes, &find(BRUTE_FORCE).unwrap().default_settings());
        for (method, t) in METHODS.iter().flat_map(|method| [0.0, 0.1, 0.3].map(|t| (method, t))) {
            let pose = (scene.pose)(t);
            let mut pair = method.make(&meshes, &method.default_settings());
            let touching = judge.answer(&pose, &Query::Determine).sorted_pairs();
            for query in [Query::Detect, Query::Determine] {
                pair.forget();
                let recording = Recording::of(&mut *pair, &pose, &query, None);
                pair.forget();
                let why = why(&recording);
                let what = format!("{} on {}, {t}: {why}", method.about.id, scene.id);
                let (mut steps, mut first, mut ended) = (0, None, [0, 0]);
                pair.watch(&pose, &query, &mut |seen| {
                    steps += 1;
                    match seen {
                        Seen::Triangles { found, .. } => {
                            first = first.or(found.then_some(steps));
                            ended[1] += 1;
                        }
                        Seen::Nodes { outcome, .. } => ended[0] += u64::from(outcome == Outcome::Apart),
                        Seen::Dropped { .. } => ended[0] += 1,
                        Seen::Opened { .. } => {}
                    }
                });
                let said = numbers(&why);
                if touching.is_empty() {
                    assert!(why.contains("othing touches") || why.starts_with("None of"), "{what}");
                    let expected: Vec<u64> = match ended {
                        [1, 0] => vec![],
                        _ => ended.into_iter().filter(|count| *count > 0).collect(),
                    };
                    assert_eq!(said, expected, "{what}");
                    met[if ended[1] == 0 { 0 } else { 1 }] += 1;
                    continue;
                }
                let named = [said[0], said[1]].map(|triangle| triangle as u32);
                assert!(touching.binary_search(&named).is_ok(), "{what}");
                let end = &said[said.len() - 2..];
                assert_eq!(end, [first.unwrap(), steps], "{what}");
                if said.len() == 5 {
                    assert_eq!(said[2], touching.len() as u64, "{what}");
                    met[2] += 1;
                }
                met[3] += usize::from(recording.left_out > 0);
            }
        }
    }
    assert!(met.iter().all(|count| *count > 0), "{met:?}");
}
