//! Uniform grid: space cut into equal cubes; only boxes that share a cube are compared.
//!
//! The Northeastern lecture (source 2) asks for a first level that leaves few pairs to the second; the grid
//! in a hash table is the best known alternative to its sorted lists (Teschner et al. 2003, "Optimized
//! spatial hashing").
//!
//! A cell is half as wide again as the median box. Every box is entered into each cell that it touches, by
//! counting sort into a table of buckets, and every two boxes of a cell are compared, in that one cell
//! alone that holds the lowest corner of their overlap: so each pair is found once. Which cell a point
//! is in is monotone in its coordinates, however they are rounded, and that is all the proof needs.
//!
//! It fails to pay where sizes differ: a box that would fill more than [`MOST_CELLS`] cells is compared with
//! every other box, and many small boxes in one cell with each other. Nothing is kept between frames.
//! Cost: linear in boxes and cells filled, for boxes of one size.

use super::candidates::{BroadCost, BroadPhase};
use super::pair_keys::PairKeys;
use crate::{
    geometry::{Aabb, Point, Vector},
    world::Pair,
};

/// A cell's side, in longest sides of the median box.
const CELL_SIDE: f64 = 1.5;
/// A box that touches more cells stays out of the grid.
const MOST_CELLS: i64 = 512;

/// Keeps its buffers from frame to frame, nothing else.
#[derive(Default)]
pub struct UniformGrid {
    sides: Vec<f64>,
    places: Vec<Place>,
    large: Vec<u32>,
    /// Index in `entries` of each bucket's first entry, and, last, the number of entries.
    begins: Vec<u32>,
    entries: Vec<Entry>,
    pairs: PairKeys,
    cost: BroadCost,
}

/// The first and the last cell that a box touches, on each axis, as cell coordinates.
#[derive(Clone, Copy)]
struct Place {
    first: [i32; 3],
    last: [i32; 3],
}

/// A box in one of its cells.
#[derive(Clone, Copy, Default)]
struct Entry {
    cell: [i32; 3],
    /// Bit `axis`: this is the box's first cell on that axis.
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
    /// Finds the cells of every box, and which boxes are too large for them.
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
        // Most are points: about one of them per cell if they are spread evenly.
        let side = around.extents().max() / (boxes.len() as f64).cbrt();
        if side > 0.0 { side } else { 1.0 }
    }

    /// Counting sort of all (box, cell) into buckets.
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
        // Filling moves each bucket's begin to its end, which is the next one's begin: one step back.
        self.begins.rotate_right(1);
        self.begins[0] = 0;
        self.entries.clear();
        self.entries.resize(filled, Entry::default());
        for (body, place) in (0u32..).zip(&self.places).filter(|(_, p)| p.cells().is_some()) {
            place.for_each_cell(|cell, is_first| {
                let next = &mut self.begins[bucket_of(cell, buckets) + 1];
                self.entries[*next as usize] = Entry { cell, is_first, body };
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
                    // The overlap's lowest corner lies in the cell that is on every axis the first one of
                    // either box.
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
            // A pair of large ones only once: `large` is sorted.
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

/// Coordinates of the cell that holds `p`; they saturate where it is too many cells away to be counted.
fn cell_of(p: &Point, origin: &Point, side: f64) -> [i32; 3] {
    let cells: Vector = (p - origin) / side;
    [0, 1, 2].map(|axis| cells[axis].floor() as i32)
}

/// Index of a cell's bucket; `buckets` is a power of two. Cells side by side lie far apart in the table.
fn bucket_of(cell: [i32; 3], buckets: usize) -> usize {
    let [x, y, z] = cell.map(|c| c as u32);
    let hash = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
    hash as usize & (buckets - 1)
}
