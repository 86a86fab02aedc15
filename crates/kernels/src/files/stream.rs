//! Paths that are written to in place (pipes, devices, and open files of this process such as `/dev/stdout`),
//! and the resolution of symbolic links.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Whether the path must be written to in place: it names a pipe, a device, or an open file that this process
/// inherited. Replacing an inherited file would send later output elsewhere.
pub fn is_stream(path: &Path) -> bool {
    path.exists() && !path.is_file() || open_file(path).is_some()
}

/// Appends the bytes.
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match open_file(path) {
        Some(1) => io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()),
        Some(2) => io::stderr().write_all(bytes),
        Some(_) => File::options().append(true).open(path)?.write_all(bytes),
        None => {
            let mut file = File::options().write(true).open(path)?;
            if file.metadata()?.is_file() {
                return Err(io::Error::other("it has been replaced by a regular file"));
            }
            file.write_all(bytes)
        }
    }
}

/// Descriptor of the open file of this process that the path names, if any.
#[cfg(target_os = "linux")]
fn open_file(path: &Path) -> Option<u32> {
    let own = Path::new("/proc/self/fd").canonicalize().ok()?;
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        if folder_of(&target).canonicalize().is_ok_and(|folder| folder == own) {
            return target.file_name()?.to_str()?.parse().ok();
        }
        target = folder_of(&target).join(target.read_link().ok()?);
    }
    None
}

#[cfg(not(target_os = "linux"))]
fn open_file(_: &Path) -> Option<u32> {
    None
}

/// Longest chain of links that is followed, as in Linux.
pub const MOST_LINKS: usize = 40;

/// The folder that contains the path's last component.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The end of the chain of symbolic links that starts at `path`, whether it exists or not.
pub fn linked_to(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("its symbolic links form a loop"))
}
