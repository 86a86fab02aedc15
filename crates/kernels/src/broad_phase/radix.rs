//! Radix sort of numbers by some of their bits: linear and stable.

use std::ops::Range;

/// Number of bits per digit.
const DIGIT: u32 = 10;

/// Buffers for sorting, reused between frames.
#[derive(Default)]
pub struct Buffer {
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
