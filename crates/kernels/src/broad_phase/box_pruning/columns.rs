//! Distribution of boxes into columns: a counting sort that preserves their order.

use super::raster::{BITS, Raster, WholeBox};

/// Limit on the average number of columns in which a box is entered; above it columns are widened.
const MOST_ENTRIES: usize = 4;

/// The columns of a frame; memory is reused between frames.
#[derive(Default)]
pub struct Columns {
    /// Index of each column's first entry; the last element is the number of entries.
    begins: Vec<u32>,
    entries: Vec<WholeBox>,
    shift: [u32; 2],
    bits: [u32; 2],
}

/// One column and its boxes.
pub struct Column<'a> {
    pub boxes: &'a [WholeBox],
    cell: [i32; 2],
    mask: [i32; 2],
    shift: [u32; 2],
}

impl Column<'_> {
    /// Whether this column reports the pair of two overlapping boxes: it must contain the lowest corner of
    /// their overlap.
    pub fn owns(&self, a: &WholeBox, b: &WholeBox) -> bool {
        // Axis 0 is swept; the columns divide axes 1 and 2, and their numbers wrap around.
        (0..2).all(|i| (a.min[i + 1].max(b.min[i + 1]) >> self.shift[i]) & self.mask[i] == self.cell[i])
    }
}

impl Columns {
    /// Distributes boxes to columns by a counting sort. `keys` hold indices of boxes in the lower 32 bits, in the order
    /// that a column's entries should have.
    ///
    /// `begins` goes through three meanings: [`Self::count`] leaves the number of entries of column c at c + 2; their sum
    /// is the place where column c begins at c + 1; filling a column moves that place on to its end, which is where
    /// column c + 1 begins.
    pub fn deal(&mut self, raster: &Raster, boxes: &[WholeBox], keys: &[u64]) {
        self.shift = raster.cell_shift;
        self.bits = raster.cell_bits;
        while !self.count(boxes) {
            // Double the width of the columns.
            self.shift = self.shift.map(|shift| (shift + 1).min(BITS));
        }
        let mut sum = 0;
        for begin in &mut self.begins {
            sum += *begin;
            *begin = sum;
        }
        self.entries.resize(sum as usize, WholeBox::default());
        let Self { begins, entries, shift, bits } = self;
        for &key in keys {
            let b = &boxes[key as u32 as usize];
            for_each_column(b, *shift, *bits, |column| {
                let next = &mut begins[column + 1];
                entries[*next as usize] = *b;
                *next += 1;
            });
        }
    }

    /// Counts the entries of each column in `begins[column + 2]`. Returns `false` if there are too many
    /// entries, so that columns must be widened.
    fn count(&mut self, boxes: &[WholeBox]) -> bool {
        self.begins.clear();
        self.begins.resize((1 << (self.bits[0] + self.bits[1])) + 2, 0);
        let most = MOST_ENTRIES * boxes.len();
        let mut entries = 0;
        let widest = self.shift == [BITS; 2];
        for b in boxes {
            for_each_column(b, self.shift, self.bits, |column| {
                self.begins[column + 2] += 1;
                entries += 1;
            });
            if entries > most && !widest {
                return false;
            }
        }
        true
    }

    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = Column<'_>> {
        let mask = self.bits.map(|bits| (1 << bits) - 1);
        self.begins.windows(2).take(1 << (self.bits[0] + self.bits[1])).enumerate().map(move |(i, ends)| {
            let cell = [i as i32 & mask[0], i as i32 >> self.bits[0]];
            Column { boxes: &self.entries[ends[0] as usize..ends[1] as usize], cell, mask, shift: self.shift }
        })
    }
}

/// Calls `act` for every column that a box touches, once each.
#[inline]
fn for_each_column(b: &WholeBox, shift: [u32; 2], bits: [u32; 2], mut act: impl FnMut(usize)) {
    let (y, z) = (b.min[1] >> shift[0], b.min[2] >> shift[1]);
    // A box touches at most all columns of an axis, each once: the column numbers wrap around.
    let last_y = (b.max[1] >> shift[0]).min(y + (1 << bits[0]) - 1);
    let last_z = (b.max[2] >> shift[1]).min(z + (1 << bits[1]) - 1);
    for z in z..=last_z {
        let row = (z & ((1 << bits[1]) - 1)) << bits[0];
        for y in y..=last_y {
            act((row | (y & ((1 << bits[0]) - 1))) as usize);
        }
    }
}
