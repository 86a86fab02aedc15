//! Pairs encoded as one number each, for fast sorting and little memory; and a radix sort by some of a number's bits,
//! linear and stable.

use std::ops::Range;

use crate::world::Pair;

/// Below this number of pairs, comparison sort is used.
const FEWEST_FOR_RADIX: usize = 256;

/// A growing list of pairs of bodies: the smaller index in the upper 32 bits, the larger in the lower.
#[derive(Default)]
pub struct PairKeys(pub Vec<u64>, Buffer);

impl PairKeys {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a pair, in either order.
    pub fn push(&mut self, i: u32, j: u32) {
        self.0.push(u64::from(i.min(j)) << 32 | u64::from(i.max(j)));
    }

    /// Sorts, and drops duplicates. Fast for a mostly sorted list.
    pub fn sort(&mut self) {
        self.0.sort();
        self.0.dedup();
    }

    /// Sorts the pairs, none of which may occur twice, and returns them; indices are below `bodies`. The list
    /// keeps its memory for the next frame.
    pub fn take_sorted(&mut self, bodies: usize) -> Vec<Pair> {
        if self.0.len() < FEWEST_FOR_RADIX {
            self.0.sort_unstable();
        } else {
            // Sort by the larger index, then (stably) by the smaller.
            let bits = bodies.next_power_of_two().trailing_zeros();
            self.1.sort(&mut self.0, 0..bits);
            self.1.sort(&mut self.0, 32..32 + bits);
        }
        debug_assert!(self.0.is_sorted_by(|a, b| a < b), "each pair is found once");
        self.0.iter().map(|&key| unpack(key)).collect()
    }
}

/// Decodes a key.
pub fn unpack(key: u64) -> Pair {
    Pair { a: (key >> 32) as usize, b: (key & 0xffff_ffff) as usize }
}

/// Number of bits per digit.
const DIGIT: u32 = 10;

/// Buffers for sorting, reused between frames.
#[derive(Default)]
pub(super) struct Buffer {
    other: Vec<u64>,
    counts: Vec<u32>,
}

impl Buffer {
    /// Sorts by the bits in `bits`, digit by digit, the lowest first.
    pub fn sort(&mut self, numbers: &mut Vec<u64>, bits: Range<u32>) {
        let mut shift = bits.start;
        while shift < bits.end {
            let mask = (1u64 << DIGIT.min(bits.end - shift)) - 1;
            self.counts.clear();
            self.counts.resize(mask as usize + 1, 0);
            for number in &*numbers {
                self.counts[(number >> shift & mask) as usize] += 1;
            }
            // Skip a digit that is equal in all numbers.
            let first = numbers.first().map_or(0, |number| number >> shift & mask);
            if (self.counts[first as usize] as usize) < numbers.len() {
                let mut sum = 0;
                for count in &mut self.counts {
                    sum += std::mem::replace(count, sum);
                }
                self.other.resize(numbers.len(), 0);
                for &number in &*numbers {
                    let place = &mut self.counts[(number >> shift & mask) as usize];
                    self.other[*place as usize] = number;
                    *place += 1;
                }
                std::mem::swap(numbers, &mut self.other);
            }
            shift += DIGIT;
        }
    }
}
