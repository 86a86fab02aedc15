//! How far f32 may be from the truth.

use nalgebra::Matrix3;

use super::node::Leaf;
use super::tree::Tree;
use crate::geometry::Vector;
use crate::hierarchies::placed::Placed;

pub const BOX_SHARE: f32 = 2e-6;
/// A factor below 1 by more than the rounding of a short formula.
pub const SURELY: f32 = 0.99999;

/// Where B is, for f32 kernels.
pub struct Frame {
    /// B's directions in A's coordinates.
    pub turn: [[f32; 3]; 3],
    /// The same times the ratio.
    pub scaled_turn: [[f32; 3]; 3],
    /// A's tree units per unit of B, at most 1.
    pub ratio: f32,
    /// B's centre in A's tree units.
    pub shift: [f32; 3],
    pub box_slack: f32,
    /// The same in f64, units included: p of B is at `full_turn · p + full_shift`.
    pub full_turn: Matrix3<f64>,
    pub full_shift: Vector,
    /// What f64 may be wrong in a coordinate.
    pub full_error: f64,
}

impl Frame {
    /// A is the one with the larger unit.
    pub fn new(a: &Tree, b: &Tree, placed: &Placed) -> Self {
        let ratio = a.scale / b.scale;
        let shift = (placed.point(&b.center) - a.center) * a.scale;
        let largest = (a.center.coords.amax() + b.center.coords.amax() + placed.shift.amax()) * a.scale + 1.0;
        let full_error = largest * 1e-15;
        let reach = 1.0 + ratio + shift.norm();
        Self {
            turn: [0, 1, 2].map(|i| [0, 1, 2].map(|j| placed.turn[(i, j)] as f32)),
            scaled_turn: [0, 1, 2].map(|i| [0, 1, 2].map(|j| (placed.turn[(i, j)] * ratio) as f32)),
            ratio: ratio as f32,
            shift: [0, 1, 2].map(|i| shift[i] as f32),
            box_slack: (1e-6 * reach + full_error) as f32,
            full_turn: placed.turn * ratio,
            full_shift: shift,
            full_error,
        }
    }
}

/// Where the triangles of a leaf of B are, relative to the centre of a leaf of A.
pub struct LeafFrame {
    /// Units included.
    pub turn: [[f32; 3]; 3],
    pub shift: [f32; 3],
    /// No corner of either leaf is farther from the origin.
    pub reach: f32,
    pub volume_error: f32,
    pub gap_error: f32,
}

impl LeafFrame {
    #[inline(always)]
    pub fn new(frame: &Frame, a: &Leaf, b: &Leaf) -> Self {
        let [x, y, z] = b.bounds.center.map(f64::from);
        let t = &frame.full_turn;
        let shift = [0, 1, 2].map(|i| {
            let moved = t[(i, 0)] * x + t[(i, 1)] * y + t[(i, 2)] * z;
            (moved + frame.full_shift[i] - f64::from(a.bounds.center[i])) as f32
        });
        let distance = (shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]).sqrt();
        let reach = a.radius.max(b.radius * frame.ratio + distance) * 1.000_001;
        let volume_error = (1.1e-5 * reach + 20.0 * frame.full_error as f32) * reach * reach;
        let gap_error = 3e-6 * reach + 4.0 * frame.full_error as f32;
        Self { turn: frame.scaled_turn, shift, reach, volume_error, gap_error }
    }
}
