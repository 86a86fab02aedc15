//! The values of PLY elements, one after another, in text or in bytes.

use super::header::Scalar;
use crate::files::text;
use crate::geometry::import::soup::{MEND, number};

/// A source of values. The errors name the property.
pub(super) trait Values {
    /// The next value, of this type.
    fn value(&mut self, kind: Scalar, name: &str) -> Result<f64, String>;

    /// Skips values, which need not be numbers.
    fn skip(&mut self, kind: Scalar, count: usize, name: &str) -> Result<(), String>;
}

/// The words of a line, one per value, with all their digits.
pub(super) struct TextValues<'a> {
    words: Box<dyn Iterator<Item = &'a str> + 'a>,
}

impl<'a> TextValues<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        Self { words: Box::new(text::words(line)) }
    }

    /// Refuses further words.
    pub(super) fn end(mut self) -> Result<(), String> {
        match self.words.next() {
            Some(word) => Err(format!("\"{word}\" follows the last value that the header declares; {MEND}")),
            None => Ok(()),
        }
    }

    fn word(&mut self, name: &str) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| format!("ends before \"{name}\" or within it; {MEND}"))
    }
}

impl Values for TextValues<'_> {
    fn value(&mut self, _: Scalar, name: &str) -> Result<f64, String> {
        let word = self.word(name)?;
        number(word).map_err(|e| format!("\"{name}\": {e}"))
    }

    fn skip(&mut self, _: Scalar, count: usize, name: &str) -> Result<(), String> {
        (0..count).try_for_each(|_| self.word(name).map(drop))
    }
}

/// Bytes of a binary file.
pub(super) struct BinaryValues<'a> {
    rest: &'a [u8],
    is_big_endian: bool,
}

impl<'a> BinaryValues<'a> {
    pub(super) fn new(rest: &'a [u8], is_big_endian: bool) -> Self {
        Self { rest, is_big_endian }
    }

    /// Number of bytes left.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    fn take(&mut self, size: usize, name: &str) -> Result<&'a [u8], String> {
        let (taken, rest) = self
            .rest
            .split_at_checked(size)
            .ok_or_else(|| format!("the file ends before \"{name}\" or within it; {MEND}"))?;
        self.rest = rest;
        Ok(taken)
    }
}

impl Values for BinaryValues<'_> {
    fn value(&mut self, kind: Scalar, name: &str) -> Result<f64, String> {
        let size = kind.size();
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(self.take(size, name)?);
        if self.is_big_endian {
            bytes[..size].reverse();
        }
        let [a, b, c, d, ..] = bytes;
        Ok(match kind {
            Scalar::I8 => f64::from(i8::from_le_bytes([a])),
            Scalar::U8 => f64::from(a),
            Scalar::I16 => f64::from(i16::from_le_bytes([a, b])),
            Scalar::U16 => f64::from(u16::from_le_bytes([a, b])),
            Scalar::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Scalar::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Scalar::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Scalar::F64 => f64::from_le_bytes(bytes),
        })
    }

    fn skip(&mut self, kind: Scalar, count: usize, name: &str) -> Result<(), String> {
        self.take(count.saturating_mul(kind.size()), name).map(drop)
    }
}
