//! Contact or closest points of a pair, from the GJK steps of the reference.
//!
//! For separated bodies GJK ends at the point of A ⊖ B nearest to the origin, which gives a point of each
//! body. For overlapping bodies it ends with a simplex around the origin, which gives a shared point. From
//! there, the midpoints of chords through both bodies lead to the middle of the overlap. For concave bodies
//! the nearest two pieces are used.

use nalgebra::Matrix3;

use super::Arena;
use super::subject::inspected_pair;
use crate::combined::piecewise::pieces;
use crate::geometry::{Aabb, Point, Vector};
use crate::inspector::space::window::interval;
use crate::object_space::simplices::{Trace, record};
use crate::render::close_up::{Meeting, Nearest};
use crate::world::{Body, Pair};

/// How often the search for the middle of the overlap moves to the midpoint of the chord along each axis.
const SWEEPS: usize = 8;
/// Largest and smallest angle by which a chord is turned in the search for a shorter chord, as tangents.
const TURN: f64 = 0.25;
const LEAST_TURN: f64 = 1e-3;
/// A chord replaces the shortest chord so far only if it is shorter by this factor; smaller differences may
/// be rounding.
const SHORTER: f64 = 1.0 - 1e-6;
/// Overlaps narrower than this share of the pair's size count as touching.
const THIN: f64 = 1e-6;

impl Arena {
    /// The inspected pair with its contact or closest points; the error is one English line.
    pub fn nearest(&self) -> Result<(Pair, Nearest), &'static str> {
        let pair = inspected_pair(self).ok_or("No pair with overlapping boxes is picked.")?;
        let bodies = self.bodies().get(pair.a).zip(self.bodies().get(pair.b));
        let (a, b) = bodies.ok_or("No pair with overlapping boxes is picked.")?;
        Ok((pair, nearest(a, b)))
    }
}

/// Contact or closest points of two bodies.
pub fn nearest(a: &Body, b: &Body) -> Nearest {
    let bounds = a.aabb().union(&b.aabb());
    let size = bounds.extents().norm();
    let found = nearest_pieces(a, b);
    let shared = found.as_ref().and_then(|(_, trace)| ends(trace));
    let Some(((p_and_q, trace), ends)) = found.as_ref().zip(shared) else {
        let middle = bounds.center();
        return Nearest { points: [middle; 2], across: None, meeting: Meeting::Touch, bounds };
    };
    if trace.distance > 0.0 {
        let across = Some(ends[1] - ends[0]);
        return Nearest { points: ends, across, meeting: Meeting::Gap, bounds };
    }
    let middle = nalgebra::center(&ends[0], &ends[1]);
    match narrowest(p_and_q, middle, size).filter(|ends| (ends[1] - ends[0]).norm() > THIN * size) {
        Some(points) => {
            Nearest { points, across: Some(points[1] - points[0]), meeting: Meeting::Overlap, bounds }
        }
        None => {
            Nearest { points: [middle; 2], across: across(p_and_q, trace), meeting: Meeting::Touch, bounds }
        }
    }
}

/// The two bodies, or the nearest two of their pieces, with the GJK steps of this pair.
fn nearest_pieces(a: &Body, b: &Body) -> Option<([Body; 2], Trace)> {
    let (of_a, of_b) = (pieces(a), pieces(b));
    let mut nearest: Option<([Body; 2], Trace)> = None;
    for p in &of_a {
        for q in &of_b {
            let known = nearest.as_ref().map_or(f64::INFINITY, |(_, trace)| trace.distance);
            if between(&p.aabb(), &q.aabb()) >= known {
                continue;
            }
            let bodies = [p.clone(), q.clone()];
            let trace = record(&bodies);
            if trace.distance < known {
                nearest = Some((bodies, trace));
            }
        }
    }
    nearest
}

/// Distance between two boxes, metres; negative if they overlap.
fn between(p: &Aabb, q: &Aabb) -> f64 {
    (0..3).map(|i| (p.min[i] - q.max[i]).max(q.min[i] - p.max[i])).fold(f64::NEG_INFINITY, f64::max)
}

/// A point on each body: the closest points or, for overlapping bodies, a shared point twice. `None` if GJK
/// recorded no steps.
fn ends(trace: &Trace) -> Option<[Point; 2]> {
    let last = trace.steps.last()?;
    let Some([a, b]) = last.nearest_points() else { return shared(trace).map(|point| [point; 2]) };
    // GJK works on the bodies without their rounding radius: move the points outwards to the rounded
    // surfaces.
    let way = (b - a).try_normalize(0.0).unwrap_or(Vector::y());
    Some([a + way * trace.radii[0], b - way * trace.radii[1]])
}

