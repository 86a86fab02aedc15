//! Two L-shaped brackets, one inside the other, where split rules fail: the box of a bracket is mostly empty,
//! and the middle of its longest side cuts an arm instead of separating the two arms.

use std::sync::Arc;

use super::scene::{Scene, placed, wave};
use super::surfaces::block;
use crate::geometry::{Mesh, Pose, Vector};

/// Row in the table of scenes.
pub const SCENE: Scene = Scene {
    id: "brackets",
    title: "L-shaped brackets",
    says: "Two brackets, one in the corner of the other: no split along a side of the box separates the two arms.",
    meshes: |seed, triangles| [seed, seed / 2 + 1].map(|seed| Arc::new(bracket(seed, triangles))),
    pose,
};

/// Arm length, from the corner of the centre line to its end, and half the thickness, metres.
const ARM: [f64; 2] = [1.6, 0.25];

/// A straight bar folded at its middle by a right angle. The seed shifts the grid of its surface.
fn bracket(seed: u64, triangles: usize) -> Mesh {
    let [length, half] = ARM;
    let finer = 0.12 * ((seed % 971) as f64 / 971.0 - 0.5);
    block(triangles, [2.0 * length, 2.0 * half, 2.0 * half], |p| {
        let (along, across) = (p.x + finer * (1.0 - p.x * p.x), half * p.y);
        // The fold is cut at 45°: it shortens the inner side as much as it lengthens the outer.
        let from_fold = across + (length - across) * along.abs();
        let (x, y) = if along < 0.0 { (across, from_fold) } else { (from_fold, across) };
        Vector::new(x, y, half * p.z)
    })
}

/// The inner bracket lies in the angle of the outer bracket, with a gap that opens and closes.
fn pose(t: f64) -> Pose {
    let shift = 2.0 * ARM[1] + 0.05 + 0.04 * wave(t, 2.0);
    let at = Vector::new(shift, shift + 0.03 * wave(t, 1.0), 0.2 * wave(t, 1.0));
    placed(at, Vector::new(0.0, 0.05 * wave(t, 2.0), 0.02 * wave(t, 3.0)))
}
