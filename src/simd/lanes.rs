//! f32 numbers side by side: what kernels are written with.
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
pub(crate) use each;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::level::Level;

    /// The first 16 numbers, the next 16 and the last 16: what every operation makes of them.
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
                        3 => x.over(y),
                        4 => x.min(y),
                        5 => x.max(y),
                        6 => x.sqrt(),
                        7 => -x,
                        8 => x.abs(),
                        9 => x.or_if(y, z, x),
                        10 => L::splat(a[1]),
                        11 => L::of_a(a, part),
                        12 => L::of_b(b),
                        13 => x.mul_add(y, z),
                        _ => x.minus_product(y, z),
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

    /// Bits, but one for all that is no number.
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
            // Rounded twice or once.
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
