//! The range of lengths of which products of several neither overflow nor underflow, and scaling into it.

use crate::geometry::Vector;

/// Lengths from 2^−`USUAL` to 2^`USUAL` are usual, about 8e-31 to 1e30.
pub const USUAL: i32 = 100;

/// Whether products of up to six lengths of this size stay far within the range of f64.
#[inline]
pub fn is_usual(size: f64) -> bool {
    const LEAST: f64 = f64::from_bits((1023 - USUAL as u64) << 52);
    (LEAST..=1.0 / LEAST).contains(&size)
}

/// The power of two that scales a finite number of this size to between 1/2 and 2; 2¹⁰²³ for 0 and subnormal numbers.
#[inline]
pub fn near_one(size: f64) -> f64 {
    let exponent = size.to_bits() >> 52 & 0x7ff;
    f64::from_bits(2046_u64.saturating_sub(exponent).max(1) << 52)
}

/// The length, however small or large its square.
pub fn length(v: &Vector) -> f64 {
    let scale = near_one(v.amax());
    (v * scale).norm() / scale
}
