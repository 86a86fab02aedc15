//! Four oriented boxes against four others: which of the 16 pairs share a point, and how deep.
//!
//! The separating axes of Gottschalk, Lin and Manocha (1996), all 15, for all pairs at once. What a box pair keeps are
//! *excesses*: how far apart the projections on an axis are, minus what rounding may account for (`rounding.rs`). A pair
//! with a positive excess on any axis is surely apart.

use super::lanes::{Four, Lanes, Simd, Wide, dot, dot_plus, each, minus};
use super::node::Node;
use super::rounding::{BOX_SHARE, Frame};

/// Four oriented boxes.
#[derive(Clone, Copy)]
pub struct Boxes<F> {
    /// x, y, z of the centres.
    pub center: [F; 3],
    /// First index: the axis, second: x, y, z.
    pub axes: [[F; 3]; 3],
    /// Half extents.
    pub half: [F; 3],
    /// What the box adds to the slack of a pair.
    pub slack: F,
}

impl<F: Four> Boxes<F> {
    /// The boxes of a node in its own tree's units.
    #[inline(always)]
    pub fn of(node: &Node) -> Self {
        let center = each!(i => F::load(&node.center[i]));
        let half = each!(i => F::from_bf16(&node.half[i]));
        let [x, y, z] = each!(i => F::from_i16(&node.turn[i]));
        let w = F::from_i16(&node.turn[3]);
        // The rotation of a quaternion that is not normalised: 2 / |q|² in place of 2.
        let norm = w.mul_add(w, z.mul_add(z, y.mul_add(y, x * x)));
        let s = F::splat(2.0).over(norm);
        let [sx, sy, sz] = [x * s, y * s, z * s];
        let [xx, yy, zz] = [x * sx, y * sy, z * sz];
        let [xy, xz, yz] = [x * sy, x * sz, y * sz];
        let [wx, wy, wz] = [w * sx, w * sy, w * sz];
        let one = F::splat(1.0);
        let axes = [
            [one - (yy + zz), xy + wz, xz - wy],
            [xy - wz, one - (xx + zz), yz + wx],
            [xz + wy, yz - wx, one - (xx + yy)],
        ];
        Self { center, axes, half, slack: F::splat(BOX_SHARE) * (half[0] + half[1] + half[2]) }
    }

    /// The boxes of B, brought to A's tree units.
    #[inline(always)]
    pub fn turned(&self, frame: &Frame) -> Self {
        let rows = each!(i => each!(j => F::splat(frame.turn[i][j])));
        let ratio = F::splat(frame.ratio);
        let center = each!(i => self.center[i] * ratio);
        Self {
            center: each!(i => dot_plus(&rows[i], &center, F::splat(frame.shift[i]))),
            // Of the axes only the direction counts, so they are turned without the ratio of the units.
            axes: each!(k => each!(i => dot(&rows[i], &self.axes[k]))),
            half: each!(i => self.half[i] * ratio),
            slack: self.slack * ratio + F::splat(frame.box_slack),
        }
    }
}

/// Values of one part of the 16 pairs.
struct Spread<W> {
    center: [W; 3],
    axes: [[W; 3]; 3],
    half: [W; 3],
    slack: W,
}

impl<W> Spread<W> {
    #[inline(always)]
    fn of_a<F: Four>(a: &Boxes<F>, part: usize) -> Self
    where
        W: Wide<F>,
    {
        Self {
            center: each!(i => W::of_a(a.center[i], part)),
            axes: each!(i => each!(j => W::of_a(a.axes[i][j], part))),
            half: each!(i => W::of_a(a.half[i], part)),
            slack: W::of_a(a.slack, part),
        }
    }

    #[inline(always)]
    fn of_b<F: Four>(b: &Boxes<F>) -> Self
    where
        W: Wide<F>,
    {
        Self {
            center: each!(i => W::of_b(b.center[i])),
            axes: each!(i => each!(j => W::of_b(b.axes[i][j]))),
            half: each!(i => W::of_b(b.half[i])),
            slack: W::of_b(b.slack),
        }
    }
}

/// Which pairs may share a point.
pub struct Overlaps {
    /// Bit 4 a + b: box a of A and box b of B are not surely apart.
    pub pairs: u32,
    /// The largest excess over the axes that were tested: the less, the deeper. Only of the pairs in `pairs`.
    pub excess: [f32; 16],
}

/// Tests the pairs of the first `parts` parts: all, or those of A's first box where it has only one.
#[inline(always)]
pub fn overlaps<S: Simd>(a: &Boxes<S::Four>, b: &Boxes<S::Four>, parts: usize) -> Overlaps {
    let b = Spread::<S::Wide>::of_b(b);
    let mut found = Overlaps { pairs: 0, excess: [0.0; 16] };
    for part in 0..S::PARTS {
        if part >= parts {
            break;
        }
        let a = Spread::<S::Wide>::of_a(a, part);
        let (pairs, excess) = one_part::<S>(&a, &b);
        found.pairs |= pairs << (S::WIDTH * part);
        if pairs != 0 {
            excess.store(&mut found.excess, part);
        }
    }
    found
}

#[inline(always)]
fn one_part<S: Simd>(a: &Spread<S::Wide>, b: &Spread<S::Wide>) -> (u32, S::Wide) {
    let all = u32::MAX >> (32 - S::WIDTH);
    let zero = S::Wide::splat(0.0);
    let slack = a.slack + b.slack;
    let between = minus(&b.center, &a.center);
    let turn = each!(i => each!(j => dot(&a.axes[i], &b.axes[j])));
    let size = each!(i => each!(j => turn[i][j].abs()));
    let across = each!(i => dot(&a.axes[i], &between));

    // 1. A's axes, then B's.
    let mut worst = across[0].abs() - (dot(&size[0], &b.half) + (a.half[0] + slack));
    for i in 1..3 {
        worst = worst.max(across[i].abs() - (dot(&size[i], &b.half) + (a.half[i] + slack)));
    }
    for j in 0..3 {
        let reach = dot(&each!(i => size[i][j]), &a.half) + (b.half[j] + slack);
        worst = worst.max(dot(&each!(i => turn[i][j]), &across).abs() - reach);
    }
    if worst.above(zero) == all {
        return (0, worst);
    }
    // 2. Axis i of A × axis j of B, not normalised.
    let mut edges = -S::Wide::splat(1e30);
    for i in 0..3 {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (m, n) = ((j + 1) % 3, (j + 2) % 3);
            let gap = (across[l] * turn[k][j] - across[k] * turn[l][j]).abs();
            let of_a = a.half[k].mul_add(size[l][j], a.half[l].mul_add(size[k][j], slack));
            let reach = b.half[m].mul_add(size[i][n], b.half[n].mul_add(size[i][m], of_a));
            edges = edges.max(gap - reach);
        }
    }
    (!worst.max(edges).above(zero) & all, worst)
}
