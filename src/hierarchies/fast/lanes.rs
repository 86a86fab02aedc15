//! f32 numbers side by side (SIMD): what kernels are written with.
//!
//! A kernel is written once, over the trait [`Lanes`]: a lane is one of the 4 × 4 pairs of children of two nodes, or of
//! triangles of two leaves. `level.rs` compiles it for every instruction set.

use std::ops::{Add, Mul, Neg, Sub};

/// Numbers side by side: some of 16 pairs, pair 4 a + b in order, [`Lanes::PARTS`] times. All operations work lane by lane.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// How many numbers.
    const WIDTH: usize;
    /// How many times so many are all 16 pairs.
    const PARTS: usize = 16 / Self::WIDTH;
    /// `x` in every lane.
    fn splat(x: f32) -> Self;
    /// The values of A's four in part `part`: each four times.
    fn of_a(a: &[f32; 4], part: usize) -> Self;
    /// The values of B's four: all again and again, the same in every part.
    fn of_b(b: &[f32; 4]) -> Self;
    /// The part of 16 numbers.
    fn load(from: &[f32; 16], part: usize) -> Self;
    /// Writes the lanes to the place of the part among 16.
    fn store(self, to: &mut [f32; 16], part: usize);
    /// `self * b + c`, rounded once or twice.
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// `self - b * c`, rounded once or twice.
    fn minus_product(self, b: Self, c: Self) -> Self;
    /// The quotient.
    fn over(self, divisor: Self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// The smaller one.
    fn min(self, other: Self) -> Self;
    /// The larger one.
    fn max(self, other: Self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// Where `less` is below `than` the lane of `yes`, elsewhere that of `self`.
    fn or_if(self, yes: Self, less: Self, than: Self) -> Self;
    /// A bit per lane, lane 0 lowest: whether it is greater than that of `other`. Not if either is no number.
    fn above(self, other: Self) -> u32;
}

/// Work that is compiled for every instruction set. `run` and all that it calls in its loops must be `#[inline(always)]`:
/// what is not inlined is compiled without the instructions.
pub trait Task {
    /// What it hands out.
    type Out;
    /// The work.
    fn run<L: Lanes>(self) -> Self::Out;
}

/// An array of the values of an expression for i = 0, 1, 2. Not `[0, 1, 2].map(|i| …)`: a closure that the compiler does not
/// inline is compiled without the instruction set of the task.
macro_rules! each {
    ($i:ident => $value:expr) => {
        [
            {
                let $i = 0;
                $value
            },
            {
                let $i = 1;
                $value
            },
            {
                let $i = 2;
                $value
            },
        ]
    };
}
pub(super) use each;

/// The scalar product, added to `plus`.
#[inline(always)]
pub fn dot_plus<L: Lanes>(a: &[L; 3], b: &[L; 3], plus: L) -> L {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0].mul_add(b[0], plus)))
}

/// The scalar product.
#[inline(always)]
pub fn dot<L: Lanes>(a: &[L; 3], b: &[L; 3]) -> L {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

/// The cross product.
#[inline(always)]
pub fn cross<L: Lanes>(a: &[L; 3], b: &[L; 3]) -> [L; 3] {
    [
        (a[1] * b[2]).minus_product(a[2], b[1]),
        (a[2] * b[0]).minus_product(a[0], b[2]),
        (a[0] * b[1]).minus_product(a[1], b[0]),
    ]
}

/// The difference.
#[inline(always)]
pub fn minus<L: Lanes>(a: &[L; 3], b: &[L; 3]) -> [L; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `from`, less the scalar product.
#[inline(always)]
pub fn minus_dot<L: Lanes>(from: L, a: &[L; 3], b: &[L; 3]) -> L {
    from.minus_product(a[0], b[0]).minus_product(a[1], b[1]).minus_product(a[2], b[2])
}

/// The greatest of three.
#[inline(always)]
pub fn greatest<L: Lanes>(x: &[L; 3]) -> L {
    x[0].max(x[1]).max(x[2])
}
