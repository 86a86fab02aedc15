//! Four triangles against four others in f32; each pair is certainly touching, certainly separated, or undecided.
//!
//! Two triangles share a point exactly if an edge of one triangle meets the other triangle. An edge meets a
//! triangle if its ends lie on different sides of the triangle's plane, and if it passes the triangle's three
//! edges in the same sense. The signs of tetrahedron volumes show both. A pair of triangles has 6 + 9 volumes;
//! the 9 (edge against edge) serve both triangles. A sign is certain if the volume exceeds its error bound
//! (`rounding.rs`). Certain answers need no further geometric argument, because the exact predicates find the
//! same signs.
//!
//! Plücker coordinates give the volume of the tetrahedron over two edges (times 6): for an edge from p to q and
//! an edge from r to s it is (q − p)·(r × s) + (s − r)·(p × q).

use super::node::Leaf;
use super::rounding::LeafFrame;
use crate::simd::lanes::{Lanes, cross, dot, dot_plus, for3, minus};

/// Masks of the 16 pairs of triangles; the bit of a pair is 4 a + b.
#[derive(Clone, Copy, Debug)]
pub struct Contacts {
    /// Mask of the pairs that certainly share a point.
    pub touching: u32,
    /// Mask of the undecided pairs.
    pub open: u32,
}

/// Four triangles with precomputed terms of the tetrahedron volumes.
struct Triangles<L> {
    corner: [[L; 3]; 3],
    /// Edge from corner k to the next corner.
    edge: [[L; 3]; 3],
    /// Cross product of corner k and the next corner.
    moment: [[L; 3]; 3],
    normal: [L; 3],
    /// Scalar product of the normal and corner 0.
    offset: L,
}

impl<L: Lanes> Triangles<L> {
    #[inline(always)]
    fn new(corner: [[L; 3]; 3]) -> Self {
        let [p, q, r] = corner;
        let edge = [minus(&q, &p), minus(&r, &q), minus(&p, &r)];
        let normal = cross(&edge[0], &edge[1]);
        let moment = [cross(&p, &q), cross(&q, &r), cross(&r, &p)];
        Self { corner, edge, moment, normal, offset: dot(&normal, &p) }
    }
}

/// Corners of A's leaf, for the pairs of part number `part` (a vector register of the 16 pairs).
#[inline(always)]
pub fn corners<L: Lanes>(leaf: &Leaf, part: usize) -> [[L; 3]; 3] {
    for3!(k => for3!(i => L::of_a(&leaf.corner[k][i], part)))
}

/// Corners of B's leaf, relative to the centre of A's leaf.
#[inline(always)]
pub fn moved_corners<L: Lanes>(leaf: &Leaf, frame: &LeafFrame) -> [[L; 3]; 3] {
    let turn = for3!(i => for3!(j => L::splat(frame.turn[i][j])));
    let shift = for3!(i => L::splat(frame.shift[i]));
    let corner = for3!(k => for3!(i => L::of_b(&leaf.corner[k][i])));
    for3!(k => for3!(i => dot_plus(&turn[i], &corner[k], shift[i])))
}

/// Mask of the pairs for which both leaves have a triangle.
#[inline(always)]
pub fn present(a: &Leaf, b: &Leaf) -> u32 {
    let of_a = 0xffff_u32 >> (16 - 4 * a.count);
    let of_b = 0x1111 * (0xf >> (4 - b.count));
    of_a & of_b
}

/// Classifies all pairs of two leaves.
#[inline(always)]
pub fn contacts<L: Lanes>(a: &Leaf, b: &Leaf, frame: &LeafFrame) -> Contacts {
    let of_b = Triangles::<L>::new(moved_corners(b, frame));
    let error = L::splat(frame.volume_error);
    let mut found = Contacts { touching: 0, open: 0 };
    for part in 0..L::PARTS {
        let of_a = Triangles::<L>::new(corners(a, part));
        let (touching, separated) = one_part::<L>(&of_a, &of_b, error);
        let all = u32::MAX >> (32 - L::WIDTH);
        found.touching |= touching << (L::WIDTH * part);
        found.open |= (all & !touching & !separated) << (L::WIDTH * part);
    }
    let present = present(a, b);
    Contacts { touching: found.touching & present, open: found.open & present }
}

/// Masks of the pairs that certainly touch and of the pairs that are certainly separated.
#[inline(always)]
fn one_part<L: Lanes>(a: &Triangles<L>, b: &Triangles<L>, error: L) -> (u32, u32) {
    // 1. Sides of the planes. A triangle entirely on one side of the other triangle's plane is separated from
    //    that triangle.
    let b_sides = for3!(k => dot_plus(&a.normal, &b.corner[k], -a.offset));
    let a_sides = for3!(k => dot_plus(&b.normal, &a.corner[k], -b.offset));
    let beside = same_sign(&b_sides).max(same_sign(&a_sides));
    let mut separated = beside.above(error);
    if separated == u32::MAX >> (32 - L::WIDTH) {
        return (0, separated);
    }
    // 2. Volumes of edge i of A and edge j of B.
    let turns = for3!(i => for3!(j => dot_plus(&a.edge[i], &b.moment[j], dot(&b.edge[j], &a.moment[i]))));
    // 3. The largest margin by which an edge of one triangle crosses the other triangle.
    let [x, y, z] = for3!(k => {
        let next = (k + 1) % 3;
        let of_a = crossing(a_sides[k], a_sides[next], &turns[k]);
        of_a.max(crossing(b_sides[k], b_sides[next], &for3!(i => turns[i][k])))
    });
    let most = x.max(y).max(z);
    separated |= (-most).above(error);
    (most.above(error), separated)
}

/// Margin by which three values have the same sign; negative if their signs differ.
#[inline(always)]
fn same_sign<L: Lanes>(x: &[L; 3]) -> L {
    x[0].min(x[1]).min(x[2]).max(-(x[0].max(x[1]).max(x[2])))
}

/// Margin by which an edge crosses a triangle: its ends, at `from` and `to`, lie on different sides, and it
/// passes all edges in the same sense. Negative if one of these conditions fails.
#[inline(always)]
fn crossing<L: Lanes>(from: L, to: L, turns: &[L; 3]) -> L {
    from.max(to).min(-from.min(to)).min(same_sign(turns))
}
