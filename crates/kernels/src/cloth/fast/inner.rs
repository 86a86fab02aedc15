//! Pairs of interior cells, which are not in the last column or row: each owns one particle, three edges and
//! two triangles.
//!
//! Same result as `cells.rs`, but branch-free, because the branches would be unpredictable: one bit for each
//! of the 13 pairs of features.

use super::moving::{FourBoxes, Moving, any_of_four};
use crate::cloth::step::Features;
use crate::simd::lanes::Lanes;

/// Boxes of the features that a cell owns.
#[derive(Clone, Copy)]
pub struct Inner {
    /// Boxes of the edges along u, along v and on the diagonal, and of the particle.
    edges_and_vertex: FourBoxes,
    /// Boxes of the two triangles.
    faces: FourBoxes,
}

/// Position of a second cell relative to a first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The cells have no common particle.
    No,
    /// The second cell is in the next column.
    Right,
    /// The second cell is in the next row.
    Up,
    /// The second cell is in the next column and the next row.
    UpRight,
    /// The second cell is in the previous column and the next row.
    UpLeft,
}

/// True if the cell in column x and row y of a grid of `cells` × `cells` is not in the last column or row.
#[inline(always)]
pub fn is_inner(cells: usize, [x, y]: [usize; 2]) -> bool {
    x + 1 < cells && y + 1 < cells
}

impl Inner {
    /// A placeholder: empty boxes, separated from all others.
    pub const EMPTY: Self = Self { edges_and_vertex: FourBoxes::EMPTY, faces: FourBoxes::EMPTY };

    /// Sets the boxes to those of the cell in this column and row, from the boxes of its particles.
    #[inline(always)]
    pub fn set(&mut self, cells: usize, [x, y]: [usize; 2], points: &[Moving]) {
        let corner = y * (cells + 1) + x;
        let (low, high) = (&points[corner..corner + 2], &points[corner + cells + 1..corner + cells + 3]);
        let middle = low[1].union(&high[0]);
        self.edges_and_vertex.set(0, &low[0].union(&low[1]));
        self.edges_and_vertex.set(1, &low[0].union(&high[0]));
        self.edges_and_vertex.set(2, &middle);
        self.edges_and_vertex.set(3, &low[0]);
        self.faces.set(0, &low[0].union(&middle));
        self.faces.set(1, &high[1].union(&middle));
    }

    /// Every fourth bit represents a pair of features, in the order of [`PAIRS`]; the bit is set if their
    /// boxes are within the gap and they have no common particle.
    #[inline(always)]
    pub fn near<L: Lanes>(&self, other: &Self, beside: Beside, gap: L) -> u64 {
        let (mine, others) = (&self.edges_and_vertex, &other.edges_and_vertex);
        let row = |edge: usize| others.apart::<L, 3>(mine.bounds(edge), gap) & 0xfff;
        let apart = other.faces.apart::<L, 2>(mine.bounds(3), gap) & 0xff
            | (self.faces.apart::<L, 2>(others.bounds(3), gap) & 0xff) << 8
            | row(0) << 16
            | row(1) << 28
            | row(2) << 40;
        !any_of_four(apart) & !SHARED[beside as usize] & ALL
    }
}

/// Appends the pairs of features whose bits are set, in order.
#[inline(always)]
pub fn take(mut near: u64, cells: usize, mine: [usize; 2], others: [usize; 2], features: &mut Vec<Features>) {
    let (mine, others) = (indices(cells, mine), indices(cells, others));
    while near != 0 {
        features.push(pair(&mine, &others, near.trailing_zeros() as usize / 4));
        near &= near - 1;
    }
}

/// Indices of a cell's particle, of its edges along u, along v and on the diagonal, and of its first triangle.
#[inline(always)]
fn indices(cells: usize, [x, y]: [usize; 2]) -> [u32; 5] {
    let (corner, lower) = (y * (cells + 1) + x, y * cells + x);
    let (up, diagonal) = (cells * (cells + 1) + corner, 2 * cells * (cells + 1) + lower);
    [corner as u32, lower as u32, up as u32, diagonal as u32, 2 * lower as u32]
}

/// The pair of features that belongs to a bit.
#[inline(always)]
fn pair(mine: &[u32; 5], others: &[u32; 5], bit: usize) -> Features {
    match bit {
        0 | 1 => Features::VertexFace(mine[0], others[4] + bit as u32),
        2 | 3 => Features::VertexFace(others[0], mine[4] + bit as u32 - 2),
        _ => {
            let (a, b) = (mine[1 + (bit - 4) / 3], others[1 + (bit - 4) % 3]);
            Features::EdgeEdge(a.min(b), a.max(b))
        }
    }
}

/// The bits of all pairs.
const ALL: u64 = any_of_four((1 << (4 * PAIRS.len())) - 1);

/// For each [`Beside`], the bits of the pairs with a common particle.
const SHARED: [u64; 5] = [0, shared(1, 0), shared(0, 1), shared(1, 1), shared(-1, 1)];

/// Particles of the features of a cell, as offsets from its lower left corner: particle, edges and triangles.
const VERTEX: &[[i32; 2]] = &[[0, 0]];
const EDGES: [&[[i32; 2]]; 3] = [&[[0, 0], [1, 0]], &[[0, 0], [0, 1]], &[[1, 0], [0, 1]]];
const FACES: [&[[i32; 2]]; 2] = [&[[0, 0], [1, 0], [0, 1]], &[[1, 1], [0, 1], [1, 0]]];

/// The pairs of features of two cells, in the order of the bits. Each feature is given by its particles. The
/// first feature of a pair always belongs to the first cell, also in pairs 3 and 4, where a triangle of the
/// first cell meets a particle of the second.
const PAIRS: [[&[[i32; 2]]; 2]; 13] = [
    [VERTEX, FACES[0]],
    [VERTEX, FACES[1]],
    [FACES[0], VERTEX],
    [FACES[1], VERTEX],
    [EDGES[0], EDGES[0]],
    [EDGES[0], EDGES[1]],
    [EDGES[0], EDGES[2]],
    [EDGES[1], EDGES[0]],
    [EDGES[1], EDGES[1]],
    [EDGES[1], EDGES[2]],
    [EDGES[2], EDGES[0]],
    [EDGES[2], EDGES[1]],
    [EDGES[2], EDGES[2]],
];

const fn shared(right: i32, up: i32) -> u64 {
    let (mut bits, mut place) = (0, 0);
    while place < PAIRS.len() {
        let [mine, others] = PAIRS[place];
        let mut i = 0;
        while i < mine.len() {
            let mut j = 0;
            while j < others.len() {
                if mine[i][0] == others[j][0] + right && mine[i][1] == others[j][1] + up {
                    bits |= 1 << (4 * place);
                }
                j += 1;
            }
            i += 1;
        }
        place += 1;
    }
    bits
}
