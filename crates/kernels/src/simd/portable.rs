//! Lanes as plain arrays, for processors other than x86-64 and as the simplest form of the kernels. Compilers
//! vectorise the loops over four numbers where the processor allows it; on AArch64 they become NEON instructions.

use std::ops::{Add, Mul, Neg, Sub};

use super::lanes::Lanes;

/// Four numbers.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Array([f32; 4]);

impl Array {
    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Array {
    /// Transposes four rows and returns the first three columns.
    #[inline(always)]
    pub fn columns([a, b, c, d]: [Self; 4]) -> [Self; 3] {
        [0, 1, 2].map(|column| Self([a, b, c, d].map(|row| row.0[column])))
    }
}

impl Add for Array {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        self.with(b, |x, y| x + y)
    }
}

impl Sub for Array {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        self.with(b, |x, y| x - y)
    }
}

impl Mul for Array {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        self.with(b, |x, y| x * y)
    }
}

impl Neg for Array {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|x| -x))
    }
}

impl Lanes for Array {
    const WIDTH: usize = 4;
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self([x; 4])
    }
    #[inline(always)]
    fn of_a(a: &[f32; 4], part: usize) -> Self {
        Self([a[part]; 4])
    }
    #[inline(always)]
    fn of_b(b: &[f32; 4]) -> Self {
        Self(*b)
    }
    #[inline(always)]
    fn load(from: &[f32; 16], part: usize) -> Self {
        Self(*from[4 * part..].first_chunk().expect("a part of 16 numbers"))
    }
    #[inline(always)]
    fn store(self, to: &mut [f32; 16], part: usize) {
        to[4 * part..][..4].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        // Two roundings: without hardware support a fused operation is a slow function call.
        self * b + c
    }
    #[inline(always)]
    fn sub_product(self, b: Self, c: Self) -> Self {
        self - b * c
    }
    #[inline(always)]
    fn div(self, divisor: Self) -> Self {
        self.with(divisor, |x, y| x / y)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.with(other, |x, y| if x < y { x } else { y })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.with(other, |x, y| if x > y { x } else { y })
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }
    #[inline(always)]
    fn select_lt(self, yes: Self, less: Self, than: Self) -> Self {
        Self(std::array::from_fn(|i| if less.0[i] < than.0[i] { yes.0[i] } else { self.0[i] }))
    }
    #[inline(always)]
    fn above(self, other: Self) -> u32 {
        (0..4).map(|i| u32::from(self.0[i] > other.0[i]) << i).sum()
    }
}
