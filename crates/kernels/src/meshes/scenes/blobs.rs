//! Two noisy blobs, without symmetry or alignment.

use std::f64::consts::TAU;
use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::scene::{Scene, placed, wave};
use super::surfaces::ball;
use crate::geometry::{Mesh, Pose, Vector};

/// Row in the table of scenes.
pub const SCENE: Scene = Scene {
    id: "blobs",
    title: "Noisy blobs",
    says: "Two bumpy balls circle each other and collide.",
    meshes: |seed, triangles| {
        let mut random = Pcg64::seed_from_u64(seed);
        [(); 2].map(|()| Arc::new(blob(&mut random, triangles)))
    },
    pose,
};

/// A ball of radius 1 with waves in 12 random directions; radii lie between 0.8 and 1.2 metres.
fn blob(random: &mut Pcg64, triangles: usize) -> Mesh {
    let waves: Vec<(Vector, f64)> = (0..12)
        .map(|i| {
            let direction = Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
            (direction * (2.0 + f64::from(i)), random.random_range(0.0..TAU))
        })
        .collect();
    ball(triangles, |direction| {
        let bump = |(along, phase): &(Vector, f64)| (along.dot(&direction) + phase).sin();
        direction * (1.0 + 0.2 / waves.len() as f64 * waves.iter().map(bump).sum::<f64>())
    })
}

/// B rotates and circles around A at a distance of 1.78 to 2.22 metres. The bumps, about 0.04 metres high,
/// determine when the meshes touch.
fn pose(t: f64) -> Pose {
    let distance = 2.0 + 0.22 * wave(t, 3.0);
    let at = Vector::new(wave(t + 0.25, 1.0), 0.3 * wave(t, 2.0), wave(t, 1.0)).normalize() * distance;
    placed(at, Vector::new(wave(t, 1.0), 1.5 * wave(t, 2.0), wave(t + 0.25, 1.0)))
}
