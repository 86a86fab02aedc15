//! The files that this process has read. An output that would replace one of them is refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::staged::canonical_path;

/// Canonical paths of all regular files read so far.
static READ: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes that this process, or a program that it runs, reads the file. Pipes and devices are left out: they are
/// written in place.
pub fn remember(path: &Path) {
    if let (Ok(path), Ok(mut read)) = (path.canonicalize(), READ.lock())
        && path.is_file()
    {
        read.insert(path);
    }
}

/// Whether writing to `path` would replace a file that was read.
pub fn was_read(path: &Path) -> bool {
    // A file that does not exist yet replaces nothing.
    let Ok(path) = path.canonicalize() else { return false };
    let Ok(read) = READ.lock() else { return false };
    read.contains(&path) || inode(&path).is_some_and(|own| read.iter().any(|other| inode(other) == Some(own)))
}

/// Whether both paths lead to the same file, directly or through links of any kind. The file need not exist yet.
pub fn is_same(a: &Path, b: &Path) -> bool {
    a == b
        || matches!((canonical_path(a), canonical_path(b)), (Ok(a), Ok(b)) if a == b)
        || inode(a).is_some_and(|own| inode(b) == Some(own))
}

/// Device and number of a regular file: two names of one file have them in common.
#[cfg(unix)]
fn inode(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let data = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn inode(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_read_is_known_by_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("in"), "x").unwrap();
        fs::write(at("other"), "x").unwrap();
        fs::hard_link(at("in"), at("second")).unwrap();
        assert!(!was_read(&at("in")));
        remember(&at("in"));
        for name in ["in", "./in", "second"] {
            assert!(was_read(&at(name)), "{name}");
            assert!(is_same(&at("in"), &at(name)), "{name}");
        }
        assert!(!was_read(&at("other")) && !was_read(&at("new")));
        // The old content has lost its name, so nothing of it can be replaced.
        fs::remove_file(at("in")).unwrap();
        fs::remove_file(at("second")).unwrap();
        fs::write(at("second"), "new").unwrap();
        assert!(!was_read(&at("second")));
        assert!(!is_same(&at("second"), &at("other")));
    }
}
