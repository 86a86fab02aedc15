//! Folds many numbers into one hash, to compare two runs bit by bit.

/// Initial value of the hash: the offset basis of FNV-1a.
pub const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues the hash `before` with the bytes of `numbers`, in order (FNV-1a).
pub fn folded(before: u64, numbers: impl IntoIterator<Item = f64>) -> u64 {
    let bytes = numbers.into_iter().flat_map(|number| number.to_bits().to_le_bytes());
    bytes.fold(before, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_and_the_order_count() {
        let of = |numbers: &[f64]| folded(START, numbers.iter().copied());
        assert_eq!(of(&[]), START);
        // FNV-1a of "foobarfo".
        assert_eq!(of(&[f64::from_le_bytes(*b"foobarfo")]), 0x7396_e6eb_4e20_40df);
        assert_ne!(of(&[0.0]), of(&[-0.0]));
        assert_ne!(of(&[1.0, 2.0]), of(&[2.0, 1.0]));
        assert_eq!(folded(of(&[1.0]), [2.0]), of(&[1.0, 2.0]));
    }
}
