//! A file that is written and has no name yet.
//!
//! On Linux it has none at all until then, so that a program that is killed meanwhile leaves nothing behind.
//! Elsewhere, and where a name must be taken from an older file, it is called `.collidoscope` with six more
//! characters. A file of such a name is locked while a program writes it; one that is not was left by a program
//! that was killed, and the next file written into its folder removes it.
//!
//! What replaces a file has its owner and permissions (`access.rs`); a file that is no regular one is written to as it
//! is (`stream.rs`).

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use tempfile::NamedTempFile;

use super::access::{self, Access};
use super::stream::{self, folder_of, linked_to};

/// How the name of a file that is being written begins.
const PREFIX: &str = ".collidoscope";

/// Content on its way to its name.
pub struct Staged<'a> {
    /// As it was asked for.
    path: &'a Path,
    /// The same without symbolic links at its end.
    target: PathBuf,
    access: Access,
    content: Content<'a>,
}

enum Content<'a> {
    /// In a file without a name.
    Nameless(File),
    /// In a file with a name of its own.
    Named(NamedTempFile),
    /// For a pipe or a device, which is written to when the others appear.
    Bytes(&'a [u8]),
}

impl<'a> Staged<'a> {
    /// Writes all of it into the folder of `path`, or of the file that `path` is a link to.
    pub fn write(path: &'a Path, bytes: &'a [u8], access: Access) -> anyhow::Result<Self> {
        if path.is_dir() {
            bail!("{}: is a directory; a file's name is needed", path.display());
        }
        if stream::is_one(path) {
            return Ok(Self { path, target: path.to_owned(), access, content: Content::Bytes(bytes) });
        }
        let stage = || {
            let target = linked_to(path)?;
            clear_left_behind(folder_of(&target));
            let mode = access.while_written(&target);
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
            Ok(Self { path, target, access, content })
        };
        stage().map_err(|e: io::Error| refusal(path, &e))
    }

    /// Gives it its name, which may have been that of another file until now.
    pub fn appear(self) -> anyhow::Result<()> {
        let Self { path, target, access, content } = self;
        let appear = || match content {
            Content::Bytes(bytes) => stream::pour(&target, bytes),
            Content::Named(file) => {
                access::take_over(file.as_file(), &target, access)?;
                file.persist(&target).map(drop).map_err(io::Error::from)
            }
            Content::Nameless(file) => {
                if fs::symlink_metadata(&target).is_err() && link(&file, &target).is_ok() {
                    return Ok(());
                }
                // A name that is taken can only be taken over by a file that has one.
                let _ = file.lock();
                access::take_over(&file, &target, access)?;
                let linked =
                    builder(access::PRIVATE).make_in(folder_of(&target), |name| link(&file, name))?;
                Ok(linked.persist(&target)?)
            }
        };
        appear().map_err(|e| refusal(path, &e))
    }
}

/// Refuses a file that could not be written, before there is anything to write.
pub fn check(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("{}: is a directory; a file's name is needed", path.display());
    }
    if stream::is_one(path) {
        return Ok(());
    }
    let made = linked_to(path).and_then(|target| {
        access::take_over(&tempfile::tempfile_in(folder_of(&target))?, &target, Access::AsItWas)
    });
    made.map_err(|e| refusal(path, &e))
}

/// Where the file of this path is or would be, without links.
pub fn place(path: &Path) -> io::Result<PathBuf> {
    let target = linked_to(path)?;
    target.canonicalize().or_else(|_| {
        let name = target.file_name().ok_or(io::ErrorKind::NotFound)?;
        Ok(folder_of(&target).canonicalize()?.join(name))
    })
}

/// Why `path` is not written, and what to do about it.
pub fn refusal(path: &Path, error: &io::Error) -> anyhow::Error {
    use io::ErrorKind as Kind;
    let (folder, path) = (folder_of(path), path.display());
    match error.kind() {
        Kind::StorageFull | Kind::QuotaExceeded => {
            anyhow!("{path}: cannot be written: there is no space left; make room there")
        }
        Kind::NotFound => anyhow!("{path}: cannot be written: there is no such folder; make it first"),
        Kind::PermissionDenied | Kind::ReadOnlyFilesystem => {
            let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
            let folder = folder.display();
            anyhow!(
                "{path}: cannot be written: the folder {folder} may not be written to; choose another one"
            )
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

/// A file of an unfinished name, locked for as long as it is open.
fn named(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    loop {
        let file = builder(mode).tempfile_in(folder)?;
        // Where files cannot be locked, none is taken for left behind either.
        let _ = file.as_file().lock();
        // Another program may have removed it before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes what was being written here when a program was killed.
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

/// A file in `folder` that has no name and goes with the process; `None` where the file system has none.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path, mode: u32) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    if !Path::new(OPEN_FILES).is_dir() {
        return None;
    }
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    rustix::fs::open(folder, flags, Mode::from_raw_mode(mode)).ok().map(File::from)
}

/// Where a process finds its own open files.
#[cfg(target_os = "linux")]
const OPEN_FILES: &str = "/proc/self/fd";

/// Gives a nameless file a name that no file has.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    use std::os::fd::AsRawFd as _;
    let open = format!("{OPEN_FILES}/{}", file.as_raw_fd());
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
        Staged::write(&folder.path().join("out"), b"whole", Access::AsItWas).unwrap().appear().unwrap();
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
            let staged = Staged::write(&path, content.as_bytes(), Access::AsItWas).unwrap();
            if cfg!(target_os = "linux") {
                assert_eq!(names(folder.path()), before, "a kill here leaves nothing");
            }
            staged.appear().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(names(folder.path()), ["out"]);
        let by_name = Content::Named(named(folder.path(), access::PRIVATE).unwrap());
        Staged { path: &path, target: path.clone(), access: Access::AsItWas, content: by_name }
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
            Staged::write(&at("link"), content.as_bytes(), Access::AsItWas).unwrap().appear().unwrap();
            assert_eq!(fs::read_to_string(at("far/file")).unwrap(), content);
        }
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert!(
            Staged::write(&at("a"), b"", Access::AsItWas).is_err_and(|e| e.to_string().contains("circle"))
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
            let staged = Staged::write(path, b"new", Access::AsItWas).unwrap();
            let _ = fs::remove_file(path);
            symlink("other", path).unwrap();
            staged.appear().unwrap();
        }
        let read = |name: &str| fs::read_to_string(at(name)).unwrap();
        assert_eq!(
            (read("other"), read("file"), read("direct")),
            ("kept".into(), "new".into(), "new".into())
        );
        // A device that has become a file is not written over.
        let device = Staged::write(Path::new("/dev/null"), b"new", Access::AsItWas).unwrap();
        let turned = Staged { target: at("other"), ..device };
        assert!(turned.appear().is_err() && read("other") == "kept");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_called_one() {
        let full = Staged::write(Path::new("/dev/full"), b"x", Access::AsItWas)
            .unwrap()
            .appear()
            .unwrap_err()
            .to_string();
        assert!(full.contains("no space left; make room") && !full.contains("another name"), "{full}");
    }
}
