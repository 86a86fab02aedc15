//! GJK taken apart: the simplices with which it walks towards the origin of the Minkowski difference.
//!
//! The walk is that of [`super::reference`], step for step: the same supports, the same parts of parry's and the
//! same order of its tests, so that both come to the same distance. A step looks along a direction, finds the
//! farthest point of A ⊖ B there, adds it to the simplex, and drops what the nearest point to the origin does not
//! need. That nearest point bounds the distance from above; the plane through a found point, across the direction
//! in which it was found, bounds it from below.

use std::sync::OnceLock;

use parry3d_f64::math::Vector as ParryVector;
use parry3d_f64::query::gjk::{CsoPoint, VoronoiSimplex, eps_tol};

use super::minkowski;
use super::reference::Cores;
use crate::geometry::{Mesh, Point, Pose, Vector};
use crate::world::Body;

/// The walk ends without a verdict after so many new points, as the reference's does.
const MOST_POINTS: usize = 100;
/// A direction that leads nowhere though nothing is decided is bent a little, at most so many times.
const MOST_NUDGES: usize = 6;

/// Recorded GJK walk of one pair.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Steps in order; the last one has an ending.
    pub steps: Vec<Step>,
    /// Metres between the bodies, as the reference gives it: 0 when they touch, infinite if the walk got nowhere.
    pub distance: f64,
    /// Radius of each body that is a ball, metres, else 0. A ball takes part in the walk as its centre, and the
    /// origin counts as reached when it is within both radii.
    pub radii: [f64; 2],
    difference: OnceLock<Option<Mesh>>,
}

/// One direction of the walk and its results.
#[derive(Clone, Debug)]
pub struct Step {
    /// Direction of the search: unit length, along the world's axes.
    pub direction: Vector,
    /// Whether the direction is bent, because the right one had led nowhere.
    pub nudged: bool,
    /// The farthest point of A ⊖ B in that direction.
    pub found: SimplexPoint,
    /// Whether that point became part of the simplex.
    pub joined: bool,
    /// The simplex afterwards: one to four points.
    pub simplex: Vec<SimplexPoint>,
    /// How much each point counts in the nearest one; their sum is 1. Empty when the simplex holds the origin.
    pub weights: Vec<f64>,
    /// Points that were dropped, because the nearest one does not need them.
    pub dropped: Vec<SimplexPoint>,
    /// The point of the simplex nearest to the origin: metres, along the world's axes.
    pub nearest: Vector,
    /// Upper bound on the distance of the bodies, metres; negative within the radii of balls.
    pub at_most: f64,
    /// Lower bound on it, metres, by this and all steps before; negative: nothing is proved.
    pub at_least: f64,
    /// Why the walk ends here; `None`: it goes on.
    pub ending: Option<Ending>,
}

/// A point of the Minkowski difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimplexPoint {
    /// A's point less B's: metres, along the world's axes.
    pub difference: Vector,
    /// A's point, in the world, metres.
    pub on_a: Point,
    /// B's point, in the world, metres.
    pub on_b: Point,
}

/// Why a GJK walk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Both are balls, and their centres alone decide.
    TwoBalls,
    /// The simplex holds the origin.
    OriginInside,
    /// No direction keeps the origin out, and none leads on.
    NothingSeparates,
    /// Upper and lower bound agree.
    BoundsMeet,
    /// The found point is one that the simplex has.
    NothingNew,
    /// The last simplex came no nearer.
    NoNearer,
    /// The origin lies on the boundary, up to rounding.
    Touching,
    /// The limit on new points is reached, undecided.
    OutOfSteps,
}

impl Ending {
    /// The reason as one English sentence, the key of its translation.
    pub fn says(self) -> &'static str {
        match self {
            Self::TwoBalls => "Two balls: the difference of their centres is a single point.",
            Self::OriginInside => "The simplex holds the origin: the bodies share a point.",
            Self::NothingSeparates => "No direction keeps the origin out: the bodies share a point.",
            Self::BoundsMeet => "Both bounds agree: this is the distance.",
            Self::NothingNew => "The farthest point is one that the simplex has: this is the distance.",
            Self::NoNearer => "The simplex came no nearer: this is the distance.",
            Self::Touching => "The origin lies on the boundary: the bodies touch.",
            Self::OutOfSteps => "The steps are used up without a verdict.",
        }
    }
}

