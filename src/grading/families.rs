//! Families of pairs: each is a difficulty with a name, and its pairs have a truth known by construction. Round bodies
//! stay solids; a program gets the meshes that are drawn for them, and the truth holds for both.
//!
//! No pair of a family is nearer to contact than [`NEAREST`] of its size, so that the rounding of any careful program
//! in f64 does not decide; nearer pairs are left out. The family `touching` alone has exact contacts: its coordinates
//! are short binary fractions without rotation, which a program computes without rounding, and touching bodies
//! collide.

use std::f64::consts::TAU;
use std::sync::Arc;

use nalgebra::{Translation3, Unit, UnitQuaternion};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::combined::piecewise;
use crate::experiments::scenes::direction;
use crate::experiments::truth::pair::{Case, Truth, apart, overlapping, placed_inside};
use crate::experiments::truth::shapes;
use crate::experiments::truth::solids::{ball_inside, is_parted_by_a_face};
use crate::geometry::fingerprint;
use crate::geometry::{Pose, Shape, Vector};
use crate::world::Body;

/// Least gap or overlap of a pair that does not touch exactly, as a multiple of the larger body's size.
pub const NEAREST: f64 = 1e-8;

/// A family of pairs.
pub struct Family {
    /// Id in homework files and reports.
    pub id: &'static str,
    /// The difficulty in one English sentence: the first hint.
    pub says: &'static str,
    /// Makes a pair; `None` if the random numbers give none.
    make: fn(&mut Pcg64, &[String]) -> Option<Case>,
}

/// All families.
pub const FAMILIES: &[Family] = &[
    Family { id: "far", says: "Bodies with a wide gap between them.", make: far },
    Family { id: "near", says: "Bodies with a small gap or a small overlap.", make: near },
    Family {
        id: "touching",
        says: "Bodies that touch exactly in a face, an edge or a corner, which counts as colliding, and bodies with a gap of a thousandth.",
        make: touching,
    },
    Family { id: "contained", says: "A small body inside a large one: no surfaces cross.", make: contained },
    Family {
        id: "parallel-faces",
        says: "Boxes with parallel faces and edges: cross products of edges vanish.",
        make: parallel_faces,
    },
    Family {
        id: "crossed-edges",
        says: "Boxes whose edges cross at a small gap or overlap: no face of either parts them.",
        make: crossed_edges,
    },
    Family {
        id: "in-front",
        says: "Slanted plates, B in front of A as seen along every axis: their pictures overlap, and depths decide.",
        make: |random, _| stacked(random, -1.0),
    },
    Family {
        id: "behind",
        says: "Slanted plates, B behind A as seen along every axis: their pictures overlap, and depths decide.",
        make: |random, _| stacked(random, 1.0),
    },
    Family { id: "slivers", says: "Flat plates and double pyramids, thin to 1e-5.", make: slivers },
    Family { id: "needles", says: "Long thin tetrahedra, thin to 1e-5.", make: needles },
    Family { id: "sizes", says: "One body is up to ten million times larger than the other.", make: sizes },
    Family {
        id: "far-from-origin",
        says: "Bodies up to a million sizes from the origin: coordinates lose digits.",
        make: far_from_origin,
    },
    Family {
        id: "degenerate",
        says: "Meshes with triangles of no area and with very thin ones: their normals are 0 or mostly rounding.",
        make: degenerate,
    },
    Family {
        id: "identical",
        says: "Two bodies of one mesh, in one place or beside each other.",
        make: identical,
    },
    Family {
        id: "concave",
        says: "Letters and rings made of boxes: bodies in a hole are separated although no plane parts them.",
        make: concave,
    },
];

impl Family {
    /// The family with this id.
    pub fn named(id: &str) -> Option<&'static Self> {
        FAMILIES.iter().find(|family| family.id == id)
    }

    /// Pair number `index` with bodies of these kinds, as far as the family leaves a choice. Equal arguments give
    /// equal pairs.
    pub fn question(&self, seed: u64, index: u64, kinds: &[String]) -> Case {
        let name = self.id.bytes().map(f64::from);
        let hash = fingerprint::folded(seed ^ fingerprint::START, name.chain([index as f64]));
        let mut random = Pcg64::seed_from_u64(hash);
        loop {
            // Attempts that give no shape or lie too near to contact are repeated; most succeed.
            match (self.make)(&mut random, kinds) {
                Some(case) if case.is_exact => return case,
                Some(case) => {
                    if let Some(case) = case.clearer_than(NEAREST) {
                        return case;
                    }
                }
                None => {}
            }
        }
    }
}

