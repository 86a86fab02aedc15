//! Compares every method with brute force, on recorded steps of every scene and on random and adversarial
//! motions.

use collidoscope_kernels::cloth::detect::exact::SameSide;
use collidoscope_kernels::cloth::detect::{Detect, Event, Outcome, Verdict};
use collidoscope_kernels::cloth::fast::{Fast, Stages};
use collidoscope_kernels::cloth::mesh::{ClothMesh, MeshError};
use collidoscope_kernels::cloth::methods::{
    self, AS_PUBLISHED, BINARY, FAST, KD_TREE, METHODS, OCTREE, REFERENCE, SAFE,
};
use collidoscope_kernels::cloth::motion::scenes::SCENES;
use collidoscope_kernels::cloth::step::{Features, Step};
use collidoscope_kernels::cloth::tree;
use collidoscope_kernels::geometry::{Point, Vector};
use collidoscope_kernels::simd::level::Level;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::{detect, flat, pairs, safe_methods};
use crate::support::cloths::{recorded, scene};

#[test]
fn both_trees_have_as_many_boxes_as_published() {
    for (side, binary, quad) in [(5, 63, 53), (9, 255, 213), (17, 1023, 853)] {
        let mesh = flat(side);
        assert_eq!((tree::binary(&mesh).len(), tree::quad(side - 1).len()), (binary, quad));
        let still = Step { start: mesh.rest.clone(), end: mesh.rest.clone() };
        assert_eq!(detect(BINARY, &[], &mesh, &still).counts.refitted, binary as u64);
        assert_eq!(detect(AS_PUBLISHED, &[], &mesh, &still).counts.refitted, quad as u64);
    }
}

#[test]
fn the_quad_tree_has_a_level_for_every_halving_of_the_side_and_one_for_the_triangles() {
    // 2 · 4² = 2⁵ triangles, and so on.
    for (side, binary, quad) in [(5, 5, 3), (9, 7, 4), (17, 9, 5)] {
        let mesh = flat(side);
        assert_eq!((tree::depth(&tree::binary(&mesh)), tree::depth(&tree::quad(side - 1))), (binary, quad));
    }
    assert_eq!((tree::depth(&tree::quad(1)), tree::depth(&[])), (1, 0));
    let one = tree::bytes(&tree::quad(1));
    assert_eq!(one, 3 * size_of::<tree::Node>() + 2 * size_of::<u32>(), "a cell and its two triangles");
}

/// Asserts that every method finds the contacts of brute force, with no miss, false hit or late time;
/// the fastest one with every instruction set of this processor and on one and two threads, with equal
/// counts.
pub fn assert_agree(mesh: &ClothMesh, step: &Step, what: &str) -> usize {
    let truth = detect(REFERENCE, &[], mesh, step).contacts;
    for id in safe_methods().filter(|id| *id != REFERENCE) {
        assert_eq!(detect(id, &[], mesh, step).contacts, truth, "{id}: {what}");
    }
    if mesh.side.is_some() {
        let mut counts = Vec::new();
        for set in Level::available() {
            for threads in [1, 2] {
                let stages = Stages { certificates: true, same_side: SameSide::Cubic, threads };
                let found = Fast::new(mesh, stages).expect("a grid").by(set).detect(step);
                assert_eq!(found.contacts, truth, "{set:?}, {threads} threads: {what}");
                counts.push(found.counts);
            }
        }
        assert!(counts.iter().all(|of_set| *of_set == counts[0]), "{what}: {counts:?}");
    }
    truth.len()
}

#[test]
fn nothing_is_missed_on_recorded_steps_of_every_scene() {
    let mut contacts = 0;
    for scene in SCENES {
        for side in [6, 9] {
            for itself in [false, true] {
                let recording = recorded(scene, side, (240, 16), itself);
                for (index, step) in recording.steps.iter().enumerate() {
                    contacts += assert_agree(&recording.mesh, step, &format!("{} {side} {index}", scene.id));
                }
            }
        }
    }
    assert!(contacts > 200, "{contacts}: too few to say anything");
}

#[test]
fn nothing_is_missed_in_the_folds_of_a_finer_cloth() {
    let mut contacts = 0;
    for itself in [false, true] {
        let recording = recorded(scene("folds"), 17, (60, 1), itself);
        contacts += recording.steps[30..]
            .iter()
            .step_by(10)
            .map(|step| assert_agree(&recording.mesh, step, "folds"))
            .sum::<usize>();
    }
    assert!(contacts > 20, "{contacts}");
}

/// Random positions that do not resemble a cloth.
pub fn anywhere(random: &mut Pcg64, count: usize, spread: f64) -> Vec<Point> {
    (0..count).map(|_| Point::from(Vector::from_fn(|_, _| spread * random.random_range(-1.0..1.0)))).collect()
}

