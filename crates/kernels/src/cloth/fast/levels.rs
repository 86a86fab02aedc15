//! Moving boxes of positions and edges: one level per power of four, in Morton order.
//!
//! Node i of a level has the children 4i … 4i + 3 in the next: bit 0 of a child's index is its column, bit 1
//! its row. If the number of cells is not a power of two, the grid is padded with empty nodes.

use super::cells::Cell;
use super::moving::{FourBoxes, Moving};
use crate::cloth::detect::Patch;
use crate::geometry::Point;
use crate::simd::lanes::Lanes;
use crate::simd::level::Level;

/// The levels over the cells of a grid.
#[derive(Clone, Debug)]
pub struct Levels {
    /// Cells along a side.
    pub cells: usize,
    /// Level of the cells; the root is level 0.
    pub depth: usize,
    /// Boxes of the edges under every node, level by level, the root first.
    pub(super) nodes: Vec<Node>,
    /// Boxes of positions, in groups of four. The first group holds the root's box in its last place; the
    /// next groups hold the children of nodes 0, 1, 2 …
    pub(super) positions: Vec<FourBoxes>,
    /// Boxes of the particles.
    pub(super) points: Vec<Moving>,
    /// Origin of all boxes; precision is highest near it.
    pub(super) origin: Point,
    /// Column and row of every cell, in Morton order.
    pub(super) columns_and_rows: Vec<[u16; 2]>,
    /// Instruction set for all work on boxes. The answer does not depend on it.
    pub set: Level,
}

/// Boxes of the edges under a node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Edges along u.
    pub us: Moving,
    /// Edges along v.
    pub vs: Moving,
}

/// A node by its level, column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Level; the root has level 0.
    pub level: usize,
    /// Column within the level.
    pub x: usize,
    /// Row within the level.
    pub y: usize,
}

impl Levels {
    /// Allocates levels for a grid of `side` × `side` particles.
    pub fn new(side: usize) -> Self {
        let cells = side - 1;
        let depth = cells.next_power_of_two().trailing_zeros() as usize;
        Self {
            cells,
            depth,
            nodes: vec![Node::empty(); Self::first(depth + 1)],
            positions: vec![FourBoxes::EMPTY; Self::first(depth) + 1],
            points: vec![Moving::empty(); side * side],
            origin: Point::origin(),
            columns_and_rows: (0..1_u32 << (2 * depth))
                .map(|index| [unspread(index) as u16, unspread(index >> 1) as u16])
                .collect(),
            set: Level::best(),
        }
    }

    /// Index of the first node of a level.
    #[inline(always)]
    pub(super) fn first(level: usize) -> usize {
        ((1 << (2 * level)) - 1) / 3
    }

    /// Position of the node with this index on this level.
    #[inline(always)]
    pub fn place(&self, level: usize, index: usize) -> Place {
        let index = (index - Self::first(level)) as u32;
        Place { level, x: unspread(index) as usize, y: unspread(index >> 1) as usize }
    }

    /// Column and row of a cell, by the index of its node.
    #[inline(always)]
    pub fn column_and_row(&self, index: usize) -> [usize; 2] {
        let [x, y] = self.columns_and_rows[index - Self::first(self.depth)];
        [usize::from(x), usize::from(y)]
    }

    /// The group of four that contains a node's box, and the position in the group. The root is in the last
    /// position of the first group.
    #[inline(always)]
    pub(super) fn among_four(index: usize) -> (usize, usize) {
        (index.div_ceil(4), (index + 3) % 4)
    }

    /// The box of a node's positions.
    #[inline(always)]
    pub fn positions(&self, index: usize) -> Moving {
        let (four, place) = Self::among_four(index);
        self.positions[four].get(place)
    }

    /// Bounds of the box of a node's positions.
    #[inline(always)]
    pub fn bounds(&self, index: usize) -> [&[f32; 4]; 4] {
        let (four, place) = Self::among_four(index);
        self.positions[four].bounds(place)
    }

    /// True if the node contains no cell.
    #[inline(always)]
    pub fn is_empty(&self, index: usize) -> bool {
        self.nodes[index].us.is_empty()
    }

    /// The boxes of all children of a node, in Morton order.
    #[inline(always)]
    pub fn positions_under(&self, index: usize) -> &FourBoxes {
        &self.positions[index + 1]
    }

    /// Boxes of the particles.
    pub fn points(&self) -> &[Moving] {
        &self.points
    }

    /// A node by its index.
    #[inline(always)]
    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The cell in this column and row.
    #[inline(always)]
    pub fn cell(&self, [x, y]: [usize; 2]) -> Cell {
        Cell::new(self.cells, x, y, &self.points)
    }

    /// The cells of a node.
    #[inline(always)]
    pub fn patch(&self, place: Place) -> Patch {
        let shift = self.depth - place.level;
        let from = [place.x << shift, place.y << shift];
        let to = from.map(|c| (c + (1 << shift)).min(self.cells));
        Patch::Cells { from: from.map(|c| c as u16), to: to.map(|c| c as u16) }
    }
}

impl Node {
    /// A node without edges.
    #[inline(always)]
    pub fn empty() -> Self {
        Self { us: Moving::empty(), vs: Moving::empty() }
    }

    /// Sets the boxes to the union of four nodes.
    #[inline(always)]
    pub fn join<L: Lanes>(&mut self, [a, b, c, d]: &[Self; 4]) {
        self.us.enclose::<L, 4>([&a.us, &b.us, &c.us, &d.us]);
        self.vs.enclose::<L, 4>([&a.vs, &b.vs, &c.vs, &d.vs]);
    }
}

/// The indices of the four children of a node, in Morton order.
#[inline(always)]
pub fn children(index: usize) -> [usize; 4] {
    [4 * index + 1, 4 * index + 2, 4 * index + 3, 4 * index + 4]
}

/// Gathers the bits at the even positions, which turns an index within a level into its column.
#[inline(always)]
pub fn unspread(x: u32) -> u32 {
    let x = x & 0x5555_5555;
    let x = (x | x >> 1) & 0x3333_3333;
    let x = (x | x >> 2) & 0x0f0f_0f0f;
    let x = (x | x >> 4) & 0x00ff_00ff;
    (x | x >> 8) & 0x0000_ffff
}
