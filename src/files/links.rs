//! Symbolic links at the end of a path.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Links that lead from one to the next, at most: as many as Linux follows.
pub const MOST_LINKS: usize = 40;

/// What the path's last name stands in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What `path` points to at last, whether that is there or not.
pub fn linked_to(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("its symbolic links lead in a circle"))
}
