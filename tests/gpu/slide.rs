//! A pair slid to contact: compared with closed forms, and the verdicts of methods around it.

use std::sync::Arc;

use collidoscope::comparison::slide::strip::{changes, mistakes, pixel, strip};
use collidoscope::comparison::slide::{NoContact, SlideLine, contact, is_inside};
use collidoscope::detector::Mistake;
use collidoscope::geometry::{Point, Pose, Shape, Solid, Vector, primitives};
use collidoscope::methods::{find, in_process};
use collidoscope::world::Body;
use collidoscope::world::presets::PRESETS;

use crate::support::{assert_no_complaints, gpu};

fn body(solid: Solid, at: [f64; 3]) -> Body {
    let shape = Arc::new(Shape::primitive(solid, 2).unwrap());
    Body::at_rest(shape, Pose::translation(at[0], at[1], at[2]))
}

fn ball(radius: f64, at: [f64; 3]) -> Body {
    body(Solid::Ball { radius }, at)
}

fn cuboid(half: [f64; 3], at: [f64; 3]) -> Body {
    body(Solid::Cuboid { half_extents: half.into() }, at)
}

fn shift(still: &Body, moving: &Body, line: SlideLine) -> f64 {
    contact(still, moving, line).unwrap().shift
}

#[test]
fn two_balls_touch_where_the_sum_of_their_radii_says() {
    for at in [[3.0, 1.0, -2.0], [0.3, 0.0, 0.1], [-0.2, 0.7, 0.4]] {
        let (a, b) = (ball(0.5, [0.0; 3]), ball(0.8, at));
        let apart = Vector::from(at).norm();
        assert!((shift(&a, &b, SlideLine::Centres) - (1.3 - apart)).abs() < 1e-9, "{at:?}");
        // The bodies pass each other at a distance of `aside`: contact is where the circle has that height.
        let aside = at[1].hypot(at[2]);
        let along_x = contact(&a, &b, SlideLine::Axis(0));
        if aside < 1.3 {
            let expected = (1.3 * 1.3 - aside * aside).sqrt() - at[0].abs();
            assert!((along_x.unwrap().shift - expected).abs() < 1e-8, "{at:?}");
        } else {
            let Err(NoContact::Passing(gap)) = along_x else { panic!("{at:?}") };
            assert!((gap - (aside - 1.3)).abs() < 1e-7, "{gap}");
        }
        match contact(&a, &b, SlideLine::Nearest) {
            Ok(found) => assert!(apart > 1.3 && (found.shift - (1.3 - apart)).abs() < 1e-9),
            Err(why) => assert!(apart < 1.3 && why == NoContact::Overlapping),
        }
    }
}

#[test]
fn two_boxes_touch_where_the_first_pair_of_faces_does() {
    let a = cuboid([0.5, 0.6, 0.7], [0.0; 3]);
    for at in [[2.0, 0.3, -0.1], [0.2, -1.9, 0.4], [1.5, 1.5, 1.5], [0.1, 0.05, 0.0]] {
        let b = cuboid([0.2, 0.1, 0.3], at);
        let (sums, center) = ([0.7, 0.7, 1.0], Vector::from(at));
        let direction = center.normalize();
        // Boxes overlap while they overlap along all three axes.
        let reach = (0..3).map(|i| sums[i] / direction[i].abs()).fold(f64::INFINITY, f64::min);
        assert!((shift(&a, &b, SlideLine::Centres) - (reach - center.norm())).abs() < 1e-9, "{at:?}");
        for axis in 0..3 {
            let meets = (0..3).all(|i| i == axis || at[i].abs() <= sums[i]);
            match contact(&a, &b, SlideLine::Axis(axis)) {
                Ok(found) => {
                    assert!(meets && (found.shift - (sums[axis] - at[axis].abs())).abs() < 1e-9, "{at:?}");
                }
                Err(why) => assert!(!meets && matches!(why, NoContact::Passing(_)), "{at:?}: {why:?}"),
            }
        }
    }
    let b = cuboid([0.2, 0.1, 0.3], [2.0, 0.3, -0.1]);
    let nearest = contact(&a, &b, SlideLine::Nearest).unwrap();
    assert!((nearest.direction - Vector::x()).norm() < 1e-9 && (nearest.shift + 1.3).abs() < 1e-9);
    // Boxes far from the origin.
    let far = |at: [f64; 3]| cuboid([0.5; 3], [at[0] + 1e6, at[1] - 1e6, at[2]]);
    assert!((shift(&far([0.0; 3]), &far([1.25, 0.0, 0.0]), SlideLine::Centres) + 0.25).abs() < 1e-9);
}

