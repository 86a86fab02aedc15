//! Creases: parts that are joined along a side come close without contact, or only just.

use collidoscope_kernels::cloth::mesh::ClothMesh;
use collidoscope_kernels::cloth::methods::FAST;
use collidoscope_kernels::cloth::step::Step;
use collidoscope_kernels::geometry::{Point, Vector};
use nalgebra::{Rotation3, Unit};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::detection::{anywhere, assert_agree};
use super::{detect, flat};

/// A grid with a crease along a line of particles through its middle; the halves form this angle, in degrees.
fn creased(mesh: &ClothMesh, degrees: f64, across_x: bool) -> Vec<Point> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let fold = |p: &Point| {
        let (along, across) = if across_x { (p.z, p.x) } else { (p.x, p.z) };
        let (up, across) = if across > 0.0 { (across * sin, -across * cos) } else { (0.0, across) };
        if across_x { Point::new(across, up, along) } else { Point::new(along, up, across) }
    };
    mesh.rest.iter().map(fold).collect()
}

#[test]
fn corners_leave_nothing_of_a_sharp_crease() {
    let mesh = flat(5);
    for across_x in [false, true] {
        for degrees in [60.0, 40.0, 30.0, 20.0, 15.0, 12.0] {
            let [start, end] = [degrees, 0.95 * degrees].map(|degrees| creased(&mesh, degrees, across_x));
            let counts = detect(FAST, &[], &mesh, &Step { start, end }).counts;
            assert!(counts.leaf_pairs > 0, "certificates alone have it apart");
            assert_eq!(counts.feature_pairs, 0, "{degrees}°, across x: {across_x}");
        }
    }
}

#[test]
fn nothing_is_missed_where_a_crease_closes() {
    let mut random = Pcg64::seed_from_u64(41);
    let mut contacts = 0;
    for round in 0..240 {
        let mesh = flat(if round % 2 == 0 { 3 } else { 5 });
        let angles = [random.random_range(0.0..30.0), random.random_range(-2.0..15.0)];
        // Some angles are much smaller, and some creases end fully closed.
        let angles = angles.map(|degrees| if round % 5 == 0 { 1e-3 * degrees } else { degrees });
        let angles = if round % 7 == 0 { [angles[0], 0.0] } else { angles };
        let off = [0.0, 1e-7, 1e-3, 0.03][round % 4];
        let shear = random.random_range(-0.8..0.8);
        let axis = Unit::new_normalize(Vector::from_fn(|_, _| random.random_range(-1.0..1.0)));
        let turn = Rotation3::from_axis_angle(&axis, random.random_range(0.0..3.0));
        let across_x = random.random();
        let mut end = |degrees: f64| -> Vec<Point> {
            let off = anywhere(&mut random, mesh.rest.len(), off);
            let sheared = |p: Point| Point::new(p.x + shear * p.z, p.y, p.z);
            let points = creased(&mesh, degrees, across_x).into_iter().zip(off);
            points.map(|(p, off)| turn * (sheared(p) + off.coords)).collect()
        };
        let step = Step { start: end(angles[0]), end: end(angles[1]) };
        contacts += assert_agree(&mesh, &step, &format!("round {round}, {angles:?}"));
    }
    assert!(contacts > 1000, "{contacts}");
}
