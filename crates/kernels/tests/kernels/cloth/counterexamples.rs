//! Counterexamples to the published filters, with numbers, and proof that the safe filters pass them.

use std::f64::consts::PI;

use collidoscope_kernels::cloth::mesh::ClothMesh;
use collidoscope_kernels::cloth::methods::{AS_PUBLISHED, BINARY, REFERENCE, SAFE};
use collidoscope_kernels::cloth::step::{Features, Step};
use collidoscope_kernels::cloth::tree;
use collidoscope_kernels::cloth::tree::bounds::Span;
use collidoscope_kernels::cloth::tree::detect::{Cones, Stages, Tree};
use collidoscope_kernels::geometry::{Point, Vector};

use super::{detect, flat, pairs, safe_methods};
use crate::support::cloths::{recorded, scene};

/// The ramp from the notes: nearly flat, one and a quarter turns, and it passes through itself.
fn spiral() -> (ClothMesh, Step) {
    let place = |u: f64, v: f64, height: f64| {
        let (angle, radius) = (2.5 * PI * u, 1.0 + v);
        Point::new(radius * angle.cos(), radius * angle.sin(), height)
    };
    let end = |u: f64, v: f64| place(u, v, 0.05 * (v - 0.5) * (u - 0.5));
    let mesh = ClothMesh::grid(17, end).unwrap();
    let start = ClothMesh::grid(17, |u, v| place(u, v, 0.05 * u)).unwrap().rest;
    let step = Step { start, end: mesh.rest.clone() };
    (mesh, step)
}

#[test]
fn cones_alone_lose_every_contact_of_a_flat_spiral_and_the_contour_none() {
    let (mesh, step) = spiral();
    let mut tree =
        Tree::new(&mesh, tree::quad(16), Stages { span: Span::End, cones: Cones::Alone, ..Stages::BOXES });
    tree.refit(&step);
    let degrees = tree.bounds().last().unwrap().cone.half_angle.to_degrees();
    assert!((degrees - 2.05).abs() < 0.05, "{degrees}");
    let truth = pairs(REFERENCE, &mesh, &step);
    assert!(truth.len() >= 7, "{truth:?}");
    for span in ["end-of-step", "swept"] {
        let alone = detect(SAFE, &[("cones", "alone"), ("span", span)], &mesh, &step);
        assert!(alone.contacts.is_empty(), "{span}");
        assert_eq!(alone.counts.box_tests, 0, "pruned at the root");
    }
    let found = detect(SAFE, &[], &mesh, &step);
    assert!(found.counts.contour_refusals > 0);
    for id in safe_methods() {
        assert_eq!(pairs(id, &mesh, &step), truth, "{id}");
    }
}

#[test]
fn cones_at_one_end_lose_a_cloth_that_turns_inside_out() {
    let mesh = flat(9);
    // Slightly off the plane, so that not all features meet at one point.
    let start: Vec<Point> = mesh.rest.iter().map(|p| p + Vector::y() * (0.1 * p.x * p.z + 0.01)).collect();
    let step = Step { end: start.iter().map(|p| Point::from(-p.coords)).collect(), start };
    let truth = pairs(REFERENCE, &mesh, &step);
    assert!(!truth.is_empty());
    for cones in ["alone", "with-contour"] {
        assert!(
            detect(SAFE, &[("cones", cones), ("span", "end-of-step")], &mesh, &step).contacts.is_empty(),
            "{cones}"
        );
    }
    for id in safe_methods() {
        assert_eq!(pairs(id, &mesh, &step), truth, "{id}");
    }
}

#[test]
fn a_resting_particle_is_always_on_one_side_of_one_plane() {
    // The triangle from the notes passes the particle: the contact is at 2/3.
    let at = |p: [f64; 3]| Point::from(p);
    let start = [[0.0, 1.0, 0.0], [2.0, 1.0, 2.0], [2.0, 2.0, -1.0], [-2.0, -2.0, 1.0]].map(at).to_vec();
    let end = [[0.0, 1.0, 0.0], [1.0, 2.0, 2.0], [-2.0, -2.0, 1.0], [0.0, 2.0, -2.0]].map(at).to_vec();
    // A second triangle, far from the first, makes the particle a part of the cloth.
    let far = [[0.0, 9.0, 0.0], [0.0, 9.0, 1.0]].map(at);
    let step = Step { start: [start, far.to_vec()].concat(), end: [end, far.to_vec()].concat() };
    let mesh = ClothMesh::garment(step.start.clone(), vec![[1, 2, 3], [0, 4, 5]]).unwrap();
    let hit = Features::VertexFace(0, 0);
    let contact =
        detect(REFERENCE, &[], &mesh, &step).contacts.into_iter().find(|c| c.features == hit).unwrap();
    assert!((contact.time - 2.0 / 3.0).abs() < 1e-9, "{}", contact.time);
    let finds = |filter| {
        let found = detect(BINARY, &[("same-side", filter)], &mesh, &step);
        found.contacts.iter().any(|contact| contact.features == hit)
    };
    assert!(finds("off") && finds("cubic"));
    assert!(!finds("one-plane"));
}

#[test]
fn triangles_can_touch_with_their_centroids_one_and_a_third_longest_edges_apart() {
    // Flat triangles that touch at their tips: the distance of their centroids is 4/3 of the longest edge,
    // above every threshold but the largest of the sweep.
    let wing =
        |sign: f64| [[0.0, 0.0, 0.0], [1.5 * sign, 0.01, 0.0], [1.5 * sign, -0.01, 0.0]].map(Point::from);
    let rest = [wing(-1.0), wing(1.0)].concat();
    let mesh = ClothMesh::garment(rest.clone(), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    let apart = 2.0 / mesh.longest_edge();
    assert!((apart - 1.33).abs() < 0.01, "{apart}");
    let mut start = rest.clone();
    start[3..].iter_mut().for_each(|p| *p += Vector::new(1e-3, 0.0, 0.002));
    let mut end = rest;
    end[3..].iter_mut().for_each(|p| *p += Vector::new(-1e-3, 0.0, -0.002));
    let step = Step { start, end };
    let truth = pairs(REFERENCE, &mesh, &step);
    assert!(!truth.is_empty());
    let with = |rule: &str, threshold: &str| {
        detect(BINARY, &[("centroid", rule), ("threshold", threshold)], &mesh, &step).contacts.len()
    };
    assert_eq!(with("threshold", "1.3"), 0);
    assert_eq!(with("threshold", "1.4"), truth.len());
    assert_eq!(with("bound", "1.1"), truth.len());
}

#[test]
fn the_published_method_loses_contacts_of_a_drape_that_the_safe_one_finds() {
    let recording = recorded(scene("folds"), 9, (180, 6), false);
    let count =
        |id: &str| -> usize { recording.steps.iter().map(|s| pairs(id, &recording.mesh, s).len()).sum() };
    let (published, safe) = (count(AS_PUBLISHED), count(SAFE));
    assert!(published < safe, "{published} of {safe}");
}
