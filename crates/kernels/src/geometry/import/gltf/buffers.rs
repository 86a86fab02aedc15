//! The buffers of a document. Each buffer is read once, on first use.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::document::{Document, Sparse, SparsePart};
use crate::files::reading::{LARGEST_FILE, read_file};
use crate::geometry::import::outside::inside;
use crate::geometry::import::soup::MEND;

pub(super) struct Buffers<'a> {
    document: &'a Document,
    blob: Option<&'a [u8]>,
    folder: &'a Path,
    /// Buffers read so far, by URI; `None` is the binary part of the container.
    read: RefCell<HashMap<Option<&'a str>, Rc<Vec<u8>>>>,
}

impl<'a> Buffers<'a> {
    /// `blob` is the binary part of a container; relative names start at `folder`.
    pub(super) fn new(document: &'a Document, blob: Option<&'a [u8]>, folder: &'a Path) -> Self {
        Self { document, blob, folder, read: RefCell::default() }
    }

    fn get(&self, buffer: usize) -> Result<Rc<Vec<u8>>, String> {
        let name = self.document.buffers[buffer].uri.as_deref();
        if let Some(data) = self.read.borrow().get(&name) {
            return Ok(data.clone());
        }
        let bytes_read: u64 = self.read.borrow().values().map(|data| data.len() as u64).sum();
        let left = LARGEST_FILE - bytes_read.min(LARGEST_FILE);
        let data = match name {
            None => self.blob.map(<[u8]>::to_vec).ok_or_else(|| "has no binary part".to_owned()),
            Some(uri) => fetch(uri, self.folder, left),
        };
        let data = Rc::new(data.map_err(|e| format!("buffer {buffer}: {e}"))?);
        let mut read = self.read.borrow_mut();
        read.insert(name, data.clone());
        Ok(data)
    }

    /// The numbers of an accessor, `width` of them per item; its items must have the type of this name, such as `VEC3`.
    /// Offsets and lengths are checked against the buffer first.
    pub(super) fn numbers(&self, index: usize, dimensions: &str, width: usize) -> Result<Vec<f64>, String> {
        let problem = |what: &str| format!("accessor {index}: {what}; {MEND}");
        let accessor = &self.document.accessors[index];
        let component =
            Component::of(accessor.component_type).ok_or_else(|| problem("has an unknown type"))?;
        if accessor.dimensions != dimensions {
            return Err(problem(&format!(
                "has items of type {}, but needs {dimensions}",
                accessor.dimensions
            )));
        }
        let count = accessor.count;
        let mut numbers = match (accessor.buffer_view, &accessor.sparse) {
            (Some(view), _) => {
                self.part(view, accessor.byte_offset, count, width, component).map_err(|e| problem(&e))?
            }
            (None, Some(_)) if count <= MOST_ZEROS => vec![0.0; count * width],
            (None, Some(_)) => return Err(problem("declares too many items; reduce it")),
            (None, None) => return Err(problem("has no data")),
        };
        if let Some(Sparse { count: changes, indices, values }) = &accessor.sparse {
            let kind = indices.component_type.and_then(Component::of).filter(|kind| kind.is_index());
            let kind = kind.ok_or_else(|| problem("has sparse indices of an unknown type"))?;
            let part = |part: &SparsePart, width: usize, kind: Component| {
                self.part(part.buffer_view, part.byte_offset, *changes, width, kind).map_err(|e| problem(&e))
            };
            let (places, values) = (part(indices, 1, kind)?, part(values, width, component)?);
            for (place, value) in places.into_iter().zip(values.chunks_exact(width)) {
                let changed = numbers.chunks_exact_mut(width).nth(place as usize);
                changed.ok_or_else(|| problem("changes an item that does not exist"))?.copy_from_slice(value);
            }
        }
        if accessor.normalized {
            numbers.iter_mut().for_each(|number| *number = (*number / component.largest()).max(-1.0));
        }
        Ok(numbers)
    }

    /// Whole numbers from 0: indices of vertices or joints.
    pub(super) fn whole_numbers(
        &self,
        index: usize,
        dimensions: &str,
        width: usize,
    ) -> Result<Vec<u32>, String> {
        let accessor = &self.document.accessors[index];
        let is_index = Component::of(accessor.component_type).is_some_and(Component::is_index);
        if !is_index || accessor.normalized {
            return Err(format!("accessor {index}: its indices are not unsigned whole numbers; {MEND}"));
        }
        Ok(self.numbers(index, dimensions, width)?.into_iter().map(|number| number as u32).collect())
    }

    /// The numbers of `count` items in a buffer view.
    fn part(
        &self,
        view: usize,
        offset: usize,
        count: usize,
        width: usize,
        component: Component,
    ) -> Result<Vec<f64>, String> {
        let view = &self.document.buffer_views[view];
        let buffer = self.get(view.buffer)?;
        let size = width * component.size();
        let stride = view.byte_stride.unwrap_or(size).max(size);
        let data = buffer
            .get(view.byte_offset..)
            .and_then(|rest| rest.get(..view.byte_length))
            .and_then(|rest| rest.get(offset..))
            .ok_or("begins or ends outside its buffer")?;
        let needed = count.checked_sub(1).map_or(Some(0), |n| n.checked_mul(stride)?.checked_add(size));
        if needed.is_none_or(|needed| needed > data.len()) {
            return Err(format!("declares {count} items, but only {} bytes are available", data.len()));
        }
        let items = (0..count).map(|i| &data[i * stride..i * stride + size]);
        Ok(items
            .flat_map(|item| item.chunks_exact(component.size()))
            .map(|bytes| component.read(bytes))
            .collect())
    }
}

