//! Every construction has all triangles, each once, in volumes around them.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Pose};
use collidoscope_kernels::hierarchies::methods::{self, BVH_FAST, METHODS, Method};
use collidoscope_kernels::settings::Settings;

use super::queries::variants;
use super::scenes;

fn trees(
    mut check: impl FnMut(&Method, &Settings, &Arc<Mesh>, &dyn collidoscope_kernels::hierarchies::tree::TreeView),
) {
    for (i, scene) in scenes::all().iter().enumerate() {
        // Every method, on two or three scenes.
        for method in METHODS.iter().skip(i % 3).step_by(3) {
            for settings in variants(method) {
                let pair = method.make(&scene.meshes, &settings);
                for (body, mesh) in scene.meshes.iter().enumerate() {
                    if let Some(tree) = pair.tree(body) {
                        check(method, &settings, mesh, tree);
                    }
                }
            }
        }
    }
}

#[test]
fn every_triangle_is_in_one_leaf_and_nodes_are_as_large_as_they_may_be() {
    trees(|method, settings, mesh, tree| {
        let (leaf_size, arity): (usize, usize) = match method.id {
            BVH_FAST => (4, 4),
            _ => (
                settings.whole("leaf-size").unwrap() as usize,
                settings.word("arity").unwrap().parse().unwrap(),
            ),
        };
        let mut in_leaves = vec![];
        let mut below_someone = 1;
        for node in 0..tree.node_count() as u32 {
            let (children, triangles) = (tree.children(node), tree.triangles(node));
            if children.is_empty() {
                assert!((1..=leaf_size).contains(&triangles.len()), "{}: {}", method.id, triangles.len());
                in_leaves.extend_from_slice(triangles);
                continue;
            }
            assert!((2..=arity).contains(&children.len()), "{}: {children:?}", method.id);
            assert!(children.start > node);
            below_someone += children.len();
            let of_children: Vec<u32> =
                children.clone().flat_map(|child| tree.triangles(child).to_vec()).collect();
            assert_eq!(of_children.len(), triangles.len());
            assert!(of_children.iter().all(|t| triangles.contains(t)));
            assert!(children.clone().all(|child| tree.level(child) == tree.level(node) + 1));
        }
        assert_eq!(below_someone, tree.node_count(), "{}: every node is below another", method.id);
        in_leaves.sort_unstable();
        assert_eq!(in_leaves, (0..mesh.triangles().len() as u32).collect::<Vec<_>>(), "{}", method.id);
    });
}

#[test]
fn building_can_be_cancelled_and_tells_how_far_it_is() {
    let scene = &scenes::general()[0];
    for method in METHODS.iter().filter(|method| !method.settings.is_empty()) {
        let settings = method.default_settings();
        let mut told = vec![];
        let pair = method.make_while(&scene.meshes, &settings, &mut |share| {
            told.push(share);
            true
        });
        assert!(pair.is_some_and(|pair| pair.built().bytes.iter().all(|&bytes| bytes > 1000)));
        assert!(
            told.is_sorted() && told.len() > 5 && told.iter().all(|s| (0.0..=1.0).contains(s)),
            "{told:?}"
        );
        let mut calls = 0;
        let cancelled = method.make_while(&scene.meshes, &settings, &mut |_| {
            calls += 1;
            calls < 3
        });
        assert!(cancelled.is_none() && calls == 3, "{}", method.id);
    }
}

#[test]
fn a_mesh_and_itself_have_one_tree() {
    let scene = &scenes::degenerate()[0];
    for method in METHODS {
        let built = method.make(&scene.meshes, &method.default_settings()).built();
        assert!(built.shared, "{}", method.id);
    }
    let pose = Pose::identity();
    let method = methods::find(methods::OBB_TREE).unwrap();
    let tree = method.make(&scene.meshes, &method.default_settings());
    assert_eq!(tree.tree(0).unwrap().outline(0, &pose), tree.tree(1).unwrap().outline(0, &pose));
}
