//! SIMD vectors of f32: the operations from which kernels are written.
//!
//! A kernel is written once, over the trait [`Lanes`]: a lane is one of the 4 × 4 pairs of children of two
//! nodes, or of triangles of two leaves. `level.rs` compiles it for every instruction set.

use std::ops::{Add, Mul, Neg, Sub};

/// A vector of [`Lanes::WIDTH`] of the 16 pairs, in the order 4 a + b; [`Lanes::PARTS`] such vectors, the *parts*,
/// cover all 16 pairs. All operations work lane by lane.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// Number of lanes.
    const WIDTH: usize;
    /// Number of vectors that cover all 16 pairs.
    const PARTS: usize = 16 / Self::WIDTH;
    /// `x` in every lane.
    fn splat(x: f32) -> Self;
    /// A's four values, each repeated four times, fill 16 lanes; returns vector number `part` of these lanes.
    fn of_a(a: &[f32; 4], part: usize) -> Self;
    /// B's four values, repeated until they fill the vector; all parts of the 16 pairs get the same vector.
    fn of_b(b: &[f32; 4]) -> Self;
    /// Loads vector number `part` of 16 numbers.
    fn load(from: &[f32; 16], part: usize) -> Self;
    /// Stores the lanes as vector number `part` of 16 numbers.
    fn store(self, to: &mut [f32; 16], part: usize);
    /// `self * b + c`, with one or two roundings, depending on the instruction set.
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// `self - b * c`, with one or two roundings, depending on the instruction set.
    fn sub_product(self, b: Self, c: Self) -> Self;
    /// The quotient `self / divisor`.
    fn div(self, divisor: Self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// The smaller value.
    fn min(self, other: Self) -> Self;
    /// The larger value.
    fn max(self, other: Self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// Selects the lane of `yes` where `less < than`, otherwise that of `self`.
    fn select_lt(self, yes: Self, less: Self, than: Self) -> Self;
    /// Mask of the lanes where `self > other`, lane 0 in the lowest bit. A NaN compares as false.
    fn above(self, other: Self) -> u32;
}

/// A kernel that is compiled for every instruction set. `run` and all functions called in its loops must be
/// `#[inline(always)]`; otherwise they are compiled without the instruction set.
pub trait Task {
    /// Result of the kernel.
    type Out;
    /// True if AVX-512 makes the kernel faster than AVX2; otherwise AVX2 runs on processors with AVX-512, too.
    const FILLS_512_BITS: bool = true;
    /// The kernel.
    fn run<L: Lanes>(self) -> Self::Out;
}

/// Expands to an array of the values of an expression for i = 0, 1, 2. A macro instead of a closure and `map`,
/// because a closure that is not inlined is compiled without the task's instruction set.
macro_rules! for3 {
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
pub(crate) use for3;

/// The dot product of `a` and `b`, plus `plus`.
#[inline(always)]
pub fn dot_plus<L: Lanes>(a: &[L; 3], b: &[L; 3], plus: L) -> L {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0].mul_add(b[0], plus)))
}

