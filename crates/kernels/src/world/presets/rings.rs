//! Concave bodies whose hulls overlap deeply: two linked rings, and a ring within another. The cases for methods that
//! take concave bodies whole.
//!
//! Each ring is a rectangular frame: one closed mesh, and four boxes that are exactly the same solid, for methods that
//! need convex pieces.

use std::sync::Arc;

use nalgebra::UnitQuaternion;

use super::notch::boxed;
use crate::geometry::{Mesh, Point, Pose, Shape, Vector};
use crate::world::parameters::Preset;
use crate::world::{Body, Pair};

/// Two links of a chain.
pub const LINKED_RINGS: Preset = Preset {
    id: "linked-rings",
    title: "Linked rings",
    says: "Two rings of a chain, each through the hole of the other, with a gap of 31 cm: no collision. After 6 steps they hit.",
    build: || {
        let ring = frame([1.0, 0.7], 0.22, 0.12, 0.0);
        let turned = UnitQuaternion::from_axis_angle(&Vector::x_axis(), 90_f64.to_radians());
        let other = Body::at_rest(ring.clone(), Pose::from_parts(Vector::new(1.25, 0.0, 0.0).into(), turned));
        vec![Body::at_rest(ring, Pose::identity()), other.with_velocity(Vector::x() * 0.06)]
    },
    colliding: &[],
};

/// A ring that overlaps the far wall of the ring around it.
pub const NESTED_RINGS: Preset = Preset {
    id: "nested-rings",
    title: "Nested rings",
    says: "A ring lies in the hole of a larger one and is pushed 6 cm into its wall, behind the first surfaces that a ray along x meets. After 8 steps it is free.",
    build: || {
        // The response pushes bodies away from each other's origins: here the inner one towards −x, out of the wall.
        let outer = Body::at_rest(frame([1.05, 0.9], 0.25, 0.2, -1.2), Pose::translation(1.2, 0.0, 0.0));
        let inner = Body::at_rest(frame([0.7, 0.45], 0.2, 0.12, 0.0), Pose::translation(0.16, 0.0, 0.0));
        vec![outer, inner.with_velocity(Vector::x() * -0.008)]
    },
    colliding: &[Pair { a: 0, b: 1 }],
};

/// A rectangular frame in the xy plane. `half`: half its sides, `wall`: thickness of its four bars, `half_depth`: half
/// its extent along z, `middle`: x of its middle, metres.
fn frame(half: [f64; 2], wall: f64, half_depth: f64, middle: f64) -> Arc<Shape> {
    let corners = |[x, y]: [f64; 2]| [[-x, -y], [x, -y], [x, y], [-x, y]].map(|[x, y]| [middle + x, y]);
    let hole = half.map(|side| side - wall);
    // The outer and the inner corners, counter-clockwise seen from +z, first at −z, then at +z.
    let vertices = [-half_depth, half_depth]
        .into_iter()
        .flat_map(|z| corners(half).into_iter().chain(corners(hole)).map(move |[x, y]| Point::new(x, y, z)));
    let bars = (0..4).flat_map(|i| {
        let j = (i + 1) % 4;
        let quad = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
        let [near, far] = [[i + 8, j + 8, j + 12, i + 12], [i, i + 4, j + 4, j]];
        let [outside, inside] = [[i, j, j + 8, i + 8], [j + 4, i + 4, i + 12, j + 12]];
        [near, far, outside, inside].into_iter().flat_map(quad)
    });
    let mesh = Mesh::new(vertices.collect(), bars.collect()).expect("the corners are numbered as they stand");
    let ([x, y], [hole_x, hole_y]) = (half, hole);
    let pieces = [
        ([-x, -y], [x, -hole_y]),
        ([-x, hole_y], [x, y]),
        ([-x, -hole_y], [-hole_x, hole_y]),
        ([hole_x, -hole_y], [x, hole_y]),
    ];
    let moved = |[x, y]: [f64; 2]| [middle + x, y];
    let pieces = pieces.map(|(min, max)| boxed(moved(min), moved(max), half_depth)).to_vec();
    Arc::new(Shape::concave(mesh, pieces).expect("boxes are convex"))
}
