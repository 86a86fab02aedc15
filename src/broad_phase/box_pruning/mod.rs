//! Box pruning: all boxes sorted on one axis and swept once, from scratch, in columns (Terdiman 2002; columns
//! as in Tracy, Buss & Woods 2009).
//!
//! The sorted lists of the Northeastern lecture (source 2), "Many objects: the two-level system", without
//! last frame's order. Boxes become whole numbers, rounded so that their order is kept, and are sorted by
//! their lower ends on the axis with the most room. In that order they are dealt into columns across the
//! other two axes, each into all that it touches, and a column compares a box with those after it that begin
//! before it ends, eight at once. Of a pair that shares columns, the one with the lowest corner of the overlap
//! reports it.
//!
//! The columns' numbers wrap around, so boxes far away take no room in the table; what shares a column by
//! chance is told apart by its coordinates. Columns become wider until boxes lie in few of them.
//! It fails to pay with long thin boxes in every direction: none of the axes then tells them apart.
//! Cost: a radix sort and a pass over the boxes; linear at equal density. Nothing is kept between frames.

mod columns;
mod raster;
mod sweep;

use super::candidates::{BroadCost, BroadPhase};
use super::pair_keys::PairKeys;
use super::radix;
use crate::{geometry::Aabb, world::Pair};
use columns::Columns;
use raster::{Raster, WholeBox};
use sweep::Lanes;

/// Keeps its buffers from frame to frame, nothing else.
#[derive(Default)]
pub struct BoxPruning {
    boxes: Vec<WholeBox>,
    /// Per box the lower end on the sweep's axis in the upper 32 bits, its index in the lower.
    order: Vec<u64>,
    sorted: radix::Buffer,
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
    /// Adds all pairs to `pairs`, each once, in no order.
    pub fn find_keys(&mut self, boxes: &[Aabb], pairs: &mut PairKeys) -> BroadCost {
        // 1. Whole numbers.
        let raster = Raster::for_boxes(boxes);
        raster.map(boxes, &mut self.boxes);
        // 2. In the order of the lower ends.
        self.order.clear();
        self.order.extend(self.boxes.iter().map(|b| (b.min[0] as u64) << 32 | u64::from(b.body)));
        self.sorted.sort(&mut self.order, 32..32 + raster::BITS);
        // 3. Into columns, which keep that order.
        self.columns.deal(&raster, &self.boxes, &self.order);
        // 4. Each column is swept.
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
