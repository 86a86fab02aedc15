//! Recording of GJK: the simplices that approach the origin of the Minkowski difference.
//!
//! The iteration that produces the verdict is itself recorded. A step finds the farthest point of A ⊖ B along
//! a direction, adds it to the simplex, and drops the points that the nearest point to the origin does not
//! need. The nearest point gives an upper bound on the distance. The plane through the found point,
//! perpendicular to the search direction, gives a lower bound.

use std::cell::RefCell;
use std::sync::OnceLock;

use super::gjk::cores::{Cores, Difference};
use super::gjk::decide_and_show;
use super::gjk::real::Real;
use super::gjk::walk::Iteration;
use super::minkowski;
use crate::geometry::{Mesh, Point, Pose, Vector};
use crate::world::Body;

pub use super::gjk::walk::Ending;

/// Recorded GJK iteration for one pair.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Steps in order; the last one has an ending.
    pub steps: Vec<Step>,
    /// Metres between the bodies according to the reference: 0 when they touch.
    pub distance: f64,
    /// Radii of A and B if they are balls, metres; otherwise 0. A ball is reduced to its centre, and the
    /// origin counts as reached within the sum of both radii.
    pub radii: [f64; 2],
    /// Whether f64 left the pair undecided, so that the iteration was repeated in double-double arithmetic.
    pub precise: bool,
    difference: OnceLock<Option<Mesh>>,
}

/// One iteration: a search direction and its results.
#[derive(Clone, Debug)]
pub struct Step {
    /// Direction of the search: unit length, along the world's axes.
    pub direction: Vector,
    /// The farthest point of A ⊖ B in that direction.
    pub found: SimplexPoint,
    /// Whether that point was added to the simplex.
    pub joined: bool,
    /// The simplex after the step: one to four points.
    pub simplex: Vec<SimplexPoint>,
    /// Barycentric weights of the nearest point, one per point; their sum is 1. Empty when the simplex
    /// contains the origin.
    pub weights: Vec<f64>,
    /// Points dropped because the nearest point does not need them.
    pub dropped: Vec<SimplexPoint>,
    /// The point of the simplex nearest to the origin: metres, along the world's axes.
    pub nearest: Vector,
    /// Upper bound on the distance of the bodies, metres; negative if the origin is within the sum of balls'
    /// radii.
    pub at_most: f64,
    /// Lower bound on the distance from all steps so far, metres; proves nothing if negative.
    pub at_least: f64,
    /// Why the iteration ended; `None` if it continues.
    pub ending: Option<Ending>,
}

/// A point of the Minkowski difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimplexPoint {
    /// A's point minus B's: metres, along the world's axes.
    pub difference: Vector,
    /// A's point, in the world, metres.
    pub on_a: Point,
    /// B's point, in the world, metres.
    pub on_b: Point,
}

impl Step {
    /// The points of A's and B's core whose difference is the nearest point; `None` when the simplex contains
    /// the origin.
    pub fn nearest_points(&self) -> Option<[Point; 2]> {
        // Computed relative to the first point, so that a pair far from the origin keeps its precision.
        let first = self.simplex.first().filter(|_| !self.weights.is_empty())?;
        let (mut a, mut b) = (first.on_a, first.on_b);
        for (point, weight) in self.simplex.iter().zip(&self.weights) {
            a += (point.on_a - first.on_a) * *weight;
            b += (point.on_b - first.on_b) * *weight;
        }
        Some([a, b])
    }
}

impl Trace {
    /// The hull of the Minkowski difference A ⊖ B of the recorded pair: metres, along the world's axes, with
    /// B's origin placed at A's. Round sides are approximated by points on them. Computed on the first call;
    /// `None` if the hull is flat, as for two balls.
    pub fn difference(&self, bodies: &[Body; 2]) -> Option<&Mesh> {
        self.difference.get_or_init(|| minkowski::difference(bodies)).as_ref()
    }
}

/// Repeats the reference's decision on the pair and keeps every step.
pub fn record(bodies: &[Body; 2]) -> Trace {
    let cores = Cores::of(&bodies[0], &bodies[1]);
    let to_world = bodies[0].pose;
    let recording = || RefCell::new(Recording { to_world, cores: &cores, steps: Vec::new() });
    let (plain, precise) = (recording(), recording());
    let (outcome, decision) =
        decide_and_show(&cores, &mut |iteration| plain.borrow_mut().keep(&iteration), &mut |iteration| {
            precise.borrow_mut().keep(&iteration)
        });
    let mut steps = if decision.precise { precise } else { plain }.into_inner().steps;
    if let Some(last) = steps.last_mut() {
        last.ending = Some(outcome.ending);
    }
    Trace {
        steps,
        distance: decision.distance,
        radii: cores.margins.map(|margin| margin * cores.unit),
        precise: decision.precise,
        ..Trace::default()
    }
}

/// Steps so far, in metres along the world's axes.
struct Recording<'a> {
    cores: &'a Cores<'a>,
    to_world: Pose,
    steps: Vec<Step>,
}

impl Recording<'_> {
    fn keep<T: Real>(&mut self, iteration: &Iteration<T>) {
        let simplex: Vec<_> = iteration.simplex.iter().map(|point| self.in_world(point)).collect();
        let found = self.in_world(&iteration.found);
        let before = self.steps.last();
        let mut dropped = before.map_or_else(Vec::new, |step| step.simplex.clone());
        dropped.retain(|point| !simplex.contains(point));
        if iteration.joined && !simplex.contains(&found) {
            dropped.push(found);
        }
        let (margin, unit) = (self.cores.margin(), self.cores.unit);
        let nearest = vector(&iteration.nearest) * unit;
        let at_least = (iteration.bound().near() - margin) * unit;
        let step = Step {
            direction: self.to_world.rotation * vector(&iteration.direction).normalize(),
            found,
            joined: iteration.joined,
            weights: if simplex.len() == 4 {
                Vec::new()
            } else {
                iteration.weights.iter().map(|w| w.near()).collect()
            },
            simplex,
            dropped,
            nearest: self.to_world.rotation * nearest,
            at_most: nearest.norm() - margin * unit,
            at_least: before.map_or(at_least, |step| step.at_least.max(at_least)),
            ending: None,
        };
        self.steps.push(step);
    }

    fn in_world<T: Real>(&self, point: &Difference<T>) -> SimplexPoint {
        let unit = self.cores.unit;
        SimplexPoint {
            difference: self.to_world.rotation * vector(&point.point) * unit,
            on_a: self.to_world * Point::from(vector(&point.on_a) * unit),
            on_b: self.to_world * Point::from(vector(&point.on_b) * unit),
        }
    }
}

fn vector<T: Real>(v: &[T; 3]) -> Vector {
    Vector::from(v.map(T::near))
}
