//! Uniform grid: space is divided into equal cubes; only boxes that share a cube are compared.
//!
//! The Northeastern lecture (source 2) requires a first level that leaves few pairs to the second; the grid
//! in a hash table is the best known alternative to its sorted lists (Teschner et al. 2003, "Optimized
//! spatial hashing").
//!
//! A cell is 1.5 times as wide as the median box. A counting sort enters every box into the buckets of all
//! cells that it touches. Two boxes are compared only in the cell that contains the lowest corner of their
//! overlap, so each pair is found once. The proof needs only that the cell of a point is monotone in its
//! coordinates, which holds despite rounding.
//!
//! It does not pay where sizes differ: a box that would fill more than [`MOST_CELLS`] cells is compared with
//! every other box, and many small boxes in one cell are compared with each other. No state is kept between
//! frames.
//! Cost: linear in boxes and cells filled, for boxes of one size.

use super::candidates::{BroadCost, BroadPhase};
use super::pair_keys::PairKeys;
use crate::{
    geometry::{Aabb, Point, Vector},
    world::Pair,
};

/// Side of a cell, as a multiple of the longest side of the median box.
const CELL_SIDE: f64 = 1.5;
/// Maximum number of cells of a box; larger boxes are not entered in the grid.
const MOST_CELLS: i64 = 512;

/// The broad phase; keeps only its buffers between frames.
#[derive(Default)]
pub struct UniformGrid {
    sides: Vec<f64>,
    places: Vec<Place>,
    large: Vec<u32>,
    /// Index of each bucket's first entry in `entries`; the last element is the number of entries.
    begins: Vec<u32>,
    entries: Vec<CellEntry>,
    pairs: PairKeys,
    cost: BroadCost,
}

/// The first and the last cell that a box touches on each axis.
#[derive(Clone, Copy)]
struct Place {
    first: [i32; 3],
    last: [i32; 3],
}

/// Entry of a box in one of its cells.
#[derive(Clone, Copy, Default)]
struct CellEntry {
    cell: [i32; 3],
    /// Bit `axis` is set if this is the box's first cell on that axis.
    is_first: u8,
    body: u32,
}

impl BroadPhase for UniformGrid {
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair> {
        self.cost = BroadCost::default();
        self.pairs.clear();
        self.place(boxes);
        self.fill_buckets();
        self.compare_within_buckets(boxes);
        self.compare_large_ones(boxes);
        self.pairs.take_sorted(boxes.len())
    }

    fn cost(&self) -> BroadCost {
        self.cost
    }
}

impl UniformGrid {
    /// Computes the cells of every box, and finds the boxes that are too large for the grid.
    fn place(&mut self, boxes: &[Aabb]) {
        let around = boxes.iter().fold(Aabb::EMPTY, |sum, b| sum.union(b));
        let side = self.cell_side(boxes, &around);
        self.places.clear();
        self.large.clear();
        for (body, b) in (0u32..).zip(boxes) {
            let [first, last] = [b.min, b.max].map(|p| cell_of(&p, &around.min, side));
            let place = Place { first, last };
            if place.cells().is_none() {
                self.large.push(body);
            }
            self.places.push(place);
        }
    }

    fn cell_side(&mut self, boxes: &[Aabb], around: &Aabb) -> f64 {
        self.sides.clear();
        self.sides.extend(boxes.iter().map(|b| b.extents().max()));
        let middle = boxes.len() / 2;
        let median = match self.sides.len() {
            0 => 0.0,
            _ => *self.sides.select_nth_unstable_by(middle, f64::total_cmp).1,
        };
        if median > 0.0 {
            return CELL_SIDE * median;
        }
        // Most boxes are points. Choose cells that hold about one of them each if they are evenly spread.
        let side = around.extents().max() / (boxes.len() as f64).cbrt();
        if side > 0.0 { side } else { 1.0 }
    }