/// The cloth at rest, with every particle displaced by up to `off` at random.
fn around(random: &mut Pcg64, mesh: &ClothMesh, off: f64) -> Vec<Point> {
    let off = anywhere(random, mesh.rest.len(), off);
    mesh.rest.iter().zip(off).map(|(p, off)| p + off.coords).collect()
}

#[test]
fn nothing_is_missed_in_random_and_adversarial_motions() {
    let mut random = Pcg64::seed_from_u64(14);
    let mut contacts = 0;
    for round in 0..60 {
        let side = random.random_range(2..6);
        let mesh = flat(side);
        let count = mesh.rest.len();
        let small = 0.5 / side as f64 * random.random_range(0.01..1.0);
        let start = around(&mut random, &mesh, small);
        let with = |start: &[Point], end: Vec<Point>| Step { start: start.to_vec(), end };
        let mut steps = vec![
            // Crumpled, calm, and everything at once.
            with(&start, around(&mut random, &mesh, 4.0 * small)),
            with(&anywhere(&mut random, count, 1.0), anywhere(&mut random, count, 1.0)),
            with(&start, start.clone()),
            // Turned inside out through one point, and flattened onto a line.
            with(&start, start.iter().map(|p| Point::from(-p.coords)).collect()),
            with(&start, start.iter().map(|p| Point::new(p.x, 0.0, 0.0)).collect()),
            // Folded flat onto itself, and past that.
            with(&mesh.rest, mesh.rest.iter().map(|p| Point::new(p.x.abs(), 0.01 * p.x, p.z)).collect()),
            with(&mesh.rest, mesh.rest.iter().map(|p| Point::new(p.x.abs(), -0.01 * p.x, p.z)).collect()),
            // A huge step, steps beyond the range of single precision, and one far from the origin.
            with(&start, anywhere(&mut random, count, 1e6)),
            with(&start, anywhere(&mut random, count, 1e39)),
            with(&anywhere(&mut random, count, 1e-38), anywhere(&mut random, count, 1e-38)),
            with(&anywhere(&mut random, count, 1e200), anywhere(&mut random, count, 1e200)),
        ];
        let far = Vector::new(1e5, -1e5, 3e5);
        let crumpled = &steps[0];
        let shift = |at: &[Point]| at.iter().map(|p| p + far).collect::<Vec<_>>();
        steps.push(with(&shift(&crumpled.start), shift(&crumpled.end)));
        // Coincident particles and triangles without area.
        let mut collapsed = start.clone();
        (0..count / 3).for_each(|p| collapsed[3 * p + 1] = collapsed[3 * p]);
        steps.push(with(&collapsed, around(&mut random, &mesh, small)));
        for (index, step) in steps.iter().enumerate() {
            contacts += assert_agree(&mesh, step, &format!("round {round}, motion {index}"));
        }
    }
    assert!(contacts > 1000, "{contacts}");
}

#[test]
fn every_safe_stage_alone_misses_nothing() {
    let recording = recorded(scene("folds"), 9, (60, 3), false);
    for step in &recording.steps {
        let truth = pairs(REFERENCE, &recording.mesh, step);
        for (id, settings) in [
            (BINARY, &[("centroid", "bound")][..]),
            (BINARY, &[("same-side", "cubic")]),
            (BINARY, &[("once", "on")]),
            (SAFE, &[("cones", "off"), ("centroid", "off"), ("same-side", "off"), ("once", "off")]),
            (SAFE, &[("centroid", "off"), ("same-side", "off")]),
            (OCTREE, &[("cell", "0.25"), ("once", "off")]),
            (OCTREE, &[("cell", "8")]),
            (KD_TREE, &[("cell", "0.25"), ("once", "off")]),
            (KD_TREE, &[("cell", "8")]),
            (FAST, &[("certificates", "off")]),
            (FAST, &[("same-side", "off")]),
        ] {
            let found = detect(id, settings, &recording.mesh, step);
            let found: Vec<Features> = found.contacts.iter().map(|contact| contact.features).collect();
            assert_eq!(found, truth, "{id} {settings:?}");
        }
    }
}

