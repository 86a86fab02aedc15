//! A long needle through a block, placed so that it passes between the samples of a tile.
//!
//! Viewed along z, the pair's window is the square side of the block. In this window the needle's axis passes through
//! the centre with slope −1/2. If the number of pixels per side is even, no sample (pixel centre) is closer to the
//! axis than 0.5/√5 = 0.22 pixels.

use std::sync::Arc;

use crate::geometry::{Mesh, Point, Pose, Shape, Vector, primitives};
use crate::world::parameters::Preset;
use crate::world::{Body, Pair};

/// The preset: sampled rays miss the needle until pixels are small enough.
pub const NEEDLE: Preset = Preset {
    id: "needle",
    title: "Needle through a block",
    says: "A needle 2.9 m long and 10 mm thick runs through a block, but misses every sample of 32×32 pixels.",
    build: needle_and_block,
    colliding: &[Pair { a: 0, b: 1 }],
};

/// Half the sides of the block, metres: longest along z, so that the smallest window is seen along z.
const BLOCK: Vector = Vector::new(0.4, 0.4, 0.55);
/// Vector from the needle's middle to its tip, metres: beyond the block in every direction.
const TO_TIP: Vector = Vector::new(-0.9, 0.45, 1.05);
/// Half the needle's thickness in its middle, metres.
const HALF_THICKNESS: f64 = 0.005;
/// Speed along the needle's axis: the fraction of half its length by which it moves per frame.
const SPEED: f64 = 0.01;

fn needle_and_block() -> Vec<Body> {
    let needle = Body::at_rest(needle(), Pose::identity()).with_velocity(TO_TIP * SPEED);
    let block = Arc::new(Shape::polyhedron(primitives::cuboid(BLOCK)));
    vec![needle, Body::at_rest(block, Pose::identity())]
}

/// Two slim square pyramids, base to base.
fn needle() -> Arc<Shape> {
    let across = TO_TIP.cross(&Vector::y()).normalize();
    let up = across.cross(&TO_TIP).normalize();
    let rim = [across, up, -across, -up].map(|side| side * HALF_THICKNESS);
    let vertices = [TO_TIP, -TO_TIP].into_iter().chain(rim).map(Point::from).collect();
    let sides = (0..4).flat_map(|i| {
        let (here, next) = (2 + i, 2 + (i + 1) % 4);
        [[0, next, here], [1, here, next]]
    });
    let mesh = Mesh::new(vertices, sides.collect()).expect("six vertices are numbered as they stand");
    let mesh = if mesh.volume() < 0.0 { mesh.flipped() } else { mesh };
    Arc::new(Shape::polyhedron(mesh))
}