/// The direction from the first body to the second with the largest separation (or least overlap), among
/// GJK's directions and the face normals.
fn across(bodies: &[Body; 2], trace: &Trace) -> Option<Vector> {
    let of_faces = bodies.iter().flat_map(|body| {
        let mesh = body.shape.mesh();
        (0..mesh.triangles().len()).map(|face| body.pose.rotation * mesh.area_normal(face))
    });
    let ways = trace.steps.iter().map(|step| step.direction).chain(of_faces);
    let ways = ways.filter_map(|way| way.try_normalize(0.0)).flat_map(|way| [way, -way]);
    // Subtract the positions first: far from the origin, sums would lose digits.
    let [p, q] = bodies;
    let between = q.pose.translation.vector - p.pose.translation.vector;
    let reach = |body: &Body, way: Vector| {
        let along = body.pose.rotation.inverse() * way;
        along.dot(&body.shape.support(&along).coords)
    };
    let parted = |way: &Vector| way.dot(&between) - reach(p, *way) - reach(q, -way);
    ways.max_by(|v, w| parted(v).total_cmp(&parted(w)))
}

/// A point shared by both bodies: the last simplex contains the origin, and the weights that give the origin
/// are applied to the simplex's points on body A.
fn shared(trace: &Trace) -> Option<Point> {
    let simplex = &trace.steps.last()?.simplex;
    let [first, rest @ ..] = simplex.as_slice() else { return None };
    let [p, q, r] = rest else { return Some(first.on_a) };
    let sides = Matrix3::from_columns(&[p, q, r].map(|point| point.difference - first.difference));
    let weights = sides.lu().solve(&-first.difference)?;
    let way = (0..3).map(|i| (rest[i].on_a - first.on_a) * weights[i]).sum::<Vector>();
    Some(first.on_a + way)
}

/// Both ends of a short chord through the middle of the overlap, in the direction in which the overlap is
/// thinnest; `None` if the overlap has no interior.
fn narrowest(bodies: &[Body; 2], mut middle: Point, size: f64) -> Option<[Point; 2]> {
    for _ in 0..SWEEPS {
        for axis in 0..3 {
            let [start, end] = chord(bodies, middle, &Vector::ith(axis, 1.0), size)?;
            middle = nalgebra::center(&start, &end);
        }
    }
    // Directions of the axes, and of the face and space diagonals of a cube.
    let ways = (0..27).map(|n| Vector::from_fn(|i, _| f64::from(n / [1, 3, 9][i] % 3) - 1.0)).skip(14);
    let mut shortest = shortest(bodies, middle, ways, size)?;
    // Turn the shortest chord by ever smaller angles until it is perpendicular to the overlap's flat sides.
    let mut turn = TURN;
    while turn > LEAST_TURN {
        let across = (shortest[1] - shortest[0]).try_normalize(0.0)?;
        let aside = across.cross(&Vector::ith(across.iamin(), 1.0)).normalize();
        let asides = [aside, -aside, across.cross(&aside), -across.cross(&aside)];
        let ways = asides.into_iter().map(|aside| across + aside * turn);
        match self::shortest(bodies, middle, ways, size)
            .filter(|turned| length(turned) < SHORTER * length(&shortest))
        {
            Some(turned) => shortest = turned,
            None => turn *= 0.5,
        }
    }
    Some(shortest)
}

/// The shortest chord through the point `middle`, among chords in the directions `ways`.
fn shortest(
    bodies: &[Body; 2],
    middle: Point,
    ways: impl Iterator<Item = Vector>,
    size: f64,
) -> Option<[Point; 2]> {
    let chords = ways.filter_map(|way| chord(bodies, middle, &way.normalize(), size));
    chords.min_by(|p, q| length(p).total_cmp(&length(q)))
}

fn length(chord: &[Point; 2]) -> f64 {
    (chord[1] - chord[0]).norm()
}

/// The part of a line inside both bodies.
fn chord(bodies: &[Body; 2], middle: Point, way: &Vector, size: f64) -> Option<[Point; 2]> {
    let line = [middle - way * size, middle + way * size];
    let [p, q] = bodies;
    let ([p_in, p_out], [q_in, q_out]) = (interval(p, line)?, interval(q, line)?);
    let (from, to) = (p_in.max(q_in), p_out.min(q_out));
    (from <= to).then(|| [from, to].map(|share| line[0] + (line[1] - line[0]) * share))
}
