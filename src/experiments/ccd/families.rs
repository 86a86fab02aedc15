//! Families of queries: pairs of moving features, random or constructed to be difficult.

use rand::Rng;
use rand_pcg::Pcg64;

use crate::continuous::{Kind, Query};
use crate::geometry::{Point, Vector};

/// A family's name, and the function that generates one of its queries.
pub type Family = (&'static str, fn(&mut Pcg64, Kind) -> Query);

/// All families.
pub const FAMILIES: &[Family] = &[
    ("anywhere", anywhere),
    ("lattice", lattice),
    ("in-a-plane", in_a_plane),
    ("at-rest", at_rest),
    ("parallel", parallel),
    ("meeting", meeting),
    ("meeting-on-a-side", meeting_on_a_side),
    ("nearly-meeting", nearly_meeting),
    ("touching-at-an-end", touching_at_an_end),
    ("grazing", grazing),
    ("like-cloth", like_cloth),
    ("flat", coinciding),
    ("collapsing", flattened),
];

fn uniform(random: &mut Pcg64) -> Vector {
    Vector::from_fn(|_, _| random.random_range(-1.0..1.0))
}

fn on_lattice(random: &mut Pcg64) -> Point {
    Point::from(Vector::from_fn(|_, _| f64::from(random.random_range(-2..=2))))
}

fn points(mut point: impl FnMut() -> Point) -> [Point; 4] {
    [0; 4].map(|_| point())
}

fn anywhere(random: &mut Pcg64, kind: Kind) -> Query {
    let mut four = || points(|| Point::from(uniform(random)));
    Query { kind, start: four(), end: four() }
}

fn lattice(random: &mut Pcg64, kind: Kind) -> Query {
    let mut four = || points(|| on_lattice(random));
    Query { kind, start: four(), end: four() }
}

/// All four points stay in one plane, the same at all times.
fn in_a_plane(random: &mut Pcg64, kind: Kind) -> Query {
    let mut query = if random.random() { lattice(random, kind) } else { anywhere(random, kind) };
    let tilted = random.random_range(0..3);
    for p in query.start.iter_mut().chain(&mut query.end) {
        p.z = match tilted {
            0 => 0.1,
            1 => p.x,
            _ => p.x + p.y,
        };
    }
    query
}

fn at_rest(random: &mut Pcg64, kind: Kind) -> Query {
    let query = if random.random() { lattice(random, kind) } else { meeting(random, kind) };
    let start = if random.random() { query.start } else { query.end };
    Query { kind, start, end: start }
}

/// The vector from point 2 to point 3 stays a multiple of the vector from point 0 to point 1. So two edges stay
/// parallel, or a side of the triangle stays parallel to the vector from the vertex to a corner.
fn parallel(random: &mut Pcg64, kind: Kind) -> Query {
    let mut query = lattice(random, kind);
    for ends in [&mut query.start, &mut query.end] {
        let along = ends[1] - ends[0];
        ends[3] = ends[2] + along * f64::from(random.random_range(-2..=2));
    }
    query
}

/// Two features that meet, after which one of them is displaced by `offset` in a random direction. After a small
/// displacement they may still touch.
pub fn beside_meeting(random: &mut Pcg64, kind: Kind, offset: f64) -> Query {
    let mut query = meeting(random, kind);
    let away = uniform(random);
    let away = away * (offset / away.norm().max(1e-3));
    let first = if kind == Kind::EdgeEdge { 2 } else { 1 };
    for p in query.start[..first].iter_mut().chain(&mut query.end[..first]) {
        *p += away;
    }
    query
}

/// The features touch at a random time, at a random position on both features, up to rounding.
fn meeting(random: &mut Pcg64, kind: Kind) -> Query {
    let place = |random: &mut Pcg64| random.random_range(0.0..=1.0);
    let (u, v) = (place(random), place(random));
    meeting_at(random, kind, [u, v])
}

/// The features touch on the border of a feature: on a side or at a corner of the triangle, or at an end of the second
/// edge. The coordinates of the contact on the features are multiples of 1/4.
fn meeting_on_a_side(random: &mut Pcg64, kind: Kind) -> Query {
    let round = |random: &mut Pcg64| f64::from(random.random_range(0..=4)) / 4.0;
    let (u, v) = (round(random), f64::from(random.random_range(0..=1)));
    meeting_at(random, kind, [u, v])
}

fn meeting_at(random: &mut Pcg64, kind: Kind, [u, v]: [f64; 2]) -> Query {
    let lattice = random.random();
    let mut query = if lattice { self::lattice(random, kind) } else { anywhere(random, kind) };
    let time = f64::from(random.random_range(0..=8)) / 8.0;
    let at = |i: usize| query.start[i] + time * (query.end[i] - query.start[i]);
    // Moves point 0 so that its feature meets the other feature at `time`.
    let target = match kind {
        Kind::VertexFace => {
            let (v, w) = ((1.0 - u) * v, (1.0 - u) * (1.0 - v));
            Point::from(at(1).coords * u + at(2).coords * v + at(3).coords * w)
        }
        Kind::EdgeEdge => {
            let other = at(2) + v * (at(3) - at(2));
            // The end that is farther from the contact is moved, so that nothing is divided by a small share.
            if u < 0.75 {
                Point::from((other.coords - at(1).coords * u) / (1.0 - u))
            } else {
                let moved = Point::from((other.coords - at(0).coords * (1.0 - u)) / u);
                let by = moved - at(1);
                query.start[1] += by;
                query.end[1] += by;
                return query;
            }
        }
    };
    let by = target - at(0);
    query.start[0] += by;
    query.end[0] += by;
    query
}

/// A meeting query with each coordinate perturbed by up to two units in the last place.
fn nearly_meeting(random: &mut Pcg64, kind: Kind) -> Query {
    let mut query = if random.random() { meeting(random, kind) } else { meeting_on_a_side(random, kind) };
    for c in query.start.iter_mut().chain(&mut query.end).flat_map(|p| p.iter_mut()) {
        for _ in 0..random.random_range(0..=2) {
            *c = if random.random() { c.next_up() } else { c.next_down() };
        }
    }
    query
}

/// The features touch at time 0 or at time 1, up to rounding.
fn touching_at_an_end(random: &mut Pcg64, kind: Kind) -> Query {
    let mut query = lattice(random, kind);
    let [u, v] = [0; 2].map(|_| f64::from(random.random_range(0..=2)) / 2.0);
    let p = &query.start;
    let by = match kind {
        Kind::VertexFace => (p[1].coords + u * (p[2] - p[1]) + (1.0 - u) * v * (p[3] - p[1])) - p[0].coords,
        Kind::EdgeEdge => (p[2] + v * (p[3] - p[2])) - (p[0] + u * (p[1] - p[0])),
    };
    query.start[0] += by;
    if kind == Kind::EdgeEdge {
        query.start[1] += by;
    }
    if random.random() {
        std::mem::swap(&mut query.start, &mut query.end);
    }
    query
}

/// All four points cross the plane z = 0 in the middle of the step, up to rounding, so the coplanarity cubic has a root
/// there whatever the rest of the motion.
fn grazing(random: &mut Pcg64, kind: Kind) -> Query {
    // Opposite motions across the plane z = 0.
    let mut query = meeting(random, kind);
    let near = random.random_range(-2..=2);
    let flatten = |p: &mut Point, z: f64| {
        p.z = z;
        p.x = (p.x * 8.0).round() / 8.0;
        p.y = (p.y * 8.0).round() / 8.0;
    };
    for i in 0..4 {
        let up = if i % 2 == 0 { 1.0 } else { -1.0 };
        flatten(&mut query.start[i], up);
        flatten(&mut query.end[i], -up);
    }
    query.start[0].z += f64::from(near) * f64::EPSILON;
    query
}

/// Features like those of a cloth far from the origin: edges of length about 1, which move by about 1/100.
fn like_cloth(random: &mut Pcg64, kind: Kind) -> Query {
    let far = 10.0_f64.powi(random.random_range(0..=6)) * uniform(random);
    let start = points(|| Point::from(uniform(random) * 0.5));
    let mut query = Query { kind, start, end: start };
    for p in &mut query.end {
        *p += uniform(random) * 0.01;
    }
    query.start[0].z *= 0.01;
    query.end[0].z *= 0.01;
    for p in query.start.iter_mut().chain(&mut query.end) {
        p.z *= 0.05;
        *p += far;
    }
    query
}

/// Two of the four points may coincide, which makes the triangle or an edge degenerate.
fn coinciding(random: &mut Pcg64, kind: Kind) -> Query {
    let mut query = if random.random() { lattice(random, kind) } else { meeting_on_a_side(random, kind) };
    let (from, to) = (random.random_range(0..4), random.random_range(0..4));
    query.start[to] = query.start[from];
    if random.random() {
        query.end[to] = query.end[from];
    }
    query
}

/// One axis is scaled down by a factor of up to 2⁴⁰.
fn flattened(random: &mut Pcg64, kind: Kind) -> Query {
    let mut query = nearly_meeting(random, kind);
    let small = 2.0_f64.powi(-random.random_range(1..=40));
    let axis = random.random_range(0..3);
    for p in query.start.iter_mut().chain(&mut query.end) {
        p[axis] *= small;
    }
    query
}
