//! Four oriented boxes against four others: which of the 16 pairs share a point, and how deep.
//!
//! The separating axes of Gottschalk, Lin and Manocha (1996), all 15, for all pairs at once. What a box pair keeps are
//! *excesses*: how far apart the projections on an axis are, minus what rounding may account for (`rounding.rs`). A pair
//! with a positive excess on any axis is surely apart.

use super::lanes::{Four, Lanes, Simd, Wide, dot, dot_plus, each, minus};
use super::node::{Bounds, Node};
use super::rounding::{BOX_SHARE, Frame, SURELY};

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
        let half = each!(i => F::load(&node.half[i]));
        Self {
            center: each!(i => F::load(&node.center[i])),
            axes: each!(i => each!(j => F::load(&node.axes[i][j]))),
            half,
            slack: F::splat(BOX_SHARE) * (half[0] + half[1] + half[2]),
        }
    }

    /// One box in all lanes.
    #[inline(always)]
    pub fn of_one(bounds: &Bounds) -> Self {
        let half = each!(i => F::splat(bounds.half[i]));
        Self {
            center: each!(i => F::splat(bounds.center[i])),
            axes: each!(i => each!(j => F::splat(bounds.axes[i][j]))),
            half,
            slack: F::splat(BOX_SHARE) * (half[0] + half[1] + half[2]),
        }
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

/// Tests the pairs of the bits `asked`: all, or those of A's first box where it has only one.
#[inline(always)]
pub fn overlaps<S: Simd>(a: &Boxes<S::Four>, b: &Boxes<S::Four>, asked: u32) -> Overlaps {
    let b = Spread::<S::Wide>::of_b(b);
    let mut found = Overlaps { pairs: 0, excess: [0.0; 16] };
    for part in 0..S::PARTS {
        if asked >> (S::WIDTH * part) == 0 {
            break;
        }
        let a = Spread::<S::Wide>::of_a(a, part);
        let (pairs, excess) = one_part::<S>(&a, &b);
        found.pairs |= pairs << (S::WIDTH * part);
        if pairs != 0 {
            excess.store(&mut found.excess, part);
        }
    }
    found.pairs &= asked;
    found
}

/// A pair of boxes seen along its axes.
struct Seen<W> {
    slack: W,
    /// Axis i of A · axis j of B.
    turn: [[W; 3]; 3],
    /// The absolute values.
    size: [[W; 3]; 3],
    /// From centre to centre along A's axes.
    across: [W; 3],
    /// The excesses on A's axes.
    of_a: [W; 3],
    /// The excesses on B's axes.
    of_b: [W; 3],
}

impl<W: Lanes> Seen<W> {
    #[inline(always)]
    fn new(a: &Spread<W>, b: &Spread<W>) -> Self {
        let slack = a.slack + b.slack;
        let between = minus(&b.center, &a.center);
        let turn = each!(i => each!(j => dot(&a.axes[i], &b.axes[j])));
        let size = each!(i => each!(j => turn[i][j].abs()));
        let across = each!(i => dot(&a.axes[i], &between));
        let of_a = each!(i => across[i].abs() - dot_plus(&size[i], &b.half, a.half[i] + slack));
        let of_b = each!(j => dot(&each!(i => turn[i][j]), &across).abs()
            - dot_plus(&each!(i => size[i][j]), &a.half, b.half[j] + slack));
        Self { slack, turn, size, across, of_a, of_b }
    }

    /// The largest excess on a face's axis.
    #[inline(always)]
    fn of_faces(&self) -> W {
        greatest(&self.of_a).max(greatest(&self.of_b))
    }

    /// The excess on axis i of A × axis j of B, which is not normalised.
    #[inline(always)]
    fn of_edges(&self, a: &Spread<W>, b: &Spread<W>, i: usize, j: usize) -> W {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        let (m, n) = ((j + 1) % 3, (j + 2) % 3);
        let gap = (self.across[l] * self.turn[k][j] - self.across[k] * self.turn[l][j]).abs();
        let of_a = a.half[k].mul_add(self.size[l][j], a.half[l].mul_add(self.size[k][j], self.slack));
        gap - b.half[m].mul_add(self.size[i][n], b.half[n].mul_add(self.size[i][m], of_a))
    }
}

/// The greatest of three.
#[inline(always)]
fn greatest<W: Lanes>(x: &[W; 3]) -> W {
    x[0].max(x[1]).max(x[2])
}

#[inline(always)]
fn one_part<S: Simd>(a: &Spread<S::Wide>, b: &Spread<S::Wide>) -> (u32, S::Wide) {
    let all = u32::MAX >> (32 - S::WIDTH);
    let zero = S::Wide::splat(0.0);
    let seen = Seen::new(a, b);
    let faces = seen.of_faces();
    if faces.above(zero) == all {
        return (0, faces);
    }
    let [x, y, z] = each!(i => greatest(&each!(j => seen.of_edges(a, b, i, j))));
    (!faces.max(x).max(y).max(z).above(zero) & all, faces)
}

/// Lower bounds of the distances of the 16 pairs. Of a pair whose boxes are not surely apart it is 0 or less: the less, the
/// deeper they overlap. With them the bits of the pairs
/// of `asked` whose bound is below `cut`; one without a box is none of them.
#[inline(always)]
pub fn gaps<S: Simd>(a: &Boxes<S::Four>, b: &Boxes<S::Four>, asked: u32, cut: f32) -> (u32, [f32; 16]) {
    let b = Spread::<S::Wide>::of_b(b);
    let mut pairs = 0;
    let mut found = [f32::INFINITY; 16];
    for part in 0..S::PARTS {
        if asked >> (S::WIDTH * part) == 0 {
            break;
        }
        let a = Spread::<S::Wide>::of_a(a, part);
        let gap = gap::<S>(&a, &b);
        pairs |= S::Wide::splat(cut).above(gap) << (S::WIDTH * part);
        gap.store(&mut found, part);
    }
    (pairs & asked, found)
}

#[inline(always)]
fn gap<S: Simd>(a: &Spread<S::Wide>, b: &Spread<S::Wide>) -> S::Wide {
    let (zero, one) = (S::Wide::splat(0.0), S::Wide::splat(1.0));
    let seen = Seen::new(a, b);
    // 1. The box around B along A's axes, and the other way round: gaps along three axes at right angles add up by Pythagoras.
    let of_a = each!(i => seen.of_a[i].max(zero));
    let of_b = each!(i => seen.of_b[i].max(zero));
    let squared = dot(&of_a, &of_a).max(dot(&of_b, &of_b));
    // 2. The cross products, divided by their length. Short ones, of edges within 6°, say next to nothing.
    let edges = each!(i => greatest(&each!(j => {
        let length = (one - seen.turn[i][j] * seen.turn[i][j]).max(S::Wide::splat(0.01));
        let excess = seen.of_edges(a, b, i, j).max(zero);
        (excess * excess).over(length)
    })));
    let bound = squared.max(greatest(&edges)).sqrt() * S::Wide::splat(SURELY);
    // 3. Without a gap, how deep.
    bound + seen.of_faces().min(zero)
}
