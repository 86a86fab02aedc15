//! Boxes and cones enclose what they stand for, all over the step; what is left out with a gap stays farther apart.

use collidoscope::cloth::detect::Patch;
use collidoscope::cloth::fast::Near;
use collidoscope::cloth::response::meeting::Meeting;
use collidoscope::cloth::step::{Features, Step};
use collidoscope::cloth::tree::bounds::Span;
use collidoscope::cloth::tree::detect::{Cones, Stages, Tree};
use collidoscope::cloth::tree::nodes::{self, Node};
use proptest::prelude::*;

use super::flat;

const SIDE: usize = 5;

/// Triangles under a node.
fn faces(nodes: &[Node], index: usize) -> Vec<u32> {
    match nodes[index].patch {
        Patch::Face(face) => vec![face],
        _ => nodes[index].children.iter().flat_map(|child| faces(nodes, *child as usize)).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn boxes_and_cones_enclose_the_step(
        off in prop::collection::vec(prop::array::uniform6(-0.3..0.3_f64), SIDE * SIDE),
        times in prop::array::uniform4(0.0..=1.0_f64),
    ) {
        let mesh = flat(SIDE);
        let moved = |from: usize| mesh.rest.iter().zip(&off).map(move |(p, o)| {
            p + collidoscope::geometry::Vector::new(o[from], o[from + 1], o[from + 2])
        });
        let step = Step { start: moved(0).collect(), end: moved(3).collect() };
        let stages = Stages { span: Span::Swept, cones: Cones::WithContour, ..Stages::BOXES };
        for nodes in [nodes::quad(SIDE - 1), nodes::binary(&mesh)] {
            let mut tree = Tree::new(&mesh, nodes, stages);
            tree.refit(&step);
            for (index, bounds) in tree.bounds().iter().enumerate() {
                for face in faces(tree.nodes(), index) {
                    for time in times {
                        let [a, b, c] = mesh.faces[face as usize].map(|p| step.at(p as usize, time));
                        for p in [a, b, c] {
                            prop_assert!((0..3).all(|i| bounds.aabb.min[i] - 1e-12 <= p[i] && p[i] <= bounds.aabb.max[i] + 1e-12));
                        }
                        let normal = (b - a).cross(&(c - a));
                        // A wider cone is no convex set, and prunes nothing.
                        let wide = !bounds.cone.is_narrow() || normal.norm() < 1e-9;
                        prop_assert!(wide || normal.angle(&bounds.cone.axis) <= bounds.cone.half_angle + 1e-6);
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_not_near_stays_beyond_the_gap(
        off in prop::collection::vec(prop::array::uniform6(-0.1..0.1_f64), SIDE * SIDE),
        gap in 0.0..0.15_f64,
    ) {
        let mesh = flat(SIDE);
        let moved = |from: usize| mesh.rest.iter().zip(&off).map(move |(p, o)| {
            p + collidoscope::geometry::Vector::new(o[from], o[from + 1], o[from + 2])
        });
        let step = Step { start: moved(0).collect(), end: moved(3).collect() };
        let mut near = Near::new(SIDE);
        near.prepare(&step, gap, None);
        let mut found = near.itself(&mesh).to_vec();
        found.sort_unstable();
        let vertices = (0..mesh.rest.len() as u32).flat_map(|v| (0..mesh.faces.len() as u32).map(move |f| Features::VertexFace(v, f)));
        let count = mesh.edges.len() as u32;
        let edges = (0..count).flat_map(|a| (a + 1..count).map(move |b| Features::EdgeEdge(a, b)));
        for features in vertices.chain(edges).filter(|features| !features.share(&mesh)) {
            // A hair less than the gap, because the test itself may tell a contact that is that much too far.
            let hit = Meeting::of_cloth(&mesh, features).first_contact(&step, gap * (1.0 - 1e-9));
            prop_assert!(hit.is_none() || found.binary_search(&features).is_ok(), "{features:?}");
        }
    }
    #[test]
    fn what_changed_is_found_as_if_all_were_looked_at_anew(
        off in prop::collection::vec(prop::array::uniform9(-0.2..0.2_f64), SIDE * SIDE),
        changed in prop::collection::vec(prop::bool::weighted(0.2), SIDE * SIDE),
        gap in 0.0..0.1_f64,
    ) {
        let mesh = flat(SIDE);
        let moved = |from: usize| mesh.rest.iter().zip(&off).map(move |(p, o)| {
            p + collidoscope::geometry::Vector::new(o[from], o[from + 1], o[from + 2])
        });
        let before = Step { start: moved(0).collect(), end: moved(3).collect() };
        let end = before.end.iter().zip(moved(6)).zip(&changed);
        let after = Step { end: end.map(|((p, q), changed)| if *changed { q } else { *p }).collect(), ..before.clone() };
        let [mut near, mut anew] = [Near::new(SIDE), Near::new(SIDE)];
        near.prepare(&before, gap, None);
        near.prepare(&after, gap, Some(&changed));
        anew.prepare(&after, gap, None);
        let found = near.itself(&mesh);
        let has_changed = |features: &Features| features.particles(&mesh).iter().any(|p| changed[*p as usize]);
        for features in anew.itself(&mesh).iter().filter(|features| has_changed(features)) {
            prop_assert!(found.contains(features), "{features:?}");
        }
    }
}
