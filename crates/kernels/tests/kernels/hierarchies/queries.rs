//! Compares every method and construction with brute force.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Pose};
use collidoscope_kernels::hierarchies::brute_force::BruteForce;
use collidoscope_kernels::hierarchies::methods::{BRUTE_FORCE, BVH_FAST, METHODS, Method, OBB_TREE};
use collidoscope_kernels::hierarchies::pair::MeshPair;
use collidoscope_kernels::hierarchies::query::{Answer, Placed, Query, Tolerance};
use collidoscope_kernels::hierarchies::triangles::touch::meets;
use collidoscope_kernels::settings::{Range, Settings};

use super::scenes::{self, Scene};

/// Settings of the method: every construction, with values of the other settings in turn.
pub fn variants(method: &Method) -> Vec<Settings> {
    let choices = |id: &str| {
        let setting = method.settings.iter().find(|setting| setting.id == id)?;
        let Range::Choice { options, .. } = setting.range else { return None };
        Some(options.iter().map(|(word, _)| *word).collect::<Vec<_>>())
    };
    let Some(constructions) = choices("construction") else { return vec![method.default_settings()] };
    let variant = |(i, construction): (usize, &&str)| {
        let mut settings = method.default_settings();
        settings.set("construction", construction).unwrap();
        settings.set("leaf-size", ["1", "3", "4", "40"][i % 4]).unwrap();
        for (step, id) in [(1, "arity"), (1, "update"), (2, "fit"), (3, "descent")] {
            if let Some(words) = choices(id) {
                settings.set(id, words[i / step % words.len()]).unwrap();
            }
        }
        settings
    };
    constructions.iter().enumerate().map(variant).collect()
}

/// The answers of brute force in every pose of a scene.
fn reference(scene: &Scene, query: &Query) -> Vec<Answer> {
    let mut brute_force = BruteForce::new(&scene.meshes);
    scene.poses.iter().map(|pose| brute_force.answer(pose, query)).collect()
}

/// Calls `check` with variants of every tree method. Each construction runs on one of `of` scenes; this one
/// is number `at`.
fn for_every_pair(scene: &Scene, (at, of): (usize, usize), mut check: impl FnMut(&mut dyn MeshPair, &str)) {
    let trees = METHODS.iter().filter(|method| method.id != BRUTE_FORCE);
    let all = trees.enumerate().flat_map(|(i, method)| {
        variants(method).into_iter().enumerate().map(move |(j, settings)| (i + j, method, settings))
    });
    for (_, method, settings) in all.filter(|(number, ..)| number % of == at) {
        let mut pair = method.make(&scene.meshes, &settings);
        let words: Vec<_> = settings.iter().map(|(s, value)| format!("{}={value}", s.id)).collect();
        check(&mut *pair, &format!("{}: {} {}", scene.name, method.id, words.join(" ")));
    }
}

fn do_meet(meshes: &[Arc<Mesh>; 2], pose: &Pose, [s, t]: [u32; 2]) -> bool {
    let a = meshes[0].corners(s as usize).map(|p| p.coords);
    meets(&a, &Placed::new(pose).triangle(&meshes[1].corners(t as usize)))
}

#[test]
fn every_method_and_construction_answers_as_brute_force() {
    assert!(answers_are_those_of_brute_force(scenes::general()) > 20);
}

#[test]
fn and_so_on_degenerate_meshes() {
    assert!(answers_are_those_of_brute_force(scenes::degenerate()) > 1000);
}