#[test]
fn a_line_that_cannot_be_drawn_is_told() {
    let (large, small) = (cuboid([1.0; 3], [0.0; 3]), ball(0.2, [0.0; 3]));
    assert_eq!(contact(&large, &small, SlideLine::Centres).unwrap_err(), NoContact::CentresCoincide);
    assert_eq!(contact(&large, &small, SlideLine::Nearest).unwrap_err(), NoContact::Overlapping);
    assert!(is_inside(&small, &large) && !is_inside(&large, &small));
    assert!(!is_inside(&ball(0.2, [0.9, 0.0, 0.0]), &large), "it sticks out");
    assert!((shift(&large, &small, SlideLine::Axis(1)) - 1.2).abs() < 1e-9, "where it comes out");
    let mesh = primitives::cuboid(Vector::repeat(0.5));
    let open = collidoscope::geometry::Mesh::new(mesh.vertices().to_vec(), mesh.triangles()[1..].to_vec());
    let open = Body::at_rest(Arc::new(Shape::polyhedron(open.unwrap())), Pose::identity());
    let found = contact(&open, &ball(0.2, [2.0, 0.0, 0.0]), SlideLine::Centres);
    assert!(matches!(found, Err(NoContact::Undecided(_))), "{found:?}");
}

/// The bracket of a preset, unrotated: legs along x and y, 0.5 thick, with their inner corner at the origin.
fn bracket() -> Arc<Shape> {
    let notch = PRESETS.iter().find(|preset| preset.id == "in-the-notch").unwrap();
    (notch.build)()[0].shape.clone()
}

#[test]
fn concave_bodies_touch_where_their_pieces_do_and_triangles_decide_where_pieces_stick_out() {
    let cube = cuboid([0.25; 3], [0.75, 0.6, 0.0]);
    let still = Body::at_rest(bracket(), Pose::identity());
    assert!((shift(&still, &cube, SlideLine::Axis(1)) + 0.35).abs() < 1e-9, "on the lying leg");
    assert!((shift(&still, &cube, SlideLine::Axis(0)) + 0.5).abs() < 1e-9, "beside the standing leg");

    // The same mesh with a piece that is 4 cm too high.
    let mut pieces: Vec<_> = still.shape.pieces().iter().map(|piece| piece.mesh().clone()).collect();
    let high = |p: &Point| if p.y > -0.1 { Point::new(p.x, p.y + 0.04, p.z) } else { *p };
    let vertices = pieces[0].vertices().iter().map(high).collect();
    pieces[0] = collidoscope::geometry::Mesh::new(vertices, pieces[0].triangles().to_vec()).unwrap();
    let fat = Shape::concave(still.shape.mesh().clone(), pieces).unwrap();
    let fat = Body::at_rest(Arc::new(fat), Pose::identity());
    assert!((shift(&fat, &cube, SlideLine::Axis(1)) + 0.35).abs() < 1e-6, "the triangles' contact");
}

#[test]
fn every_method_decides_all_places_around_contact() {
    let gpu = gpu();
    let preset = PRESETS.iter().find(|preset| preset.id == "near-miss").unwrap();
    let bodies = (preset.build)();
    let found = contact(&bodies[0], &bodies[1], SlideLine::Centres).unwrap();
    let settings = find("occlusion-query").unwrap().default_settings();
    let side = pixel(&settings, &found).unwrap();
    assert_eq!(pixel(&find("gjk").unwrap().default_settings(), &found), None, "it has no window");
    for moves_first in [false, true] {
        let [still, moving] = if moves_first { [1, 0] } else { [0, 1] };
        let (still, moving) = (&bodies[still], &bodies[moving]);
        let found = contact(still, moving, SlideLine::Centres).unwrap();
        let strip =
            strip([still, moving], moves_first, &found, side, 4.0, in_process(), |method, bodies, pairs| {
                let mut detector = method.detector(Some(&gpu), &method.default_settings()).unwrap();
                detector.detect(bodies, pairs).map_err(|why| why.to_string())
            });
        assert_eq!(changes(&strip.offsets, &strip.truth).len(), 1);
        let at = changes(&strip.offsets, &strip.truth)[0];
        assert!((0.0..0.1).contains(&at), "contact is where the reference changes: {at}");
        let of = |id: &str| {
            let row = strip.rows.iter().find(|row| row.method.id == id).unwrap();
            row.verdicts.as_ref().unwrap()
        };
        for exact in ["gjk", "occlusion-sandwich"] {
            assert_eq!(of(exact), &strip.truth, "{exact}");
        }
        let conservative = mistakes(of("occlusion-conservative"), &strip.truth);
        assert!(!conservative.contains(&Some(Mistake::Missed)));
        for (offset, mistake) in strip.offsets.iter().zip(mistakes(of("occlusion-query"), &strip.truth)) {
            assert!(mistake.is_none() || offset.abs() < 2.0, "{mistake:?} at {offset} px");
        }
        assert!(strip.rows.iter().all(|row| row.verdicts.as_ref().is_ok_and(|all| all.len() == 121)));
    }
    assert_no_complaints(&gpu);
}
