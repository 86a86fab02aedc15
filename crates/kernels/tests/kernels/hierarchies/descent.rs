//! Descent rules: the same answers under all of them, in random, degenerate and very unequal trees, and the nodes
//! that a rule opens.

use std::collections::HashSet;
use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Point, Pose, primitives};
use collidoscope_kernels::hierarchies::brute_force::BruteForce;
use collidoscope_kernels::hierarchies::methods::{BVH_FAST, METHODS, Method, OBB_TREE, find};
use collidoscope_kernels::hierarchies::options::DESCENT;
use collidoscope_kernels::hierarchies::pair::{MeshPair, Outcome, Seen};
use collidoscope_kernels::hierarchies::query::{Cost, Query, Tolerance};
use collidoscope_kernels::hierarchies::walk::descent::{Below, DescentRule};
use collidoscope_kernels::settings::Range;

use super::scenes::{self, Scene};

fn words() -> Vec<&'static str> {
    let Range::Choice { options, .. } = DESCENT.setting.range else { panic!("{:?}", DESCENT.setting) };
    options.iter().map(|(word, _)| *word).collect()
}

/// The methods with a choice of rules.
fn methods() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(|method| method.settings.contains(&DESCENT.setting))
}

fn make(method: &Method, scene: &Scene, set: &[(&str, &str)]) -> Box<dyn MeshPair> {
    let mut settings = method.default_settings();
    set.iter().for_each(|(id, value)| settings.set(id, value).unwrap());
    method.make(&scene.meshes, &settings)
}

/// One triangle against about 10,000, in both orders.
fn unequal() -> Vec<Scene> {
    let corners = vec![Point::new(-0.2, 0.0, 0.0), Point::new(0.2, 0.0, 0.0), Point::new(0.0, 0.3, 0.1)];
    let one = Arc::new(Mesh::new(corners, vec![[0, 1, 2]]).unwrap());
    let many = Arc::new(primitives::sphere(1.0, 11));
    assert!(many.triangles().len() > 10_000, "{}", many.triangles().len());
    // Through the surface, inside, and far away; the other order has the same poses inverted.
    let poses = || [[1.0, 0.0, 0.1], [0.1, 0.2, 0.0], [3.0, -1.0, 2.0]].map(|[x, y, z]| moved(x, y, z));
    vec![
        Scene { name: "many and one", meshes: [many.clone(), one.clone()], poses: poses().to_vec() },
        Scene {
            name: "one and many",
            meshes: [one, many],
            poses: poses().map(|pose| pose.inverse()).to_vec(),
        },
    ]
}

fn moved(x: f64, y: f64, z: f64) -> Pose {
    Pose::translation(x, y, z)
}

#[test]
fn every_tree_method_has_the_setting_and_the_fast_one_keeps_its_rule() {
    assert_eq!(words(), ["larger", "both", "a-first", "alternating"]);
    let trees = METHODS.iter().filter(|m| m.settings.iter().any(|setting| setting.id == "construction"));
    assert_eq!(methods().count(), trees.count());
    let mut fast = find(BVH_FAST).unwrap().default_settings();
    assert_eq!(fast.word("descent"), Some("both"));
    assert!(fast.set("descent", "larger").unwrap_err().contains("one of both"));
}

#[test]
fn all_rules_give_the_answers_of_brute_force() {
    let scenes: Vec<Scene> = scenes::all().into_iter().chain(unequal()).collect();
    let (mut touching, mut apart, mut differing) = (0, 0, HashSet::new());
    for scene in &scenes {
        let mut reference = BruteForce::new(&scene.meshes);
        for (number, method) in methods().enumerate() {
            for word in words() {
                let set = [("descent", word), ("arity", ["2", "4", "8"][number % 3])];
                let fresh = make(method, scene, &set);
                let tracked = make(method, scene, &[set[0], set[1], ("start", "front")]);
                let mut pairs = [fresh, tracked];
                for pose in &scene.poses {
                    let all = reference.answer(pose, &Query::Determine);
                    let distance = reference.answer(pose, &Query::Distance(Tolerance::default())).distance;
                    let name = || format!("{}: {} {word}", scene.name, method.id);
                    for pair in &mut pairs {
                        let answer = pair.answer(pose, &Query::Determine);
                        assert_eq!(answer.sorted_pairs(), all.sorted_pairs(), "{}", name());
                        let by_level: u64 = answer.cost.levels.iter().map(|&n| u64::from(n)).sum();
                        assert_eq!(by_level, answer.cost.volume_tests, "{}", name());
                        let first = pair.answer(pose, &Query::Detect);
                        assert_eq!(first.colliding, all.colliding, "{}", name());
                        let answer = pair.answer(pose, &Query::Distance(Tolerance::default()));
                        assert_eq!(answer.distance, distance, "{}", name());
                        let within = pair.answer(pose, &Query::Within(distance.unwrap()));
                        assert!(within.colliding, "{}", name());
                    }
                    let tests = pairs[0].answer(pose, &Query::Determine).cost.volume_tests;
                    differing.insert((method.id, scene.name, word, tests));
                    touching += u32::from(all.colliding);
                    apart += u32::from(!all.colliding);
                }
            }
        }
    }
    assert!(touching > 300 && apart > 100, "{touching} {apart}");
    // The rules are not the same by another name.
    let counts = |word: &str| -> u64 { differing.iter().filter(|row| row.2 == word).map(|row| row.3).sum() };
    let distinct: HashSet<u64> = words().into_iter().map(counts).collect();
    assert_eq!(distinct.len(), words().len(), "{distinct:?}");
}

