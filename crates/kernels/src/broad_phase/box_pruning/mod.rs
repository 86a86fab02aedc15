//! Box pruning: sorts all boxes on one axis and sweeps them once, from scratch, in columns (Terdiman 2002;
//! columns as in Tracy, Buss & Woods 2009).
//!
//! Like the sorted lists of the Northeastern lecture (source 2), "Many objects: the two-level system", but
//! without the order of the last frame. Coordinates become integers by a monotone rounding. Boxes are sorted by
//! their lower ends along one axis: that on which they are spread widest in relation to their sides. In that
//! order they are distributed to columns across the other two axes; a box goes to every column that it touches.
//! A column compares a box with those following boxes that begin before it ends, eight at once. If a pair shares
//! several columns, the column with the lowest corner of the overlap reports it.
//!
//! The columns' numbers wrap around, so distant boxes need no space in the table; coordinates separate boxes
//! that share a column by chance. Columns are widened until boxes lie in few of them.
//! It does not pay with long thin boxes in all directions, because no axis separates them.
//! Cost: a radix sort and a pass over the boxes; linear at equal density. No state is kept between frames.

mod columns;
mod raster;

use columns::{Column, Columns};
use raster::{Raster, WholeBox};

use super::candidates::{BroadCost, BroadPhase};
use super::pair_keys;
use super::pair_keys::PairKeys;
use crate::geometry::Aabb;
use crate::world::Pair;

/// The broad phase; keeps only its buffers between frames.
#[derive(Default)]
pub struct BoxPruning {
    boxes: Vec<WholeBox>,
    /// For each box, the lower end on the sweep axis in the upper 32 bits, and its index in the lower.
    order: Vec<u64>,
    sorted: pair_keys::Buffer,
    columns: Columns,
    lanes: Lanes,
    pairs: PairKeys,
    cost: BroadCost,
}

impl BroadPhase for BoxPruning {
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair> {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        self.cost = self.find_keys(boxes, &mut pairs);
        let found = pairs.take_sorted(boxes.len());
        self.pairs = pairs;
        found
    }

    fn cost(&self) -> BroadCost {
        self.cost
    }
}

impl BoxPruning {
    /// Adds all pairs to `pairs`, unordered and without duplicates.
    pub fn find_keys(&mut self, boxes: &[Aabb], pairs: &mut PairKeys) -> BroadCost {
        // 1. Convert coordinates to integers.
        let raster = Raster::for_boxes(boxes);
        raster.map(boxes, &mut self.boxes);
        // 2. Sort the boxes by their lower ends.
        self.order.clear();
        self.order.extend(self.boxes.iter().map(|b| (b.min[0] as u64) << 32 | u64::from(b.body)));
        self.sorted.sort(&mut self.order, 32..32 + raster::BITS);
        // 3. Distribute the boxes to columns, which preserves their order.
        self.columns.deal(&raster, &self.boxes, &self.order);
        // 4. Sweep each column.
        let mut box_tests = 0;
        for column in self.columns.iter() {
            box_tests += self.lanes.sweep(&column, |a, b, is_certain| {
                if is_certain || boxes[a as usize].overlaps(&boxes[b as usize]) {
                    pairs.push(a, b);
                }
            });
        }
        BroadCost { box_tests, cells: self.columns.entries() as u64, ..BroadCost::default() }
    }
}

/// Number of boxes compared at once.
const LANES: usize = 8;

/// The boxes of a column, stored by coordinate for SIMD.
#[derive(Default)]
pub struct Lanes {
    min: [Vec<i32>; 3],
    /// Upper ends on the two column axes.
    max: [Vec<i32>; 2],
}

impl Lanes {
    /// Calls `act` with the bodies of each pair of the column whose integer boxes overlap, and with whether
    /// the true boxes then certainly overlap. Returns the number of comparisons on the sweep axis that
    /// succeed.
    pub fn sweep(&mut self, column: &Column, mut act: impl FnMut(u32, u32, bool)) -> u64 {
        let boxes = column.boxes;
        if boxes.len() < 2 {
            return 0;
        }
        self.fill(boxes);
        let [x0, y0, z0] = self.min.each_ref().map(Vec::as_slice);
        let [y1, z1] = self.max.each_ref().map(Vec::as_slice);
        let mut tests = [0; LANES];
        for (i, a) in boxes.iter().enumerate() {
            let mut at = i + 1;
            loop {
                let (x0, y0, z0) = (eight(x0, at), eight(y0, at), eight(z0, at));
                let (y1, z1) = (eight(y1, at), eight(z1, at));
                let mut separated = [0; LANES];
                for lane in 0..LANES {
                    let begins_later = -i32::from(x0[lane] > a.max[0]);
                    tests[lane] += 1 + begins_later;
                    separated[lane] = begins_later
                        | -i32::from(y0[lane] > a.max[1])
                        | -i32::from(a.min[1] > y1[lane])
                        | -i32::from(z0[lane] > a.max[2])
                        | -i32::from(a.min[2] > z1[lane]);
                }
                if separated.iter().fold(-1, |all, lane| all & lane) == 0 {
                    for lane in (0..LANES).filter(|&lane| separated[lane] == 0) {
                        let b = &boxes[at + lane];
                        if column.owns(a, b) {
                            act(a.body, b.body, are_certain(a, b));
                        }
                    }
                }
                if x0[LANES - 1] > a.max[0] {
                    break;
                }
                at += LANES;
            }
        }
        tests.iter().map(|&lane| lane as u64).sum()
    }

    fn fill(&mut self, boxes: &[WholeBox]) {
        // Padding follows the last box; on each axis it begins after all boxes.
        let padding = [i32::MAX; LANES];
        for axis in 0..3 {
            self.min[axis].clear();
            self.min[axis].extend(boxes.iter().map(|b| b.min[axis]));
            self.min[axis].extend(padding);
        }
        for axis in 0..2 {
            self.max[axis].clear();
            self.max[axis].extend(boxes.iter().map(|b| b.max[axis + 1]));
            self.max[axis].extend(padding);
        }
    }
}

fn eight(all: &[i32], at: usize) -> [i32; LANES] {
    all[at..at + LANES].try_into().expect("a slice of as many")
}

/// Whether the true boxes certainly overlap: different integers imply different coordinates in the same order.
fn are_certain(a: &WholeBox, b: &WholeBox) -> bool {
    (0..3).all(|axis| a.min[axis] < b.max[axis] && b.min[axis] < a.max[axis])
}