fn far(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let [a, b] = turned([shapes::any(random, kinds)?, shapes::any(random, kinds)?], random);
    let (n, back) = (direction(random), direction(random));
    Some(apart(a, b, n, back * random.random_range(0.0..0.5), random.random_range(0.5..3.0)))
}

fn near(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let bodies = turned([shapes::any(random, kinds)?, shapes::any(random, kinds)?], random);
    close(random, bodies, -6.0)
}

/// A gap or an overlap of 10 to a power from `least` to −1, times the smaller body's size. The gap lies along the
/// normal of a face of A, in any direction, or between two edges that cross; half of the bodies face each other with
/// the corners nearest to the gap.
fn close(random: &mut Pcg64, [a, mut b]: [Body; 2], least: f64) -> Option<Case> {
    let margin = a.shape.size().min(b.shape.size()) * 10_f64.powf(random.random_range(least..-1.0));
    if random.random_bool(0.3)
        && let (Some(of_a), Some(of_b)) = (edge(random, &a), edge(random, &b))
    {
        let back = face(random, &of_a, (&mut b, &of_b))?;
        return Some(apart(a, b, of_a.outwards, back, margin));
    }
    let n = if random.random_bool(0.5) { normal(random, &a) } else { direction(random) };
    if random.random_bool(0.5) {
        return Some(meshes_overlap(a, b, n, margin));
    }
    let corner = |body: &Body, n: Vector| {
        body.pose.rotation * body.shape.support(&(body.pose.rotation.inverse() * n)).coords
    };
    let facing = (corner(&b, -n) - corner(&a, n)) * if random.random_bool(0.5) { 1.0 } else { 0.5 };
    Some(apart(a, b, n, facing, margin))
}

fn touching(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    // Sixteenths: sums and products of two are exact.
    let short = |random: &mut Pcg64, sixteenths: std::ops::Range<i32>| {
        f64::from(random.random_range(sixteenths)) / 16.0
    };
    let half = [(); 2].map(|()| Vector::from_fn(|_, _| short(random, 4..12)));
    let is_ball = kinds.iter().any(|kind| kind == "sphere") && random.random_bool(0.5);
    let radius = half[0].y;
    let a = if is_ball { shapes::ball(radius)? } else { shapes::cuboid(half[0])? };
    let at = Vector::from_fn(|_, _| short(random, -16..16));
    // Axes along which the bodies only touch: one for faces, two for edges, three for corners. A ball touches with its
    // pole, which is a vertex of its mesh.
    let first = if is_ball { 1 } else { random.random_range(0..3) };
    let touching_axes = if is_ball { 1 } else { random.random_range(1..4) };
    let gap = if random.random_bool(0.5) { 0.0 } else { 2.0_f64.powi(-10) };
    let (mut shift, mut point) = (Vector::zeros(), Vector::zeros());
    for step in 0..3 {
        let axis = (first + step) % 3;
        let sign = if random.random_bool(0.5) { 1.0 } else { -1.0 };
        if step < touching_axes {
            let reach = if is_ball { radius } else { half[0][axis] };
            shift[axis] = sign * (reach + half[1][axis] + if step == 0 { gap } else { 0.0 });
            point[axis] = sign * reach;
        } else {
            // Half of a side at most, so that the origin of A's face lies on B's.
            shift[axis] = sign * short(random, 0..4) * 0.5;
        }
    }
    let b = Body::at_rest(Arc::new(shapes::cuboid(half[1])?), pose(at + shift, UnitQuaternion::identity()));
    let a = Body::at_rest(Arc::new(a), pose(at, UnitQuaternion::identity()));
    let side = Vector::ith(first, shift[first].signum());
    let truth = match gap {
        0.0 => Truth::Colliding { point, depth: 0.0 },
        gap => Truth::Apart { direction: Some(side), gap },
    };
    Some(Case { bodies: [a, b], truth, is_exact: true })
}

