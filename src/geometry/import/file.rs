//! A file as bytes, with reasons that say what to mend.

use std::path::Path;
use std::{fs, io};

/// How to mend what an exporter or a transfer broke.
pub(super) const MEND: &str = "export it again";

/// Bytes. More would also overflow 32-bit vertex numbers before long.
const LARGEST_FILE: u64 = 1 << 30;

/// The whole file, at most 1 GiB. The error says what is wrong, without the file's name.
pub fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let explain = |e: io::Error| match e.kind() {
        io::ErrorKind::NotFound => "there is no such file; check the path".to_owned(),
        io::ErrorKind::PermissionDenied => "may not be read; check its permissions".to_owned(),
        _ => format!("cannot be read: {e}"),
    };
    // A pipe or a device might never end.
    let kind = fs::metadata(path).map_err(explain)?;
    if kind.is_dir() {
        return Err("is a directory; name a file in it".into());
    }
    if !kind.is_file() {
        return Err("is not a regular file; copy its content into one".into());
    }
    if kind.len() > LARGEST_FILE {
        return Err("is larger than 1 GiB; reduce it".into());
    }
    let bytes = fs::read(path).map_err(explain)?;
    if bytes.is_empty() { Err("the file is empty; export it again".into()) } else { Ok(bytes) }
}
