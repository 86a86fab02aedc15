//! Traversals with a memory or an early end: fronts, seeds, budgets, recordings.

use collidoscope_kernels::geometry::Pose;
use collidoscope_kernels::hierarchies::methods::{AABB_TREE, BRUTE_FORCE, BVH_FAST, METHODS, OBB_TREE, find};
use collidoscope_kernels::hierarchies::pair::{MeshPair, Seen};
use collidoscope_kernels::hierarchies::query::{Query, Tolerance};
use nalgebra::Vector3;

use super::scenes::{self, Scene};

fn started(scene: &Scene, id: &str, start: &str) -> Box<dyn MeshPair> {
    let method = find(id).unwrap();
    let mut settings = method.default_settings();
    settings.set("start", start).unwrap();
    method.make(&scene.meshes, &settings)
}

/// A path through contact, in steps of `step` radians or metres.
fn path(step: f64) -> impl Iterator<Item = Pose> {
    (0..80).map(move |i| {
        let t = step * f64::from(i);
        Pose::new(Vector3::new(0.5, 2.6 - t, 0.3 * t), Vector3::new(0.2, t, 0.1))
    })
}

#[test]
fn a_front_answers_as_a_fresh_walk_with_fewer_visits() {
    for scene in scenes::general() {
        for id in [OBB_TREE, AABB_TREE] {
            let (mut fresh, mut tracked) = (started(&scene, id, "roots"), started(&scene, id, "front"));
            let mut visits = [0; 2];
            for pose in path(0.01) {
                let answers = [&mut fresh, &mut tracked].map(|pair| pair.answer(&pose, &Query::Determine));
                assert_eq!(answers[0].sorted_pairs(), answers[1].sorted_pairs());
                for (visits, answer) in visits.iter_mut().zip(&answers) {
                    *visits += answer.cost.volume_tests;
                }
                assert!(!tracked.front().is_empty() && fresh.front().is_empty());
            }
            assert!(visits[1] < visits[0] * 9 / 10, "{} {id}: {visits:?}", scene.name);
        }
        // Far jumps, with detection queries in between, which update only a part of the front.
        let (mut fresh, mut tracked) =
            (started(&scene, OBB_TREE, "roots"), started(&scene, OBB_TREE, "front"));
        for (i, pose) in scenes::poses(25, 3.0, 9).iter().enumerate() {
            let query = if i % 3 == 0 { Query::Determine } else { Query::Detect };
            let answers = [&mut fresh, &mut tracked].map(|pair| pair.answer(pose, &query));
            assert_eq!(answers[0].colliding, answers[1].colliding);
            if query == Query::Determine {
                assert_eq!(answers[0].sorted_pairs(), answers[1].sorted_pairs());
            }
        }
    }
}

#[test]
fn a_seed_costs_no_test_of_volumes_and_changes_no_answer() {
    let scene = &scenes::general()[0];
    let (mut fresh, mut seeded) = (started(scene, OBB_TREE, "roots"), started(scene, OBB_TREE, "seed"));
    for query in [Query::Distance(Tolerance::default()), Query::Detect, Query::Within(0.2)] {
        let mut tests = [0; 2];
        for pose in path(0.01) {
            let answers = [&mut fresh, &mut seeded].map(|pair| pair.answer(&pose, &query));
            assert_eq!(answers[0].colliding, answers[1].colliding);
            if matches!(query, Query::Distance(_)) {
                assert_eq!(answers[0].distance, answers[1].distance);
            }
            for (tests, answer) in tests.iter_mut().zip(&answers) {
                *tests += answer.cost.volume_tests;
            }
        }
        let is_saved = tests[1] <= tests[0];
        assert!(is_saved, "{query:?}: {tests:?}");
    }
}

#[test]
fn a_budget_is_kept_and_what_is_said_to_be_decided_is_right() {
    let mut open = 0;
    for scene in scenes::general() {
        for method in METHODS {
            let mut pair = method.make(&scene.meshes, &method.default_settings());
            for pose in &scene.poses[..1] {
                let queries = [
                    Query::Detect,
                    Query::Determine,
                    Query::Distance(Tolerance::default()),
                    Query::Within(0.3),
                ];
                for query in queries {
                    let whole = pair.answer(pose, &query);
                    for budget in [0, 1, 7, 40, 300, u64::MAX] {
                        let go_on = &mut |cost: &collidoscope_kernels::hierarchies::query::Cost| {
                            cost.volume_tests + cost.triangle_tests < budget
                        };
                        let Some(partial) = pair.answer_within(pose, &query, go_on) else { continue };
                        let answer = &partial.answer;
                        assert!(answer.cost.volume_tests + answer.cost.triangle_tests <= budget);
                        assert!(whole.colliding || !answer.colliding, "{}: {query:?} {budget}", method.id);
                        let is_complete = partial.undecided.is_empty();
                        assert_eq!(is_complete, partial.undecided_triangles == 0);
                        assert!(is_complete || budget < u64::MAX);
                        open += u32::from(!is_complete);
                        match query {
                            Query::Determine => {
                                let all = whole.sorted_pairs();
                                assert!(answer.pairs.iter().all(|pair| all.binary_search(pair).is_ok()));
                                // Missing pairs lie below an undecided pair.
                                let below = |body: usize, node: u32, triangle: u32| {
                                    pair.tree(body).unwrap().triangles(node).contains(&triangle)
                                };
                                for found in all.iter().filter(|found| !answer.pairs.contains(found)) {
                                    assert!(partial.undecided.iter().any(|nodes| {
                                        below(0, nodes[0], found[0]) && below(1, nodes[1], found[1])
                                    }));
                                }
                            }
                            Query::Distance(_) => {
                                let distance = whole.distance.unwrap();
                                assert!(partial.distance_at_least <= distance);
                                assert!(answer.distance.is_none_or(|found| found >= distance));
                                assert!(!is_complete || answer.distance == Some(distance));
                            }
                            _ => assert!(!is_complete || answer.colliding == whole.colliding),
                        }
                    }
                }
            }
        }
    }
    assert!(open > 150, "{open}");
}

