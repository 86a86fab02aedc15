//! Double-double arithmetic: a number is the unevaluated sum of two f64.
//!
//! The algorithms of Joldes, Muller & Popescu, "Tight and rigorous error bounds for basic building blocks of
//! double-word arithmetic" (ACM TOMS 44(2), 2017): AccurateDWPlusDW, DWTimesDW3 and DWDivDW2, whose relative errors are
//! at most 3, 4 and 15 times 2⁻¹⁰⁶. (The crate twofloat 0.8.4 has the same algorithms, but its quotient is
//! off by 2⁻⁵³.)
//! Numbers below 1e-290 or above 1e290 lose precision; GJK, whose unit is the size of the bodies, produces
//! neither.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// `high + low`, where `high` is the rounded sum.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Double {
    high: f64,
    low: f64,
}

impl Double {
    /// The square root of a non-negative number: one Newton step from the root of the high part.
    pub fn sqrt(self) -> Self {
        let near = self.high.sqrt();
        if near == 0.0 {
            return Self::from(0.0);
        }
        let rest = self - product(near, near);
        Self::from(near) + Self::from(rest.high / (2.0 * near))
    }

    /// The number rounded to an f64.
    pub fn rounded(self) -> f64 {
        self.high
    }
}

impl From<f64> for Double {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

/// a + b without error.
fn sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let of_b = high - a;
    Double { high, low: (a - (high - of_b)) + (b - of_b) }
}

/// a + b without error, for |a| ≥ |b|.
fn ordered_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    Double { high, low: b - (high - a) }
}

/// a · b without error.
fn product(a: f64, b: f64) -> Double {
    let high = a * b;
    Double { high, low: a.mul_add(b, -high) }
}

impl Add for Double {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, low) = (sum(self.high, other.high), sum(self.low, other.low));
        let near = ordered_sum(high.high, high.low + low.high);
        ordered_sum(near.high, near.low + low.low)
    }
}

impl Neg for Double {
    type Output = Self;

    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for Double {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let high = product(self.high, other.high);
        let low = self.high.mul_add(other.low, self.low * other.high);
        ordered_sum(high.high, high.low + low)
    }
}

impl Div for Double {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let near = self.high / other.high;
        let rest = self - other * Self::from(near);
        ordered_sum(near, rest.high / other.high)
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn results_come_back_to_thirty_digits() {
        let mut random = Pcg64::seed_from_u64(1);
        for _ in 0..20_000 {
            let mut number = || {
                let high = random.random_range(0.5..2.0) * 10_f64.powi(random.random_range(-20..20));
                Double::from(high) + Double::from(high * random.random_range(-1e-17..1e-17))
            };
            let (a, b) = (number(), number());
            let off = |found: Double, right: Double| ((found - right) / right).rounded().abs();
            assert!(off((a / b) * b, a) < 1e-30, "{a:?} / {b:?}");
            assert!(off((a * b) / a, b) < 1e-30, "{a:?} · {b:?}");
            assert!(off(a.sqrt() * a.sqrt(), a) < 1e-30, "√{a:?}");
            assert!(off((a + b) - b, a) < 1e-30 * (1.0 + (b / a).rounded()), "{a:?} + {b:?}");
        }
    }

    #[test]
    fn products_and_sums_of_whole_numbers_are_exact() {
        let mut random = Pcg64::seed_from_u64(2);
        for _ in 0..20_000 {
            let mut whole = || random.random_range(-(1_i128 << 50)..1 << 50);
            let (a, b, c, d) = (whole(), whole(), whole(), whole());
            let of = |whole: i128| Double::from(whole as f64);
            let found = of(a) * of(b) - of(c) * of(d);
            let right = a * b - c * d;
            assert_eq!(found.high as i128 + found.low as i128, right);
        }
    }
}
