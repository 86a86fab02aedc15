//! The box that contains the bodies, and its walls. Xu et al. (source 1): a cube whose walls are not drawn.

use super::Body;
use crate::geometry::{Aabb, Point, Vector};

/// The cube around the origin in which bodies of this total volume (cubic metres) fill the share `density`.
pub fn sized_for(bodies_volume: f64, density: f64) -> Aabb {
    Aabb::cube(Point::origin(), 0.5 * (bodies_volume / density).cbrt())
}

/// The cube around `bodies`, 1.5 times as wide as their extent.
pub fn around(bodies: &[Body]) -> Aabb {
    let bounds = bodies.iter().fold(Aabb::EMPTY, |sum, body| sum.union(&body.aabb()));
    Aabb::cube(bounds.center(), 0.75 * bounds.extents().max())
}

/// Moves a body that penetrates a wall back inside and directs its velocity away from that wall. The speed
/// stays bit-identical. A body wider than the container is centred.
pub fn keep_inside(body: &mut Body, container: &Aabb) {
    for (axis, inwards) in push_inside(body, container).into_iter().enumerate() {
        if let Some(inwards) = inwards {
            body.velocity[axis] = body.velocity[axis].copysign(inwards);
        }
    }
}

/// [`keep_inside`] without changing the velocity. Returns, per axis, a number with the sign of the displacement.
pub fn push_inside(body: &mut Body, container: &Aabb) -> [Option<f64>; 3] {
    let bounds = body.aabb();
    [0, 1, 2].map(|axis| {
        let below = container.min[axis] - bounds.min[axis];
        let above = bounds.max[axis] - container.max[axis];
        let (shift, inwards) = match (below > 0.0, above > 0.0) {
            (false, false) => return None,
            (true, false) => (below, 1.0),
            (false, true) => (-above, -1.0),
            (true, true) => (0.5 * (below - above), 0.5 * (below - above)),
        };
        body.pose.translation.vector[axis] += shift;
        Some(inwards)
    })
}

/// Sum of the inward normals of the walls that touch the body, within `slack` metres.
pub fn away_from_walls(body: &Body, container: &Aabb, slack: f64) -> Vector {
    let bounds = body.aabb();
    Vector::from_fn(|axis, _| {
        let touches = |gap: f64| if gap <= slack { 1.0 } else { 0.0 };
        touches(bounds.min[axis] - container.min[axis]) - touches(container.max[axis] - bounds.max[axis])
    })
}
