//! Hand-made worlds of two to four bodies, each of which demonstrates one case.
//!
//! The first three are figure 1 of Xu et al. (source 1), with the display plane on the left, viewed along +x.
//! In all presets the boxes overlap, so the broad phase reports the pairs.

mod needle;
mod notch;
mod relations;
mod rings;

use std::sync::Arc;

pub use crate::world::parameters::Preset;
pub use relations::RELATIONS;

use super::{Body, Kind, Pair};
use crate::geometry::{Point, Pose, Shape, Vector, primitives};

const A_AND_B: Pair = Pair { a: 0, b: 1 };

/// All presets, in the order of the menu.
pub const PRESETS: &[Preset] = &[
    Preset {
        id: "b-behind-a",
        title: "B behind A",
        says: "Seen along +x, A hides part of B but B hides no part of A: the boxes overlap, the bodies do \
               not (figure 1a).",
        build: || vec![plate(0.0), plate(0.75).with_velocity(normal() * -0.02)],
        colliding: &[],
    },
    Preset {
        id: "b-before-a",
        title: "B before A",
        says: "Seen along +x, B hides part of A but A hides no part of B: the boxes overlap, the bodies do \
               not (figure 1b).",
        build: || vec![plate(0.0), plate(-0.75).with_velocity(normal() * 0.02)],
        colliding: &[],
    },
    Preset {
        id: "intersecting",
        title: "Intersecting",
        says: "Each body hides part of the other, in either drawing order: they collide (figure 1c).",
        build: crossing_plates,
        colliding: &[A_AND_B],
    },
    Preset {
        id: "containment",
        title: "Containment",
        says: "A small body entirely inside a large one: a view volume limited to the overlap of the boxes \
               clips away the large body's surface, so the collision is missed.",
        build: ball_in_cube,
        colliding: &[A_AND_B],
    },
    Preset {
        id: "touching-faces",
        title: "Touching faces",
        says: "Two cubes share part of a face but no volume: the limiting case of a collision.",
        build: || vec![cube(Vector::zeros()), cube(Vector::new(1.0, 0.25, 0.125))],
        colliding: &[A_AND_B],
    },
    Preset {
        id: "near-miss",
        title: "Near miss",
        says: "Two plates slide past each other with a gap of 2 mm, far less than a pixel.",
        build: || vec![plate(0.0), plate(0.502).with_velocity(along_plate() * 0.02)],
        colliding: &[],
    },
    Preset {
        id: "thin-sliver",
        title: "Thin sliver",
        says: "The corner of a cube penetrates a plate by 3 mm: at low resolutions the overlap covers no sample. Step forward to pull the cube out.",
        build: corner_in_plate,
        colliding: &[A_AND_B],
    },
    needle::NEEDLE,
    Preset {
        id: "four-in-a-row",
        title: "Four in a row",
        says: "Every box overlaps its neighbours, but only the two bodies in the middle collide.",
        build: four_in_a_row,
        colliding: &[Pair { a: 1, b: 2 }],
    },
    notch::IN_THE_NOTCH,
    rings::LINKED_RINGS,
    rings::NESTED_RINGS,
    RELATIONS[0],
    RELATIONS[1],
    RELATIONS[2],
    RELATIONS[3],
    RELATIONS[4],
    RELATIONS[5],
    RELATIONS[6],
    RELATIONS[7],
];

/// Half the thickness, length and depth of a plate, metres.
const PLATE: Vector = Vector::new(0.25, 1.2, 0.4);

/// A slanted plate, `offset` metres from the origin along its normal. Plates are long along x, so the smallest window
/// of two plates is seen along x.
fn plate(offset: f64) -> Body {
    let rotation = slant();
    Body::at_rest(cuboid(PLATE), Pose::from_parts((normal() * offset).into(), rotation))
}

fn slant() -> nalgebra::UnitQuaternion<f64> {
    nalgebra::UnitQuaternion::from_axis_angle(&Vector::z_axis(), 60_f64.to_radians())
}

/// Unit normal of a plate's face, towards +x and up.
fn normal() -> Vector {
    slant() * Vector::x()
}

/// Unit vector along a plate's length, towards −x and up.
fn along_plate() -> Vector {
    slant() * Vector::y()
}

fn crossing_plates() -> Vec<Body> {
    let mut b = plate(0.1);
    b.pose.rotation = nalgebra::UnitQuaternion::from_axis_angle(&Vector::z_axis(), 120_f64.to_radians());
    vec![plate(-0.1), b.with_velocity(Vector::y() * 0.02)]
}

fn ball_in_cube() -> Vec<Body> {
    let ball = Shape::polyhedron(primitives::sphere(0.2, primitives::DEFAULT_LEVEL));
    let turned = nalgebra::UnitQuaternion::from_euler_angles(0.3, 0.5, 0.1);
    let large = Body::at_rest(cuboid(Vector::repeat(0.6)), Pose::from_parts(Vector::zeros().into(), turned));
    let small = Body::at_rest(Arc::new(ball), Pose::translation(0.1, 0.15, -0.05));
    vec![large, small.with_velocity(Vector::new(0.02, 0.0, 0.0))]
}

fn corner_in_plate() -> Vec<Body> {
    let diagonal = Vector::repeat(1.0).normalize();
    let onto_plate = nalgebra::UnitQuaternion::rotation_between(&diagonal, &-normal())
        .expect("the cube's diagonal is not along the plate's normal");
    let tip_to_center = 0.5 * 3_f64.sqrt();
    let center = Point::from(normal() * (PLATE.x - 0.003 + tip_to_center));
    let cube = Body::at_rest(cuboid(Vector::repeat(0.5)), Pose::from_parts(center.into(), onto_plate));
    vec![plate(0.0), cube.with_velocity(normal() * 0.001)]
}

fn four_in_a_row() -> Vec<Body> {
    let round = |kind: Kind, x: f64, y: f64| {
        let shape = kind.shape(1.0, primitives::DEFAULT_LEVEL);
        Body::at_rest(shape, Pose::translation(x, y, 0.0)).with_velocity(Vector::x() * 0.01)
    };
    vec![
        round(Kind::Sphere, 0.0, 0.0),
        round(Kind::Sphere, 0.8, 0.8),
        round(Kind::Cylinder, 1.5, 0.4),
        round(Kind::Sphere, 2.35, -0.55).with_velocity(Vector::x() * -0.01),
    ]
}

fn cube(at: Vector) -> Body {
    Body::at_rest(
        cuboid(Vector::repeat(0.5)),
        Pose::from_parts(at.into(), nalgebra::UnitQuaternion::identity()),
    )
}

fn cuboid(half_extents: Vector) -> Arc<Shape> {
    Arc::new(Shape::polyhedron(primitives::cuboid(half_extents)))
}
