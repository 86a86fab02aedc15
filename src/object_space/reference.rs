//! `gjk`: the exact reference.
//!
//! Answers whether two convex solids share a point, and if not, how far apart they are, by the
//! algorithm of Gilbert, Johnson and Keerthi (1988) on the Minkowski difference A ⊖ B: they intersect
//! exactly when it contains the origin. The walk over simplices is parry's; this file gives it the
//! solids through their support functions, moved and scaled to a common size, so that a pair far from
//! the origin or of 1e±5 m answers the same. A ball takes part as its centre with a margin, which
//! makes ball pairs closed-form.
//! Fails where: solids are closed, so touching counts; a gap under [`TOUCHING`] of the larger body is
//! taken for touching, because rounding cannot tell it from none.
//! Cost: a few support evaluations per pair, each linear in the vertices of a polyhedron.

use std::time::Instant;

use parry3d_f64::math::{Pose as ParryPose, Vector as ParryVector};
use parry3d_f64::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points};
use parry3d_f64::shape::SupportMap;

use crate::detector::{Cost, DetectError, Detection, Detector, Evidence, Verdict, require_convex};
use crate::geometry::{Point, Pose, Shape, Solid, Vector};
use crate::world::{Body, Pair};

/// Gaps up to this share of the larger body's size count as touching.
pub const TOUCHING: f64 = 1e-12;

/// The reference as a method among the others.
#[derive(Default)]
pub struct Reference;

impl Detector for Reference {
    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError> {
        require_convex(bodies, pairs)?;
        let start = Instant::now();
        let verdicts = pairs
            .iter()
            .map(|pair| {
                let distance = distance(&bodies[pair.a], &bodies[pair.b]);
                Verdict { colliding: distance == 0.0, evidence: Evidence::Distance(distance) }
            })
            .collect();
        let cost = Cost { cpu: start.elapsed(), pairs: pairs.len() as u64, ..Cost::default() };
        Ok(Detection { verdicts, cost })
    }
}

/// Metres between two convex solids; exactly 0 when they intersect or touch.
pub fn distance(a: &Body, b: &Body) -> f64 {
    let cores = Cores::of(a, b);
    cores.metres(core_distance(&cores))
}

/// Two solids as GJK sees them: in A's frame, in units of the larger one's size.
pub(super) struct Cores<'a> {
    pub(super) a: Core<'a>,
    pub(super) b: Core<'a>,
    pub(super) b_to_a: ParryPose,
    /// Size of the larger solid, metres.
    pub(super) size: f64,
}

impl<'a> Cores<'a> {
    pub(super) fn of(a: &'a Body, b: &'a Body) -> Self {
        let size = a.shape.size().max(b.shape.size());
        let b_to_a = relative_pose(&a.pose, &b.pose, size);
        Self { a: Core::of(&a.shape, size), b: Core::of(&b.shape, size), b_to_a, size }
    }

    /// The point of the Minkowski difference that lies farthest along `direction`.
    pub(super) fn support(&self, direction: ParryVector) -> CsoPoint {
        CsoPoint::from_shapes(&self.b_to_a, &self.a, &self.b, direction)
    }

    /// First direction of the walk: from A's origin to B's.
    pub(super) fn first_direction(&self) -> ParryVector {
        self.b_to_a.translation.try_normalize().unwrap_or(ParryVector::X)
    }

    /// Whether both are balls, which take part as their centres alone.
    pub(super) fn are_points(&self) -> bool {
        self.a.margin > 0.0 && self.b.margin > 0.0
    }

    /// Distance of the solids in metres, for cores that are `core_distance` apart (in units of the size).
    pub(super) fn metres(&self, core_distance: f64) -> f64 {
        let gap = core_distance - self.a.margin - self.b.margin;
        if gap <= TOUCHING { 0.0 } else { gap * self.size }
    }
}

/// A solid in units of the pair's size, without the margin that makes a point a ball.
pub(super) struct Core<'a> {
    shape: &'a Shape,
    scale: f64,
    /// Radius of a ball in units of the pair's size; 0 for other solids.
    pub(super) margin: f64,
}

impl<'a> Core<'a> {
    fn of(shape: &'a Shape, size: f64) -> Self {
        let margin = if let Solid::Ball { radius } = shape.solid() { radius / size } else { 0.0 };
        Self { shape, scale: 1.0 / size, margin }
    }
}

impl SupportMap for Core<'_> {
    fn local_support_point(&self, direction: ParryVector) -> ParryVector {
        if self.margin > 0.0 {
            return ParryVector::ZERO;
        }
        let p: Point = self.shape.support(&Vector::new(direction.x, direction.y, direction.z));
        ParryVector::new(p.x * self.scale, p.y * self.scale, p.z * self.scale)
    }
}

/// B's pose in A's frame, in units of the pair's size. Subtracting the positions first keeps the digits of a
/// pair far from the origin.
fn relative_pose(a: &Pose, b: &Pose, size: f64) -> ParryPose {
    let between = a.rotation.inverse() * (b.translation.vector - a.translation.vector) / size;
    let turn = a.rotation.inverse() * b.rotation;
    let q = turn.quaternion();
    ParryPose {
        translation: ParryVector::new(between.x, between.y, between.z),
        rotation: parry3d_f64::math::Rotation::from_xyzw(q.i, q.j, q.k, q.w),
    }
}

fn core_distance(cores: &Cores) -> f64 {
    let Cores { a, b, b_to_a, .. } = cores;
    if cores.are_points() {
        return b_to_a.translation.length();
    }
    let mut simplex = VoronoiSimplex::new();
    simplex.reset(cores.support(cores.first_direction()));
    match closest_points(b_to_a, a, b, f64::MAX, true, &mut simplex) {
        GJKResult::ClosestPoints(p, q, _) => (p - q).length(),
        GJKResult::Intersection => 0.0,
        // With no bound on the distance and exact distances asked for, the other answers do not occur.
        GJKResult::Proximity(_) | GJKResult::NoIntersection(_) => f64::INFINITY,
    }
}