#[test]
fn trees_over_space_find_the_pairs_of_trees_over_the_cloth_whatever_the_size_of_their_cells() {
    let recording = recorded(scene("folds"), 9, (60, 30), false);
    for step in &recording.steps {
        let of = |id, changes: &[_]| detect(id, changes, &recording.mesh, step).counts;
        let (tree, faces) = (of(BINARY, &[]).leaf_pairs, recording.mesh.faces.len() as u64);
        for id in [OCTREE, KD_TREE] {
            let all = ["0.25", "1", "4", "64"].map(|size| of(id, &[("cell", size)]));
            assert!(all.iter().all(|counts| counts.leaf_pairs == tree), "{id}: {all:?}, {tree}");
            assert!(
                all.is_sorted_by(|small, large| small.cells > large.cells || large.cells == 1),
                "{id}: {all:?}"
            );
            let whole = (1, faces, faces * (faces - 1) / 2);
            assert_eq!(
                (all[3].cells, all[3].entries, all[3].box_tests),
                whole,
                "{id}: one cell of all triangles"
            );
            assert!(all[0].entries > all[1].entries && all[1].entries > faces, "{id}: {all:?}");
        }
    }
}

#[test]
fn on_any_number_of_threads_the_same_is_found() {
    // Large enough that all parallel parts run on threads: refitting, the traversal and the exact tests.
    let mesh = flat(130);
    let mut random = Pcg64::seed_from_u64(3);
    let mut wave = |phase: f64| -> Vec<Point> {
        let mut wave = |p: &Point| {
            Vector::new(0.1 * (20.0 * p.z + phase).sin(), 0.0, 0.02 * random.random_range(-1.0..1.0))
        };
        mesh.rest.iter().map(|p| Point::new(p.x, 0.01 * p.x, 0.1 * p.z) + wave(p)).collect()
    };
    let step = Step { start: wave(0.0), end: wave(0.03) };
    let on = |threads: &str| detect(FAST, &[("threads", threads)], &mesh, &step);
    let alone = on("1");
    assert!(alone.contacts.len() > 100, "{}", alone.contacts.len());
    for threads in ["2", "3"] {
        let found = on(threads);
        assert_eq!(
            (found.contacts, found.counts),
            (alone.contacts.clone(), alone.counts),
            "{threads} threads"
        );
    }
}

#[test]
fn every_pair_of_features_is_tested_once() {
    let recording = recorded(scene("folds"), 9, (40, 40), false);
    for id in [SAFE, OCTREE, KD_TREE, FAST] {
        let method = methods::find(id).unwrap();
        let mut detect = method.make(&recording.mesh, &method.default_settings()).unwrap();
        let (mut seen, mut leaves, mut tests) = (Vec::new(), 0, 0);
        let watched = detect.watch(&recording.steps[0], &mut |event| match event {
            Event::Features(features, verdict) => {
                seen.push(features);
                tests += u64::from(matches!(verdict, Verdict::Exact(_)));
            }
            Event::Patches(_, _, Outcome::Leaf | Outcome::Corners) => leaves += 1,
            _ => {}
        });
        assert_eq!(seen.len() as u64, watched.counts.feature_pairs);
        assert_eq!((leaves, tests), (watched.counts.leaf_pairs, watched.counts.exact_tests), "{id}");
        seen.sort_unstable();
        assert!(seen.windows(2).all(|two| two[0] != two[1]), "{id}");
        assert!(seen.iter().all(|features| !features.share(&recording.mesh)), "{id}");
        let plain = detect.detect(&recording.steps[0]);
        assert_eq!((plain.contacts, plain.counts), (watched.contacts, watched.counts), "{id}");
    }
}

#[test]
fn a_garment_is_taken_by_methods_without_a_grid() {
    let grid = flat(4);
    let garment = ClothMesh::garment(grid.rest.clone(), grid.faces.clone()).unwrap();
    let step =
        Step { start: grid.rest.clone(), end: grid.rest.iter().map(|p| Point::from(-p.coords)).collect() };
    for method in METHODS {
        let made = method.make(&garment, &method.default_settings());
        assert_eq!(made.is_some(), method.takes_garments, "{}", method.id);
    }
    let (of_grid, of_garment) = (pairs(BINARY, &grid, &step), pairs(BINARY, &garment, &step));
    assert_eq!(of_grid.len(), of_garment.len());
    let flawed = |faces: Vec<[u32; 3]>| ClothMesh::garment(grid.rest.clone(), faces).unwrap_err();
    assert_eq!(flawed(vec![]), MeshError::Empty);
    assert_eq!(flawed(vec![[0, 1, 1]]), MeshError::Folded(0));
    assert_eq!(flawed(vec![[0, 1, 16]]), MeshError::NoParticle(16, 16));
    assert_eq!(ClothMesh::grid(1, |_, _| Point::origin()).unwrap_err(), MeshError::Side(1));
    assert_eq!(
        ClothMesh::grid(3, |u, _| Point::new(u / 0.0, 0.0, 0.0)).unwrap_err(),
        MeshError::NotFinite(0)
    );
}
