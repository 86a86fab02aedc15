//! Triangles that a side of the window cuts close to a corner: the remaining strips are too narrow to
//! interpolate depths over them.

use std::sync::Arc;

use collidoscope::experiments::truth::families::FAMILIES;
use collidoscope::experiments::truth::solids::separation;
use collidoscope::geometry::{Point, Pose, Shape, Solid, Vector, hull};
use collidoscope::image_space::conservative::{FAT, THIN};
use collidoscope::methods;
use collidoscope::world::Body;
use nalgebra::UnitQuaternion;
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use super::{decide, is_proved, options};
use crate::support::pairs::{flatten, pose};
use crate::support::{assert_no_complaints, gpu};

/// Number of pairs in which a side of the window cuts a fan near its corner.
const FANS: usize = 400;

/// A cone's rim and a hull, 1.2e-11 m apart: at 480 and 512 pixels the side of the window cuts two triangles
/// of the cone's base a hundredth of a pixel beyond their common corner. The remaining strips are too narrow
/// to interpolate depths over them.
#[test]
fn what_the_windows_side_cuts_near_a_corner_makes_no_hit_up() {
    let gpu = gpu();
    let family = FAMILIES.iter().find(|family| family.id == "round-and-flat").unwrap();
    let case = family.case(1, 23_964);
    assert!(!case.colliding() && is_proved(&case));
    for resolution in 440..=512_u32 {
        for culling in ["split", "none"] {
            let text = resolution.to_string();
            let set = [("resolution", &text[..]), ("axis", "z"), ("culling", culling)];
            let hits = decide(&gpu, &THIN, options(&set), std::slice::from_ref(&case.bodies));
            assert_eq!(hits, [false], "{resolution} pixels, culling {culling}");
        }
    }
    assert_no_complaints(&gpu);
}

/// Cones with the base of a pyramid on their base, 1e-9 apart or overlapping by as much. A side of the window
/// passes less than a pixel from the corner at which all triangles of the cone's base meet.
#[test]
fn fans_that_the_windows_side_cuts_near_their_corner_have_right_depths() {
    let gpu = gpu();
    let mut random = Pcg64::seed_from_u64(41);
    let set = [("resolution", "512"), ("axis", "z")];
    let cone = Arc::new(Shape::primitive(Solid::Cone { radius: 1.0, height: 1.0 }, 4).unwrap());
    let (mut apart, mut deep) = (Vec::new(), Vec::new());
    while apart.len() < FANS {
        let turn = pose(Vector::zeros(), &mut random).rotation;
        let [down, right, up] = [-Vector::y(), Vector::x(), Vector::z()].map(|v| turn * v);
        if down.z.abs() < 0.3 || down.x.abs() > 0.9 {
            continue;
        }
        let corner = 0.5 * down;
        let base: Vec<Vector> = (0..4)
            .map(|_| corner + right * random.random_range(-1.5..1.5) + up * random.random_range(-1.5..1.5))
            .collect();
        let tip = base.iter().sum::<Vector>() / 4.0 + down * 0.7;
        let points: Vec<Point> = base.iter().chain([&tip]).map(|v| Point::from(*v)).collect();
        let Ok(pyramid) = hull::convex_hull(&points) else { continue };
        let left = points.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
        // Moved along the base until the pyramid's leftmost corner, where the window ends, is next to the
        // cone's.
        let along = Vector::x() - down * down.x;
        let beside = 10_f64.powf(random.random_range(-4.0..0.0)) / 512.0;
        let place = along * ((corner.x + beside - left) / along.x);
        let pyramid = Arc::new(Shape::polyhedron(pyramid));
        let cone = Body::at_rest(cone.clone(), Pose::from_parts(Vector::zeros().into(), turn));
        for (list, gap) in [(&mut apart, 1e-9), (&mut deep, -1e-9)] {
            let at = Pose::from_parts((place + down * gap).into(), UnitQuaternion::identity());
            list.push([cone.clone(), Body::at_rest(pyramid.clone(), at)]);
        }
    }
    let down = |[cone, _]: &[Body; 2]| cone.pose.rotation * -Vector::y();
    assert!(apart.iter().all(|pair| separation([&pair[0], &pair[1]], &down(pair)) > 0.0));
    let hits = decide(&gpu, &THIN, options(&set), &apart);
    let made_up: Vec<usize> = (0..hits.len()).filter(|&i| hits[i]).collect();
    assert!(made_up.is_empty(), "{made_up:?} hit when thin");
    // Most of the other pairs collide, some are separated.
    let exact = methods::find("gjk").unwrap();
    let (bodies, indices) = flatten(&deep);
    let truth =
        exact.detector(None, &exact.default_settings()).unwrap().detect(&bodies, &indices).unwrap().verdicts;
    let fat = decide(&gpu, &FAT, options(&set), &deep);
    let missed: Vec<usize> = (0..fat.len()).filter(|&i| truth[i].colliding && !fat[i]).collect();
    assert!(missed.is_empty(), "{missed:?} missed when fat");
    assert!(truth.iter().filter(|v| v.colliding).count() > FANS / 2);
    assert_no_complaints(&gpu);
}