/// Compares all answers with brute force. Returns the number of touching pairs of triangles.
fn answers_are_those_of_brute_force(scenes: Vec<Scene>) -> usize {
    let mut found = 0;
    let of = scenes.len();
    for (at, scene) in scenes.into_iter().enumerate() {
        let all_pairs = reference(&scene, &Query::Determine);
        let distances = reference(&scene, &Query::Distance(Tolerance::default()));
        found += all_pairs.iter().map(|answer| answer.pairs.len()).sum::<usize>();
        for_every_pair(&scene, (at, of), |pair, name| {
            for (pose, (all, closest)) in scene.poses.iter().zip(all_pairs.iter().zip(&distances)) {
                let answer = pair.answer(pose, &Query::Determine);
                assert_eq!(answer.sorted_pairs(), all.sorted_pairs(), "{name}");
                assert_eq!(answer.colliding, all.colliding, "{name}");
                let cost = answer.cost;
                // `bvh-fast` counts no levels.
                if !name.contains(BVH_FAST) {
                    let by_level: u64 = cost.levels.iter().map(|&n| u64::from(n)).sum();
                    assert_eq!(by_level, cost.volume_tests, "{name}");
                }
                assert!(cost.triangle_tests >= answer.pairs.len() as u64, "{name}");

                let answer = pair.answer(pose, &Query::Detect);
                assert_eq!(answer.colliding, all.colliding, "{name}");
                assert_eq!(answer.pairs.len(), usize::from(all.colliding), "{name}");
                for pair in answer.pairs {
                    assert!(do_meet(&scene.meshes, pose, pair), "{name}");
                }

                let answer = pair.answer(pose, &Query::Distance(Tolerance::default()));
                assert_eq!(answer.distance, closest.distance, "{name}");
                assert_eq!(answer.colliding, all.colliding, "{name}");
                let [p, q] = answer.closest.unwrap();
                let distance = closest.distance.unwrap();
                assert!(((p - q).norm() - distance).abs() <= 1e-12, "{name}");

                for (metres, is_within) in
                    [(distance * 0.99 - 1e-9, false), (distance, true), (distance + 0.5, true)]
                {
                    let answer = pair.answer(pose, &Query::Within(metres));
                    assert_eq!(answer.colliding, is_within, "{name}");
                    assert!(answer.distance.is_none_or(|distance| distance <= metres), "{name}");
                }
            }
        });
    }
    found
}

#[test]
fn a_tolerance_saves_tests_and_is_kept() {
    let scene = &scenes::general()[0];
    let method = METHODS.iter().find(|method| method.id == OBB_TREE).unwrap();
    let mut pair = method.make(&scene.meshes, &method.default_settings());
    let (mut exact_tests, mut tests) = (0, 0);
    for pose in scenes::poses(30, 9.0, 8) {
        let exact = pair.answer(&pose, &Query::Distance(Tolerance::default()));
        exact_tests += exact.cost.triangle_tests;
        for tolerance in
            [Tolerance { relative: 0.5, absolute: 0.0 }, Tolerance { relative: 0.0, absolute: 1.0 }]
        {
            let answer = pair.answer(&pose, &Query::Distance(tolerance));
            let (distance, smallest) = (answer.distance.unwrap(), exact.distance.unwrap());
            assert!(distance >= smallest);
            assert!(distance <= smallest * (1.0 + tolerance.relative) + tolerance.absolute + 1e-12);
            tests += answer.cost.triangle_tests;
        }
    }
    assert!(tests < exact_tests, "{tests} of {exact_tests} for each of two");
}

#[test]
fn brute_force_finds_every_pair_of_a_mesh_and_its_copy() {
    // Counted by hand: triangles of a closed mesh without cuts touch exactly where they share a vertex.
    let scene = &scenes::degenerate()[0];
    let mesh = &scene.meshes[0];
    let answer = BruteForce::new(&scene.meshes).answer(&Pose::identity(), &Query::Determine);
    let shared = |s: &[u32; 3], t: &[u32; 3]| s.iter().any(|v| t.contains(v));
    let triangles = || (0..).zip(mesh.triangles());
    let expected: Vec<[u32; 2]> = triangles()
        .flat_map(|(i, s)| triangles().filter(|(_, t)| shared(s, t)).map(move |(j, _)| [i, j]))
        .collect();
    assert_eq!(answer.sorted_pairs(), expected);
}
