//! f32 numbers side by side (SIMD): what kernels are written with.
//!
//! A kernel is written once, over the trait [`Simd`]: *four* lanes hold one value each of a node's four children, *wide* lanes
//! one value each of several of the 4 × 4 pairs of children of two nodes. `level.rs` compiles it for every instruction set.

use std::ops::{Add, Mul, Neg, Sub};

/// Numbers side by side. All operations work lane by lane.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// `x` in every lane.
    fn splat(x: f32) -> Self;
    /// `self * b + c`, rounded once or twice.
    fn mul_add(self, b: Self, c: Self) -> Self;
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

/// Four lanes, one per child of a node.
pub trait Four: Lanes {
    /// The four numbers.
    fn load(x: &[f32; 4]) -> Self;
    /// The lanes as an array.
    fn store(self) -> [f32; 4];
}

/// Some of the 4 × 4 pairs of a value of A's children and one of B's: pair 4 a + b in order, [`Simd::PARTS`] times.
pub trait Wide<F>: Lanes {
    /// The values of A in part `part`: each four times.
    fn of_a(a: F, part: usize) -> Self;
    /// The values of B: all four again and again.
    fn of_b(b: F) -> Self;
    /// Writes the lanes to the place of the part among 16.
    fn store(self, to: &mut [f32; 16], part: usize);
}

/// An instruction set.
pub trait Simd {
    /// Lanes of one node.
    type Four: Four;
    /// Lanes of a pair of nodes.
    type Wide: Wide<Self::Four>;
    /// Lanes of [`Self::Wide`].
    const WIDTH: usize;
    /// How many [`Self::Wide`] hold all 16 pairs.
    const PARTS: usize = 16 / Self::WIDTH;
}

/// Work that is compiled for every instruction set. `run` and all that it calls in its loops must be `#[inline(always)]`:
/// what is not inlined is compiled without the instructions.
pub trait Task {
    /// What it hands out.
    type Out;
    /// The work.
    fn run<S: Simd>(self) -> Self::Out;
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
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The difference.
#[inline(always)]
pub fn minus<L: Lanes>(a: &[L; 3], b: &[L; 3]) -> [L; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
