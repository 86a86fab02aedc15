//! A concave body with a small body inside its convex hull but not in contact: the case for convex pieces.
//!
//! The bracket is an L of two legs; the small cube is in the corner between them, with a gap to both. The
//! bracket's hull contains the whole cube, so a method for convex bodies applied to the hull would report a
//! collision. The bracket is slanted, and the boxes of its pieces overlap the cube's, so the broad phase
//! reports the pair.

use std::sync::Arc;

use crate::geometry::{Aabb, Mesh, Point, Pose, Shape, Vector, primitives};
use crate::world::Body;
use crate::world::parameters::Preset;

/// The cube in the bracket's corner, moving inwards.
pub const IN_THE_NOTCH: Preset = Preset {
    id: "in-the-notch",
    title: "In the notch",
    says: "A small cube between the legs of a concave bracket, inside the bracket's hull and 10 cm from each leg: no collision. After 13 steps the cube hits both legs.",
    build: bracket_and_cube,
    colliding: &[],
};

/// Length of a leg's inner side, from the inner corner, metres.
const LENGTH: f64 = 1.5;
/// Thickness of the legs, metres.
const THICKNESS: f64 = 0.5;
/// Half the depth of the bracket along z, metres.
const HALF_DEPTH: f64 = 0.5;
/// Half the side of the cube, metres.
const HALF_SIDE: f64 = 0.25;
/// Gap between the cube and each leg at the start, metres.
const GAP: f64 = 0.1;
/// Distance by which both gaps shrink per frame, metres. No frame has a gap of exactly zero.
const APPROACH: f64 = 0.008;

fn bracket_and_cube() -> Vec<Body> {
    let turned = nalgebra::UnitQuaternion::from_axis_angle(&Vector::z_axis(), 30_f64.to_radians());
    let out_of_corner = turned * Vector::new(1.0, 1.0, 0.0);
    let cube_at = out_of_corner * (GAP + HALF_SIDE);
    let bracket = Body::at_rest(bracket(), Pose::from_parts(Vector::zeros().into(), turned));
    let cube = Body::at_rest(
        Arc::new(Shape::polyhedron(primitives::cuboid(Vector::repeat(HALF_SIDE)))),
        Pose::from_parts(cube_at.into(), turned),
    );
    vec![bracket, cube.with_velocity(-APPROACH * out_of_corner)]
}

/// The L as one closed mesh of 12 vertices, and as two boxes that are exactly the same solid. Its inner
/// corner is the origin: the response pushes bodies away from there, out of the notch.
fn bracket() -> Arc<Shape> {
    // Counter-clockwise seen from +z. The fourth vertex is the inner corner.
    let (end, back) = (LENGTH, -THICKNESS);
    let outline = [[back, back], [end, back], [end, 0.0], [0.0, 0.0], [0.0, end], [back, end]];
    let cap = [[0, 1, 3], [1, 2, 3], [0, 3, 5], [3, 4, 5]];
    let vertices =
        [-HALF_DEPTH, HALF_DEPTH].iter().flat_map(|&z| outline.map(|[x, y]| Point::new(x, y, z))).collect();
    let far = cap.map(|[a, b, c]| [a, c, b]);
    let near = cap.map(|triangle| triangle.map(|v| v + 6));
    let sides = (0..6).flat_map(|i| {
        let j = (i + 1) % 6;
        [[i, j, j + 6], [i, j + 6, i + 6]]
    });
    let mesh = Mesh::new(vertices, far.into_iter().chain(near).chain(sides).collect())
        .expect("the outline's vertices are numbered as they stand");
    let lying = boxed([back, back], [end, 0.0], HALF_DEPTH);
    let standing = boxed([back, 0.0], [0.0, end], HALF_DEPTH);
    Arc::new(Shape::concave(mesh, vec![lying, standing]).expect("boxes are convex"))
}

/// A box between two corners in the xy plane, from −`half_depth` to `half_depth` along z.
pub fn boxed(min: [f64; 2], max: [f64; 2], half_depth: f64) -> Mesh {
    let corner = |[x, y]: [f64; 2], z| Point::new(x, y, z);
    let filled = Aabb { min: corner(min, -half_depth), max: corner(max, half_depth) };
    let upright = primitives::cuboid(filled.extents() * 0.5);
    let vertices = upright.vertices().iter().map(|v| v + filled.center().coords).collect();
    Mesh::new(vertices, upright.triangles().to_vec()).expect("a moved cuboid is still a mesh")
}
