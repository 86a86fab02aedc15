//! Recursive subdivision of space: a cell is cut where boxes crowd; only boxes that share a leaf are compared.
//!
//! The top-down construction of the Northeastern lecture (source 2), "Bounding volume hierarchies", applied
//! to space instead of bodies: an octree (Meagher 1982) cuts a cube on all three axes, a k-d tree (Bentley 1975; a BSP
//! tree whose planes are perpendicular to the axes) cuts a box on its longest axis. Rebuilt every time, it adapts to
//! crowded places and to different box sizes, unlike a grid of equal cells.
//!
//! A cell with more boxes than a leaf may hold is cut at its centre as long as it is larger than the boxes in it; a box
//! goes to every part that it touches. In a leaf all pairs are compared; a pair is reported by the leaf that contains
//! the lowest corner of the two boxes' overlap, so each pair is found once. No pair is missed: that corner is in both
//! boxes, and every part that contains a point of a box gets the box.
//!
//! It does not pay with long thin boxes, which lie in many leaves or stop the division early. Cost: number of
//! boxes times depth; nothing is reused from the last time.

use std::ops::ControlFlow;

use super::candidates::BroadCost;
use crate::geometry::{Aabb, Point};

/// Maximum number of cuts on an axis: f64 coordinates cannot be halved more often.
const DEEPEST: usize = 64;

/// The axes on which a cell is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// All three: a cube has eight parts.
    Octree,
    /// The longest one: a box has two parts.
    KdTree,
}

/// When and how cells are cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The axes of a cut.
    pub cut: Cut,
    /// A cell with at most this many boxes is a leaf.
    pub leaf: usize,
    /// A cell is a leaf if half its longest side is at most this multiple of the mean longest side of its boxes.
    pub smallest: f64,
}

/// An event of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seen {
    /// A cell with at least two boxes: its bounds, its depth below the root, and whether it is a leaf.
    Cell(Aabb, usize, bool),
    /// The indices of two boxes of a leaf that do not overlap; the same two can be seen in several leaves.
    Apart(u32, u32),
    /// The indices of two boxes that overlap, each pair once.
    Pair(u32, u32),
}

/// The search by subdivision; keeps only its buffers from one search to the next.
pub struct Subdivision {
    rules: Rules,
    longest_sides: Vec<f64>,
    /// Stack of box indices: the boxes of all cells from the root to the current cell.
    members: Vec<u32>,
    /// For each entry of `members`, a mask of the parts of the cell that the box touches.
    parts: Vec<u8>,
    cost: BroadCost,
}

/// A cell and the range of its entries in `members`.
struct Cell {
    bounds: Aabb,
    /// The points that belong to this cell: lower bound included, upper bound excluded. For cells at the
    /// boundary of the root they extend to infinity.
    own: [Point; 2],
    begin: usize,
    end: usize,
}

impl Subdivision {
    /// A search by these rules.
    pub fn new(rules: Rules) -> Self {
        let (longest_sides, members, parts) = (Vec::new(), Vec::new(), Vec::new());
        Self { rules, longest_sides, members, parts, cost: BroadCost::default() }
    }

    /// Finds all pairs of overlapping boxes (touching counts), unless `see` ends the search. Returns the cost.
    pub fn search(&mut self, boxes: &[Aabb], see: &mut impl FnMut(Seen) -> ControlFlow<()>) -> BroadCost {
        self.cost = BroadCost::default();
        self.longest_sides.clear();
        self.longest_sides.extend(boxes.iter().map(|b| b.extents().max()));
        self.members.clear();
        self.members.extend(0..boxes.len() as u32);
        let around = boxes.iter().fold(Aabb::EMPTY, |sum, b| sum.union(b));
        let root = Cell {
            bounds: match self.rules.cut {
                Cut::Octree => Aabb::cube(around.center(), 0.5 * around.extents().max()),
                Cut::KdTree => around,
            },
            own: [f64::NEG_INFINITY, f64::INFINITY].map(|c| Point::new(c, c, c)),
            begin: 0,
            end: boxes.len(),
        };
        // A search that `see` has ended has nothing to add.
        let _ = self.visit(boxes, &root, 0, see);
        self.cost
    }

    fn visit(
        &mut self,
        boxes: &[Aabb],
        cell: &Cell,
        depth: usize,
        see: &mut impl FnMut(Seen) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let axes = self.axes_to_cut(cell, depth);
        see(Seen::Cell(cell.bounds, depth, axes == 0))?;
        if axes == 0 { self.compare(boxes, cell, see) } else { self.cut(boxes, cell, axes, depth, see) }
    }

