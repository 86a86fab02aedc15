//! 128-bit vectors, for short computations that would not fill a wider register. Every processor has them, so
//! no run-time choice is needed. The compiler turns each lane-by-lane expression here into one instruction.

use std::ops::{Add, Mul, Sub};

use super::Four;

// SAFETY: four f32 without padding; every pattern of bits is valid.
#[allow(unsafe_code)]
unsafe impl bytemuck::Zeroable for Four {}
#[allow(unsafe_code)]
unsafe impl bytemuck::Pod for Four {}

impl Four {
    /// Creates a vector from its lanes.
    #[inline(always)]
    pub fn new(numbers: [f32; 4]) -> Self {
        bytemuck::cast(numbers)
    }

    /// Creates a vector from f64 numbers, rounded to f32.
    #[inline(always)]
    pub fn rounded([x, y, z, w]: [f64; 4]) -> Self {
        Self::new([x as f32, y as f32, z as f32, w as f32])
    }

    /// The lanes as an array.
    #[inline(always)]
    pub fn numbers(self) -> [f32; 4] {
        bytemuck::cast(self)
    }

    /// The lanes in reverse order.
    #[inline(always)]
    pub fn reversed(self) -> Self {
        let [x, y, z, w] = self.numbers();
        Self::new([w, z, y, x])
    }

    /// Lanes 0 and 1 of `self`, and lanes 2 and 3 of `other`.
    #[inline(always)]
    pub fn first_half_with_second_of(self, other: Self) -> Self {
        let ([x, y, ..], [.., z, w]) = (self.numbers(), other.numbers());
        Self::new([x, y, z, w])
    }

    /// Lanes 2, 3, 0 and 1, in this order.
    #[inline(always)]
    pub fn halves_swapped(self) -> Self {
        let [x, y, z, w] = self.numbers();
        Self::new([z, w, x, y])
    }
}

/// A vector of two f64 numbers.
#[derive(Clone, Copy, Debug)]
pub struct Two([f64; 2]);

impl Two {
    /// Creates a vector from its lanes.
    #[inline(always)]
    pub fn new(numbers: [f64; 2]) -> Self {
        Self(numbers)
    }

    /// The lanes in reverse order.
    #[inline(always)]
    pub fn swapped(self) -> Self {
        let Self([x, y]) = self;
        Self([y, x])
    }

    /// Whether both lanes of `self` and of `other` exceed those of `than`. False if any lane is NaN.
    #[inline(always)]
    pub fn both_above(self, other: Self, than: Self) -> bool {
        let above = |a: Self, lane: usize| a.0[lane] > than.0[lane];
        above(self, 0) & above(self, 1) & above(other, 0) & above(other, 1)
    }
}

impl Add for Two {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self([self.0[0] + b.0[0], self.0[1] + b.0[1]])
    }
}

impl Sub for Two {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self([self.0[0] - b.0[0], self.0[1] - b.0[1]])
    }
}

impl Mul for Two {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self([self.0[0] * b.0[0], self.0[1] * b.0[1]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_go_where_their_names_say() {
        let rows =
            [0, 1, 2, 3].map(|row| Four::new([0.0, 1.0, 2.0, 3.0].map(|lane: f32| 10.0 * row as f32 + lane)));
        let [first, second, ..] = rows;
        assert_eq!(first.reversed().numbers(), [3.0, 2.0, 1.0, 0.0]);
        assert_eq!(first.halves_swapped().numbers(), [2.0, 3.0, 0.0, 1.0]);
        assert_eq!(first.first_half_with_second_of(second).numbers(), [0.0, 1.0, 12.0, 13.0]);
        let columns = Four::columns(rows).map(Four::numbers);
        assert_eq!(columns, [0.0, 1.0, 2.0].map(|column| [0.0, 10.0, 20.0, 30.0].map(|row| row + column)));
        assert_eq!(Four::rounded([0.1, -1e-60, 1e60, 2.0]).numbers(), [0.1, -0.0, f32::INFINITY, 2.0]);
        let (low, high) = (Two::new([1.0, 2.0]), Two::new([3.0, f64::NAN]));
        assert_eq!(low.swapped().0, [2.0, 1.0]);
        assert!(low.both_above(low, Two::new([0.0, 1.5])) && !low.both_above(low, Two::new([0.0, 2.0])));
        assert!(!high.both_above(low, Two::new([0.0; 2])) && !low.both_above(high, Two::new([0.0; 2])));
    }
}
