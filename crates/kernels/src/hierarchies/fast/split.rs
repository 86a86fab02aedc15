//! The axis of a split: the one whose two halves have the smallest boxes, estimated from a sample.
//!
//! The boxes lie along the principal axes of each half and are rated by the sum of their side lengths. Three
//! directions, so six halves, are rated at once. Rounding may make a split slightly worse but never invalid.

use super::fit::fitted;
use super::principal::{Eight, EightSums, LANES, Sums, along, least, most, seen_from};
use crate::geometry::Vector;
use crate::simd::lanes::{Lanes, Task};

/// Rounds of small rotations when a box is fitted to the sample.
const ROUNDS: usize = 1;

/// Finds the axis of a split.
pub struct SplitAxis<'a> {
    /// Corners of the triangles of the sample, at least two.
    pub triangles: &'a [[Vector; 3]],
    /// The number of triangles in the first half: at least one, and less than all.
    pub at: usize,
    /// True to try the diagonals of the sample's box, besides its axes.
    pub diagonals: bool,
}

impl Task for SplitAxis<'_> {
    type Out = [f32; 3];
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) -> [f32; 3] {
        let origin = self.triangles[0][0];
        let mut points = Vec::with_capacity(3 * self.triangles.len());
        let mut pieces = Vec::with_capacity(self.triangles.len());
        let mut whole = Sums::ZERO;
        for triangle in self.triangles {
            let mut sums = Sums::ZERO;
            for p in triangle {
                let p = seen_from(&origin, p);
                sums.add_point(p);
                points.push(p);
            }
            whole.add(&sums);
            pieces.push(sums);
        }
        let principal = whole.principal_axes(points.len());
        let axes = fitted(&points, principal, ROUNDS);
        let [a, b, c] = axes;
        let diagonals =
            [[plus(&a, &b), plus(&b, &c), plus(&c, &a)], [minus(&a, &b), minus(&b, &c), minus(&c, &a)]];
        let trials = [axes, principal, diagonals[0], diagonals[1]];
        let mut halves = Halves {
            points: &points,
            pieces: &pieces,
            keys: vec![0; pieces.len()],
            of: vec![0; pieces.len()],
        };
        let (mut best, mut axis) = (f32::INFINITY, a);
        for directions in &trials[..if self.diagonals { 4 } else { 2 }] {
            let sizes = halves.sizes(self.at, directions);
            for i in 0..3 {
                if sizes[i] < best {
                    (best, axis) = (sizes[i], directions[i]);
                }
            }
        }
        axis
    }
}

#[inline(always)]
fn plus(a: &[f32; 3], b: &[f32; 3]) -> [f32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
fn minus(a: &[f32; 3], b: &[f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// A key that sorts by a number, then by an index.
#[inline(always)]
pub fn key(number: f32, index: u32) -> u64 {
    let bits = number.to_bits();
    let ordered = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    u64::from(ordered) << 32 | u64::from(index)
}

/// The halves of a sample in three splits: lanes 0 to 2 are the first halves, lanes 4 to 6 the second ones.
struct Halves<'a> {
    /// Three corners per triangle.
    points: &'a [[f32; 3]],
    /// Sums over the corners of each triangle.
    pieces: &'a [Sums],
    /// Memory for the keys of the triangles along a direction.
    keys: Vec<u64>,
    /// A bit per lane, for each triangle: the halves that have it.
    of: Vec<u8>,
}

impl Halves<'_> {
    /// For each direction, the sum of the sizes of the boxes around its halves.
    #[inline(always)]
    fn sizes(&mut self, at: usize, directions: &[[f32; 3]; 3]) -> [f32; 3] {
        self.of.fill(0xf0);
        for (i, direction) in directions.iter().enumerate() {
            for (index, piece) in self.pieces.iter().enumerate() {
                self.keys[index] = key(along(direction, &piece.first), index as u32);
            }
            self.keys.select_nth_unstable(at);
            for key in &self.keys[..at] {
                self.of[*key as u32 as usize] ^= 0x11 << i;
            }
        }
        let mut sums = EightSums::ZERO;
        for (piece, of) in self.pieces.iter().zip(&self.of) {
            sums.add(&per_lane(*of, 1.0, 0.0), piece);
        }
        let [first, second] = [3.0 * at as f32, 3.0 * (self.pieces.len() - at) as f32];
        let (axes, _) = sums.principal_axes(&[first, first, first, first, second, second, second, second]);
        let mut low = [[f32::INFINITY; LANES]; 3];
        let mut high = [[f32::NEG_INFINITY; LANES]; 3];
        for (corners, of) in self.points.chunks_exact(3).zip(&self.of) {
            let away = per_lane(*of, 0.0, f32::INFINITY);
            for [x, y, z] in corners {
                for k in 0..3 {
                    for lane in 0..LANES {
                        let along = axes[k][0][lane] * x + axes[k][1][lane] * y + axes[k][2][lane] * z;
                        low[k][lane] = least(low[k][lane], along + away[lane]);
                        high[k][lane] = most(high[k][lane], along - away[lane]);
                    }
                }
            }
        }
        let mut size = [0.0; LANES];
        for k in 0..3 {
            for lane in 0..LANES {
                size[lane] += high[k][lane] - low[k][lane];
            }
        }
        [size[0] + size[4], size[1] + size[5], size[2] + size[6]]
    }
}

/// `yes` in the lanes whose bit is set, and `no` in the others.
#[inline(always)]
fn per_lane(bits: u8, yes: f32, no: f32) -> Eight {
    const BIT: [u8; LANES] = [1, 2, 4, 8, 16, 32, 64, 128];
    let mut values = [0.0; LANES];
    for lane in 0..LANES {
        values[lane] = if bits & BIT[lane] == 0 { no } else { yes };
    }
    values
}
