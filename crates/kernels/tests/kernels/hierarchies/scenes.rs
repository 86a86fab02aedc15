//! Seeded pairs of small meshes with poses: in general position, and degenerate ones.

use std::f64::consts::TAU;
use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Point, Pose, Vector, primitives};
use nalgebra::{Translation3, UnitQuaternion};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Two meshes, and poses of B in A's coordinates.
pub struct Scene {
    pub name: &'static str,
    pub meshes: [Arc<Mesh>; 2],
    pub poses: Vec<Pose>,
}

/// All scenes.
pub fn all() -> Vec<Scene> {
    [general(), degenerate()].into_iter().flatten().collect()
}

/// Scenes in which triangles touch at a single point only by chance.
pub fn general() -> Vec<Scene> {
    let knot = Arc::new(tube(14, 3, |t| {
        Vector::new(
            (2.0 * t).cos() * (2.0 + (3.0 * t).cos()),
            (3.0 * t).sin(),
            (2.0 * t).sin() * (2.0 + (3.0 * t).cos()),
        )
    }));
    let ring = Arc::new(tube(12, 3, |t| Vector::new(2.0 * t.cos(), 0.2 * (5.0 * t).sin(), 2.0 * t.sin())));
    let soup = Arc::new(soup(40, 5));
    vec![
        Scene { name: "ring and knot", meshes: [ring.clone(), knot.clone()], poses: poses(3, 2.0, 1) },
        Scene { name: "soup and ring", meshes: [soup.clone(), ring], poses: poses(2, 2.0, 2) },
        Scene { name: "soup and soup", meshes: [soup.clone(), soup], poses: poses(2, 1.0, 3) },
    ]
}

/// Scenes full of triangles that touch at a point, along a line, or in a plane, and of triangles without area.
pub fn degenerate() -> Vec<Scene> {
    let ball = Arc::new(primitives::sphere(1.0, 1));
    let sheet = Arc::new(sheet(4));
    let cuboid = Arc::new(primitives::cuboid(Vector::new(1.0, 0.5, 0.75)));
    let slivers = Arc::new(slivers());
    let one = Mesh::new(
        vec![Point::origin(), Point::new(1.0, 0.0, 0.0), Point::new(0.0, 1.0, 0.0)],
        vec![[0, 1, 2]],
    );
    let moved = |x, y, z| Pose::translation(x, y, z);
    let quarter = |axis: Vector| {
        Pose::from_parts(Translation3::identity(), UnitQuaternion::from_scaled_axis(axis * (TAU / 4.0)))
    };
    vec![
        Scene { name: "own copy", meshes: [ball.clone(), ball.clone()], poses: vec![Pose::identity()] },
        Scene {
            name: "coplanar sheets",
            meshes: [sheet.clone(), sheet.clone()],
            poses: vec![
                Pose::identity(),
                moved(0.5, 0.0, 0.25),
                moved(4.0, 0.0, 0.0),
                moved(0.0, 1e-13, 0.0),
                quarter(Vector::y()),
            ],
        },
        Scene {
            name: "cuboids face to face",
            meshes: [cuboid.clone(), cuboid],
            poses: vec![
                moved(2.0, 0.0, 0.0),
                moved(2.0, 1.0, 0.0),
                moved(2.0, 1.0, 1.5),
                moved(2.0 + 1e-12, 0.0, 0.0),
                quarter(Vector::x()),
            ],
        },
        Scene {
            name: "slivers",
            meshes: [slivers.clone(), slivers],
            poses: vec![Pose::identity(), moved(0.0, 0.0, 1.0), moved(0.5, 0.0, 0.0), quarter(Vector::z())],
        },
        Scene {
            name: "one triangle",
            meshes: [Arc::new(one.unwrap()), sheet],
            poses: vec![moved(-1.0, 0.0, 0.0), moved(0.0, 0.0, -3.0)],
        },
    ]
}

/// Random poses at most `far` metres away.
pub fn poses(count: usize, far: f64, seed: u64) -> Vec<Pose> {
    let mut random = Pcg64::seed_from_u64(seed);
    (0..count).map(|_| pose(&mut random, far)).collect()
}

/// A random pose at most `far` metres away.
pub fn pose(random: &mut Pcg64, far: f64) -> Pose {
    let mut vector = || Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
    let (axis, at) = (vector() * 3.0, vector());
    Pose::from_parts(Translation3::from(at * far), UnitQuaternion::from_scaled_axis(axis))
}

/// A closed tube around a closed curve.
pub fn tube(around: u32, across: u32, curve: impl Fn(f64) -> Vector) -> Mesh {
    let vertices = (0..around).flat_map(|i| {
        let t = TAU * f64::from(i) / f64::from(around);
        let (at, ahead) = (curve(t), curve(t + 1e-4));
        let along = (ahead - at).normalize();
        let side = along.cross(&Vector::y()).normalize();
        let up = side.cross(&along);
        (0..across).map(move |j| {
            let angle = TAU * f64::from(j) / f64::from(across);
            Point::from(at + (side * angle.cos() + up * angle.sin()) * 0.4)
        })
    });
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let quads = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let triangles = quads.flat_map(|(i, j)| {
        let [p, q, r, s] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        [[p, q, r], [p, r, s]]
    });
    Mesh::new(vertices.collect(), triangles.collect()).unwrap()
}

/// Triangles of all sizes in a cube, without common vertices.
pub fn soup(count: usize, seed: u64) -> Mesh {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut vertices = vec![];
    for _ in 0..count {
        let mut vector = || Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
        let (at, size) = (vector() * 2.0, vector().x.powi(4) + 0.05);
        vertices.extend([(); 3].map(|()| Point::from(at + vector() * size)));
    }
    Mesh::new(vertices, (0..count as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect()).unwrap()
}

/// A flat square grid in x and z, with sides of `side` unit squares.
fn sheet(side: u32) -> Mesh {
    let points =
        (0..=side).flat_map(|i| (0..=side).map(move |j| Point::new(f64::from(i), 0.0, f64::from(j))));
    let at = |i: u32, j: u32| i * (side + 1) + j;
    let squares = (0..side).flat_map(|i| (0..side).map(move |j| (i, j)));
    let triangles = squares.flat_map(|(i, j)| {
        [[at(i, j), at(i, j + 1), at(i + 1, j)], [at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]]
    });
    Mesh::new(points.collect(), triangles.collect()).unwrap()
}

/// Triangles with little or no area: needles, segments, points, one of them twice.
fn slivers() -> Mesh {
    let mut vertices = vec![];
    for i in 0..8 {
        let x = f64::from(i) * 0.5;
        vertices.extend([Point::new(x, 0.0, 0.0), Point::new(x, 0.0, 4.0), Point::new(x, 1e-14, 2.0)]);
        vertices.extend([Point::new(0.0, 0.0, x), Point::new(4.0, 0.0, x), Point::new(2.0, 0.0, x)]);
        vertices.extend([Point::new(x, 0.0, x); 3]);
    }
    let count = vertices.len() as u32 / 3;
    let mut triangles: Vec<[u32; 3]> = (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    triangles.push(triangles[0]);
    Mesh::new(vertices, triangles).unwrap()
}
