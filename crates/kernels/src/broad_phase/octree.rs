//! Octree: cubes are divided in eight where boxes crowd; only boxes that share a leaf are compared.
//!
//! The top-down construction of the Northeastern lecture (source 2), "Bounding volume hierarchies", applied
//! to space instead of bodies (Meagher 1982). Rebuilt every frame, it adapts to crowded places and to
//! different box sizes, unlike a grid of equal cells.
//!
//! A cube with more than [`LEAF`] boxes is divided at its centre as long as it is larger than the boxes in
//! it; a box goes to every octant that it touches. In a leaf all pairs are compared; a pair is reported by
//! the leaf that contains the lowest corner of the two boxes' overlap, so each pair is found once.
//!
//! It does not pay with long thin boxes, which lie in many leaves or stop the division early. Cost: number of
//! boxes times depth; nothing is reused from the last frame.

use super::candidates::{BroadCost, BroadPhase};
use super::pair_keys::PairKeys;
use crate::{
    geometry::{Aabb, Point},
    world::Pair,
};

/// Maximum number of boxes in a leaf, which are compared pair by pair.
const LEAF: usize = 16;
/// Maximum depth: f64 coordinates cannot be halved more often.
const DEEPEST: usize = 64;

/// The broad phase; keeps only its buffers between frames.
#[derive(Default)]
pub struct Octree {
    longest_sides: Vec<f64>,
    /// Stack of box indices: the boxes of all cubes from the root to the current cube.
    members: Vec<u32>,
    /// For each entry of `members`, a mask of the octants of the cube that the box touches.
    eighths: Vec<u8>,
    pairs: PairKeys,
    cost: BroadCost,
}

/// A cube and the range of its entries in `members`.
struct Cube {
    bounds: Aabb,
    /// The points that belong to this cube: lower bound included, upper bound excluded. For cubes at the
    /// boundary of the root they extend to infinity.
    own: [Point; 2],
    begin: usize,
    end: usize,
}

impl BroadPhase for Octree {
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair> {
        self.cost = BroadCost::default();
        self.pairs.clear();
        self.longest_sides.clear();
        self.longest_sides.extend(boxes.iter().map(|b| b.extents().max()));
        self.members.clear();
        self.members.extend(0..boxes.len() as u32);
        let around = boxes.iter().fold(Aabb::EMPTY, |sum, b| sum.union(b));
        let root = Cube {
            bounds: Aabb::cube(around.center(), 0.5 * around.extents().max()),
            own: [f64::NEG_INFINITY, f64::INFINITY].map(|c| Point::new(c, c, c)),
            begin: 0,
            end: boxes.len(),
        };
        self.visit(boxes, &root, 0);
        self.pairs.take_sorted(boxes.len())
    }

    fn cost(&self) -> BroadCost {
        self.cost
    }
}

impl Octree {
    fn visit(&mut self, boxes: &[Aabb], cube: &Cube, depth: usize) {
        match self.where_to_cut(cube, depth) {
            Some(middle) => self.cut(boxes, cube, &middle, depth),
            None => self.compare(boxes, cube),
        }
    }

    /// The centre at which to divide a cube; `None` for a leaf: few boxes, boxes as large as the cube's
    /// parts, or a cube too small to be halved.
    fn where_to_cut(&self, cube: &Cube, depth: usize) -> Option<Point> {
        let members = &self.members[cube.begin..cube.end];
        if members.len() <= LEAF || depth == DEEPEST {
            return None;
        }
        let Aabb { min, max } = cube.bounds;
        let middle = cube.bounds.center();
        let halves = |axis: usize| min[axis] < middle[axis] && middle[axis] < max[axis];
        if !(0..3).any(halves) || middle.iter().any(|c| c.is_nan()) {
            return None;
        }
        let sum: f64 = members.iter().map(|&m| self.longest_sides[m as usize]).sum();
        (sum < 0.5 * (max - min).max() * members.len() as f64).then_some(middle)
    }

    fn cut(&mut self, boxes: &[Aabb], cube: &Cube, middle: &Point, depth: usize) {
        self.cost.node_tests += (cube.end - cube.begin) as u64;
        self.eighths.resize(cube.begin, 0);
        for place in cube.begin..cube.end {
            self.eighths.push(touched(&boxes[self.members[place] as usize], middle));
        }
        for eighth in 0..8 {
            let begin = self.members.len();
            for place in cube.begin..cube.end {
                if self.eighths[place] >> eighth & 1 == 1 {
                    self.members.push(self.members[place]);
                }
            }
            let end = self.members.len();
            if end - begin > 1 {
                self.visit(boxes, &cube.eighth(eighth, middle, begin, end), depth + 1);
            }
            self.members.truncate(begin);
        }
    }

    fn compare(&mut self, boxes: &[Aabb], leaf: &Cube) {
        let members = &self.members[leaf.begin..leaf.end];
        self.cost.cells += members.len() as u64;
        self.cost.box_tests += (members.len() * members.len().saturating_sub(1) / 2) as u64;
        for (i, &a) in members.iter().enumerate() {
            let box_a = &boxes[a as usize];
            for &b in &members[i + 1..] {
                let box_b = &boxes[b as usize];
                if box_a.overlaps(box_b) && leaf.owns(&box_a.min.sup(&box_b.min)) {
                    self.pairs.push(a, b);
                }
            }
        }
    }
}

impl Cube {
    /// One octant of the cube: the upper half on each axis whose bit in `eighth` is set.
    fn eighth(&self, eighth: usize, middle: &Point, begin: usize, end: usize) -> Self {
        let mut part = Self { bounds: self.bounds, own: self.own, begin, end };
        for axis in 0..3 {
            if eighth >> axis & 1 == 0 {
                part.bounds.max[axis] = middle[axis];
                part.own[1][axis] = middle[axis];
            } else {
                part.bounds.min[axis] = middle[axis];
                part.own[0][axis] = middle[axis];
            }
        }
        part
    }

    fn owns(&self, p: &Point) -> bool {
        let [low, high] = &self.own;
        (0..3).all(|axis| low[axis] <= p[axis] && (p[axis] < high[axis] || high[axis] == f64::INFINITY))
    }
}

/// Mask of the octants around `middle` that a box touches. A box that contains `middle` on an axis touches
/// both halves; the upper half includes `middle`.
fn touched(b: &Aabb, middle: &Point) -> u8 {
    // For each axis, the mask of the octants in its lower half.
    const LOWER: [u8; 3] = [0b0101_0101, 0b0011_0011, 0b0000_1111];
    (0..3).fold(0xff, |touched, axis| {
        let lower = if b.min[axis] < middle[axis] { LOWER[axis] } else { 0 };
        let upper = if b.max[axis] >= middle[axis] { !LOWER[axis] } else { 0 };
        touched & (lower | upper)
    })
}
