//! The scenes of two meshes: closed surfaces of the requested size, on closed paths with hits and near
//! misses.

use std::cell::RefCell;

use collidoscope_kernels::hierarchies::methods::{self, BRUTE_FORCE, METHODS, OBB_TREE};
use collidoscope_kernels::hierarchies::query::Query;
use collidoscope_kernels::meshes::scenes::{SCENES, Scene, find};

fn each(check: impl Fn(&Scene)) {
    SCENES.iter().for_each(check);
}

#[test]
fn every_mesh_is_closed_and_of_the_size_that_was_asked_for() {
    each(|scene| {
        for (seed, asked) in [(1, 1_000), (2, 1_717), (3, 12_345)] {
            for mesh in (scene.meshes)(seed, asked) {
                mesh.check_closed().unwrap_or_else(|e| panic!("{}: {}", scene.id, mesh.explain(&e, None)));
                assert!(mesh.volume() > 0.0, "{} faces inwards", scene.id);
                let off = mesh.triangles().len() as f64 / asked as f64 - 1.0;
                assert!(off.abs() < 0.1, "{}: {} of {asked} triangles", scene.id, mesh.triangles().len());
                let flat = (0..mesh.triangles().len()).find(|&t| mesh.area_normal(t).norm() < 1e-12);
                assert_eq!(flat, None, "{}: a triangle without area", scene.id);
            }
        }
    });
}

#[test]
fn a_seed_makes_the_same_meshes_and_another_seed_others() {
    each(|scene| {
        let [first, again, other] = [7, 7, 8].map(|seed| (scene.meshes)(seed, 1_000));
        assert_eq!(first, again, "{}", scene.id);
        assert_ne!(first, other, "{}", scene.id);
    });
}

#[test]
fn paths_are_closed_and_smooth() {
    each(|scene| {
        let [start, end] = [0.0, 1.0].map(|t| (scene.pose)(t).to_homogeneous());
        assert!((start - end).norm() < 1e-9, "{} does not come back", scene.id);
        // The second difference is small everywhere: no jump and no corner.
        for i in 0..200 {
            let t = f64::from(i) / 200.0;
            let [back, here, on] = [-1e-4, 0.0, 1e-4].map(|by| (scene.pose)(t + by).to_homogeneous());
            let bend = (on - 2.0 * here + back).norm();
            assert!(bend < 1e-4, "{} has a corner at {t}: {bend}", scene.id);
        }
    });
}

#[test]
fn paths_pass_hits_and_near_misses() {
    let wrong = RefCell::new(Vec::new());
    each(|scene| {
        let meshes = (scene.meshes)(1, 600);
        let size = meshes[1].aabb().extents().norm();
        let method = methods::find(OBB_TREE).expect("a row");
        let mut tree = method.make(&meshes, &method.default_settings());
        let mut count = |query| {
            let poses = (0..24).map(|i| (scene.pose)(f64::from(i) / 24.0));
            poses.filter(|pose| tree.answer(pose, &query).colliding).count()
        };
        let (hits, near) = (count(Query::Detect), count(Query::Within(0.05 * size)));
        if !(3..=20).contains(&hits) || near < hits + 3 {
            wrong.borrow_mut().push(format!("{}: {hits} hits, {} near misses of 24", scene.id, near - hits));
        }
    });
    assert!(wrong.borrow().is_empty(), "{wrong:?}");
}

#[test]
fn scenes_are_found_by_their_ids() {
    each(|scene| assert_eq!(find(scene.id).map(|found| found.title), Some(scene.title)));
    assert!(find("nothing").is_none());
}

/// A tree that splits along one direction only has leaves as long as the mesh, and tests almost all pairs of
/// triangles.
#[test]
fn every_tree_leaves_out_most_pairs_of_triangles() {
    let scene = find("knots").expect("a row");
    let (meshes, poses) = ((scene.meshes)(1, 600), scene.path(8));
    let all = poses.len() as u64 * meshes.iter().map(|mesh| mesh.triangles().len() as u64).product::<u64>();
    for method in METHODS.iter().filter(|method| method.id != BRUTE_FORCE) {
        let mut trees = method.make(&meshes, &method.default_settings());
        let tested = |pose| trees.answer(pose, &Query::Determine).cost.triangle_tests;
        let tested: u64 = poses.iter().map(tested).sum();
        assert!(tested < all / 20, "{}: {tested} of {all}", method.id);
    }
}
