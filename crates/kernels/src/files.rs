//! Files named by the user: size-limited reading, and writing that leaves either the whole file or none.

mod access;
pub mod input;
pub mod json_size;
pub mod path_in_file;
pub mod reading;
mod staged;
mod stream;
mod taken;
pub mod text;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::bail;

use access::Access;
pub use access::make_private;
use path_in_file::PathInFile;
use staged::Staged;
pub use staged::remove_unfinished;
pub use taken::{is_same, remember};

/// Writes `bytes` to a temporary file and renames it to `path` once it is complete. If `path` is a symbolic
/// link, its target is replaced and the link stays. A replaced file keeps its owner and permissions. Pipes
/// and devices are written to directly.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Staged::write(path, bytes, Access::Inherited)?.appear()
}

/// Like [`write_whole`], but only the owner may read the file, whatever its permissions were before.
pub fn write_private(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Staged::write(path, bytes, Access::Private)?.appear()
}

/// A file that is written piece by piece. It appears under its name when it is complete; if it is dropped before,
/// nothing remains. A replaced file keeps its owner and permissions.
pub struct Growing(Staged<'static>);

impl Growing {
    /// An empty file with a temporary name in the folder of `path`. Pipes and devices are refused.
    pub fn begin(path: &Path) -> anyhow::Result<Self> {
        Staged::begin(path, Access::Inherited).map(Self)
    }

    /// Appends the bytes.
    pub fn append(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let Some(file) = self.0.temporary() else { return Ok(()) };
        file.write_all(bytes).map_err(|e| self.0.refusal(&e))
    }

    /// Gives the file its final name, replacing an older file of that name.
    pub fn appear(self) -> anyhow::Result<()> {
        self.0.appear()
    }
}

/// Writes several files; none appears under its name before all are written, and none replaces a file that this process
/// has read. If the system then refuses a name, the error says which files are missing.
pub fn write_all_whole(files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<()> {
    files.iter().try_for_each(|(path, _)| check_replaces_no_input(path, &[] as &[&Path]))?;
    let staged = files.iter().map(|(path, bytes)| Staged::write(path, bytes, Access::Inherited));
    let staged: Vec<Staged> = staged.collect::<Result<_, _>>()?;
    for (made, file) in staged.into_iter().enumerate() {
        let missing = match &files[made..] {
            [from, .., to] => format!("{} to {} are missing", from.0.display(), to.0.display()),
            _ => "the last is missing".to_owned(),
        };
        file.appear().map_err(|why| match files.len() {
            1 => why,
            all => why.context(format!("{made} of {all} files are written; {missing}")),
        })?;
    }
    Ok(())
}

/// Checks early, before results exist, that files can be created in `folder`; creates the folder if it is
/// missing.
pub fn check_writable(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{}: is a file; name a folder", folder.display());
    }
    let cannot = |e: std::io::Error| staged::refusal(folder, &e);
    std::fs::create_dir_all(folder).map_err(cannot)?;
    tempfile::tempfile_in(folder).map_err(cannot)?;
    Ok(())
}

/// Refuses an output that is one of these inputs, or a file that this process has read: it would be replaced.
pub fn check_replaces_no_input(output: &Path, inputs: &[impl AsRef<Path>]) -> anyhow::Result<()> {
    let mut inputs = inputs.iter().map(|read| input::as_path(read.as_ref()));
    if inputs.any(|read| is_same(output, read)) || taken::was_read(output) {
        bail!("{}: is read by this command and would be replaced; choose another name", output.display());
    }
    Ok(())
}

/// Checks output paths before there is anything to write. Refuses a file that cannot be created, an output that is
/// one of these inputs or a file that this process has read (it would be overwritten), and a path that is named twice.
pub fn check_outputs(outputs: &[impl AsRef<Path>], inputs: &[impl AsRef<Path>]) -> anyhow::Result<()> {
    for (index, output) in outputs.iter().enumerate() {
        let output = output.as_ref();
        check_replaces_no_input(output, inputs)?;
        // Two outputs may share a device: writing to it overwrites nothing.
        if !stream::is_stream(output) && outputs[..index].iter().any(|other| is_same(output, other.as_ref()))
        {
            bail!("{}: two outputs would be written into it; choose another name for one", output.display());
        }
        staged::check(output)?;
    }
    Ok(())
}

/// The file's modification time; `None` if the system does not tell.
pub fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|data| data.modified()).ok()
}

/// The path made absolute, so that a change of the working directory does not matter; unchanged if there is
/// no working directory.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The absolute path `path` as a file in `folder` refers to it: relative if it lies below the folder,
/// otherwise absolute.
pub fn seen_from(folder: &Path, path: &Path) -> PathInFile {
    path.strip_prefix(absolute(folder)).unwrap_or(path).into()
}