#[test]
fn more_budget_raises_the_lower_bound_and_lowers_the_upper_one() {
    let query = Query::Distance(Tolerance::default());
    let mut rises = 0;
    for scene in scenes::general() {
        for method in METHODS {
            let mut pair = method.make(&scene.meshes, &method.default_settings());
            // Separated, so that both bounds change.
            let pose = Pose::translation(7.0, 1.0, -0.5) * scene.poses[0];
            let distance = pair.answer(&pose, &query).distance.unwrap();
            let mut last = [0.0, f64::INFINITY];
            for budget in [1, 2, 5, 10, 20, 40, 80, 160, 320, 640, 1280, u64::MAX] {
                let go_on = &mut |cost: &collidoscope_kernels::hierarchies::query::Cost| {
                    cost.volume_tests + cost.triangle_tests < budget
                };
                let Some(partial) = pair.answer_within(&pose, &query, go_on) else { continue };
                let (low, high) =
                    (partial.distance_at_least, partial.answer.distance.unwrap_or(f64::INFINITY));
                assert!(last[0] <= low && high <= last[1], "{}: {budget}: {low} {high} {last:?}", method.id);
                assert!(low <= distance && distance <= high, "{}: {budget}", method.id);
                rises += u32::from(last[0] < low);
                last = [low, high];
            }
            assert!(last == [0.0, f64::INFINITY] || last == [distance; 2], "{}: {last:?}", method.id);
        }
    }
    assert!(rises > 100, "{rises}");
}

#[test]
fn a_bound_is_never_below_that_of_the_pair_above() {
    for scene in scenes::general() {
        let pose = Pose::translation(7.0, 1.0, -0.5) * scene.poses[0];
        for method in METHODS {
            let mut pair = method.make(&scene.meshes, &method.default_settings());
            let (mut bounds, mut opened) = (std::collections::HashMap::new(), None);
            pair.watch(&pose, &Query::Distance(Tolerance::default()), &mut |event| match event {
                Seen::Nodes { nodes, measure, .. } => {
                    let above = opened.map_or(0.0, |opened| bounds[&opened]);
                    assert!(measure >= above, "{}: {nodes:?} {measure} below {above}", method.id);
                    bounds.insert(nodes, measure);
                }
                Seen::Opened { nodes } => opened = Some(nodes),
                Seen::Triangles { .. } | Seen::Dropped { .. } => (),
            });
            assert!(bounds.len() > 10 || method.id == BRUTE_FORCE, "{}", method.id);
        }
    }
}

#[test]
fn a_recording_sees_every_test_and_changes_nothing() {
    for scene in scenes::general() {
        for method in METHODS {
            let mut pair = method.make(&scene.meshes, &method.default_settings());
            for query in
                [Query::Detect, Query::Determine, Query::Distance(Tolerance::default()), Query::Within(0.1)]
            {
                let pose = &scene.poses[0];
                let answer = pair.answer(pose, &query);
                let mut seen = [0; 2];
                let watched = pair.watch(pose, &query, &mut |event| match event {
                    Seen::Nodes { .. } => seen[0] += 1,
                    Seen::Triangles { .. } => seen[1] += 1,
                    Seen::Opened { .. } | Seen::Dropped { .. } => (),
                });
                let cost = watched.cost;
                assert_eq!(seen, [cost.volume_tests, cost.triangle_tests], "{}", method.id);
                if method.id != BVH_FAST {
                    assert_eq!(answer, watched, "{}", method.id);
                    continue;
                }
                // The observer sees a traversal of one pair at a time: its costs differ, and it may find a
                // different one of several pairs.
                assert_eq!(answer.colliding, watched.colliding, "{query:?}");
                match query {
                    Query::Determine => assert_eq!(answer.sorted_pairs(), watched.sorted_pairs()),
                    Query::Distance(_) => assert_eq!(answer.distance, watched.distance),
                    _ => assert_eq!(answer.pairs.len(), watched.pairs.len(), "{query:?}"),
                }
            }
        }
    }
}