    /// Sorts all pairs of box and cell into buckets (counting sort).
    fn fill_buckets(&mut self) {
        let filled: usize = self.places.iter().filter_map(Place::cells).sum();
        self.cost.cells = filled as u64;
        let buckets = filled.next_power_of_two();
        self.begins.clear();
        self.begins.resize(buckets + 1, 0);
        for place in self.places.iter().filter(|p| p.cells().is_some()) {
            place.for_each_cell(|cell, _| self.begins[bucket_of(cell, buckets) + 1] += 1);
        }
        for bucket in 0..buckets {
            self.begins[bucket + 1] += self.begins[bucket];
        }
        // Filling advances each bucket's begin to its end, which is the next bucket's begin; so shift all
        // begins by one.
        self.begins.rotate_right(1);
        self.begins[0] = 0;
        self.entries.clear();
        self.entries.resize(filled, CellEntry::default());
        for (body, place) in (0u32..).zip(&self.places).filter(|(_, p)| p.cells().is_some()) {
            place.for_each_cell(|cell, is_first| {
                let next = &mut self.begins[bucket_of(cell, buckets) + 1];
                self.entries[*next as usize] = CellEntry { cell, is_first, body };
                *next += 1;
            });
        }
    }

    fn compare_within_buckets(&mut self, boxes: &[Aabb]) {
        for ends in self.begins.windows(2) {
            let bucket = &self.entries[ends[0] as usize..ends[1] as usize];
            for (i, a) in bucket.iter().enumerate() {
                let box_a = &boxes[a.body as usize];
                for b in &bucket[i + 1..] {
                    // The overlap's lowest corner lies in the cell that is, on every axis, the first cell of
                    // one of the two boxes.
                    if a.is_first | b.is_first != 0b111 || a.cell != b.cell {
                        continue;
                    }
                    self.cost.box_tests += 1;
                    if box_a.overlaps(&boxes[b.body as usize]) {
                        self.pairs.push(a.body, b.body);
                    }
                }
            }
        }
    }

    fn compare_large_ones(&mut self, boxes: &[Aabb]) {
        for (i, &large) in self.large.iter().enumerate() {
            let box_a = &boxes[large as usize];
            // Compare a pair of large boxes only once; `large` is sorted.
            let earlier = &self.large[..i];
            for (body, b) in (0u32..).zip(boxes) {
                if body == large || (body < large && earlier.binary_search(&body).is_ok()) {
                    continue;
                }
                self.cost.box_tests += 1;
                if box_a.overlaps(b) {
                    self.pairs.push(large, body);
                }
            }
        }
    }
}

impl Place {
    /// Number of cells; `None` for more than [`MOST_CELLS`].
    fn cells(&self) -> Option<usize> {
        let mut cells = 1;
        for axis in 0..3 {
            cells *= i64::from(self.last[axis]) - i64::from(self.first[axis]) + 1;
            if cells > MOST_CELLS {
                return None;
            }
        }
        Some(cells as usize)
    }

    fn for_each_cell(&self, mut act: impl FnMut([i32; 3], u8)) {
        let Self { first, last } = *self;
        for x in first[0]..=last[0] {
            for y in first[1]..=last[1] {
                for z in first[2]..=last[2] {
                    let bit = |axis: usize, at: i32| u8::from(at == first[axis]) << axis;
                    act([x, y, z], bit(0, x) | bit(1, y) | bit(2, z));
                }
            }
        }
    }
}

/// Coordinates of the cell that contains `p`; they saturate for points too many cells away.
fn cell_of(p: &Point, origin: &Point, side: f64) -> [i32; 3] {
    let cells: Vector = (p - origin) / side;
    [0, 1, 2].map(|axis| cells[axis].floor() as i32)
}

/// Index of a cell's bucket; `buckets` is a power of two. Neighbouring cells are far apart in the table.
fn bucket_of(cell: [i32; 3], buckets: usize) -> usize {
    let [x, y, z] = cell.map(|c| c as u32);
    let hash = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
    hash as usize & (buckets - 1)
}