fn contained(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let fat: Vec<String> = kinds
        .iter()
        .filter(|kind| !["needle", "plate", "bipyramid"].contains(&kind.as_str()))
        .cloned()
        .collect();
    let (large, small) = (shapes::any(random, &fat)?, shapes::any(random, kinds)?);
    let [mut a, mut b] = turned([large, small], random);
    let (small, place) = placed_inside(random, &a, &b.shape, 0.9)?;
    b.shape = Arc::new(small);
    b.pose.translation = Translation3::from(place.coords);
    let (in_b, depth) = ball_inside(&b.as_drawn().shape);
    let shared = (b.pose * in_b).coords;
    if random.random_bool(0.5) {
        std::mem::swap(&mut a, &mut b);
    }
    let truth = Truth::Colliding { point: shared - a.pose.translation.vector, depth: 0.9 * depth };
    Some(Case { bodies: [a, b], truth, is_exact: false })
}

fn parallel_faces(random: &mut Pcg64, _kinds: &[String]) -> Option<Case> {
    let [mut a, mut b] = turned([shapes::convex(random, "box")?, shapes::convex(random, "box")?], random);
    if random.random_bool(0.5) {
        a.pose.rotation = UnitQuaternion::identity();
    }
    b.pose.rotation = a.pose.rotation;
    let margin = 10_f64.powf(random.random_range(-4.0..-0.7)) * a.shape.size().min(b.shape.size());
    let n = a.pose.rotation * Vector::ith(random.random_range(0..3), 1.0);
    if random.random_bool(0.5) {
        return Some(meshes_overlap(a, b, n, margin));
    }
    Some(apart(a, b, n, direction(random) * random.random_range(0.0..0.8), margin))
}

/// Turns B so that its edge faces that of A, and then by any angle about the line between both. Returns the vector
/// from the middle of A's edge to that of B's, seen from both origins.
fn face(random: &mut Pcg64, of_a: &Edge, (b, of_b): (&mut Body, &Edge)) -> Option<Vector> {
    let turn = UnitQuaternion::rotation_between(&of_b.outwards, &-of_a.outwards)?;
    let line = Unit::new_normalize(of_a.outwards);
    let turn = UnitQuaternion::from_axis_angle(&line, random.random_range(0.0..TAU)) * turn;
    b.pose.rotation = turn * b.pose.rotation;
    Some(turn * of_b.middle - of_a.middle)
}

fn crossed_edges(random: &mut Pcg64, _kinds: &[String]) -> Option<Case> {
    let [a, mut b] = turned([shapes::convex(random, "box")?, shapes::convex(random, "box")?], random);
    let (of_a, of_b) = (edge(random, &a)?, edge(random, &b)?);
    let n = of_a.outwards;
    let back = face(random, &of_a, (&mut b, &of_b))?;
    let margin = 10_f64.powf(random.random_range(-2.5..-1.0)) * a.shape.size().min(b.shape.size());
    if random.random_bool(0.5) {
        let case = apart(a, b, n, back, margin);
        return (!is_parted_by_a_face(case.bodies.each_ref())).then_some(case);
    }
    // The middle of B's edge lies `margin` inside A's edge; A contains a ball around it up to its nearest face.
    let point = of_a.middle - n * margin;
    b.pose.translation.vector = a.pose.translation.vector + point - (back + of_a.middle);
    let own = a.pose.rotation.inverse() * point;
    let depth = (a.shape.local_aabb().extents() * 0.5 - own.abs()).min();
    let truth = Truth::Colliding { point, depth: 0.9 * depth };
    (depth > 0.0).then_some(Case { bodies: [a, b], truth, is_exact: false })
}

