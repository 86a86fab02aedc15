//! Restricts the files that another file may name to its own folder and below, unless allowed otherwise.

use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

static ALLOWED: AtomicBool = AtomicBool::new(false);

/// Allows a glTF to read buffers outside its own folder, for the whole process.
pub fn allow() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// The path with links resolved; `None` if it leads outside `folder`, unless that is allowed. For a file that
/// does not exist, only the name is checked.
pub fn inside(path: &Path, folder: &Path) -> Option<PathBuf> {
    if ALLOWED.load(Ordering::Relaxed) {
        return Some(path.to_owned());
    }
    match path.canonicalize() {
        Ok(real) => real.starts_with(Path::new(".").join(folder).canonicalize().ok()?).then_some(real),
        Err(_) => {
            let below = path.strip_prefix(folder).ok()?;
            below.components().all(|part| matches!(part, Component::Normal(_))).then(|| path.to_owned())
        }
    }
}
