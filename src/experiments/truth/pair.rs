//! A pair whose answer is known by construction, with its proof.
//!
//! A separated pair comes with a direction such that planes perpendicular to it separate the bodies. A colliding pair
//! comes with a common point, and a ball around it in each body. Both proofs are computed from the stored numbers of
//! the pair, with positions subtracted first, so that they are as certain far from the origin as near it.

use std::sync::Arc;

use rand::Rng as _;
use rand_pcg::Pcg64;

use super::shapes;
use super::solids::{ball_inside, separation};
use crate::experiments::scenes::direction;
use crate::geometry::{Point, Shape, Vector};
use crate::world::Body;

/// A pair with its known answer.
#[derive(Clone, Debug)]
pub struct Case {
    /// A and B, at rest, in metres.
    pub bodies: [Body; 2],
    /// The answer, with its proof.
    pub truth: Truth,
    /// Whether all coordinates are exact in binary and the pair touches exactly, so that only exact changes keep the
    /// answer.
    pub is_exact: bool,
}

/// The answer for a pair, with its proof, in metres along the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    /// The bodies are separated.
    Apart {
        /// A unit vector from A to B, perpendicular to planes that separate the bodies; `None` if no plane does, as
        /// with a body in the hole of another.
        direction: Option<Vector>,
        /// Lower bound on the distance between the bodies.
        gap: f64,
    },
    /// The bodies share a point.
    Colliding {
        /// Vector from A's origin to a common point.
        point: Vector,
        /// Lower bound on the distance by which B has to be moved, in any direction, to be separated from A; 0 if the
        /// bodies only touch.
        depth: f64,
    },
}

impl Truth {
    /// The gap or the depth, metres.
    pub fn margin(&self) -> f64 {
        match *self {
            Self::Apart { gap, .. } => gap,
            Self::Colliding { depth, .. } => depth,
        }
    }
}

impl Case {
    /// Whether the bodies share a point.
    pub fn colliding(&self) -> bool {
        matches!(self.truth, Truth::Colliding { .. })
    }

    /// Size of the larger body, metres.
    pub fn size(&self) -> f64 {
        larger_size(&self.bodies)
    }

    /// The case, if its gap or depth is at least `least` times the larger body's size.
    pub fn clearer_than(self, least: f64) -> Option<Self> {
        (self.truth.margin() >= least * self.size()).then_some(self)
    }

    /// Whether the answer can be proved by a certificate: bodies that collide by a point, bodies that a plane parts by
    /// a plane.
    pub fn is_provable(&self) -> bool {
        !matches!(self.truth, Truth::Apart { direction: None, .. })
    }
}

/// Bound on the rounding of a proof, as a multiple of the larger body's size.
const ROUNDING: f64 = 1e-14;

/// Places B beside A, so that planes perpendicular to `n` separate the bodies by `gap` metres. Then B is moved parallel
/// to these planes, by minus the part of `back` that is perpendicular to `n`. Rounding may leave less of the gap, or
/// none.
pub fn apart(a: Body, mut b: Body, n: Vector, back: Vector, gap: f64) -> Case {
    b.pose.translation.vector = a.pose.translation.vector - (back - n * n.dot(&back));
    let missing = gap - separation([&a, &b], &n);
    b.pose.translation.vector += n * missing;
    let bodies = [a, b];
    let gap = separation([&bodies[0], &bodies[1]], &n) - ROUNDING * larger_size(&bodies);
    Case { bodies, truth: Truth::Apart { direction: Some(n), gap }, is_exact: false }
}

/// Makes a point of A and a point of B coincide, both moved inwards until the bodies overlap by `depth` metres or as far
/// as they allow. The points lie between a corner of each body, farthest along ±`n`, and its middle. The proof is that of
/// `proved`: the bodies themselves, or meshes inside them. Rounding may leave less of the depth, or none.
pub fn overlapping(a: Body, mut b: Body, proved: [&Body; 2], n: Vector, depth: f64) -> Case {
    let inside = |body: &Body, n: Vector| {
        let turn = body.pose.rotation;
        let (middle, radius) = ball_inside(&body.shape);
        (turn * body.shape.support(&(turn.inverse() * n)).coords, turn * middle.coords, radius)
    };
    let ((on_a, middle_a, radius_a), (on_b, middle_b, radius_b)) =
        (inside(proved[0], n), inside(proved[1], -n));
    // The hull of the surface point and the inner ball lies inside the solid. Around the point moved inwards by
    // `share`, it contains a ball with that share of the inner ball's radius.
    let share = (depth / (radius_a + radius_b)).min(1.0);
    let (in_a, in_b) = (on_a + (middle_a - on_a) * share, on_b + (middle_b - on_b) * share);
    b.pose.translation.vector = a.pose.translation.vector + in_a - in_b;
    // Far from the origin the sum of the vectors has a rounding error; `off` is its size.
    let off = (b.pose.translation.vector - a.pose.translation.vector - (in_a - in_b)).norm();
    let bodies = [a, b];
    let depth = 0.9 * share * (radius_a + radius_b) - off - ROUNDING * larger_size(&bodies);
    Case { bodies, truth: Truth::Colliding { point: in_a, depth }, is_exact: false }
}

/// A shape scaled to 0.05 to 0.5 of the ball inside a body, and a place for its origin at which it lies in that ball, up
/// to the share `reach` of its radius.
pub fn placed_inside(random: &mut Pcg64, body: &Body, shape: &Shape, reach: f64) -> Option<(Shape, Point)> {
    let (middle, radius) = ball_inside(&body.as_drawn().shape);
    let around = shape.mesh().vertices().iter().map(|p| p.coords.norm()).fold(0.0, f64::max);
    let share = random.random_range(0.05..0.5);
    let small = shapes::scaled(shape, radius * share / around)?;
    let place = body.pose * middle + direction(random) * (radius * random.random_range(0.0..reach - share));
    Some((small, place))
}

/// The body scaled around the world's origin.
pub fn scaled(body: &Body, factor: f64) -> Option<Body> {
    let shape: Arc<Shape> = Arc::new(shapes::scaled(&body.shape, factor)?);
    let mut pose = body.pose;
    pose.translation.vector *= factor;
    Some(Body::at_rest(shape, pose))
}

/// Size of the larger body, metres.
pub fn larger_size([a, b]: &[Body; 2]) -> f64 {
    a.shape.size().max(b.shape.size())
}
