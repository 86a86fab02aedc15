//! Numbers as integers, without rounding: an f64 is an integer times a power of two.

use num_bigint::BigInt;

/// A vector of integers.
pub type Whole = [BigInt; 3];

/// An f64 as digits · 2^power; 0 has power 0, so that it makes no unit finer.
pub fn parts(number: f64) -> (BigInt, i32) {
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (digits, power) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    if digits == 0 {
        return (BigInt::ZERO, 0);
    }
    let zeros = digits.trailing_zeros();
    let digits = BigInt::from(digits >> zeros);
    (if number < 0.0 { -digits } else { digits }, power + zeros as i32)
}

/// Numbers as integers times one power of two.
pub fn aligned<const N: usize>(numbers: [f64; N]) -> ([BigInt; N], i32) {
    let power = finest(numbers.iter().copied());
    (numbers.map(|number| at(number, power)), power)
}

/// The largest power of two of which all numbers are multiples.
pub fn finest(numbers: impl Iterator<Item = f64>) -> i32 {
    numbers.filter(|number| *number != 0.0).map(|number| parts(number).1).min().unwrap_or(0)
}

/// The number in units of 2^power, which must be no coarser than the number.
pub fn at(number: f64, power: i32) -> BigInt {
    let (digits, own) = parts(number);
    if digits == BigInt::ZERO { digits } else { digits << (own - power) as usize }
}

/// The dot product.
pub fn dot(p: &Whole, q: &Whole) -> BigInt {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}

/// The determinant of three vectors; the sign tells on which side of the plane through 0, p and q the point r lies.
pub fn det(p: &Whole, q: &Whole, r: &Whole) -> BigInt {
    dot(&cross(p, q), r)
}

/// The cross product.
pub fn cross(p: &Whole, q: &Whole) -> Whole {
    let minor = |i: usize, j: usize| &p[i] * &q[j] - &p[j] * &q[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// a / b · 2^power, to about 15 digits.
pub fn quotient(a: &BigInt, b: &BigInt, power: i32) -> f64 {
    let rounded = |n: &BigInt| {
        let by = n.bits().saturating_sub(60);
        (i64::try_from(n >> by as usize).unwrap_or_default() as f64, by as i32)
    };
    let ((a, i), (b, j)) = (rounded(a), rounded(b));
    // The scaling takes steps, because a single power of two may overflow.
    let power = power + i - j;
    let third = f64::from(power / 3).exp2();
    a / b * third * third * f64::from(power - power / 3 * 2).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_exactly() {
        for number in [0.0, 1.0, -0.1, 1e-310, 6e300, f64::MIN_POSITIVE, -123.456] {
            let (digits, power) = parts(number);
            assert_eq!(quotient(&digits, &BigInt::from(1), power), number, "{number}");
        }
        let ([a, b], power) = aligned([0.75, -4.0]);
        assert_eq!((a, b, power), (BigInt::from(3), BigInt::from(-16), -2));
        let far = quotient(&(BigInt::from(3) << 2000), &(BigInt::from(2) << 2000), -1);
        assert_eq!(far, 0.75);
    }
}
