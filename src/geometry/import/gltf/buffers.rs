//! The buffers of a document. Each is read when it is first asked for, and one that is named twice is read once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gltf::buffer::Source;
use gltf::{Accessor, Buffer};

use crate::files::reading::{LARGEST_FILE, read_file};
use crate::geometry::import::outside::inside;
use crate::geometry::import::soup::MEND;

pub(super) struct Buffers<'a> {
    blob: Option<&'a [u8]>,
    folder: &'a Path,
    /// By their URI; the container's own by none.
    read: RefCell<HashMap<Option<String>, Rc<Vec<u8>>>>,
}

impl<'a> Buffers<'a> {
    /// `blob` is the binary part of a container; relative names start at `folder`.
    pub(super) fn new(blob: Option<&'a [u8]>, folder: &'a Path) -> Self {
        Self { blob, folder, read: RefCell::default() }
    }

    fn get(&self, buffer: &Buffer) -> Result<Rc<Vec<u8>>, String> {
        let name = match buffer.source() {
            Source::Bin => None,
            Source::Uri(uri) => Some(uri.to_owned()),
        };
        if let Some(known) = self.read.borrow().get(&name) {
            return Ok(known.clone());
        }
        let known: u64 = self.read.borrow().values().map(|known| known.len() as u64).sum();
        let left = LARGEST_FILE - known.min(LARGEST_FILE);
        let data = match &name {
            None => self.blob.map(<[u8]>::to_vec).ok_or_else(|| "has no binary part".to_owned()),
            Some(uri) => fetch(uri, self.folder, left),
        };
        let data = Rc::new(data.map_err(|e| format!("buffer {}: {e}", buffer.index()))?);
        let mut read = self.read.borrow_mut();
        read.insert(name, data.clone());
        Ok(data)
    }

    /// The bytes of every item, through `read`. Offsets and lengths are checked against the buffer first.
    pub(super) fn items<T>(&self, accessor: &Accessor, read: impl Fn(&[u8]) -> T) -> Result<Vec<T>, String> {
        let problem = |what: &str| format!("accessor {}: {what}; {MEND}", accessor.index());
        if accessor.sparse().is_some() {
            return Err(problem("is sparse, which is not read here"));
        }
        let view = accessor.view().ok_or_else(|| problem("has no data"))?;
        let buffer = self.get(&view.buffer())?;
        let size = accessor.size();
        let stride = view.stride().unwrap_or(size).max(size);
        let data = buffer
            .get(view.offset()..)
            .and_then(|rest| rest.get(..view.length()))
            .and_then(|rest| rest.get(accessor.offset()..))
            .ok_or_else(|| problem("begins or ends behind its buffer"))?;
        let count = accessor.count();
        let needed = count.checked_sub(1).map_or(Some(0), |n| n.checked_mul(stride)?.checked_add(size));
        if needed.is_none_or(|needed| needed > data.len()) {
            return Err(problem(&format!(
                "announces {count} items, but only {} bytes are there",
                data.len()
            )));
        }
        Ok((0..count).map(|i| read(&data[i * stride..i * stride + size])).collect())
    }
}

/// The bytes of a buffer that the document names: a `data:` URI, or a file in `folder` or below, of at most so many bytes,
/// which are those that all others have left.
fn fetch(uri: &str, folder: &Path, most: u64) -> Result<Vec<u8>, String> {
    if uri.starts_with(INSIDE) {
        let data = gltf::buffer::Data::from_source(Source::Uri(uri), None);
        return data.map(|data| data.0).map_err(|e| format!("{e}; {MEND}"));
    }
    let Some(path) = file(uri, folder) else {
        return Err(format!("lies at \"{uri}\", and nothing is fetched; put it beside the file"));
    };
    let Some(path) = inside(&path, folder) else {
        return Err(format!(
            "lies at \"{uri}\", which is outside the folder of the file; put it there, or allow it by --allow-outside"
        ));
    };
    read_file(&path, most).map_err(|e| format!("{}: {e}", path.display()))
}

/// How a URI begins that holds its data itself.
const INSIDE: &str = "data:";

/// The file that a URI names; `None` where it holds its data itself, or names a place on another machine.
pub(super) fn file(uri: &str, folder: &Path) -> Option<PathBuf> {
    let path = match uri.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => {
            // After two slashes stands the machine.
            let here = rest.strip_prefix("//").map(|rest| rest.strip_prefix("localhost").unwrap_or(rest));
            here.map_or(Some(rest), |path| path.starts_with('/').then_some(path))?
        }
        _ => uri,
    };
    let is_file = !path.starts_with(INSIDE) && !path.contains("://");
    is_file.then(|| folder.join(decode_percent(path)))
}

/// Replaces percent escapes such as `%20` by their bytes; what is no UTF-8 then becomes U+FFFD.
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