#[test]
fn under_a_budget_all_rules_lose_only_what_is_undecided() {
    let mut open = 0;
    for scene in &scenes::general() {
        for word in words() {
            let mut pair = make(find(OBB_TREE).unwrap(), scene, &[("descent", word)]);
            let pose = &scene.poses[0];
            let all = pair.answer(pose, &Query::Determine).sorted_pairs();
            for budget in [0, 1, 7, 40, 300, u64::MAX] {
                let go_on = &mut |cost: &Cost| cost.tests() < budget;
                let partial = pair.answer_within(pose, &Query::Determine, go_on).unwrap();
                assert!(partial.answer.cost.tests() <= budget);
                let below = |body: usize, node: u32, triangle: u32| {
                    pair.tree(body).unwrap().triangles(node).contains(&triangle)
                };
                for found in &all {
                    let is_open = partial
                        .undecided
                        .iter()
                        .any(|nodes| below(0, nodes[0], found[0]) && below(1, nodes[1], found[1]));
                    assert!(is_open || partial.answer.pairs.contains(found), "{word} {budget}");
                }
                open += usize::from(!partial.undecided.is_empty());
            }
        }
    }
    assert!(open > 20, "{open}");
}

/// The children that the rule names are those that the traversal tests, each pair once.
#[test]
fn a_traversal_opens_the_nodes_that_its_rule_names() {
    for scene in scenes::general().into_iter().chain(unequal()) {
        for word in words() {
            let mut pair = make(find(OBB_TREE).unwrap(), &scene, &[("descent", word)]);
            let (mut tested, mut kept) = (HashSet::new(), vec![]);
            pair.watch(&scene.poses[0], &Query::Determine, &mut |seen| {
                if let Seen::Nodes { nodes, outcome, .. } = seen {
                    assert!(tested.insert(nodes), "{word}: {nodes:?} twice");
                    kept.extend((outcome == Outcome::Kept).then_some(nodes));
                }
            });
            let mut expected = HashSet::from([[0, 0]]);
            for nodes in kept {
                let opening = pair.opening(nodes).unwrap();
                let children = [0, 1].map(|body: usize| pair.tree(body).unwrap().children(nodes[body]));
                let is_leaf = children.each_ref().map(|children| children.is_empty());
                assert_eq!(opening.leaves, is_leaf);
                let level = [0, 1].map(|body: usize| pair.tree(body).unwrap().level(nodes[body]));
                let named = match (is_leaf, opening.rule) {
                    ([false, false], DescentRule::Both) => [true, true],
                    ([false, false], DescentRule::AFirst) => [true, false],
                    ([false, false], DescentRule::Alternating) => [level[0] <= level[1], level[0] > level[1]],
                    // Which one is larger, only the tree knows: it is one of them.
                    ([false, false], DescentRule::Larger) => [opening.opens[0], !opening.opens[0]],
                    (leaves, _) => [!leaves[0], !leaves[1]],
                };
                assert_eq!(opening.opens, named, "{word}: {nodes:?}");
                if is_leaf == [true, true] {
                    continue;
                }
                let [a, b] = children;
                let below = match opening.opens {
                    [true, true] => Below::OfBoth(a, b),
                    [true, false] => Below::OfA(a),
                    _ => Below::OfB(b),
                };
                expected.extend(below.pairs(nodes));
            }
            assert_eq!(tested, expected, "{}: {word}", scene.name);
        }
    }
}

/// By hand: a pair of inner nodes, and pairs with one and two leaves.
#[test]
fn pairs_are_listed_in_the_order_of_the_children() {
    let pairs = |below: Below| below.pairs([5, 9]).collect::<Vec<_>>();
    assert_eq!(pairs(Below::Leaves), [[0; 2]; 0]);
    assert_eq!(pairs(Below::OfA(6..8)), [[6, 9], [7, 9]]);
    assert_eq!(pairs(Below::OfB(12..15)), [[5, 12], [5, 13], [5, 14]]);
    assert_eq!(pairs(Below::OfBoth(6..8, 12..14)), [[6, 12], [6, 13], [7, 12], [7, 13]]);
    let opens = |is_inner| DescentRule::Larger.opens(is_inner, || true, true);
    assert_eq!(Below::of(6..8, 12..12, opens([true, false])), Below::OfA(6..8));
    assert_eq!(Below::of(6..6, 12..14, opens([false, true])), Below::OfB(12..14));
    assert_eq!(Below::of(6..6, 12..12, opens([false, false])), Below::Leaves);
}
