//! Files that are being written under a temporary name, so that an interrupted process can remove them: it drops
//! nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Paths of the temporary files of this process.
static FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes a temporary file. It keeps its place if the working directory changes.
pub fn add(path: &Path) {
    if let (Ok(path), Ok(mut files)) = (std::path::absolute(path), FILES.lock()) {
        files.insert(path);
    }
}

/// Forgets a file that is gone or has its final name.
pub fn forget(path: &Path) {
    if let (Ok(path), Ok(mut files)) = (std::path::absolute(path), FILES.lock()) {
        files.remove(&path);
    }
}

/// Removes all unfinished files, for the moment before this process ends by a signal.
pub fn remove_all() {
    // The lock stays: no file is begun after this.
    let Ok(files) = FILES.lock() else { return };
    files.iter().for_each(|path| drop(fs::remove_file(path)));
    std::mem::forget(files);
}
