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

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: &str, denominator: &str) -> Fraction {
        let integer = |text| Fraction::integer(text).unwrap();
        Fraction::of(integer(numerator), integer(denominator)).unwrap()
    }

    #[test]
    fn fractions_become_the_nearest_number() {
        for (numerator, denominator, number) in [
            ("1", "3", 1.0 / 3.0),
            ("-6004799503160661", "18014398509481984", -0.3333333333333333),
            ("9007199254740993", "1", 9007199254740992.0),
            ("9007199254740995", "1", 9007199254740996.0),
            ("10", "-4", -2.5),
            ("0", "7", 0.0),
        ] {
            assert_eq!(fraction(numerator, denominator).rounded(), number, "{numerator}/{denominator}");
        }
        let long = "1".repeat(400);
        assert_eq!(fraction(&long, &long).rounded(), 1.0);
        assert_eq!(fraction(&long, "1").rounded(), f64::INFINITY);
        assert_eq!(fraction("1", &format!("1{}", "0".repeat(320))).rounded(), 1e-320);
        assert_eq!(fraction("1", &long).rounded(), 0.0);
    }

    #[test]
    fn only_what_cannot_be_stored_has_an_error() {
        assert_eq!(fraction("3900231685776981", "4503599627370496").rounding_error(), 0.0);
        assert_eq!(fraction("3", "6").rounding_error(), 0.0);
        assert!(fraction("1", "3").rounding_error() > 0.0);
        assert!(fraction("9007199254740993", "1").rounding_error() >= 1.0);
        assert!(fraction("1", &"1".repeat(400)).rounding_error() > 0.0);
    }

    #[test]
    fn a_grid_keeps_all_ratios() {
        let grid =
            on_one_grid(&[fraction("1", "2"), fraction("-1", "3"), fraction("5", "6"), fraction("2", "1")]);
        assert_eq!(grid, [3, -2, 5, 12].map(BigInt::from));
    }
}
