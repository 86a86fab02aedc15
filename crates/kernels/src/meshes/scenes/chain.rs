//! A chain whose links alternate between A and B: meshes of several parts, each linked with parts of the other
//! mesh.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use super::scene::{Scene, placed, wave};
use super::surfaces::{ring, together};
use crate::geometry::{Mesh, Pose, Vector};

/// Row in the table of scenes.
pub const SCENE: Scene = Scene {
    id: "chain",
    title: "Chain",
    says: "A chain of eight links, which alternate between the meshes, is pulled taut and released.",
    meshes: |seed, triangles| {
        // The seed rotates the grid about the wire.
        let by = TAU * (seed % 977) as f64 / 977.0;
        [0, 1].map(|first| {
            let links: Vec<Mesh> = (0..4).map(|i| link(triangles / 4, first + 2 * i, by)).collect();
            Arc::new(together(&links))
        })
    },
    pose,
};

/// In metres: distance between neighbouring links (pitch), half the straight part of a link (half), radius of
/// its bend (bend), radius of its wire (wire). From its middle position a link can move by 2 (half + bend −
/// wire) − pitch = 0.05 m.
const SIZES: [f64; 4] = [0.95, 0.3, 0.3, 0.1];

/// The link number `place` of the chain. The chain lies along x; every second link is rotated by 90°.
fn link(triangles: usize, place: usize, by: f64) -> Mesh {
    let [pitch, half, bend, wire] = SIZES;
    let from_middle = pitch * (place as f64 - 3.5);
    // The path around a link: straight, half a circle, straight, half a circle, parametrised by length.
    let (straight, arc) = (2.0 * half, PI * bend);
    let length = 2.0 * (straight + arc);
    ring(triangles, 4.0, 1, |along, across| {
        let travelled = length * along / TAU;
        let (end, rest) =
            if travelled < length / 2.0 { (1.0, travelled) } else { (-1.0, travelled - length / 2.0) };
        let (center, angle) = match rest - straight {
            beyond if beyond > 0.0 => (half, PI / 2.0 - beyond / bend),
            before => (half + before, PI / 2.0),
        };
        let across = across + by;
        let radius = bend + wire * across.cos();
        let x = end * (center + radius * angle.cos());
        let (y, z) = (end * radius * angle.sin(), wire * across.sin());
        let (y, z) = if place.is_multiple_of(2) { (y, z) } else { (-z, y) };
        Vector::new(from_middle + x, y, z)
    })
}

fn pose(t: f64) -> Pose {
    let at = Vector::new(0.08 * wave(t, 1.0), 0.03 * wave(t, 2.0), 0.03 * wave(t + 0.25, 2.0));
    placed(at, Vector::new(0.15 * wave(t, 3.0), 0.0, 0.0))
}
