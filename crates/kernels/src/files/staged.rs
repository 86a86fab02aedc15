//! A file that is being written and does not have its final name yet.
//!
//! On Linux the file has no name at all, so that a killed program leaves nothing behind. Elsewhere, and when an
//! existing file is replaced, its temporary name is `.collidoscope` and six more characters. A program locks such a
//! file while writing it. An interrupted program removes its own. An unlocked one is left over from a
//! killed program; it is removed when the next file is written into its folder.
//!
//! A replacement takes over owner and permissions of the old file (`access.rs`); pipes and devices are
//! written to directly (`stream.rs`).

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{anyhow, bail};
use tempfile::NamedTempFile;

use super::access::{self, Access};
use super::stream::{self, folder_of, linked_to};

/// Prefix of the temporary name of a file that is being written.
const PREFIX: &str = ".collidoscope";

/// Content that is written but not yet visible under its final name.
pub struct Staged<'a> {
    /// The path as the caller gave it, for error messages.
    path: PathBuf,
    /// The path after symbolic links in its last component are followed.
    target: PathBuf,
    access: Access,
    content: Content<'a>,
}

enum Content<'a> {
    /// In an unnamed file (Linux only).
    Nameless(File),
    /// In a file with a temporary name.
    Named(NamedTempFile),
    /// Bytes for a pipe or a device, written only when the file would get its name.
    Bytes(&'a [u8]),
}

impl<'a> Staged<'a> {
    /// Writes all bytes to a temporary file in the folder of `path` (or of the file that the link `path`
    /// points to).
    pub fn write(path: &Path, bytes: &'a [u8], access: Access) -> anyhow::Result<Self> {
        if path.is_dir() {
            bail!("{}: is a directory; give a file name", path.display());
        }
        if stream::is_stream(path) {
            let path = path.to_owned();
            return Ok(Self { target: path.clone(), path, access, content: Content::Bytes(bytes) });
        }
        let stage = || {
            let target = linked_to(path)?;
            clear_left_behind(folder_of(&target));
            let mode = access.temporary_mode(&target);
            let content = match nameless(folder_of(&target), mode) {
                Some(mut file) => {
                    file.write_all(bytes)?;
                    Content::Nameless(file)
                }
                None => {
                    let mut file = named(folder_of(&target), mode)?;
                    file.write_all(bytes)?;
                    Content::Named(file)
                }
            };
            Ok(Self { path: path.to_owned(), target, access, content })
        };
        stage().map_err(|e: io::Error| refusal(path, &e))
    }

    /// An empty file with a temporary name in the folder of `path`, to be filled through [`Self::temporary`]. Pipes
    /// and devices are refused.
    pub fn begin(path: &Path, access: Access) -> anyhow::Result<Self> {
        if path.is_dir() {
            bail!("{}: is a directory; give a file name", path.display());
        }
        if stream::is_stream(path) {
            bail!("{}: is a pipe or a device; give a file name", path.display());
        }
        let stage = || {
            let target = linked_to(path)?;
            clear_left_behind(folder_of(&target));
            let file = named(folder_of(&target), access.temporary_mode(&target))?;
            Ok(Self { path: path.to_owned(), target, access, content: Content::Named(file) })
        };
        stage().map_err(|e: io::Error| refusal(path, &e))
    }

    /// The file with a temporary name that [`Self::begin`] made.
    pub fn temporary(&mut self) -> Option<&mut NamedTempFile> {
        match &mut self.content {
            Content::Named(file) => Some(file),
            Content::Nameless(_) | Content::Bytes(_) => None,
        }
    }

    /// The error message for this file, see [`refusal`].
    pub fn refusal(&self, error: &io::Error) -> anyhow::Error {
        refusal(&self.path, error)
    }