/// Two parallel plates whose normal points along no axis. `side` 1 puts B behind A for an eye that looks along any
/// positive axis, −1 in front of it.
fn stacked(random: &mut Pcg64, side: f64) -> Option<Case> {
    let mut half = || random.random_range(0.05..0.15);
    let thick = [half(), half()];
    let plate = |thick: f64, random: &mut Pcg64| {
        shapes::cuboid(Vector::new(random.random_range(0.7..1.0), thick, random.random_range(0.7..1.0)))
    };
    let [mut a, mut b] = turned([plate(thick[0], random)?, plate(thick[1], random)?], random);
    let n = Vector::from_fn(|_, _| random.random_range(0.35..1.0)).normalize();
    let tilt = UnitQuaternion::rotation_between(&Vector::y(), &n)?;
    for body in [&mut a, &mut b] {
        let turn = UnitQuaternion::from_axis_angle(&Vector::y_axis(), random.random_range(0.0..TAU));
        body.pose.rotation = tilt * turn;
    }
    let (n, margin) = (n * side, random.random_range(0.03..0.1));
    let shift = direction(random) * random.random_range(0.0..0.2);
    if random.random_bool(0.5) {
        return Some(apart(a, b, n, shift, margin));
    }
    // Both plates contain a ball of half the overlap around a point between their middles.
    let shift = shift - n * n.dot(&shift);
    b.pose.translation.vector = a.pose.translation.vector + n * (thick[0] + thick[1] - margin) + shift;
    let truth = Truth::Colliding { point: n * (thick[0] - 0.5 * margin) + shift * 0.5, depth: 0.9 * margin };
    Some(Case { bodies: [a, b], truth, is_exact: false })
}

fn slivers(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let thin = if random.random_bool(0.5) { "plate" } else { "bipyramid" };
    let other =
        if random.random_bool(0.5) { shapes::convex(random, thin)? } else { shapes::any(random, kinds)? };
    let bodies = turned([shapes::convex(random, thin)?, other], random);
    close(random, bodies, -5.0)
}

fn needles(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let other =
        if random.random_bool(0.5) { shapes::convex(random, "needle")? } else { shapes::any(random, kinds)? };
    let bodies = turned([shapes::convex(random, "needle")?, other], random);
    close(random, bodies, -5.0)
}

fn sizes(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let factor = 10_f64.powf(-random.random_range(2.0..7.0));
    let small = shapes::scaled(&shapes::any(random, kinds)?, factor)?;
    let bodies = turned([shapes::any(random, kinds)?, small], random);
    let [a, b] = bodies;
    let case = close(random, [a, b], -1.5)?;
    Some(if random.random_bool(0.5) { case } else { exchanged(case) })
}

fn far_from_origin(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let [mut a, b] = turned([shapes::any(random, kinds)?, shapes::any(random, kinds)?], random);
    let distance = 10_f64.powf(random.random_range(3.0..6.0)) * a.shape.size();
    a.pose.translation = Translation3::from(direction(random) * distance);
    close(random, [a, b], -3.0)
}

fn degenerate(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let other =
        if random.random_bool(0.5) { shapes::degenerate(random)? } else { shapes::any(random, kinds)? };
    let bodies = turned([shapes::degenerate(random)?, other], random);
    close(random, bodies, -4.0)
}

fn identical(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let shape = Arc::new(shapes::any(random, kinds)?);
    let a = Body::at_rest(shape, pose(direction(random), rotation(random)));
    let b = a.clone();
    if random.random_bool(0.4) {
        let (middle, depth) = ball_inside(&a.as_drawn().shape);
        let truth = Truth::Colliding { point: a.pose.rotation * middle.coords, depth };
        return Some(Case { bodies: [a, b], truth, is_exact: false });
    }
    close(random, [a, b], -3.0)
}

