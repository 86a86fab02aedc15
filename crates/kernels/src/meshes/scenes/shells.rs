//! Two nested shells with a small gap all around: close and nearly parallel surfaces, the case for which OBBs
//! were designed (Gottschalk, Lin, Manocha 1996).

use std::sync::Arc;

use nalgebra::UnitQuaternion;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::scene::{Scene, placed, wave};
use super::surfaces::ball;
use crate::geometry::{Mesh, Pose, Vector};

/// Row in the table of scenes.
pub const SCENE: Scene = Scene {
    id: "shells",
    title: "Nested shells",
    says: "A ball inside a ball, with a gap of 3 % of the radius: close and nearly parallel surfaces.",
    meshes: |seed, triangles| meshes(seed, triangles, GAP),
    pose,
};

/// Gap of the scene, metres; the outer radius is 1.
const GAP: f64 = 0.03;

/// An outer shell of radius 1 around the origin, and an inner shell that is smaller by `gap`, metres. The
/// seed rotates their grids.
pub fn meshes(seed: u64, triangles: usize, gap: f64) -> [Arc<Mesh>; 2] {
    let mut random = Pcg64::seed_from_u64(seed);
    [1.0, 1.0 - gap].map(|radius| {
        let axis = Vector::from_fn(|_, _| random.random_range(-2.0..2.0));
        let turn = UnitQuaternion::from_scaled_axis(axis);
        Arc::new(ball(triangles, |direction| turn * direction * radius))
    })
}

/// The inner shell's offset from the centre varies from 0.4 to 1.4 gaps, so it touches the outer shell on
/// part of the path.
fn pose(t: f64) -> Pose {
    let direction = Vector::new(wave(t, 1.0), wave(t + 0.25, 1.0), 0.5 * wave(t, 2.0)).normalize();
    placed(direction * GAP * (0.9 + 0.5 * wave(t, 3.0)), Vector::new(0.0, 0.3 * wave(t, 1.0), 0.0))
}
