//! Error bounds of f32 arithmetic: the derivation of every tolerance of the kernels.
//!
//! u = 2⁻²⁴ ≈ 6.0e-8 is the relative error of one f32 operation; fused operations round less often, so the
//! bounds hold with and without them. Terms in u² are neglected; constants are rounded up by a third or more
//! to compensate.
//!
//! *Exact* refers to the input of the exact predicates: A's vertices, and B's as rounded in f64 by `Placed`.
//! Coordinates are tree units of `first`: its points are at most 1 from the origin, those of `second` at most
//! `reach` = |shift| + ratio.
//!
//! **f64.** `Placed` and the kernels' own f64 sums round a coordinate of size m (metres, before the centres
//! are subtracted) a dozen times: 12 · 2⁻⁵³ m < 1.4e-15 m, here [`Frame::full_error`] = 4e-15 m in tree
//! units.
//!
//! **Boxes.** The exact box is the stored one: centre, axes, half extents. Errors in the comparison of two
//! boxes:
//! - Stored axes are an orthonormal basis, each coordinate rounded: |error| ≤ u per coordinate, so lengths
//!   and right angles are wrong by less than 4u. A point with |axis · (p − c)| ≤ half is then within half +
//!   4u Σ half along the ideal axis.
//! - B's axes are turned by a rounded matrix (u per entry) with three products and two sums: 6u more per
//!   coordinate. An entry of `turn`, again of three products, is wrong by less than √3 (u + 10u) + 3u < 23u.
//! - Half projections of a box on an axis are sums of up to four products of such entries with half extents:
//!   wrong by less than (23 + 4) u Σ half.
//! - Centres: B's centre is wrong by (3u + 3u) reach in each coordinate. The difference of both centres has a
//!   length of at most reach + 1 and is wrong by another 2u of it, its projection on an axis by 5u more: in all
//!   √3 · 8u + 5u < 19u (reach + 1). On B's axes, which need `turn`, and on a cross product, the error is twice
//!   as large, plus 23u √2 |difference|. A wrong excess matters only for boxes that overlap, where
//!   |difference| ≤ Σ half of both: 33u Σ half.
//! - Half extents and half projections are subtracted one after the other, four times from at most 2 Σ half:
//!   8u Σ half.
//!
//! So an excess is wrong by less than (4 + 27 + 33 + 8) u Σ half + 2 · 19u (reach + 1) < 4.4e-6 Σ half +
//! 2.3e-6 (reach + 1): [`BOX_SHARE`] = 6e-6 and [`BOX_REACH`] = 3e-6.
//!
//! **Triangles.** Corners are stored relative to the centre of their leaf's box, which is exact. B's corners
//! are moved to the frame of A's leaf by a shift that is summed in f64. H = `reach` of the [`LeafFrame`]
//! bounds the distance of every corner from its origin. So errors shrink with the leaf, however large the
//! mesh is.
//! - A's corners: u H per coordinate. B's: stored u, matrix u, three products and sums 4u, the shift u: 7u H.
//!   As vectors δ ≤ √3 · 7u H < 12.2u H and √3 u H; plus `full_error`.
//! - A volume det(q − p, r − p, s − p) changes, when a corner moves by δ, by less than δ times twice the area
//!   of the opposite face. That face lies in a circle of radius H, so this is at most 2.6 H² δ: for two
//!   corners of each body 2 · 2.6 (12.2 + 1.8) u H³ < 73u H³ (three of one body and one of the other: less
//!   than 101u H³).
//! - Its arithmetic: edges (length ≤ 2H, error √3 u · 2H), moments (≤ H², error 3u H²), two scalar products
//!   of six terms in all, 6u · 2 · 2H · H²: together less than 2 (3.5 + 6 + 12) u H³ = 43u H³. By the normal
//!   (≤ 4H², error 13u · H²) less than 60u H³.
//!
//! In total less than 161u H³ < 9.7e-6 H³: [`VOLUME`] = 1.3e-5, plus 12 `full_error` H² < 20 `full_error` H².
//!
//! **Gaps between triangles** along a direction that is not longer than 1: corners as above (12.2 + 1.8) u H,
//! two scalar products 2 · 3u H: 20u H < 1.2e-6 H: [`GAP`] = 2e-6, and 4 `full_error`.

use nalgebra::Matrix3;

use super::node::{Leaf, Tree};
use crate::geometry::Vector;
use crate::hierarchies::query::Placed;

