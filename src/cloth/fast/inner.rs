//! Two cells that are not in the last column or row, as nearly all are: each owns one particle, three edges and two triangles.
//!
//! The same as `cells.rs`, without branches, which could not be foreseen: a bit for each of the 13 pairs of features.

use super::moving::{Gap, Moving};
use crate::cloth::step::Features;

/// The boxes of what a cell owns.
pub struct Inner {
    /// Its column and row.
    at: [usize; 2],
    vertex: Moving,
    /// Along u, along v, and the diagonal.
    edges: [Moving; 3],
    faces: [Moving; 2],
}

/// Where a cell lies, seen from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// They have no common particle.
    No,
    /// In the next column.
    Right,
    /// In the next row.
    Up,
    /// In the next column and row.
    UpRight,
    /// In the column before and the next row.
    UpLeft,
}

impl Inner {
    /// Whether the cell in column x and row y of a grid of `cells` × `cells` is none of the last column or row.
    #[inline(always)]
    pub fn is_one(cells: usize, x: usize, y: usize) -> bool {
        x + 1 < cells && y + 1 < cells
    }

    /// That cell, from the boxes of its particles.
    #[inline(always)]
    pub fn new(cells: usize, x: usize, y: usize, points: &[Moving]) -> Self {
        let corner = y * (cells + 1) + x;
        let (low, high) = (&points[corner..corner + 2], &points[corner + cells + 1..corner + cells + 3]);
        let middle = low[1].union(&high[0]);
        Self {
            at: [x, y],
            vertex: low[0],
            edges: [low[0].union(&low[1]), low[0].union(&high[0]), middle],
            faces: [low[0].union(&middle), high[1].union(&middle)],
        }
    }

    /// All pairs of a feature of this cell with one of the other whose boxes come near, but those with a common particle.
    #[inline(always)]
    pub fn against(
        &self,
        other: &Self,
        beside: Beside,
        cells: usize,
        gap: Gap,
        mut take: impl FnMut(Features),
    ) {
        let mut near = self.near(other, gap) & !SHARED[beside as usize];
        if near == 0 {
            return;
        }
        let (mine, others) = (self.indices(cells), other.indices(cells));
        while near != 0 {
            take(pair(&mine, &others, near.trailing_zeros() as usize));
            near &= near - 1;
        }
    }

    /// A bit for every pair of features whose boxes come near, in the order of [`PAIRS`].
    #[inline(always)]
    fn near(&self, other: &Self, gap: Gap) -> u32 {
        let bit = |a: &Moving, b: &Moving, place: u32| u32::from(a.meets(b, gap)) << place;
        let row = |edge: &Moving, place: u32| {
            bit(edge, &other.edges[0], place)
                | bit(edge, &other.edges[1], place + 1)
                | bit(edge, &other.edges[2], place + 2)
        };
        bit(&self.vertex, &other.faces[0], 0)
            | bit(&self.vertex, &other.faces[1], 1)
            | bit(&other.vertex, &self.faces[0], 2)
            | bit(&other.vertex, &self.faces[1], 3)
            | row(&self.edges[0], 4)
            | row(&self.edges[1], 7)
            | row(&self.edges[2], 10)
    }

    /// Of its particle, its first edge along u, along v and diagonal, and its first triangle.
    #[inline(always)]
    fn indices(&self, cells: usize) -> [u32; 5] {
        let [x, y] = self.at;
        let (corner, lower) = (y * (cells + 1) + x, y * cells + x);
        let (up, diagonal) = (cells * (cells + 1) + corner, 2 * cells * (cells + 1) + lower);
        [corner as u32, lower as u32, up as u32, diagonal as u32, 2 * lower as u32]
    }
}

/// The pair of features of a bit.
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

/// By [`Beside`]: the bits of the pairs with a common particle.
const SHARED: [u32; 5] = [0, shared(1, 0), shared(0, 1), shared(1, 1), shared(-1, 1)];

/// The particles of what a cell owns, from its corner: the particle, edges and triangles.
const VERTEX: &[[i32; 2]] = &[[0, 0]];
const EDGES: [&[[i32; 2]]; 3] = [&[[0, 0], [1, 0]], &[[0, 0], [0, 1]], &[[1, 0], [0, 1]]];
const FACES: [&[[i32; 2]]; 2] = [&[[0, 0], [1, 0], [0, 1]], &[[1, 1], [0, 1], [1, 0]]];

/// The pairs of features of two cells by their particles, in the order of their bits. The first one is this cell's, but
/// for the third and the fourth pair.
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

const fn shared(right: i32, up: i32) -> u32 {
    let (mut bits, mut place) = (0, 0);
    while place < PAIRS.len() {
        let [mine, others] = PAIRS[place];
        let mut i = 0;
        while i < mine.len() {
            let mut j = 0;
            while j < others.len() {
                if mine[i][0] == others[j][0] + right && mine[i][1] == others[j][1] + up {
                    bits |= 1 << place;
                }
                j += 1;
            }
            i += 1;
        }
        place += 1;
    }
    bits
}
