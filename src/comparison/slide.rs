//! A pair slid along a line until it touches, by the exact reference.
//!
//! One body stays, the other moves along a line. *Contact* is the place where it first touches as it comes along the line
//! from outside. The distance of two convex solids is a convex function of the way, so their contact is bracketed by a
//! golden-section search for any place where they meet, and then bisected. Concave bodies touch where the first two of
//! their pieces do; where pieces stick out, the triangles decide, in steps of a fixed share of the moving body's size, so that
//! a contact thinner than that may be passed over.

pub mod strip;

use crate::combined::piecewise::{is_convex, pieces};
use crate::detector::{Evidence, Verdict};
use crate::geometry::{Pose, Vector};
use crate::methods::truth;
use crate::object_space::reference::distance;
use crate::object_space::simplices;
use crate::world::{Body, Pair};

/// Looks of the golden-section search: it narrows a way of a metre to 10⁻¹⁵ of it.
const LOOKS: usize = 72;
/// Halvings of the bracket around contact.
const HALVINGS: usize = 80;
/// Step, in sizes of the moving body, in which triangles are asked where pieces stick out.
const STEP: f64 = 1.0 / 512.0;

/// Which line the moving body takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the middle of the box of the one that stays to that of the one that moves.
    Centres,
    /// Along the shortest way between the two solids.
    Nearest,
    /// Along an axis of the world, 0 to 2, towards the side on which the moving body is.
    Axis(usize),
}

/// Why there is no contact to slide to.
#[derive(Clone, Debug, PartialEq)]
pub enum NoContact {
    /// Both centres are the same point.
    CentresCoincide,
    /// The solids share a point, so that no two points are nearest.
    Overlapping,
    /// They pass each other on this line; metres between the solids where they are nearest.
    Passing(f64),
    /// Convex pieces meet on this line, but none of the triangles.
    OnlyPieces,
    /// The reference cannot decide these bodies: one line that says why.
    Undecided(String),
}

/// Where a moving body touches another.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Unit vector of the line, in the world; along it the moving body goes away from the other.
    pub direction: Vector,
    /// Metres along it from where the moving body stands to contact.
    pub shift: f64,
    /// The two that touch, at contact: whole bodies, or pieces of concave ones. The one that stays comes first.
    pub touching: [Body; 2],
}

/// Where `moving` first touches `still` as it comes along the line from outside.
pub fn contact(still: &Body, moving: &Body, way: Way) -> Result<Contact, NoContact> {
    for body in [still, moving] {
        if let (Err(why), []) = (body.shape.convexity(), body.shape.pieces()) {
            return Err(NoContact::Undecided(why.to_string()));
        }
    }
    let direction = direction(still, moving, way)?;
    let (of_still, of_moving) = (pieces(still), pieces(moving));
    let mut spans: Vec<(Span, &Body, &Body)> = Vec::with_capacity(of_still.len() * of_moving.len());
    for p in &of_still {
        spans.extend(of_moving.iter().map(|q| (Span::of(p, q, &direction), p, q)));
    }
    // The pairs of pieces that may touch farthest out come first: most of the others need no search.
    spans.sort_by(|(s, ..), (t, ..)| t.apart.total_cmp(&s.apart));
    let through = spans.iter().map(|(span, ..)| span.through).fold(f64::INFINITY, f64::min);
    let mut first: Option<(f64, [&Body; 2])> = None;
    let mut gap = f64::INFINITY;
    for (span, p, q) in spans {
        if first.is_some_and(|(shift, _)| shift >= span.apart) {
            break;
        }
        match span.touch(p, q, &direction) {
            Ok(shift) if first.is_none_or(|(farthest, _)| shift > farthest) => first = Some((shift, [p, q])),
            Ok(_) => {}
            Err(nearest) => gap = gap.min(nearest),
        }
    }
    let (shift, touching) = first.ok_or(NoContact::Passing(gap))?;
    let shift = if is_convex(still) && is_convex(moving) {
        shift
    } else {
        by_triangles(still, moving, &direction, [through, shift])?
    };
    let [p, q] = touching;
    Ok(Contact { direction, shift, touching: [p.clone(), moved(q, &direction, shift)] })
}

/// A body moved by so many metres along a direction.
pub fn moved(body: &Body, direction: &Vector, metres: f64) -> Body {
    let place = body.pose.translation.vector + direction * metres;
    Body { pose: Pose::from_parts(place.into(), body.pose.rotation), ..body.clone() }
}

/// Whether one convex body lies inside the other: behind all of its faces.
pub fn is_inside(inner: &Body, outer: &Body) -> bool {
    let mesh = outer.shape.mesh();
    let to_inner = inner.pose.inverse() * outer.pose;
    is_convex(inner)
        && is_convex(outer)
        && (0..mesh.triangles().len()).all(|face| {
            let normal = to_inner * mesh.area_normal(face);
            let corner = to_inner * mesh.corners(face)[0];
            normal.dot(&(inner.shape.support(&normal) - corner)) <= 0.0
        })
}

