//! Two drops that touch only with their tips. Queries never reach the drops' bodies, which hold nearly all
//! triangles, so trees with the tips near the root win.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use nalgebra::UnitQuaternion;

use super::scene::{Scene, placed, wave};
use super::surfaces::ball;
use crate::geometry::{Mesh, Pose, Vector};

/// Row in the table of scenes.
pub const SCENE: Scene = Scene {
    id: "hot-and-cold",
    title: "Hot part, cold part",
    says: "Two drops touch at their tips: nearly all triangles are in parts of the trees that are never visited.",
    meshes: |seed, triangles| [seed, seed.wrapping_add(1)].map(|seed| Arc::new(drop(seed, triangles))),
    pose,
};

/// A drop with its tip at x = 2 m and a body of radius 0.5 around the origin. The tip has the largest x.
fn drop(seed: u64, triangles: usize) -> Mesh {
    let turn = UnitQuaternion::from_scaled_axis(Vector::new(PI * (seed % 967) as f64 / 967.0, 0.3, 0.1));
    ball(triangles, |direction| {
        let direction = turn * direction;
        // From the body at −x to the tip at +x, the thickness shrinks to zero and the length is stretched.
        let from_tip = direction.x.clamp(-1.0, 1.0).acos() / PI;
        let x = 2.0 - 2.5 * (1.0 - (1.0 - from_tip).powi(3)).powf(1.5);
        let thickness = 0.5 * (FRAC_PI_2 * from_tip).sin() * (PI * from_tip).sin().max(0.0).sqrt();
        let around = Vector::new(0.0, direction.y, direction.z).try_normalize(1e-12).unwrap_or_default();
        Vector::new(x, 0.0, 0.0) + around * thickness
    })
}

/// B faces A; its tip moves past A's tip, on both sides of it.
fn pose(t: f64) -> Pose {
    let tips = Vector::new(0.15 * wave(t, 1.0) - 0.13, 0.012 * wave(t, 3.0), 0.01 * wave(t + 0.2, 2.0));
    // Rotated about its tip by half a turn about y, and slightly about the other axes.
    let turn = placed(Vector::zeros(), Vector::new(0.0, PI + 0.2 * wave(t, 2.0), 0.0));
    let roll = placed(Vector::zeros(), Vector::new(0.5 * wave(t, 1.0), 0.0, 0.0));
    let at = Vector::new(2.0, 0.0, 0.0);
    placed(at + tips, Vector::zeros()) * turn * roll * placed(-at, Vector::zeros())
}
