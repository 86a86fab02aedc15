//! Invariance of answers: the order of the triangles, a motion of both meshes, their size.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Pose};
use collidoscope_kernels::hierarchies::methods::METHODS;
use collidoscope_kernels::hierarchies::query::{Answer, Query, Tolerance};

use super::scenes::{self, Scene};

fn answers(scene: &Scene, check: &mut dyn FnMut(&str, usize, Answer, Answer)) {
    for method in METHODS {
        let mut pair = method.make(&scene.meshes, &method.default_settings());
        for (i, pose) in scene.poses.iter().take(2).enumerate() {
            let [all, distance] = [Query::Determine, Query::Distance(Tolerance::default())]
                .map(|query| pair.answer(pose, &query));
            check(method.id, i, all, distance);
        }
    }
}

/// Compares every method's answers on two scenes, with pairs renumbered by `number` and distances multiplied
/// by `factor`.
fn same(scene: &Scene, other: &Scene, number: impl Fn([u32; 2]) -> [u32; 2], factor: f64) {
    let mut expected = vec![];
    answers(scene, &mut |id, i, all, distance| expected.push((id.to_owned(), i, all, distance)));
    let mut expected = expected.into_iter();
    answers(other, &mut |id, i, all, distance| {
        let (_, _, first, smallest) = expected.next().unwrap();
        let mut pairs: Vec<[u32; 2]> = all.pairs.iter().map(|pair| number(*pair)).collect();
        pairs.sort_unstable();
        assert_eq!(pairs, first.sorted_pairs(), "{}: {id} pose {i}", scene.name);
        let (found, wanted) = (distance.distance.unwrap(), smallest.distance.unwrap() * factor);
        assert!((found - wanted).abs() <= 1e-9 * factor, "{}: {id} pose {i}: {found} {wanted}", scene.name);
    });
}

fn changed(mesh: &Arc<Mesh>, change: impl Fn(&Mesh) -> Mesh) -> Arc<Mesh> {
    Arc::new(change(mesh))
}

#[test]
fn the_order_of_the_triangles() {
    for scene in scenes::all() {
        let reversed = |mesh: &Mesh| {
            let triangles = mesh.triangles().iter().rev().map(|&[i, j, k]| [j, k, i]).collect();
            Mesh::new(mesh.vertices().to_vec(), triangles).unwrap()
        };
        let counts = [0, 1].map(|i: usize| scene.meshes[i].triangles().len() as u32);
        let other = Scene {
            meshes: [0, 1].map(|i: usize| changed(&scene.meshes[i], reversed)),
            poses: scene.poses.clone(),
            name: scene.name,
        };
        same(&scene, &other, |[s, t]| [counts[0] - 1 - s, counts[1] - 1 - t], 1.0);
    }
}

#[test]
fn a_motion_of_both() {
    let motion = scenes::poses(1, 100.0, 33)[0];
    for scene in scenes::general() {
        let moved = |mesh: &Mesh| {
            let vertices = mesh.vertices().iter().map(|p| motion * p).collect();
            Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
        };
        let other = Scene {
            meshes: [0, 1].map(|i: usize| changed(&scene.meshes[i], moved)),
            poses: scene.poses.iter().map(|pose| motion * pose * motion.inverse()).collect(),
            name: scene.name,
        };
        same(&scene, &other, |pair| pair, 1.0);
    }
}

#[test]
fn the_size() {
    for factor in [1e6, 1e-6] {
        for scene in scenes::general() {
            let scaled = |mesh: &Mesh| {
                let vertices = mesh.vertices().iter().map(|p| p * factor).collect();
                Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
            };
            let pose =
                |pose: &Pose| Pose::from_parts((pose.translation.vector * factor).into(), pose.rotation);
            let other = Scene {
                meshes: [0, 1].map(|i: usize| changed(&scene.meshes[i], scaled)),
                poses: scene.poses.iter().map(pose).collect(),
                name: scene.name,
            };
            same(&scene, &other, |pair| pair, factor);
        }
    }
}
