//! A pair with its truth, which is proved by the way it was made.

use std::sync::Arc;

use super::shapes;
use crate::experiments::truth::solids::{ball_inside, separation};
use crate::geometry::{Shape, Vector};
use crate::world::Body;

/// A pair with its answer.
#[derive(Clone, Debug)]
pub struct Question {
    /// A and B, at rest. Round bodies stay solids; the program gets the meshes that are drawn for them.
    pub bodies: [Body; 2],
    /// The answer, with its proof. It holds for the solids and for their meshes.
    pub truth: Truth,
    /// Whether all coordinates are exact in binary and the pair touches exactly, so that only exact changes keep the
    /// answer.
    pub is_exact: bool,
}

/// The answer for a pair, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    /// A point of both bodies, in world coordinates, and the distance that B must at least be moved to part them.
    Colliding {
        /// The common point, metres.
        point: Vector,
        /// Metres; 0 if the bodies only touch.
        depth: f64,
    },
    /// Planes along a normal part the bodies.
    Apart {
        /// Unit vector from A to B; `None` if no plane parts them, as with a body in the hole of another.
        direction: Option<Vector>,
        /// Lower bound on the distance of the bodies, metres.
        gap: f64,
    },
}

impl Question {
    /// Whether the bodies share a point.
    pub fn colliding(&self) -> bool {
        matches!(self.truth, Truth::Colliding { .. })
    }

    /// Size of the larger body, metres.
    pub fn size(&self) -> f64 {
        larger(&self.bodies)
    }

    /// Whether the answer can be proved by a certificate: bodies that collide by a point, bodies that a plane parts by
    /// a plane.
    pub fn is_provable(&self) -> bool {
        !matches!(self.truth, Truth::Apart { direction: None, .. })
    }
}

/// Bound on the rounding of a proof, as a multiple of the larger body's size.
const ROUNDING: f64 = 1e-14;

/// Places B beside A, with `gap` metres between two planes along `n`. Then B is moved along these planes, by minus the
/// part of `back` that is perpendicular to `n`. `None` if rounding eats more than half of the gap.
pub fn apart(a: Body, mut b: Body, n: Vector, back: Vector, gap: f64) -> Option<Question> {
    let at = a.pose.translation.vector;
    b.pose.translation.vector = at - (back - n * n.dot(&back));
    let missing = gap - separation([&a, &b], &n);
    b.pose.translation.vector += n * missing;
    let bodies = [a, b];
    let left = separation([&bodies[0], &bodies[1]], &n) - ROUNDING * larger(&bodies);
    let truth = Truth::Apart { direction: Some(n), gap: left };
    (left > 0.5 * gap).then_some(Question { bodies, truth, is_exact: false })
}

/// Places B so that a point inside A and a point inside B coincide, `depth` metres inside or as deep as the bodies
/// allow. The points lie on the way from a corner of each body, farthest along ±`n`, to its middle. Computed on the
/// drawn meshes, which lie inside the solids.
pub fn overlapping(a: Body, mut b: Body, n: Vector, depth: f64) -> Option<Question> {
    let (drawn_a, drawn_b) = (a.as_drawn(), b.as_drawn());
    let inside = |body: &Body, n: Vector, share: f64| {
        let turn = body.pose.rotation;
        let (middle, radius) = ball_inside(&body.shape);
        let corner = turn * body.shape.support(&(turn.inverse() * n)).coords;
        (corner + (turn * middle.coords - corner) * share, radius)
    };
    let radii = inside(&drawn_a, n, 1.0).1 + inside(&drawn_b, -n, 1.0).1;
    // The hull of a corner and the inner ball contains a ball around each point between, in proportion.
    let share = (depth / radii).min(1.0);
    let (in_a, in_b) = (inside(&drawn_a, n, share).0, inside(&drawn_b, -n, share).0);
    let at = a.pose.translation.vector;
    b.pose.translation.vector = at + in_a - in_b;
    let off = (b.pose.translation.vector - at - (in_a - in_b)).norm();
    let bodies = [a, b];
    let depth = 0.9 * share * radii;
    let left = depth - off - ROUNDING * larger(&bodies);
    let truth = Truth::Colliding { point: at + in_a, depth: left };
    (left > 0.5 * depth).then_some(Question { bodies, truth, is_exact: false })
}

/// The body scaled around the world's origin.
pub fn scaled(body: &Body, factor: f64) -> Option<Body> {
    let shape: Arc<Shape> = Arc::new(shapes::scaled(&body.shape, factor)?);
    let mut pose = body.pose;
    pose.translation.vector *= factor;
    Some(Body::at_rest(shape, pose))
}

fn larger(bodies: &[Body; 2]) -> f64 {
    bodies[0].shape.size().max(bodies[1].shape.size())
}