    /// Gives the file its final name, replacing an older file of that name.
    pub fn appear(self) -> anyhow::Result<()> {
        let Self { path, target, access, content } = self;
        let appear = || match content {
            Content::Bytes(bytes) => stream::append(&target, bytes),
            Content::Named(file) => {
                access::take_over(file.as_file(), &target, access)?;
                let temporary = file.path().to_owned();
                file.persist(&target)?;
                forget_unfinished(&temporary);
                Ok(())
            }
            Content::Nameless(file) => {
                if fs::symlink_metadata(&target).is_err() && link(&file, &target).is_ok() {
                    return Ok(());
                }
                // Only a named file can replace another file, so the unnamed file first gets a temporary name.
                let _ = file.lock();
                access::take_over(&file, &target, access)?;
                let linked = builder(access::PRIVATE).make_in(folder_of(&target), |name| {
                    note_unfinished(name);
                    link(&file, name)
                })?;
                let temporary = linked.path().to_owned();
                linked.persist(&target)?;
                forget_unfinished(&temporary);
                Ok(())
            }
        };
        appear().map_err(|e| refusal(&path, &e))
    }
}

/// Checks early, before there is content to write, that a file can be written at `path`.
pub fn check(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("{}: is a directory; give a file name", path.display());
    }
    if stream::is_stream(path) {
        return Ok(());
    }
    let made = linked_to(path).and_then(|target| {
        access::take_over(&tempfile::tempfile_in(folder_of(&target))?, &target, Access::Inherited)
    });
    made.map_err(|e| refusal(path, &e))
}

/// The canonical location of the file, whether it exists or not, with links resolved.
pub fn canonical_path(path: &Path) -> io::Result<PathBuf> {
    let target = linked_to(path)?;
    target.canonicalize().or_else(|_| {
        let name = target.file_name().ok_or(io::ErrorKind::NotFound)?;
        Ok(folder_of(&target).canonicalize()?.join(name))
    })
}

/// The error message for `path`: why it cannot be written and what to do.
pub fn refusal(path: &Path, error: &io::Error) -> anyhow::Error {
    use io::ErrorKind as Kind;
    let (folder, path) = (folder_of(path), path.display());
    match error.kind() {
        Kind::StorageFull | Kind::QuotaExceeded => {
            anyhow!("{path}: cannot be written: there is no space left; make room there")
        }
        Kind::NotFound => anyhow!("{path}: cannot be written: there is no such folder; make it first"),
        Kind::NotADirectory => {
            anyhow!("{path}: cannot be written: a folder of this path is a file; choose another one")
        }
        Kind::PermissionDenied | Kind::ReadOnlyFilesystem => {
            let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
            let folder = folder.display();
            anyhow!("{path}: cannot be written: the folder {folder} is not writable; choose another one")
        }
        _ => anyhow!("{path}: cannot be written: {error}; choose another name"),
    }
}

fn builder(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder.prefix(PREFIX);
    builder
}

/// Creates a file with a temporary name, locked as long as it is open.
fn named(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    loop {
        let file = builder(mode).tempfile_in(folder)?;
        note_unfinished(file.path());
        // If locking is unsupported, `clear_left_behind` cannot lock files either and removes none.
        let _ = file.as_file().lock();
        // Another program may have removed the file before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes temporary files of killed programs.
fn clear_left_behind(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX))
            .is_some_and(|rest| rest.len() == 6 && rest.chars().all(|c| c.is_ascii_alphanumeric()));
        if is_ours
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Creates an unnamed file in `folder` that disappears with the process; `None` if the file system does not
/// support that.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path, mode: u32) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    if !Path::new(OPEN_UNFINISHED).is_dir() {
        return None;
    }
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    rustix::fs::open(folder, flags, Mode::from_raw_mode(mode)).ok().map(File::from)
}

/// The folder that lists the process's own open files.
#[cfg(target_os = "linux")]
const OPEN_UNFINISHED: &str = "/proc/self/fd";