/// The unit vector of the line.
fn direction(still: &Body, moving: &Body, way: Way) -> Result<Vector, NoContact> {
    let center = |body: &Body| body.pose * body.shape.local_aabb().center();
    let between = center(moving) - center(still);
    let size = still.shape.size().max(moving.shape.size());
    match way {
        Way::Axis(axis) => Ok(Vector::ith(axis, if between[axis] < 0.0 { -1.0 } else { 1.0 })),
        Way::Centres if between.norm() <= 1e-9 * size => Err(NoContact::CentresCoincide),
        Way::Centres => Ok(between.normalize()),
        Way::Nearest => {
            let mut nearest: (f64, Option<Vector>) = (f64::INFINITY, None);
            for p in pieces(still) {
                for q in pieces(moving) {
                    let trace = simplices::record(&[p.clone(), q]);
                    if trace.distance < nearest.0 {
                        nearest = (trace.distance, trace.steps.last().map(|step| -step.nearest));
                    }
                }
            }
            let (gap, way) = nearest;
            let way = way.filter(|_| gap > 0.0).and_then(|way| way.try_normalize(0.0));
            way.ok_or(NoContact::Overlapping)
        }
    }
}

/// The part of the way of a convex pair outside which their shadows on the line do not meet, metres.
struct Span {
    /// Farther on than this they are apart.
    apart: f64,
    /// Less far than this the moving one is through.
    through: f64,
}

impl Span {
    fn of(still: &Body, moving: &Body, direction: &Vector) -> Self {
        // From the one to the other first: far from the origin sums would lose digits.
        let between = direction.dot(&(moving.pose.translation.vector - still.pose.translation.vector));
        let reach = |body: &Body, sign: f64| {
            let along = body.pose.rotation.inverse() * (direction * sign);
            along.dot(&body.shape.support(&along).coords)
        };
        let apart = reach(still, 1.0) + reach(moving, -1.0) - between;
        let through = -reach(still, -1.0) - reach(moving, 1.0) - between;
        Self { apart, through }
    }

    /// Metres along the line to the farthest place at which the two touch, or metres between them where they are
    /// nearest.
    fn touch(&self, still: &Body, moving: &Body, direction: &Vector) -> Result<f64, f64> {
        let gap = |metres: f64| distance(still, &moved(moving, direction, metres));
        let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
        let (mut low, mut high) = (self.through, self.apart);
        let mut places = [high - golden * (high - low), low + golden * (high - low)];
        let mut gaps = places.map(gap);
        let mut looks = 0;
        while gaps[0] > 0.0 && gaps[1] > 0.0 {
            if looks == LOOKS {
                return Err(gaps[0].min(gaps[1]));
            }
            looks += 1;
            if gaps[0] < gaps[1] {
                (high, places[1], gaps[1]) = (places[1], places[0], gaps[0]);
                places[0] = high - golden * (high - low);
                gaps[0] = gap(places[0]);
            } else {
                (low, places[0], gaps[0]) = (places[0], places[1], gaps[1]);
                places[1] = low + golden * (high - low);
                gaps[1] = gap(places[1]);
            }
        }
        let meets = if gaps[1] > 0.0 { places[0] } else { places[1] };
        let beyond = self.apart + 1e-6 * (self.apart - self.through);
        Ok(bisect(meets, beyond, |metres| gap(metres) == 0.0))
    }
}

/// The end of the part that begins at `inside` and ends before `outside`.
fn bisect(mut inside: f64, mut outside: f64, is_in: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (inside + outside);
        if is_in(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

/// The first place at or before `[last, first]`'s second, in steps down to its first, at which the triangles meet.
fn by_triangles(
    still: &Body,
    moving: &Body,
    direction: &Vector,
    [last, first]: [f64; 2],
) -> Result<f64, NoContact> {
    let step = STEP * moving.shape.size();
    let steps = ((first - last) / step).ceil().clamp(1.0, 4096.0) as usize;
    let places: Vec<f64> = (0..=steps).map(|index| first - step * index as f64).collect();
    let met = collide(still, moving, direction, &places);
    match met.iter().position(|meets| *meets) {
        None => Err(NoContact::OnlyPieces),
        Some(0) => Ok(first),
        Some(index) => Ok(bisect(places[index], places[index - 1], |metres| {
            collide(still, moving, direction, &[metres])[0]
        })),
    }
}

/// Whether the two collide, by the reference and by triangles where pieces meet, with `moving` at each of these places,
/// metres along the line.
pub fn collide(still: &Body, moving: &Body, direction: &Vector, places: &[f64]) -> Vec<bool> {
    let mut bodies = vec![still.clone()];
    bodies.extend(places.iter().map(|metres| moved(moving, direction, *metres)));
    let pairs: Vec<Pair> = (1..bodies.len()).map(|b| Pair { a: 0, b }).collect();
    let verdict = |pair: &Pair| {
        let colliding = pieces_meet(&bodies[pair.a], &bodies[pair.b]);
        Verdict { colliding, evidence: Evidence::Touching }
    };
    let verdicts: Vec<_> = pairs.iter().map(verdict).collect();
    truth::of_verdicts(&bodies, &pairs, &verdicts)
}

/// Whether any two of their pieces share a point.
fn pieces_meet(a: &Body, b: &Body) -> bool {
    let of_b = pieces(b);
    pieces(a).iter().any(|p| {
        let around = p.aabb();
        of_b.iter().any(|q| around.overlaps(&q.aabb()) && distance(p, q) == 0.0)
    })
}
