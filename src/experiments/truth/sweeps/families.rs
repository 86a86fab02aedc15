//! Adversarial moves past convex brushes, of all sizes and at all distances from the origin.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::experiments::scenes::direction;
use crate::geometry::hull::convex_hull;
use crate::geometry::{Point, Vector};
use crate::level::mover::Mover;
use crate::level::sweep::Move;

/// A brush and moves past it. Both lie around one random point, the *place* of the case, which may be far from the
/// world's origin.
pub struct Case {
    /// The brush's planes `[nx, ny, nz, d]`: solid where n · x + d ≤ 0.
    pub planes: Vec<[f64; 4]>,
    /// Moves of one mover.
    pub moves: Vec<Move>,
    /// Exponent of ten of the mover's size in metres.
    pub size: f64,
}

/// Kinds of movers, in the order of the columns.
pub const MOVERS: [&str; 4] = ["point", "sphere", "cylinder", "hull"];

/// Exponents of ten of the valid sizes, in metres.
const SIZES: [f64; 2] = [-9.0, 12.0];
const FARTHEST: f64 = 1e12;

/// A brush of random size and position, a mover of this kind, and `count` of its moves past the brush.
pub fn case(kind: usize, seed: u64, index: u64, count: usize) -> Case {
    let mut random =
        Pcg64::seed_from_u64(seed ^ (index << 2 | kind as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let random = &mut random;
    // The sizes are powers of ten: here the exponent for the mover, then that for the brush.
    let size = random.random_range(SIZES[0]..SIZES[1] - 0.5);
    let brush =
        (size + some(random, &[0.0, 0.0, 0.5, -1.0, 2.0, 4.0, 7.0, 9.0])).clamp(SIZES[0], SIZES[1] - 0.5);
    let most = (FARTHEST.log10() - 0.5 - size.max(brush)).clamp(0.0, 6.0);
    let far = if random.random_bool(0.3) {
        0.0
    } else {
        10_f64.powf(random.random_range(0.0..=most) + size.max(brush))
    };
    let origin = direction(random) * far;
    let (unit, large) = (10_f64.powf(size), 10_f64.powf(brush));
    let (planes, marks) = solid(random, &origin, large);
    let mover = mover(random, kind, unit);
    let moves = (0..count).map(|_| a_move(random, &mover, &marks, unit)).collect();
    Case { planes, moves, size }
}

fn some(random: &mut Pcg64, of: &[f64]) -> f64 {
    of[random.random_range(0..of.len())]
}

/// The planes of a solid, and points of its surface: corners, and points on edges and faces.
fn solid(random: &mut Pcg64, origin: &Vector, size: f64) -> (Vec<[f64; 4]>, Vec<Point>) {
    match random.random_range(0..3) {
        0 => boxed(random, origin, size),
        1 => tetrahedron(random, origin, size),
        _ => wedge(random, origin, size),
    }
}

/// A box with a corner at the place of the case, `origin`. The points (marks) lie on its corners, edges and faces.
fn boxed(random: &mut Pcg64, origin: &Vector, size: f64) -> (Vec<[f64; 4]>, Vec<Point>) {
    let sides = Vector::from_fn(|_, _| size * some(random, &[1.0, 1.0, 0.5, 0.01, 1e-4]));
    let (min, max) = (origin.clone_owned(), origin + sides);
    // Far from the world's origin rounding may make the box flat. Then it becomes a slab that is a few units in the
    // last place thick.
    let max = max.zip_map(&min, |a, b| if a > b { a } else { b + b.abs() * 1e-15 + size });
    let mut planes = Vec::new();
    for i in 0..3 {
        let axis = Vector::ith(i, 1.0);
        planes.push([axis.x, axis.y, axis.z, -max[i]]);
        planes.push([-axis.x, -axis.y, -axis.z, min[i]]);
    }
    let on = |share: [f64; 3]| Point::from(min + (max - min).component_mul(&Vector::from(share)));
    let mut marks = vec![on([0.0; 3]), on([1.0; 3]), on([0.0, 1.0, 0.0])];
    for _ in 0..3 {
        let (a, b) = (random.random_range(0.0..1.0), random.random_range(0.0..1.0));
        // The marks are concentrated near the corner at `origin`, because that is where edges of a large box lie.
        let near = |share: f64| share * share * share;
        marks.extend([on([near(a), 0.0, 0.0]), on([1.0, near(b), 1.0]), on([near(a), 1.0, near(b)])]);
    }
    (planes, marks)
}

/// The planes of a tetrahedron's faces, computed in floating-point arithmetic and not corrected.
fn tetrahedron(random: &mut Pcg64, origin: &Vector, size: f64) -> (Vec<[f64; 4]>, Vec<Point>) {
    let corners: Vec<Vector> =
        (0..4).map(|_| direction(random) * size * random.random_range(0.2..1.0)).collect();
    let middle = corners.iter().sum::<Vector>() / 4.0;
    let mut planes = Vec::new();
    for i in 0..4 {
        let [a, b, c] = [1, 2, 3].map(|k| corners[(i + k) % 4]);
        let normal = (b - a).cross(&(c - a)) / (size * size);
        let normal = if normal.dot(&(middle - a)) > 0.0 { -normal } else { normal };
        planes.push([normal.x, normal.y, normal.z, -normal.dot(&(a + origin))]);
    }
    let share = random.random_range(0.0..1.0);
    let edge = corners[0] + (corners[1] - corners[0]) * share;
    let mut marks: Vec<Point> = corners.iter().map(|c| Point::from(c + origin)).collect();
    marks.extend([edge, (corners[0] + corners[1] + corners[2]) / 3.0].map(|p| Point::from(p + origin)));
    (planes, marks)
}

/// A wedge with a sharp or a blunt edge through the place of the case, `origin`.
fn wedge(random: &mut Pcg64, origin: &Vector, size: f64) -> (Vec<[f64; 4]>, Vec<Point>) {
    let half = random.random_range(0.05..1.5_f64);
    let (along, across) = (direction(random), direction(random));
    let across = (across - along * along.dot(&across)).normalize();
    let third = along.cross(&across);
    let mut planes = Vec::new();
    let mut add = |n: Vector, d: f64| planes.push([n.x, n.y, n.z, -(n.dot(origin) + d)]);
    add(across * half.sin() + third * half.cos(), 0.0);
    add(across * half.sin() - third * half.cos(), 0.0);
    add(-across, size);
    add(along, size);
    add(-along, size);
    let edge = |share: f64| Point::from(origin + along * (size * share));
    let share = random.random_range(-1.0..1.0_f64);
    let deep = size * share.abs().powi(4);
    let face = origin - across * (deep * half.cos()) + third * (deep * half.sin());
    (planes, vec![edge(0.0), edge(share), edge(share.powi(5)), edge(1.0), face.into()])
}

fn mover(random: &mut Pcg64, kind: usize, unit: f64) -> Mover {
    let mut part = || unit * some(random, &[1.0, 0.3, 0.3, 0.05, 1e-3]);
    match kind {
        0 => Mover::Point,
        1 => Mover::Sphere { radius: part() },
        2 => Mover::Cylinder { radius: part(), height: part() },
        _ => {
            let corners: Vec<Point> = (0..8).map(|_| Point::from(direction(random) * (0.4 * unit))).collect();
            // The hull always exists, because the points lie in all directions.
            convex_hull(&corners).map_or(Mover::Point, |hull| Mover::Hull { hull: hull.into() })
        }
    }
}

/// A move near one of the `marks`: towards it, past it, along it or away from it. The mover comes so close that it
/// nearly touches the mark, touches it, or overlaps it. `unit` is the mover's size in metres.
fn a_move(random: &mut Pcg64, mover: &Mover, marks: &[Point], unit: f64) -> Move {
    let mark = marks[random.random_range(0..marks.len())];
    let out = direction(random);
    let reach = mover.reach(&out);
    // Distance of the mover from touching the mark, in units of its size: from almost nothing to twice its size;
    // negative if they overlap.
    let nearly = || 10_f64.powf(-13.0);
    let off = some(random, &[0.0, 0.0, nearly(), -nearly(), 1e-9, -1e-9, 1e-4, -1e-4, 0.3, -0.3, -1.0, 2.0]);
    let beside = mark + out * (reach + off * unit);
    let way = direction(random);
    let way = match random.random_range(0..4) {
        // A path perpendicular to `out`: the mover passes the mark at the same distance that it has at the point
        // `beside`.
        0 => way - out * out.dot(&way),
        1 => -out,
        _ => way,
    } * unit
        * some(random, &[1.0, 1.0, 5.0, 0.1, 1e-3]);
    let begin = some(random, &[0.0, 0.0, 0.5, 1.0, 0.9]);
    let from = beside - way * begin;
    let to = if random.random_bool(0.05) { from } else { from + way };
    Move { mover: mover.clone(), from, to }
}