/// Links an unnamed file to an unused name.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    use std::os::fd::AsRawFd as _;
    let open = format!("{OPEN_UNFINISHED}/{}", file.as_raw_fd());
    Ok(rustix::fs::linkat(CWD, open, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path, _: u32) -> Option<File> {
    None
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Paths of the temporary files of this process.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes a temporary file. It keeps its place if the working directory changes.
fn note_unfinished(path: &Path) {
    if let (Ok(path), Ok(mut files)) = (std::path::absolute(path), UNFINISHED.lock()) {
        files.insert(path);
    }
}

/// Forgets a file that is gone or has its final name.
fn forget_unfinished(path: &Path) {
    if let (Ok(path), Ok(mut files)) = (std::path::absolute(path), UNFINISHED.lock()) {
        files.remove(&path);
    }
}

/// Removes all unfinished files, for the moment before this process ends by a signal.
pub fn remove_unfinished() {
    // The lock stays: no file is begun after this.
    let Ok(files) = UNFINISHED.lock() else { return };
    files.iter().for_each(|path| drop(fs::remove_file(path)));
    std::mem::forget(files);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_program_left_goes_and_what_is_being_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let busy = named(folder.path(), access::PRIVATE).unwrap();
        let busy_name = busy.path().file_name().unwrap().to_str().unwrap();
        for name in [".collidoscopeAb3dE9", ".collidoscope-notes", ".collidoscopeAb3dE9.txt"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        Staged::write(&folder.path().join("out"), b"whole", Access::Inherited).unwrap().appear().unwrap();
        let mut expected = [".collidoscope-notes", ".collidoscopeAb3dE9.txt", "out", busy_name];
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
    }

    #[test]
    fn nothing_has_a_name_before_it_is_whole_and_an_old_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for content in ["first", "second"] {
            let before = names(folder.path());
            let staged = Staged::write(&path, content.as_bytes(), Access::Inherited).unwrap();
            if cfg!(target_os = "linux") {
                assert_eq!(names(folder.path()), before, "a kill here leaves nothing");
            }
            staged.appear().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(names(folder.path()), ["out"]);
        let by_name = Content::Named(named(folder.path(), access::PRIVATE).unwrap());
        Staged { path: path.clone(), target: path.clone(), access: Access::Inherited, content: by_name }
            .appear()
            .unwrap();
        assert_eq!((names(folder.path()).len(), fs::read(&path).unwrap().len()), (1, 0));
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_what_they_point_to_is_written() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).unwrap();
        symlink("far/file", at("near")).unwrap();
        symlink(at("near"), at("link")).unwrap();
        symlink("b", at("a")).unwrap();
        symlink("a", at("b")).unwrap();
        for content in ["new", "newer"] {
            Staged::write(&at("link"), content.as_bytes(), Access::Inherited).unwrap().appear().unwrap();
            assert_eq!(fs::read_to_string(at("far/file")).unwrap(), content);
        }
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert!(
            Staged::write(&at("a"), b"", Access::Inherited).is_err_and(|e| e.to_string().contains("loop"))
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_is_turned_meanwhile_leads_nothing_astray() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("other"), "kept").unwrap();
        let (link, direct) = (at("link"), at("direct"));
        symlink("file", &link).unwrap();
        for path in [&link, &direct] {
            let staged = Staged::write(path, b"new", Access::Inherited).unwrap();
            let _ = fs::remove_file(path);
            symlink("other", path).unwrap();
            staged.appear().unwrap();
        }
        let read = |name: &str| fs::read_to_string(at(name)).unwrap();
        assert_eq!(
            (read("other"), read("file"), read("direct")),
            ("kept".into(), "new".into(), "new".into())
        );
        // A device that was replaced by a regular file is not overwritten.
        let device = Staged::write(Path::new("/dev/null"), b"new", Access::Inherited).unwrap();
        let turned = Staged { target: at("other"), ..device };
        assert!(turned.appear().is_err() && read("other") == "kept");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_called_one() {
        let full = Staged::write(Path::new("/dev/full"), b"x", Access::Inherited)
            .unwrap()
            .appear()
            .unwrap_err()
            .to_string();
        assert!(full.contains("no space left; make room") && !full.contains("another name"), "{full}");
    }
}