/// The dot product of `a` and `b`.
#[inline(always)]
pub fn dot<L: Lanes>(a: &[L; 3], b: &[L; 3]) -> L {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

/// The cross product `a` × `b`.
#[inline(always)]
pub fn cross<L: Lanes>(a: &[L; 3], b: &[L; 3]) -> [L; 3] {
    [
        (a[1] * b[2]).sub_product(a[2], b[1]),
        (a[2] * b[0]).sub_product(a[0], b[2]),
        (a[0] * b[1]).sub_product(a[1], b[0]),
    ]
}

/// The difference `a` − `b`.
#[inline(always)]
pub fn minus<L: Lanes>(a: &[L; 3], b: &[L; 3]) -> [L; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `from` minus the dot product of `a` and `b`.
#[inline(always)]
pub fn sub_dot<L: Lanes>(from: L, a: &[L; 3], b: &[L; 3]) -> L {
    from.sub_product(a[0], b[0]).sub_product(a[1], b[1]).sub_product(a[2], b[2])
}

/// The greatest of three numbers, lane by lane.
#[inline(always)]
pub fn greatest<L: Lanes>(x: &[L; 3]) -> L {
    x[0].max(x[1]).max(x[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::level::Level;

    /// Applies every operation to three sets of 16 numbers.
    struct Every<'a>(&'a [[f32; 16]; 3]);

    impl Task for Every<'_> {
        type Out = (Vec<[f32; 16]>, u32);

        fn run<L: Lanes>(self) -> Self::Out {
            let (mut results, mut above) = (Vec::new(), 0);
            let Self([x, y, z]) = self;
            let ([a, ..], [b, ..]) = (x.as_chunks().0, y.as_chunks().0) else { panic!("16 numbers") };
            for operation in 0..15 {
                let mut result = [0.0; 16];
                for part in 0..L::PARTS {
                    let [x, y, z] = [x, y, z].map(|numbers| L::load(numbers, part));
                    let done = match operation {
                        0 => x + y,
                        1 => x - y,
                        2 => x * y,
                        3 => x.div(y),
                        4 => x.min(y),
                        5 => x.max(y),
                        6 => x.sqrt(),
                        7 => -x,
                        8 => x.abs(),
                        9 => x.select_lt(y, z, x),
                        10 => L::splat(a[1]),
                        11 => L::of_a(a, part),
                        12 => L::of_b(b),
                        13 => x.mul_add(y, z),
                        _ => x.sub_product(y, z),
                    };
                    done.store(&mut result, part);
                    if operation == 0 {
                        above |= x.above(y) << (part * L::WIDTH);
                    }
                }
                results.push(result);
            }
            (results, above)
        }
    }

    /// The bits of a number; all NaNs are equal.
    fn bits(x: f32) -> u32 {
        if x.is_nan() { u32::MAX } else { x.to_bits() }
    }

    #[test]
    fn every_instruction_set_does_the_same_to_the_last_bit() {
        let odd =
            [0.0, -0.0, 1.5, -2.25, 1e-41, -3e38, 3e38, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 0.1];
        let number = |i: usize| odd[i % odd.len()];
        for (second, third) in (0..11).flat_map(|second| (0..11).map(move |third| (second, third))) {
            let numbers = [0, second, third].map(|begin| std::array::from_fn(|i| number(begin + i)));
            let [x, y, z] = &numbers;
            let lane = |of: &dyn Fn(usize) -> f32| std::array::from_fn::<f32, 16, _>(of);
            let expected = [
                lane(&|i| x[i] + y[i]),
                lane(&|i| x[i] - y[i]),
                lane(&|i| x[i] * y[i]),
                lane(&|i| x[i] / y[i]),
                lane(&|i| if x[i] < y[i] { x[i] } else { y[i] }),
                lane(&|i| if x[i] > y[i] { x[i] } else { y[i] }),
                lane(&|i| x[i].sqrt()),
                lane(&|i| -x[i]),
                lane(&|i| x[i].abs()),
                lane(&|i| if z[i] < x[i] { y[i] } else { x[i] }),
                lane(&|_| x[1]),
                lane(&|i| x[i / 4]),
                lane(&|i| y[i % 4]),
            ];
            // Results with two roundings, and with one.
            let plus = [lane(&|i| x[i] * y[i] + z[i]), lane(&|i| x[i].mul_add(y[i], z[i]))];
            let minus = [lane(&|i| x[i] - y[i] * z[i]), lane(&|i| (-y[i]).mul_add(z[i], x[i]))];
            let greater = (0..16).map(|i| u32::from(x[i] > y[i]) << i).sum::<u32>();
            for level in Level::available() {
                let (results, above) = level.run(Every(&numbers));
                let name = level.name();
                for (operation, (result, expected)) in results.iter().zip(&expected).enumerate() {
                    assert_eq!(result.map(bits), expected.map(bits), "{name}: operation {operation}");
                }
                for (result, either) in results[expected.len()..].iter().zip([&plus, &minus]) {
                    for i in 0..16 {
                        assert!(either.iter().any(|of| bits(of[i]) == bits(result[i])), "{name}: lane {i}");
                    }
                }
                assert_eq!(above, greater, "{name}");
            }
        }
    }
}
