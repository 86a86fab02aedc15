//! Two interlaced torus knots without a crossing: long thin tubes, close everywhere.

use std::f64::consts::{FRAC_PI_3, TAU};
use std::sync::Arc;

use super::scene::{Scene, placed, wave};
use super::surfaces::ring;
use crate::geometry::{Pose, Vector};

/// Row in the table of scenes.
pub const SCENE: Scene = Scene {
    id: "knots",
    title: "Torus knots",
    says: "Two interlaced torus knots: thin tubes that are close everywhere.",
    meshes: |seed, triangles| {
        // The seed rotates the grids about the knot, so that their vertices do not coincide.
        let turned = |by: f64| Arc::new(ring(triangles, 16.0, 1, |along, around| tube(along, around + by)));
        let by = TAU * (seed % 997) as f64 / 997.0;
        [turned(by), turned(by + 1.0)]
    },
    pose,
};

/// Major and minor radius of the torus of the knot, and radius of the knot's tube, metres.
const RADII: [f64; 3] = [1.0, 0.4, 0.17];

/// Centre line of the (2, 3) torus knot.
fn line(along: f64) -> Vector {
    let (turn, tilt) = (2.0 * along, 3.0 * along);
    let from_axis = RADII[0] + RADII[1] * tilt.cos();
    Vector::new(from_axis * turn.cos(), from_axis * turn.sin(), RADII[1] * tilt.sin())
}

fn tube(along: f64, around: f64) -> Vector {
    // The torus's normal is orthogonal to the line, so the frame does not twist where the line is straight.
    let (turn, tilt) = (2.0 * along, 3.0 * along);
    let normal = Vector::new(tilt.cos() * turn.cos(), tilt.cos() * turn.sin(), tilt.sin());
    let step = 1e-5;
    let tangent = (line(along + step) - line(along - step)).normalize();
    line(along) + RADII[2] * (around.cos() * normal + around.sin() * tangent.cross(&normal))
}

/// B has the shape of A, rotated by about 60° about its axis, so that it lies midway between the strands of
/// A.
fn pose(t: f64) -> Pose {
    let turn = FRAC_PI_3 + 0.3 * wave(t, 2.0);
    let at = Vector::new(0.03 * wave(t, 1.0), 0.03 * wave(t + 0.25, 1.0), 0.04 * wave(t, 3.0));
    placed(at, Vector::new(0.0, 0.0, turn))
}
