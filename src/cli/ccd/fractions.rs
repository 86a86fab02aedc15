//! Fractions of arbitrary-precision integers, and their rounding to f64.

use anyhow::bail;
use num_bigint::{BigInt, Sign};

/// Maximum number of digits of a numerator or denominator.
const MOST_DIGITS: usize = 1000;

/// An exact rational number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: BigInt,
    /// Always positive.
    denominator: BigInt,
}

impl Fraction {
    /// A placeholder with denominator 0, which is not a valid fraction and must be replaced.
    pub const ZERO: Self = Self { numerator: BigInt::ZERO, denominator: BigInt::ZERO };

    /// Parses an integer as written in a file.
    pub fn integer(text: &str) -> anyhow::Result<BigInt> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            bail!("which is not an integer; write digits with an optional sign");
        }
        if digits.len() > MOST_DIGITS {
            bail!("which has {} digits; at most {MOST_DIGITS} are allowed", digits.len());
        }
        Ok(text.parse()?)
    }

    /// The quotient of two integers; `None` if the denominator is 0.
    pub fn of(numerator: BigInt, denominator: BigInt) -> Option<Self> {
        match denominator.sign() {
            Sign::NoSign => None,
            Sign::Plus => Some(Self { numerator, denominator }),
            Sign::Minus => Some(Self { numerator: -numerator, denominator: -denominator }),
        }
    }

    /// The nearest f64; for results below 1e-307, one of the two neighbouring f64. Infinite beyond the range of f64.
    pub fn rounded(&self) -> f64 {
        let exponent = self.numerator.bits() as i64 - self.denominator.bits() as i64;
        // A quotient of 66 or 67 bits; its last bit is set if any bits are cut off.
        let shift = 66 - exponent;
        let up = |value: &BigInt, by: i64| value.magnitude() << by.max(0);
        let (above, below) = (up(&self.numerator, shift), up(&self.denominator, -shift));
        let quotient = &above / &below;
        let cut_off = &quotient * &below != above;
        let digits = u128::try_from(quotient).unwrap_or(u128::MAX) | u128::from(cut_off);
        // The scaling takes two steps, because a single power of two may be out of range.
        let half = -shift / 2;
        let power = |exponent: i64| 2.0_f64.powi(exponent.clamp(-2000, 2000) as i32);
        let size = digits as f64 * power(half) * power(-shift - half);
        if self.numerator.sign() == Sign::Minus { -size } else { size }
    }

    /// Upper bound of the error of [`rounded`](Self::rounded); 0 if it is exact.
    pub fn rounding_error(&self) -> f64 {
        let rounded = self.rounded();
        let bits = rounded.to_bits();
        let (biased, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
        let digits = BigInt::from(if biased == 0 { fraction } else { fraction | 1 << 52 });
        let exponent = biased.max(1) - 1075;
        let exact = (digits * &self.denominator) << exponent.max(0);
        let same = exact.magnitude() == &(self.numerator.magnitude() << (-exponent).max(0));
        if same { 0.0 } else { rounded.abs() * f64::EPSILON + f64::from_bits(1) }
    }
}

/// Multiplies all fractions by a common denominator, so that they become integers.
pub fn on_one_grid(fractions: &[Fraction]) -> Vec<BigInt> {
    let mut all = BigInt::from(1);
    for Fraction { denominator, .. } in fractions {
        if (&all % denominator).sign() != Sign::NoSign {
            all *= denominator;
        }
    }
    fractions.iter().map(|f| &f.numerator * (&all / &f.denominator)).collect()
}