/// Bound on the rounding error of the gap between two boxes' projections, as a share of the sum of all half
/// extents.
pub const BOX_SHARE: f32 = 6e-6;
/// The part of the rounding error of that gap which grows with the distance of the boxes: a share of the
/// largest distance of a point from the origin.
const BOX_REACH: f64 = 3e-6;
/// Bound on the error of a tetrahedron volume, as a multiple of H³; H is the largest distance of a corner
/// from the origin of its [`LeafFrame`].
const VOLUME: f32 = 1.3e-5;
/// Bound on the error of the gap between two triangles' projections, as a multiple of the largest distance H
/// of a corner from the origin of its [`LeafFrame`].
const GAP: f32 = 2e-6;
/// Distance between the centres of the meshes, in tree units of the larger mesh. Above it, the error of a
/// distance bound ([`BOX_REACH`]) exceeds 3e-3 of the larger mesh.
const REMOTE: f64 = 1000.0;
/// Ratio of the units of the meshes below which the f32 kernels are not used. Half extents of missing children,
/// multiplied by it, must remain far below those of any box.
const UNEVEN: f64 = 1e-20;
/// A factor slightly below 1 that keeps a computed lower bound valid: it covers the rounding of a short
/// formula, and the shortening of a cross product of edges 6° apart.
pub const SURELY: f32 = 0.999_98;

/// Transform from `second` to the tree units of `first`.
pub struct Frame {
    /// Rotation from the axes of `second` to those of `first`.
    pub turn: [[f32; 3]; 3],
    /// `turn` times `ratio`.
    pub scaled_turn: [[f32; 3]; 3],
    /// Scale factor from units of `second` to those of `first`, at most 1.
    pub ratio: f32,
    /// Centre of `second` in the coordinates of `first`.
    pub shift: [f32; 3],
    /// The part of a pair's slack (its bound on rounding) that does not depend on the size of the two boxes.
    pub box_slack: f32,
    /// Scaled rotation in f64: a point p of `second` is at `full_turn · p + full_shift`.
    pub full_turn: Matrix3<f64>,
    /// Translation in f64, see `full_turn`.
    pub full_shift: Vector,
    /// Bound on the error of a coordinate that is computed in f64, in tree units of `first`.
    pub full_error: f64,
    /// Whether the bounding spheres of the meshes are separated.
    pub are_far: bool,
    /// Whether the meshes are so far apart that f32 bounds are too loose to find the closest parts.
    pub are_remote: bool,
    /// Whether the meshes differ so much in size that f32 cannot represent the smaller one in units of the larger.
    pub are_uneven: bool,
}

impl Frame {
    /// `second_to_first` maps points of `second` to coordinates of `first`, whose unit is the larger one.
    pub fn new(first: &Tree, second: &Tree, second_to_first: &Placed) -> Self {
        let ratio = first.scale / second.scale;
        let shift = (second_to_first.point(&second.center) - first.center) * first.scale;
        let metres = first.center.coords.norm() + second.center.coords.norm() + second_to_first.shift.norm();
        let full_error = 4e-15 * (metres * first.scale + 1.0 + ratio);
        let distance = shift.norm();
        Self {
            turn: [0, 1, 2].map(|i| [0, 1, 2].map(|j| second_to_first.turn[(i, j)] as f32)),
            scaled_turn: [0, 1, 2].map(|i| [0, 1, 2].map(|j| (second_to_first.turn[(i, j)] * ratio) as f32)),
            ratio: ratio as f32,
            shift: [shift.x as f32, shift.y as f32, shift.z as f32],
            box_slack: (BOX_REACH * (1.0 + ratio + distance) + full_error) as f32,
            full_turn: second_to_first.turn * ratio,
            full_shift: shift,
            full_error,
            are_remote: distance > REMOTE,
            are_uneven: ratio < UNEVEN,
            are_far: distance > (1.0 + ratio) * (1.0 + 1e-12) + 4.0 * full_error,
        }
    }
}

/// Transform of a leaf of `second` to the centre of a leaf of `first`.
pub struct LeafFrame {
    /// Rotation from the axes of `second` to those of `first`, multiplied by the scale factor.
    pub turn: [[f32; 3]; 3],
    /// Vector from the centre of the leaf of `first` to the centre of the leaf of `second`.
    pub shift: [f32; 3],
    /// Bound on the error of the volume of a tetrahedron with corners of both leaves.
    pub volume_error: f32,
    /// Bound on the error of the gap between the projections of two triangles.
    pub gap_error: f32,
}

impl LeafFrame {
    /// The transform and error bounds for one pair of leaves.
    #[inline(always)]
    pub fn new(frame: &Frame, a: &Leaf, b: &Leaf) -> Self {
        let [x, y, z] = [0, 1, 2].map(|i| f64::from(b.bounds.center[i]));
        let t = &frame.full_turn;
        let shift = [0, 1, 2].map(|i| {
            let moved = t[(i, 0)] * x + t[(i, 1)] * y + t[(i, 2)] * z;
            (moved + frame.full_shift[i] - f64::from(a.bounds.center[i])) as f32
        });
        let distance = (shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]).sqrt();
        let reach = a.radius.max(b.radius * frame.ratio + distance) * 1.000_001;
        let full_error = frame.full_error as f32;
        let volume_error = (VOLUME * reach + 20.0 * full_error) * reach * reach + f32::MIN_POSITIVE;
        Self { turn: frame.scaled_turn, shift, volume_error, gap_error: GAP * reach + 4.0 * full_error }
    }
}
