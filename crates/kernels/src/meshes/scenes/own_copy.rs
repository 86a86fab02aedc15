//! A mesh against its own copy: one mesh, one tree; at the start of the path every triangle coincides with
//! its copy.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::scene::{Scene, placed, wave};
use super::surfaces::ring;
use crate::geometry::{Pose, Vector};

/// Row in the table of scenes.
pub const SCENE: Scene = Scene {
    id: "own-copy",
    title: "A mesh and its own copy",
    says: "A bumpy ring and its copy: at first every triangle coincides with its copy, then the copy is \
           pulled out.",
    meshes: |seed, triangles| {
        let mut random = Pcg64::seed_from_u64(seed);
        let phase: [f64; 2] = [(); 2].map(|()| random.random_range(0.0..6.0));
        let mesh = Arc::new(ring(triangles, 3.0, 1, |around, across| {
            let bump = (5.0 * around + phase[0]).sin() * (2.0 * across + 3.0 * around + phase[1]).cos();
            let radius = 0.3 + 0.04 * bump;
            let from_axis = 1.0 + radius * across.cos();
            Vector::new(from_axis * around.cos(), radius * across.sin(), from_axis * around.sin())
        }));
        [Arc::clone(&mesh), mesh]
    },
    pose,
};

/// B starts at A's pose, rises by 0.9 metres until the middle of the path, and returns.
fn pose(t: f64) -> Pose {
    let up = 0.45 * (1.0 - wave(t + 0.25, 1.0));
    placed(Vector::new(0.0, up, 0.1 * wave(t, 1.0)), Vector::new(0.2 * wave(t, 2.0), 0.5 * wave(t, 1.0), 0.0))
}