impl Step {
    /// The points of A's and of B's core whose difference is the nearest one; `None` when the simplex holds the
    /// origin.
    pub fn nearest_points(&self) -> Option<[Point; 2]> {
        // As steps from the first point, so that a pair far from the origin keeps its digits.
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
    /// The hull of the Minkowski difference A ⊖ B of the pair that this is of: metres, along the world's axes,
    /// around the place where B's origin would lie on A's. Round sides are drawn by points on them. Computed when
    /// it is first asked for; `None` where it is flat, as for two balls.
    pub fn difference(&self, bodies: &[Body; 2]) -> Option<&Mesh> {
        self.difference.get_or_init(|| minkowski::difference(bodies)).as_ref()
    }
}

/// Walks as the reference does and keeps every step.
pub fn record(bodies: &[Body; 2]) -> Trace {
    let cores = Cores::of(&bodies[0], &bodies[1]);
    let radii = [cores.a.margin, cores.b.margin].map(|margin| margin * cores.size);
    let mut walk = Walk { to_world: bodies[0].pose, cores: &cores, best: f64::MIN, steps: Vec::new() };
    let core_distance = walk.walk();
    Trace { distance: cores.metres(core_distance), steps: walk.steps, radii, ..Trace::default() }
}

/// The walk so far. Numbers are the walk's own, as A sees them and in units of the pair's size.
struct Walk<'a> {
    cores: &'a Cores<'a>,
    to_world: Pose,
    /// The highest lower bound so far.
    best: f64,
    steps: Vec<Step>,
}

impl Walk<'_> {
    /// Walks to the end. Returns the distance of the cores, in units of the pair's size.
    fn walk(&mut self) -> f64 {
        let tolerance = eps_tol();
        let relative = tolerance.sqrt();
        let mut simplex = VoronoiSimplex::new();
        let mut direction = self.cores.first_direction();
        let first = self.cores.support(direction);
        simplex.reset(first);
        let mut nearest = simplex.project_origin_and_reduce();
        self.keep(direction, false, first, &simplex, nearest, &[]);
        if self.cores.are_points() {
            self.end(Ending::TwoBalls);
            return nearest.length();
        }

        // The first direction is a guess: its bound is shown, and plays no part in the walk.
        let (mut at_most, mut at_least) = (f64::MAX, f64::MIN);
        let (mut reach, mut nudges) = (0.0_f64, 0);
        for _ in 0..MOST_POINTS {
            let mut joined = false;
            while !joined {
                // 1. From the nearest point straight to the origin, unless that is where it is.
                let before = at_most;
                let length;
                (direction, length) = (-nearest).normalize_and_length();
                if length <= tolerance {
                    self.end(Ending::OriginInside);
                    return 0.0;
                }
                at_most = length;

                // 2. No nearer than the last time: decided, or the direction must be bent.
                let nudged = at_most >= before;
                if nudged {
                    match self.stalled(at_least, relative * reach, nudges) {
                        Some(Ending::NothingSeparates) => return 0.0,
                        Some(_) => return distance_before(&simplex),
                        None => {
                            nudges += 1;
                            direction = bent(direction, nudges);
                        }
                    }
                }

                // 3. The farthest point there; the plane through it bounds the distance from below.
                let found = self.cores.support(direction);
                let bound = -direction.dot(found.point);
                at_least = at_least.max(bound);
                reach = reach.max(found.point.length());
                if at_most - bound <= relative * at_most {
                    self.keep(direction, nudged, found, &simplex, nearest, &[]);
                    self.end(Ending::BoundsMeet);
                    return distance_now(&simplex);
                }

                // 4. Into the simplex, and out with what is not needed.
                let mut points = points_of(&simplex);
                joined = simplex.add_point(found);
                if joined {
                    points.push(found);
                    nearest = simplex.project_origin_and_reduce();
                    let kept = points_of(&simplex);
                    points.retain(|point| !kept.contains(point));
                    self.keep(direction, nudged, found, &simplex, nearest, &points);
                    self.joined();
                    if simplex.dimension() == 3 {
                        let is_apart = bound >= tolerance;
                        self.end(if is_apart { Ending::NoNearer } else { Ending::OriginInside });
                        return if is_apart { distance_before(&simplex) } else { 0.0 };
                    }
                } else {
                    self.keep(direction, nudged, found, &simplex, nearest, &[]);
                    match self.stalled_on_known(at_least, relative * reach, nudges) {
                        Some(Ending::NothingSeparates) => return 0.0,
                        Some(_) => return distance_now(&simplex),
                        None => {}
                    }
                }
            }
        }
        self.end(Ending::OutOfSteps);
        f64::INFINITY
    }

    /// The walk came no nearer: the ending that this means; `None` as long as a bent direction may help.
    fn stalled(&mut self, at_least: f64, slack: f64, nudges: usize) -> Option<Ending> {
        let ending = match at_least {
            _ if at_least > 0.0 => Ending::NoNearer,
            _ if at_least >= -slack => Ending::Touching,
            _ if nudges < MOST_NUDGES => return None,
            _ => Ending::NothingSeparates,
        };
        self.end(ending);
        Some(ending)
    }

    /// The same where the found point was known before.
    fn stalled_on_known(&mut self, at_least: f64, slack: f64, nudges: usize) -> Option<Ending> {
        let ending = self.stalled(at_least, slack, nudges)?;
        if ending == Ending::NoNearer {
            self.end(Ending::NothingNew);
        }
        Some(ending)
    }

    fn keep(
        &mut self,
        direction: ParryVector,
        nudged: bool,
        found: CsoPoint,
        simplex: &VoronoiSimplex,
        nearest: ParryVector,
        dropped: &[CsoPoint],
    ) {
        self.best = self.best.max(-direction.dot(found.point));
        let points = points_of(simplex);
        let weights = match points.len() {
            4 => Vec::new(),
            count => (0..count).map(|i| simplex.proj_coord(i)).collect(),
        };
        let margin = self.cores.a.margin + self.cores.b.margin;
        let step = Step {
            direction: self.to_world.rotation * vector(direction),
            nudged,
            found: self.in_world(&found),
            joined: self.steps.is_empty(),
            simplex: points.iter().map(|point| self.in_world(point)).collect(),
            weights,
            dropped: dropped.iter().map(|point| self.in_world(point)).collect(),
            nearest: self.to_world.rotation * vector(nearest) * self.cores.size,
            at_most: (nearest.length() - margin) * self.cores.size,
            at_least: (self.best - margin) * self.cores.size,
            ending: None,
        };
        self.steps.push(step);
    }

    fn joined(&mut self) {
        self.steps.iter_mut().next_back().into_iter().for_each(|step| step.joined = true);
    }

    fn end(&mut self, ending: Ending) {
        self.steps.iter_mut().next_back().into_iter().for_each(|step| step.ending = Some(ending));
    }

    fn in_world(&self, point: &CsoPoint) -> SimplexPoint {
        let size = self.cores.size;
        SimplexPoint {
            difference: self.to_world.rotation * vector(point.point) * size,
            on_a: self.to_world * Point::from(vector(point.orig1) * size),
            on_b: self.to_world * Point::from(vector(point.orig2) * size),
        }
    }
}

