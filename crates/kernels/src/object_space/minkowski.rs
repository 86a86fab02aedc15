//! The Minkowski difference of two solids as a polyhedron, for drawing: all points a − b with a in A and b in B.

use std::f64::consts::PI;

use crate::geometry::{Mesh, Point, Shape, Solid, Vector, hull};
use crate::world::Body;

/// Up to this many differences of corners, the hull is computed from all of them; above it, from the support
/// points along [`DIRECTIONS`] directions.
const MOST_DIFFERENCES: usize = 4096;
/// Number of directions, spread evenly over the sphere.
const DIRECTIONS: usize = 500;

/// The hull of A ⊖ B: metres, along the world's axes. A ball is reduced to its centre. `None` if the hull is flat.
pub fn difference([a, b]: &[Body; 2]) -> Option<Mesh> {
    // Positions are subtracted first, so that a pair far from the origin keeps its precision.
    let between = a.pose.translation.vector - b.pose.translation.vector;
    let turned = |body: &Body, corner: &Point| body.pose.rotation * corner.coords;
    let points: Vec<Point> = match (corners(&a.shape), corners(&b.shape)) {
        (Some(of_a), Some(of_b)) if of_a.len() * of_b.len() <= MOST_DIFFERENCES => {
            let of_b: Vec<Vector> = of_b.iter().map(|corner| turned(b, corner)).collect();
            let from = of_a.iter().map(|corner| between + turned(a, corner));
            from.flat_map(|p| of_b.iter().map(move |q| Point::from(p - q))).collect()
        }
        _ => directions(DIRECTIONS)
            .map(|d| Point::from(between + farthest(a, &d) - farthest(b, &-d)))
            .collect(),
    };
    hull::convex_hull(&points).ok()
}

/// The points whose hull is the solid, in its own frame; a ball is reduced to its centre. `None` for cones
/// and cylinders.
fn corners(shape: &Shape) -> Option<Vec<Point>> {
    match shape.solid() {
        Solid::Ball { .. } => Some(vec![Point::origin()]),
        Solid::Cuboid { .. } | Solid::Polyhedron => Some(shape.mesh().vertices().to_vec()),
        Solid::Cone { .. } | Solid::Cylinder { .. } => None,
    }
}

/// Vector from the body's origin to its farthest point along a direction of the world.
fn farthest(body: &Body, direction: &Vector) -> Vector {
    match body.shape.solid() {
        Solid::Ball { .. } => Vector::zeros(),
        _ => {
            let local = body.pose.rotation.inverse() * direction;
            body.pose.rotation * body.shape.support(&local).coords
        }
    }
}

/// The points of a Fibonacci spiral on the unit sphere.
fn directions(count: usize) -> impl Iterator<Item = Vector> {
    let golden = PI * (3.0 - 5_f64.sqrt());
    (0..count).map(move |i| {
        let y = 1.0 - 2.0 * (i as f64 + 0.5) / count as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        let radius = (1.0 - y * y).sqrt();
        Vector::new(radius * cos, y, radius * sin)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geometry::{Aabb, Pose};

    fn body(solid: Solid, at: Vector) -> Body {
        Body::at_rest(Arc::new(Shape::primitive(solid, 3).unwrap()), Pose::new(at, Vector::zeros()))
    }

    #[test]
    fn two_boxes_differ_by_a_box_and_two_balls_by_a_point() {
        let cuboid = |x, y, z| Solid::Cuboid { half_extents: Vector::new(x, y, z) };
        for home in [0.0, 1e6] {
            let at = Vector::repeat(home);
            let a = body(cuboid(1.0, 2.0, 3.0), at);
            let b = body(cuboid(0.5, 0.25, 1.0), at + Vector::new(5.0, 0.0, 0.0));
            let found = difference(&[a, b]).unwrap().aabb();
            let expected = Aabb { min: Point::new(-6.5, -2.25, -4.0), max: Point::new(-3.5, 2.25, 4.0) };
            assert!(
                (found.min - expected.min).norm() + (found.max - expected.max).norm() < 1e-8,
                "{found:?}"
            );
        }
        let ball = |x| body(Solid::Ball { radius: 1.0 }, Vector::new(x, 0.0, 0.0));
        assert_eq!(difference(&[ball(0.0), ball(3.0)]), None);
    }

    #[test]
    fn round_sides_are_drawn_by_points_on_them() {
        let round = body(Solid::Cylinder { radius: 1.0, height: 2.0 }, Vector::zeros());
        let ball = body(Solid::Ball { radius: 0.5 }, Vector::new(2.0, 0.0, 0.0));
        let found = difference(&[round, ball]).unwrap();
        for p in found.vertices() {
            let (across, along) = ((p.x + 2.0).hypot(p.z), p.y.abs());
            assert!(across < 1.0 + 1e-9 && along < 1.0 + 1e-9, "{p} lies outside");
        }
        // The volume is at most a tenth too small with this many directions.
        let volume = found.volume() / (2.0 * PI);
        assert!((0.9..=1.0).contains(&volume), "{volume}");
    }
}
