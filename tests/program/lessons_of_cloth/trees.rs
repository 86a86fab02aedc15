//! Lessons on the quad tree, cones of normals and the contour.

use collidoscope::cloth::detect::{Event, Outcome};
use collidoscope::cloth::mesh::ClothMesh;
use collidoscope::cloth::methods::{self, BINARY, SAFE};
use collidoscope::cloth::step::Step;
use collidoscope::cloth::tree;
use collidoscope::cloth::tree::bounds::Span;
use collidoscope::cloth::tree::detect::{Cones, Stages, Tree};
use collidoscope::geometry::Point;

use super::{Changes, FALLEN, FALLING, RAMP, Shown, whole};
use crate::gpu::lessons_measured::{assert_says, shown};

/// The quad tree with boxes only.
const BOXES: Changes = &[("cones", "off"), ("centroid", "off"), ("same-side", "off"), ("once", "off")];

#[test]
fn trees_have_as_many_boxes_as_the_lesson_says() {
    let flat = |side| ClothMesh::grid(side, |u, v| Point::new(u, 0.0, v)).unwrap();
    for side in [5, 9, 17, 33] {
        let mesh = flat(side);
        let trees = [tree::binary(&mesh), tree::quad(side - 1)];
        let [binary, quad] = [0, 1].map(|i| trees[i].len());
        let four = trees[1].iter().filter(|node| node.children.len() == 4).count();
        assert_eq!(binary - quad, 2 * four, "a box with four children saves two");
        let row = [mesh.faces.len(), binary, quad].map(whole);
        assert_says("quad-tree", if side == 33 { &row[1..] } else { &row[..] });
        if side == 17 {
            assert_says("quad-tree", &[whole(four), whole(binary - quad)]);
            assert_says("quad-tree", &[whole(mesh.faces.len() * (mesh.faces.len() - 1) / 2)]);
        }
        if side == 33 {
            assert_says("quad-tree", &[whole(four), whole(binary - quad)]);
        }
    }
}

#[test]
fn a_tree_saves_box_tests_and_no_pair() {
    let shown = Shown::of(FALLING);
    let rows = [(BINARY, &[][..]), (SAFE, BOXES), (SAFE, &[])].map(|(id, changes)| shown.counts(id, changes));
    assert_eq!(rows[0].leaf_pairs, rows[1].leaf_pairs, "any tree of boxes leaves the same pairs");
    for row in rows {
        assert_says("quad-tree", &[whole(row.box_tests), whole(row.leaf_pairs)]);
    }
    let begin = Shown::of(("centre", 1)).counts(BINARY, &[]).leaf_pairs;
    assert_says("quad-tree", &[whole(begin)]);
    assert_says("normal-cones", &[whole(begin)]);
}

#[test]
fn cones_prune_what_the_lesson_says() {
    let shown = Shown::of(FALLING);
    for cones in ["off", "alone"] {
        let counts = shown.counts(SAFE, &[("cones", cones)]);
        assert_says("normal-cones", &[whole(counts.box_tests), whole(counts.leaf_pairs)]);
    }
    let begin = Shown::of(("centre", 1)).counts(SAFE, &[("cones", "alone")]);
    assert_eq!((begin.box_tests, begin.cone_prunes), (0, 1), "the flat cloth is pruned as a whole");
    let fallen = Shown::of(FALLEN);
    let end = fallen.lost(SAFE, &[("cones", "alone"), ("span", "end-of-step")]);
    let swept = fallen.lost(SAFE, &[("cones", "alone")]);
    assert_says("normal-cones", &[whole(end), whole(swept), whole(fallen.truth.len())]);
}

/// Half-angles of cones in degrees: of the whole cloth, and the largest of its quadrants.
fn half_angles(mesh: &ClothMesh, step: &Step, span: Span) -> [f64; 2] {
    let stages = Stages { span, cones: Cones::WithContour, ..Stages::BOXES };
    let mut tree = Tree::new(mesh, tree::quad(mesh.side.unwrap() - 1), stages);
    tree.refit(step);
    let degrees = |node: usize| tree.bounds()[node].cone.half_angle.to_degrees();
    let root = tree.nodes().len() - 1;
    let quadrants = tree.nodes()[root].children.iter().map(|child| degrees(*child as usize));
    [degrees(root), quadrants.fold(0.0, f64::max)]
}

#[test]
fn a_ramp_fools_cones_and_no_contours() {
    let ramp = Shown::of(RAMP);
    let [angle, _] = half_angles(&ramp.mesh, &ramp.step, Span::Swept);
    assert_says("normal-cones", &[shown(angle, 1)]);
    assert_says("normal-cones", &[whole(ramp.truth.len())]);
    let alone = ramp.found(SAFE, &[("cones", "alone")]);
    assert_eq!((alone.contacts.len(), alone.counts.box_tests), (0, 0));
    let with = ramp.found(SAFE, &[]);
    assert_eq!(ramp.lost(SAFE, &[]), 0);
    let row = [with.counts.box_tests, with.counts.contour_refusals, with.contacts.len() as u64];
    assert_says("contour", &row.map(whole));
    let before = Shown::of((RAMP.0, 11));
    assert!(before.truth.is_empty());
    assert_says("contour", &[whole(before.counts(SAFE, &[]).contour_refusals), "11".into()]);
}

#[test]
fn parts_of_the_ramp_are_pruned() {
    let ramp = Shown::of(RAMP);
    let method = methods::find(SAFE).unwrap();
    let mut detect = method.make(&ramp.mesh, &method.default_settings()).unwrap();
    let mut alone = Vec::new();
    detect.watch(&ramp.step, &mut |event| {
        if let Event::Patches(first, second, outcome) = event
            && first == second
        {
            alone.push(outcome);
        }
    });
    assert_eq!(
        alone,
        [&[Outcome::Opened][..], &[Outcome::Contour; 4]].concat(),
        "the root, and its quadrants"
    );
}

#[test]
fn a_cloth_that_turns_inside_out_has_narrow_cones_at_both_ends() {
    let mesh = ClothMesh::grid(9, |u, v| Point::new(u - 0.5, 0.0, v - 0.5)).unwrap();
    let start = mesh.rest.clone();
    let step = Step { end: start.iter().map(|p| Point::from(-p.coords)).collect(), start };
    let back = Step { start: step.end.clone(), end: step.start.clone() };
    assert!([&step, &back].iter().all(|step| half_angles(&mesh, step, Span::End)[0] < 1e-5));
    assert_eq!(half_angles(&mesh, &step, Span::Swept)[0], 180.0);
}

#[test]
fn a_gutter_has_a_wide_cone_and_narrow_halves() {
    let bent = |u: f64, v: f64| {
        let angle = 240.0_f64.to_radians() * u;
        Point::new(angle.sin(), v, angle.cos())
    };
    let mesh = ClothMesh::grid(17, bent).unwrap();
    let still = Step { start: mesh.rest.clone(), end: mesh.rest.clone() };
    let angles = half_angles(&mesh, &still, Span::End);
    assert_says("normal-cones", &angles.map(|degrees| shown(degrees, 1)));
}
