//! Which files a file may name: those in its own folder and below, unless more is allowed.

use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

static ALLOWED: AtomicBool = AtomicBool::new(false);

/// Lets a glTF read buffers outside its own folder, for the whole process.
pub fn allow() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// The path without links, if it leads into `folder` or below, or may lead elsewhere. Of a file that is not there its name
/// decides.
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