    /// Mask of the axes on which to cut a cell; 0 for a leaf: few boxes, boxes as large as the cell's
    /// parts, or a cell too small to be halved.
    fn axes_to_cut(&self, cell: &Cell, depth: usize) -> u8 {
        let members = &self.members[cell.begin..cell.end];
        let deepest = if self.rules.cut == Cut::Octree { DEEPEST } else { 3 * DEEPEST };
        if members.len() <= self.rules.leaf || depth == deepest {
            return 0;
        }
        let Aabb { min, max } = cell.bounds;
        let (middle, sides) = (cell.bounds.center(), cell.bounds.extents());
        let axes: u8 = match self.rules.cut {
            Cut::Octree => 0b111,
            Cut::KdTree => 1 << sides.imax(),
        };
        let halves =
            |axis: usize| axes >> axis & 1 == 1 && min[axis] < middle[axis] && middle[axis] < max[axis];
        if !(0..3).any(halves) || middle.iter().any(|c| c.is_nan()) {
            return 0;
        }
        let sum: f64 = members.iter().map(|&m| self.longest_sides[m as usize]).sum();
        if self.rules.smallest * sum < 0.5 * sides.max() * members.len() as f64 { axes } else { 0 }
    }

    fn cut(
        &mut self,
        boxes: &[Aabb],
        cell: &Cell,
        axes: u8,
        depth: usize,
        see: &mut impl FnMut(Seen) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let middle = cell.bounds.center();
        self.cost.node_tests += (cell.end - cell.begin) as u64;
        self.parts.resize(cell.begin, 0);
        for place in cell.begin..cell.end {
            self.parts.push(touched(&boxes[self.members[place] as usize], &middle, axes));
        }
        for part in (0..8).filter(|part| part & !axes == 0) {
            let begin = self.members.len();
            for place in cell.begin..cell.end {
                if self.parts[place] >> part & 1 == 1 {
                    self.members.push(self.members[place]);
                }
            }
            let end = self.members.len();
            if end - begin > 1 {
                self.visit(boxes, &cell.part(part, axes, &middle, begin, end), depth + 1, see)?;
            }
            self.members.truncate(begin);
        }
        ControlFlow::Continue(())
    }

    fn compare(
        &mut self,
        boxes: &[Aabb],
        leaf: &Cell,
        see: &mut impl FnMut(Seen) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let members = &self.members[leaf.begin..leaf.end];
        self.cost.cells += members.len() as u64;
        self.cost.box_tests += (members.len() * members.len().saturating_sub(1) / 2) as u64;
        for (i, &a) in members.iter().enumerate() {
            let box_a = &boxes[a as usize];
            for &b in &members[i + 1..] {
                let box_b = &boxes[b as usize];
                if !box_a.overlaps(box_b) {
                    see(Seen::Apart(a, b))?;
                } else if leaf.owns(&box_a.min.sup(&box_b.min)) {
                    see(Seen::Pair(a, b))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Cell {
    /// One part of the cell: on each axis in `axes` the upper half if the axis's bit in `part` is set, otherwise the
    /// lower half.
    fn part(&self, part: u8, axes: u8, middle: &Point, begin: usize, end: usize) -> Self {
        let mut cell = Self { bounds: self.bounds, own: self.own, begin, end };
        for axis in (0..3).filter(|axis| axes >> axis & 1 == 1) {
            if part >> axis & 1 == 0 {
                cell.bounds.max[axis] = middle[axis];
                cell.own[1][axis] = middle[axis];
            } else {
                cell.bounds.min[axis] = middle[axis];
                cell.own[0][axis] = middle[axis];
            }
        }
        cell
    }

    fn owns(&self, p: &Point) -> bool {
        let [low, high] = &self.own;
        (0..3).all(|axis| low[axis] <= p[axis] && (p[axis] < high[axis] || high[axis] == f64::INFINITY))
    }
}

/// Mask of the parts around `middle` that a box touches. A box that contains `middle` on an axis touches
/// both halves; the upper half includes `middle`. The cell is not cut on axes outside `axes`.
fn touched(b: &Aabb, middle: &Point, axes: u8) -> u8 {
    // For each axis, the mask of the parts in its lower half.
    const LOWER: [u8; 3] = [0b0101_0101, 0b0011_0011, 0b0000_1111];
    (0..3).filter(|axis| axes >> axis & 1 == 1).fold(0xff, |touched, axis| {
        let lower = if b.min[axis] < middle[axis] { LOWER[axis] } else { 0 };
        let upper = if b.max[axis] >= middle[axis] { !LOWER[axis] } else { 0 };
        touched & (lower | upper)
    })
}