/// Limit on the items of a sparse accessor without a buffer view, which are in no file.
const MOST_ZEROS: usize = 6_000_000;

/// Types of numbers in a buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    /// The type with this code of glTF.
    fn of(code: u32) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    fn is_index(self) -> bool {
        matches!(self, Self::U8 | Self::U16 | Self::U32)
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number that stands for 1 in a normalized accessor.
    fn largest(self) -> f64 {
        match self {
            Self::I8 => i8::MAX.into(),
            Self::U8 => u8::MAX.into(),
            Self::I16 => i16::MAX.into(),
            Self::U16 => u16::MAX.into(),
            Self::U32 => u32::MAX.into(),
            Self::F32 => 1.0,
        }
    }

    /// The number in these bytes, which are as many as its size.
    fn read(self, bytes: &[u8]) -> f64 {
        let mut four = [0; 4];
        four[..bytes.len()].copy_from_slice(bytes);
        let [a, b, ..] = four;
        match self {
            Self::I8 => i8::from_le_bytes([a]).into(),
            Self::U8 => a.into(),
            Self::I16 => i16::from_le_bytes([a, b]).into(),
            Self::U16 => u16::from_le_bytes([a, b]).into(),
            Self::U32 => u32::from_le_bytes(four).into(),
            Self::F32 => f32::from_le_bytes(four).into(),
        }
    }
}

/// The bytes of a buffer: a `data:` URI, or a file in `folder` or below. `most` is the number of bytes that
/// may still be read under the limit for all buffers together.
fn fetch(uri: &str, folder: &Path, most: u64) -> Result<Vec<u8>, String> {
    if let Some(inside) = uri.strip_prefix(INSIDE) {
        let (_, data) = inside.split_once(";base64,").unwrap_or(("", inside));
        return decode_base64(data).map_err(|e| format!("{e}; {MEND}"));
    }
    let Some(path) = file(uri, folder) else {
        return Err(format!("is at \"{uri}\", but files are not downloaded; save it next to the file"));
    };
    let Some(path) = inside(&path, folder) else {
        return Err(format!(
            "is at \"{uri}\", outside the folder of the file; move it there or use --allow-outside"
        ));
    };
    read_file(&path, most).map_err(|e| format!("{}: {e}", path.display()))
}

/// Prefix of a URI that contains the data itself.
const INSIDE: &str = "data:";

/// The file that a URI names; `None` for a URI that contains its data or names another computer.
pub(super) fn file(uri: &str, folder: &Path) -> Option<PathBuf> {
    let path = match uri.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => {
            // After two slashes comes the name of the computer.
            let here = rest.strip_prefix("//").map(|rest| rest.strip_prefix("localhost").unwrap_or(rest));
            here.map_or(Some(rest), |path| path.starts_with('/').then_some(path))?
        }
        _ => uri,
    };
    let is_file = !path.starts_with(INSIDE) && !path.contains("://");
    is_file.then(|| folder.join(decode_percent(path)))
}

/// Decodes base64; the padding `=` at the end may be missing.
fn decode_base64(text: &str) -> Result<Vec<u8>, String> {
    let digits = text.trim_end_matches('=').as_bytes();
    let fill = text.len() - digits.len();
    let truncated = || "its base64 data is truncated".to_owned();
    let most_fill = [0, 0, 2, 1][digits.len() % 4];
    if digits.len() % 4 == 1 || fill > most_fill {
        return Err(truncated());
    }
    let mut decoded = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for (group, four) in digits.chunks(4).enumerate() {
        let mut bits = 0u32;
        for (i, digit) in four.iter().enumerate() {
            let value = match digit {
                b'A'..=b'Z' => digit - b'A',
                b'a'..=b'z' => digit - b'a' + 26,
                b'0'..=b'9' => digit - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return Err(format!("byte {} of its base64 data is not a base64 digit", 4 * group + i)),
            };
            bits |= u32::from(value) << (26 - 6 * i);
        }
        let bytes = four.len() - 1;
        if bits << (8 * bytes) != 0 {
            return Err(truncated());
        }
        decoded.extend(&bits.to_be_bytes()[..bytes]);
    }
    Ok(decoded)
}

/// Replaces percent escapes such as `%20` by their bytes; invalid UTF-8 becomes U+FFFD.
fn decode_percent(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let digits = if bytes[i] == b'%' { text.get(i + 1..i + 3) } else { None };
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                i += 3;
            }
            None => {
                decoded.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::decode_base64;

    #[test]
    fn base64_is_read_and_broken_text_is_refused_with_its_place() {
        // RFC 4648, section 10.
        for (text, bytes) in [
            ("", &b""[..]),
            ("Zg==", b"f"),
            ("Zg", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYmE=", b"fooba"),
            ("Zm9vYmE", b"fooba"),
        ] {
            assert_eq!(decode_base64(text).as_deref(), Ok(bytes), "{text}");
        }
        let all = decode_base64("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").unwrap();
        let bit = |at: usize| all[at / 8] >> (7 - at % 8) & 1;
        let digits = (0..64).map(|i| (0..6).fold(0, |value, k| value << 1 | bit(6 * i + k)));
        assert!(digits.eq(0..64));
        for short in ["Z", "Zm9vY", "====", "Z===", "Zg===", "Zm8==", "Zm9v=", "Zh==", "Zm9="] {
            assert_eq!(decode_base64(short), Err("its base64 data is truncated".to_owned()), "{short}");
        }
        for (text, at) in [("Zm9v YmE", 4), ("Zm_v", 2), ("Z=9v", 1), ("é==", 0)] {
            let refused = format!("byte {at} of its base64 data is not a base64 digit");
            assert_eq!(decode_base64(text), Err(refused), "{text}");
        }
    }
}
