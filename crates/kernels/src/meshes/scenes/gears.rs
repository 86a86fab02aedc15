//! Two meshing gears: many concave contacts at once.

use std::f64::consts::{FRAC_PI_4, PI, TAU};
use std::sync::Arc;

use super::scene::{Scene, placed, wave};
use super::surfaces::ring;
use crate::geometry::{Pose, Vector};

/// Row in the table of scenes.
pub const SCENE: Scene = Scene {
    id: "gears",
    title: "Meshing gears",
    says: "One gear rolls around another; when they come too close, their teeth cut into each other.",
    meshes: |seed, triangles| {
        // The seed shifts the grids relative to the teeth.
        let cut = 0.1 * (seed % 983) as f64 / 983.0;
        let gear = |phase: f64| Arc::new(ring(triangles, 3.0, 4, move |u, v| gear(phase, u + cut, v)));
        [gear(0.0), gear(PI)]
    },
    pose,
};

/// Number of teeth, odd, so that a tooth of A at angle 0 faces a gap of B at angle π.
const TEETH: f64 = 15.0;
/// In metres: half the distance between the gears' axes, height of a tooth above that radius, radius of the
/// hole, half the width of the gear.
const SIZES: [f64; 4] = [1.0, 0.09, 0.5, 0.2];

/// Point on a gear's surface. `across` goes around the rim's cross-section: a quarter each for the outer,
/// upper, inner and lower side. A phase of π turns the tooth at angle 0 into a gap.
fn gear(phase: f64, around: f64, across: f64) -> Vector {
    let [pitch, height, hole, half] = SIZES;
    let tooth = height * (1.8 * (TEETH * around + phase).cos() - 0.3).clamp(-1.0, 1.0);
    // Along the sides of a square from −1 to 1, starting at its lower outer corner.
    let side = across / (2.0 * FRAC_PI_4);
    let along = 2.0 * (side % 1.0) - 1.0;
    let (out, up) = match side as usize {
        0 => (1.0, along),
        1 => (-along, 1.0),
        2 => (-1.0, -along),
        _ => (along, -1.0),
    };
    let radius = hole + 0.5 * (1.0 + out) * (pitch + tooth - hole);
    Vector::new(radius * around.cos(), radius * around.sin(), half * up)
}

/// B rolls once around A; the axes are slightly too close at five places of the path.
fn pose(t: f64) -> Pose {
    let angle = TAU * t;
    let distance = 2.0 * SIZES[0] + 0.02 + 0.03 * wave(t, 5.0);
    let at = Vector::new(distance * angle.cos(), distance * angle.sin(), 0.05 * wave(t, 2.0));
    // B rotates by the same angle about its own axis, relative to the line between the axes.
    placed(at, Vector::new(0.0, 0.0, 2.0 * angle))
}
