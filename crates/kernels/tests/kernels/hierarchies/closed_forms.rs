//! Compares distances of whole meshes with closed forms, and with values measured by another library.

use std::f64::consts::FRAC_PI_4;
use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Pose, Vector, primitives};
use collidoscope_kernels::hierarchies::methods::METHODS;
use collidoscope_kernels::hierarchies::query::{Query, Tolerance};
use nalgebra::{Translation3, UnitQuaternion};

use super::scenes::general;

const DISTANCE: Query = Query::Distance(Tolerance { relative: 0.0, absolute: 0.0 });

/// Cuboids with sides of 2 m: position and rotation of B, and their distance.
fn cuboids() -> Vec<(Vector, Vector, f64)> {
    let (half, third) = (2.0_f64.sqrt(), 3.0_f64.sqrt());
    let turned = Vector::z() * FRAC_PI_4;
    // A rotation that puts the diagonal of the cube along x.
    let on_corner = UnitQuaternion::rotation_between(&Vector::new(1.0, 1.0, 1.0), &Vector::x()).unwrap();
    vec![
        // Face to face, edge to edge, corner to corner.
        (Vector::new(3.0, 0.5, -0.25), Vector::zeros(), 1.0),
        (Vector::new(3.0, 3.0, 0.3), Vector::zeros(), half),
        (Vector::new(3.0, 3.0, 3.0), Vector::zeros(), third),
        // An edge and a corner in front of a face.
        (Vector::new(4.0, 0.0, 0.0), turned, 3.0 - half),
        (Vector::new(4.0, 0.0, 0.0), on_corner.scaled_axis(), 3.0 - third),
        // A face in front of an edge.
        (Vector::new(2.0 + half, 2.0 + half, 0.0), turned, 1.0 + half),
        // Touching and overlapping.
        (Vector::new(1.0 + half, 0.0, 0.0), turned, 0.0),
        (Vector::new(0.5, 0.4, 0.3), on_corner.scaled_axis(), 0.0),
    ]
}

#[test]
fn cuboids_are_as_far_apart_as_calculated() {
    let cube = Arc::new(primitives::cuboid(Vector::new(1.0, 1.0, 1.0)));
    for method in METHODS {
        let mut pair = method.make(&[cube.clone(), cube.clone()], &method.default_settings());
        for (at, turn, distance) in cuboids() {
            let pose = Pose::from_parts(Translation3::from(at), UnitQuaternion::from_scaled_axis(turn));
            let found = pair.answer(&pose, &DISTANCE).distance.unwrap();
            assert!((found - distance).abs() < 4e-15, "{}: {at:?}: {found} {distance}", method.id);
        }
    }
}

#[test]
fn plates_are_as_far_apart_as_their_faces_from_a_micrometre_to_hundreds_of_kilometres() {
    let slab = |x: f64| {
        let sheet = primitives::cuboid(Vector::new(0.01, 1.0, 1.0));
        let vertices = sheet.vertices().iter().map(|p| p + Vector::new(x, 0.0, 0.0)).collect();
        Arc::new(Mesh::new(vertices, sheet.triangles().to_vec()).unwrap())
    };
    let meshes = [slab(0.0), slab(0.0)];
    for method in METHODS {
        let mut pair = method.make(&meshes, &method.default_settings());
        for power in -20..20 {
            let gap = 2.0_f64.powi(power);
            let found = pair.answer(&Pose::translation(gap + 0.02, 0.3, 0.1), &DISTANCE).distance.unwrap();
            assert!((found - gap).abs() < 1e-15 * (1.0 + gap), "{}: {found} {gap}", method.id);
        }
    }
}

/// Results of FCL 0.7 (trees of OBBRSS in f64): scene, pose, touching pairs of triangles, distance in metres.
/// Measured once with `benches/peers/fcl.cpp`.
const FCL: &[(&str, usize, usize, f64)] = &[
    ("ring and knot", 0, 18, 0.0),
    ("ring and knot", 1, 86, 0.0),
    ("ring and knot", 2, 44, 0.0),
    ("ring and knot", 3, 0, 3.515680661136937),
    ("ring and knot", 4, 0, 1.873159705942532),
    ("ring and knot", 5, 0, 1.9303690205349509),
    ("soup and ring", 0, 0, 0.08238373629262358),
    ("soup and ring", 1, 2, 0.0),
    ("soup and ring", 2, 0, 2.8222632585610095),
    ("soup and ring", 3, 0, 3.345340287360619),
    ("soup and soup", 0, 0, 0.07021908924948514),
    ("soup and soup", 1, 0, 0.08331051781248944),
    ("soup and soup", 2, 0, 2.5909765719700073),
    ("soup and soup", 3, 0, 1.096906358309328),
];

#[test]
fn fcl_found_as_many_pairs_and_the_same_distances() {
    let scenes = general();
    assert_eq!(scenes.iter().map(|scene| scene.poses.len()).sum::<usize>() * 2, FCL.len());
    for scene in scenes {
        for method in METHODS {
            let mut pair = method.make(&scene.meshes, &method.default_settings());
            for (_, index, pairs, distance) in FCL.iter().filter(|row| row.0 == scene.name) {
                let pose = posed(&scene.poses, *index);
                let name = format!("{}: {} pose {index}", method.id, scene.name);
                assert_eq!(pair.answer(&pose, &Query::Determine).pairs.len(), *pairs, "{name}");
                let found = pair.answer(&pose, &DISTANCE).distance.unwrap();
                assert!((found - distance).abs() < 1e-12, "{name}: {found} {distance}");
            }
        }
    }
}

/// The pose of a row: the scene's poses first, then the same poses 4 m away.
fn posed(poses: &[Pose], index: usize) -> Pose {
    let count = poses.len();
    let away = if index < count { 0.0 } else { 4.0 };
    Pose::translation(away, 0.5 * away, away) * poses[index % count]
}
