//! Seeded pairs of bodies in every situation that a method must handle.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Point, Pose, Shape, Vector, hull, primitives};
use collidoscope_kernels::object_space::reference;
use collidoscope_kernels::world::Body;
use nalgebra::{Translation3, UnitQuaternion};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// The arrangement of the two bodies of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Situation {
    /// At random near each other.
    Uniform,
    /// Surfaces separated or overlapping by at most a few hundredths of the size.
    NearTouching,
    /// A small body inside a large one.
    Contained,
    /// A body a thousand times smaller than the other, near its surface.
    Lopsided,
    /// Like `Uniform`, a million sizes from the origin.
    FarAway,
    /// Like `Uniform`, with sizes of 1e-5 m.
    Tiny,
    /// Like `Uniform`, with sizes of 1e5 m.
    Huge,
}

pub const SITUATIONS: [Situation; 7] = [
    Situation::Uniform,
    Situation::NearTouching,
    Situation::Contained,
    Situation::Lopsided,
    Situation::FarAway,
    Situation::Tiny,
    Situation::Huge,
];

/// `count` pairs of polyhedra: boxes, hulls of random points, and the four primitives.
pub fn pairs(situation: Situation, count: usize, seed: u64) -> Vec<[Body; 2]> {
    let mut random = Pcg64::seed_from_u64(seed);
    (0..count).map(|_| pair(situation, &mut random)).collect()
}

/// The bodies of all pairs in one list, and the pairs as indices into it.
pub fn flatten(pairs: &[[Body; 2]]) -> (Vec<Body>, Vec<collidoscope_kernels::world::Pair>) {
    let bodies = pairs.iter().flatten().cloned().collect();
    (bodies, (0..pairs.len()).map(|i| collidoscope_kernels::world::Pair::new(2 * i, 2 * i + 1)).collect())
}

fn pair(situation: Situation, random: &mut Pcg64) -> [Body; 2] {
    let unit = match situation {
        Situation::Tiny => 1e-5,
        Situation::Huge => 1e5,
        _ => 1.0,
    };
    let shrink = match situation {
        Situation::Contained => 0.2,
        Situation::Lopsided => 1e-3,
        _ => 1.0,
    };
    let a_shape = shape(unit * random.random_range(0.5..1.5), random);
    let b_shape = shape(unit * shrink * random.random_range(0.5..1.5), random);
    let home = match situation {
        Situation::FarAway => direction(random) * 1e6,
        _ => Vector::zeros(),
    };
    let reach = match situation {
        Situation::Contained => 0.1,
        _ => 0.75,
    };
    let offset = direction(random) * (unit * reach * random.random::<f64>().cbrt());
    let a = Body::at_rest(a_shape, pose(home, random));
    let mut b = Body::at_rest(b_shape, pose(home + offset, random));
    let near = match situation {
        Situation::NearTouching => 0.04,
        Situation::Lopsided => 1e-3,
        _ => return [a, b],
    };
    bring_near(&a, &mut b, direction(random), random.random_range(-near..near));
    [a, b]
}

/// Moves B along `direction` until it touches A, then by `gap` metres more.
fn bring_near(a: &Body, b: &mut Body, direction: Vector, gap: f64) {
    let (mut inside, mut outside) = (0.0, 4.0);
    for _ in 0..50 {
        let middle = 0.5 * (inside + outside);
        b.pose.translation.vector = a.pose.translation.vector + direction * middle;
        if reference::distance(a, b) == 0.0 { inside = middle } else { outside = middle }
    }
    b.pose.translation.vector = a.pose.translation.vector + direction * (outside + gap);
}

/// A box, a hull or a primitive of about the given size.
pub fn shape(size: f64, random: &mut Pcg64) -> Arc<Shape> {
    let mut side = || size * random.random_range(0.2..1.0);
    let (x, y, z) = (side(), side(), side());
    let mesh: Mesh = match random.random_range(0..6) {
        0 => primitives::cuboid(Vector::new(x, y, z) * 0.5),
        1 => primitives::sphere(0.5 * x, 1),
        2 => primitives::cone(0.5 * x, y, 1),
        3 => primitives::cylinder(0.5 * x, y, 1),
        _ => {
            let count = random.random_range(6..16);
            let points: Vec<Point> = (0..count)
                .map(|_| {
                    let p = direction(random);
                    Point::new(p.x * x * 0.5, p.y * y * 0.5, p.z * z * 0.5)
                })
                .collect();
            hull::convex_hull(&points).expect("random points on an ellipsoid are not flat")
        }
    };
    Arc::new(Shape::polyhedron(mesh))
}

/// A random direction, uniform on the unit sphere.
pub fn direction(random: &mut Pcg64) -> Vector {
    loop {
        let v = Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.01..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

/// A random pose near `at`.
pub fn pose(at: Vector, random: &mut Pcg64) -> Pose {
    let axis = direction(random);
    let turn = UnitQuaternion::from_scaled_axis(axis * random.random_range(0.0..std::f64::consts::PI));
    Pose::from_parts(Translation3::from(at), turn)
}