fn vector(v: ParryVector) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn points_of(simplex: &VoronoiSimplex) -> Vec<CsoPoint> {
    (0..=simplex.dimension()).map(|i| *simplex.point(i)).collect()
}

/// `direction` bent by a hundredth, along the three axes in turn, forwards and then backwards.
fn bent(direction: ParryVector, time: usize) -> ParryVector {
    let mut bent = direction;
    bent[(time - 1) % 3] += if ((time - 1) / 3).is_multiple_of(2) { 1e-2 } else { -1e-2 };
    bent.try_normalize().unwrap_or(direction)
}

/// Distance of the nearest points of both cores, by the simplex as it is.
fn distance_now(simplex: &VoronoiSimplex) -> f64 {
    let weighted = |i| (simplex.point(i), simplex.proj_coord(i));
    between((0..=simplex.dimension()).map(weighted))
}

/// The same distance by the simplex before the last point joined.
fn distance_before(simplex: &VoronoiSimplex) -> f64 {
    let weighted = |i| (simplex.prev_point(i), simplex.prev_proj_coord(i));
    between((0..=simplex.prev_dimension()).map(weighted))
}

fn between<'a>(points: impl Iterator<Item = (&'a CsoPoint, f64)>) -> f64 {
    let (mut on_a, mut on_b) = (ParryVector::ZERO, ParryVector::ZERO);
    for (point, weight) in points {
        on_a += point.orig1 * weight;
        on_b += point.orig2 * weight;
    }
    (on_a - on_b).length()
}
