//! Every construction has all triangles, each once, in volumes around them.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Pose};
use collidoscope_kernels::hierarchies::methods::{self, BVH_FAST, METHODS, Method, OBB_TREE};
use collidoscope_kernels::hierarchies::options::BUILT;
use collidoscope_kernels::hierarchies::query::{Cost, Query, Tolerance};
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

/// Trees that grow on demand and trees built at once: the same answers with the same counts, under every construction,
/// arity, update, start and descent rule; and a tree on demand is built only where queries open it.
#[test]
fn trees_on_demand_answer_and_count_as_trees_built_at_once() {
    for (i, scene) in scenes::all().iter().enumerate() {
        for (j, method) in METHODS.iter().enumerate().filter(|(_, m)| m.settings.contains(&BUILT.setting)) {
            for (k, mut settings) in
                variants(method).into_iter().enumerate().filter(|(k, _)| (i + j + k) % 3 == 0)
            {
                settings.set("start", ["roots", "seed", "front"][(i + k) % 3]).unwrap();
                let mut at_once = method.make(&scene.meshes, &settings);
                settings.set("built", "on-demand").unwrap();
                let mut on_demand = method.make(&scene.meshes, &settings);
                let name = format!("{}: {} {k}", scene.name, method.id);
                for pose in &scene.poses {
                    for query in [Query::Detect, Query::Determine, Query::Within(0.1)] {
                        let [one, other] =
                            [&mut at_once, &mut on_demand].map(|pair| pair.answer(pose, &query));
                        assert_eq!(one, other, "{name}, {query:?}");
                    }
                    // Best-first search breaks ties by the numbers of nodes, which differ.
                    let query = Query::Distance(Tolerance::default());
                    let [one, other] = [&mut at_once, &mut on_demand]
                        .map(|pair| pair.answer(pose, &query).distance.unwrap());
                    assert!((one - other).abs() <= 1e-12, "{name}: {one} and {other}");
                    let mut go_on = |cost: &Cost| cost.tests() < 300;
                    let partial = on_demand.answer_within(pose, &Query::Determine, &mut go_on).unwrap();
                    // Both, since an answer moves the front.
                    let [all, _] = [&mut at_once, &mut on_demand]
                        .map(|pair| pair.answer(pose, &Query::Determine).sorted_pairs());
                    let found = partial.answer.sorted_pairs();
                    assert!(found.iter().all(|pair| all.contains(pair)), "{name} under a budget");
                    assert!(!partial.undecided.is_empty() || found == all, "{name} under a budget");
                }
                for body in 0..2 {
                    let [whole, grown] = [&at_once, &on_demand].map(|pair| pair.tree(body).unwrap());
                    assert!(grown.node_count() <= whole.node_count(), "{name}");
                    let unbuilt =
                        (0..grown.node_count() as u32).filter(|node| grown.is_unbuilt(*node)).count();
                    assert_eq!(unbuilt == 0, grown.node_count() == whole.node_count(), "{name}");
                }
            }
        }
    }
}

#[test]
fn queries_build_only_the_parts_that_they_reach() {
    let far = scenes::all().remove(0).meshes;
    let method = methods::find(OBB_TREE).unwrap();
    let mut settings = method.default_settings();
    settings.set("built", "on-demand").unwrap();
    let mut pair = method.make(&far, &settings);
    pair.answer(&Pose::translation(1e3, 0.0, 0.0), &Query::Detect);
    assert_eq!([0, 1].map(|body| pair.tree(body).unwrap().node_count()), [1, 1], "the roots are apart");
    assert!(pair.tree(0).unwrap().is_unbuilt(0));
}
