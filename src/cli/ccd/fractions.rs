//! Fractions of a file: reading their integers, rounding to f64, and a common denominator.

use anyhow::bail;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

/// Maximum number of digits of a numerator or denominator.
const MOST_DIGITS: usize = 1000;

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

/// The nearest f64; infinite beyond the range of f64.
pub fn rounded(fraction: &BigRational) -> f64 {
    fraction.to_f64().unwrap_or(f64::NAN)
}

/// Upper bound of the error of [`rounded`]; 0 if it is exact.
pub fn rounding_error(fraction: &BigRational) -> f64 {
    let rounded = rounded(fraction);
    let is_exact = BigRational::from_float(rounded).is_some_and(|exact| exact == *fraction);
    if is_exact { 0.0 } else { rounded.abs() * f64::EPSILON + f64::from_bits(1) }
}

/// Multiplies all fractions by a common denominator, so that they become integers.
pub fn on_one_grid(fractions: &[BigRational]) -> Vec<BigInt> {
    let mut all = BigInt::from(1);
    for fraction in fractions {
        if &all % fraction.denom() != BigInt::ZERO {
            all *= fraction.denom();
        }
    }
    fractions.iter().map(|f| f.numer() * (&all / f.denom())).collect()
}
