//! A pair of bodies slid along a line until it touches, by the exact reference.
//!
//! One body stays fixed, the other moves along a line. *Contact* is the first position at which the bodies touch when
//! the moving body approaches from outside. The distance of two convex solids is a convex function of the position, so
//! a golden-section search finds a position where they overlap, and bisection then finds contact. Contact of concave
//! bodies is the first contact of any two of their pieces. Where pieces stick out of the solid, the triangles are
//! tested instead, in steps of a fixed share of the moving body's size; contacts thinner than a step can be missed.

pub mod strip;

use crate::combined::piecewise::{is_convex, pieces};
use crate::detector::{Evidence, Verdict};
use crate::geometry::{Pose, Vector};
use crate::methods::truth;
use crate::object_space::reference::distance;
use crate::object_space::simplices;
use crate::world::{Body, Pair};

/// Maximum number of golden-section steps: they narrow one metre to 10⁻¹⁵ m.
const LOOKS: usize = 72;
/// Number of bisections of the bracket around contact.
const HALVINGS: usize = 80;
/// Step of the triangle tests where pieces stick out of the solid, as a fraction of the moving body's size.
const STEP: f64 = 1.0 / 512.0;

/// Line along which the moving body slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlideLine {
    /// From the centre of the fixed body's box to the centre of the moving body's box.
    Centres,
    /// Along the shortest segment between the two solids.
    Nearest,
    /// Along a world axis, 0 to 2, towards the side where the moving body is.
    Axis(usize),
}

/// Why sliding finds no contact.
#[derive(Clone, Debug, PartialEq)]
pub enum NoContact {
    /// The centres of both boxes coincide.
    CentresCoincide,
    /// The solids share a point, so there are no closest points.
    Overlapping,
    /// The bodies pass each other on this line; the value is their smallest distance, metres.
    Passing(f64),
    /// Convex pieces overlap on this line, but no triangles do.
    OnlyPieces,
    /// The reference fails for these bodies; the text gives the reason in one line.
    Undecided(String),
}

/// The position at which a moving body touches another.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Unit vector of the line in world coordinates, pointing away from the fixed body.
    pub direction: Vector,
    /// Distance along the line from the moving body's position to contact, metres.
    pub shift: f64,
    /// The touching bodies, or pieces of concave bodies, at contact; the fixed one first.
    pub touching: [Body; 2],
}

/// Where `moving` first touches `still` when it approaches along the line from outside.
pub fn contact(still: &Body, moving: &Body, line: SlideLine) -> Result<Contact, NoContact> {
    for body in [still, moving] {
        if let (Err(why), []) = (body.shape.convexity(), body.shape.pieces()) {
            return Err(NoContact::Undecided(why.to_string()));
        }
    }
    let direction = direction(still, moving, line)?;
    let (of_still, of_moving) = (pieces(still), pieces(moving));
    let mut spans: Vec<(ProjectedSpan, &Body, &Body)> = Vec::with_capacity(of_still.len() * of_moving.len());
    for p in &of_still {
        spans.extend(of_moving.iter().map(|q| (ProjectedSpan::of(p, q, &direction), p, q)));
    }
    // Pairs of pieces that may touch farthest out come first; then most other pairs need no search.
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

/// A body moved this many metres along a direction.
pub fn moved(body: &Body, direction: &Vector, metres: f64) -> Body {
    let place = body.pose.translation.vector + direction * metres;
    Body { pose: Pose::from_parts(place.into(), body.pose.rotation), ..body.clone() }
}

/// Whether one convex body lies inside the other, that is, behind all of its faces.
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

/// Unit vector of the line.
fn direction(still: &Body, moving: &Body, line: SlideLine) -> Result<Vector, NoContact> {
    let center = |body: &Body| body.pose * body.shape.local_aabb().center();
    let between = center(moving) - center(still);
    let size = still.shape.size().max(moving.shape.size());
    match line {
        SlideLine::Axis(axis) => Ok(Vector::ith(axis, if between[axis] < 0.0 { -1.0 } else { 1.0 })),
        SlideLine::Centres if between.norm() <= 1e-9 * size => Err(NoContact::CentresCoincide),
        SlideLine::Centres => Ok(between.normalize()),
        SlideLine::Nearest => {
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

/// For two convex bodies: the interval of positions of the moving body on the line, in metres, at which the
/// projections of the bodies on the line overlap.
struct ProjectedSpan {
    /// Upper end of the interval. At greater positions the bodies are separated: the moving body has not yet arrived.
    apart: f64,
    /// Lower end of the interval. At smaller positions the bodies are separated again: the moving body has passed the
    /// fixed one.
    through: f64,
}

impl ProjectedSpan {
    fn of(still: &Body, moving: &Body, direction: &Vector) -> Self {
        // The positions are subtracted first: far from the origin, sums would lose digits.
        let between = direction.dot(&(moving.pose.translation.vector - still.pose.translation.vector));
        let reach = |body: &Body, sign: f64| {
            let along = body.pose.rotation.inverse() * (direction * sign);
            along.dot(&body.shape.support(&along).coords)
        };
        let apart = reach(still, 1.0) + reach(moving, -1.0) - between;
        let through = -reach(still, -1.0) - reach(moving, 1.0) - between;
        Self { apart, through }
    }

    /// Position of the outermost contact on the line, metres; the error is the pair's smallest distance, metres.
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

/// Bisects to the end of the interval that contains `inside` but not `outside`.
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

/// Position of the outermost overlap of the triangles, searched in steps from `first` down to `last`.
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

/// Whether the bodies collide with `moving` at each of these positions (metres along the line), by the reference, and
/// by triangles where pieces overlap.
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

/// Whether any two pieces share a point.
fn pieces_meet(a: &Body, b: &Body) -> bool {
    let of_b = pieces(b);
    pieces(a).iter().any(|p| {
        let around = p.aabb();
        of_b.iter().any(|q| around.overlaps(&q.aabb()) && distance(p, q) == 0.0)
    })
}