/// An unused name in `folder`: `STEM.ENDING`, or the stem with `-1`, `-2` and so on appended.
pub fn free_name(folder: &Path, stem: &str, ending: &str) -> PathBuf {
    folder.join(format!("{}.{ending}", free_stem(folder, stem, &[ending])))
}

/// An unused stem: `folder` contains no file with this stem and any of these endings. A number is appended if
/// necessary.
pub fn free_stem(folder: &Path, stem: &str, endings: &[&str]) -> String {
    // A dangling link occupies its name, too.
    let is_free = |stem: &str| {
        endings.iter().all(|ending| folder.join(format!("{stem}.{ending}")).symlink_metadata().is_err())
    };
    let numbered = (1..).map(|n: u32| format!("{stem}-{n}"));
    let mut stems = std::iter::once(stem.to_owned()).chain(numbered);
    stems.find(|stem| is_free(stem)).unwrap_or_else(|| stem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_no_input_and_no_other_output_by_whatever_path() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("in"), "").unwrap();
        let roundabout = at(".").join("in");
        let refused = |outputs: &[&Path]| check_outputs(outputs, &[&at("in")]).unwrap_err().to_string();
        for path in [&at("in"), &roundabout] {
            assert!(refused(&[path]).contains("is read by this command"), "{}", path.display());
        }
        assert!(refused(&[&at("new"), &at("./new")]).contains("two outputs"));
        assert!(refused(&[&at("none/new")]).contains("no such folder"));
        assert!(refused(&[folder.path()]).contains("is a directory"));
        check_outputs(&[&at("new"), &at("other")], &[&at("in")]).unwrap();
        #[cfg(unix)]
        {
            check_outputs(&[Path::new("/dev/null"), Path::new("/dev/null")], &[] as &[&Path]).unwrap();
            std::os::unix::fs::symlink("in", at("link")).unwrap();
            assert!(refused(&[&at("link")]).contains("is read by this command"));
            std::os::unix::fs::symlink("new", at("to-new")).unwrap();
            assert!(refused(&[&at("new"), &at("to-new")]).contains("two outputs"));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), if cfg!(unix) { 3 } else { 1 });
    }

    #[test]
    fn a_free_name_is_none_that_a_file_a_folder_or_a_link_has() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert_eq!(free_name(folder.path(), "x", "png"), at("x.png"));
        std::fs::write(at("x.png"), "").unwrap();
        std::fs::create_dir(at("x-1.png")).unwrap();
        assert_eq!(free_name(folder.path(), "x", "png"), at("x-2.png"));
        assert_eq!(free_name(folder.path(), "x", "csv"), at("x.csv"));
        assert_eq!(free_stem(folder.path(), "x", &["csv", "png"]), "x-2");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", at("x-2.png")).unwrap();
            assert_eq!(free_name(folder.path(), "x", "png"), at("x-3.png"));
        }
        assert_eq!(free_stem(&at("not/there"), "x", &["csv"]), "x", "writing says why it cannot be");
    }
}

#[cfg(all(test, unix))]
mod access_tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_replaced_keeps_its_permissions_through_links_too() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("out"), folder.path().join("link"));
        write_whole(&path, b"new").unwrap();
        let usual = folder.path().join("usual");
        fs::write(&usual, "").unwrap();
        assert_eq!(mode(&path), mode(&usual), "a new file is as any other");
        std::os::unix::fs::symlink("out", &link).unwrap();
        for (kept, through) in [(0o600, &path), (0o640, &link), (0o666, &path), (0o755, &link)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
            write_whole(through, format!("{kept:o}").as_bytes()).unwrap();
            assert_eq!((mode(&path), fs::read_to_string(&path).unwrap()), (kept, format!("{kept:o}")));
        }
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    /// Only the superuser can change a file's owner; without that right the test checks nothing.
    #[test]
    fn what_is_replaced_keeps_its_owner_and_group() {
        use std::os::unix::fs::{MetadataExt as _, chown};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "old").unwrap();
        if chown(&path, Some(4711), Some(4712)).is_ok() {
            for written in [write_whole, write_private] {
                written(&path, b"new").unwrap();
                let new = fs::metadata(&path).unwrap();
                assert_eq!((new.uid(), new.gid()), (4711, 4712));
            }
        }
    }

    #[test]
    fn what_is_private_is_so_whatever_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let (inner, old) = (folder.path().join("a/b"), folder.path().join("old"));
        make_private(&inner).unwrap();
        assert_eq!((mode(&inner), mode(&folder.path().join("a"))), (0o700, 0o700));
        fs::create_dir(&old).unwrap();
        fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).unwrap();
        make_private(&old).unwrap();
        assert_eq!(mode(&old), 0o700);
        let path = inner.join("file");
        for before in [None, Some(0o644)] {
            if let Some(before) = before {
                fs::set_permissions(&path, fs::Permissions::from_mode(before)).unwrap();
            }
            write_private(&path, b"x").unwrap();
            assert_eq!(mode(&path), 0o600, "{before:?}");
        }
    }
}
