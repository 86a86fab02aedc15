//! A wrinkled torus around a wrinkled box: fine curved detail on both, and a narrow fit.

use std::f64::consts::TAU;
use std::sync::Arc;

use super::scene::{Scene, placed, wave};
use super::surfaces;
use crate::geometry::{Pose, Vector};

/// Row in the table of scenes.
pub const SCENE: Scene = Scene {
    id: "wrinkles",
    title: "Wrinkled torus and box",
    says: "A wrinkled box slides and turns through the hole of a wrinkled torus.",
    meshes: |seed, triangles| {
        let phase = TAU * (seed % 991) as f64 / 991.0;
        let torus = surfaces::ring(triangles, 2.5, 1, |around, across| {
            let wrinkle = 0.03 * (23.0 * around + 5.0 * across + phase).sin() * (7.0 * across).cos();
            let radius = 0.35 + wrinkle;
            let from_axis = 1.0 + radius * across.cos();
            Vector::new(from_axis * around.cos(), from_axis * around.sin(), radius * across.sin())
        });
        let block = surfaces::block(triangles, [0.4, 0.3, 1.0], |p| {
            let wrinkle = 0.03 * (9.0 * p.z + phase).sin() * (3.0 * (p.x + p.y) + phase).cos();
            Vector::new(0.4 * p.x, 0.3 * p.y, 0.9 * p.z) * (1.0 + wrinkle)
        });
        [Arc::new(torus), Arc::new(block)]
    },
    pose,
};

/// B moves through the hole and back, off-centre by up to a quarter of the hole.
fn pose(t: f64) -> Pose {
    let at = Vector::new(0.17 * wave(t, 3.0), 0.13 * wave(t + 0.1, 2.0), 0.5 * wave(t, 1.0));
    placed(at, Vector::new(0.15 * wave(t, 2.0), 0.1 * wave(t + 0.25, 3.0), 0.6 * wave(t, 1.0)))
}