fn concave(random: &mut Pcg64, kinds: &[String]) -> Option<Case> {
    let is_two = random.random_bool(0.4);
    let other =
        if is_two { shapes::concave(random)? } else { shapes::scaled(&shapes::any(random, kinds)?, 0.3)? };
    let [a, mut b] = turned([shapes::concave(random)?, other], random);
    let piece = |body: &Body, random: &mut Pcg64| {
        let pieces = piecewise::pieces(body);
        pieces[random.random_range(0..pieces.len())].clone()
    };
    if random.random_bool(0.4) {
        // A box of A meets B, or a box of B.
        let (in_a, in_b) = (piece(&a, random), piece(&b, random));
        let n = direction(random);
        let depth = 10_f64.powf(random.random_range(-3.0..-1.0));
        let found = meshes_overlap(in_a, in_b, n, depth);
        b.pose = found.bodies[1].pose;
        return Some(Case { bodies: [a, b], ..found });
    }
    // B somewhere in the box around A, without touching A.
    let around = a.shape.local_aabb();
    let inside = Vector::from_fn(|i, _| random.random_range(around.min[i]..around.max[i]));
    b.pose.translation = Translation3::from(a.pose * inside);
    let gap = piecewise::distance(&a, &b);
    let truth = Truth::Apart { direction: None, gap };
    (gap > 1e-3).then_some(Case { bodies: [a, b], truth, is_exact: false })
}

/// Bodies that overlap by `depth` metres, proved on the drawn meshes, which lie inside the solids.
fn meshes_overlap(a: Body, b: Body, n: Vector, depth: f64) -> Case {
    let drawn = [a.as_drawn(), b.as_drawn()];
    overlapping(a, b, drawn.each_ref(), n, depth)
}

/// The case with A and B exchanged.
fn exchanged(case: Case) -> Case {
    let [a, b] = case.bodies;
    let between = b.pose.translation.vector - a.pose.translation.vector;
    let truth = match case.truth {
        Truth::Apart { direction, gap } => Truth::Apart { direction: direction.map(|n| -n), gap },
        Truth::Colliding { point, depth } => Truth::Colliding { point: point - between, depth },
    };
    Case { bodies: [b, a], truth, ..case }
}

/// Bodies of these shapes near the origin, turned at random.
fn turned(shapes: [Shape; 2], random: &mut Pcg64) -> [Body; 2] {
    shapes.map(|shape| Body::at_rest(Arc::new(shape), pose(direction(random), rotation(random))))
}

fn pose(at: Vector, rotation: UnitQuaternion<f64>) -> Pose {
    Pose::from_parts(Translation3::from(at), rotation)
}

/// A random rotation; one in four is none.
pub fn rotation(random: &mut Pcg64) -> UnitQuaternion<f64> {
    if random.random_bool(0.25) {
        return UnitQuaternion::identity();
    }
    UnitQuaternion::from_axis_angle(&Unit::new_normalize(direction(random)), random.random_range(0.0..TAU))
}

/// An edge between two faces of a convex polyhedron, turned with the body, as seen from its origin.
struct Edge {
    middle: Vector,
    /// A direction between the normals of both faces.
    outwards: Vector,
}

/// A random edge; `None` for round bodies and for edges inside a face.
fn edge(random: &mut Pcg64, body: &Body) -> Option<Edge> {
    let mesh = body.shape.mesh();
    if body.is_round() {
        return None;
    }
    let first = random.random_range(0..mesh.triangles().len());
    let [i, j, _] = mesh.triangles()[first];
    let has = |t: &[u32; 3]| (0..3).any(|k| [t[k], t[(k + 1) % 3]] == [j, i]);
    let second = mesh.triangles().iter().position(has)?;
    let [m, n] = [first, second].map(|t| mesh.area_normal(t).try_normalize(1e-20));
    let (m, n) = (m?, n?);
    let share = random.random_range(0.2..0.8);
    let middle = (mesh.vertices()[i as usize].coords + mesh.vertices()[j as usize].coords) * 0.5;
    let outwards = (m * share + n * (1.0 - share)).try_normalize(1e-3).filter(|_| m.dot(&n) < 0.999)?;
    let turn = body.pose.rotation;
    Some(Edge { middle: turn * middle, outwards: turn * outwards })
}

/// The outward normal of a random triangle of the body, in world axes.
fn normal(random: &mut Pcg64, body: &Body) -> Vector {
    let mesh = body.shape.mesh();
    let triangle = random.random_range(0..mesh.triangles().len());
    let own = mesh.area_normal(triangle).try_normalize(0.0).unwrap_or_else(Vector::y);
    body.pose.rotation * own
}
