//! Files that people name: read with a limit, written complete or not at all.

pub mod reading;
mod staged;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use staged::Staged;

/// Writes `bytes` out of sight and gives them the name `path` when all are written. What a symbolic link points
/// to is replaced, and the link stays. A pipe or a device is written to as it is.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Staged::write(path, bytes)?.appear()
}

/// Several files: none of them appears before all are written. Should the system then refuse a name, the error
/// says which files are missing.
pub fn write_all_whole(files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<()> {
    let staged: Vec<Staged> =
        files.iter().map(|(path, bytes)| Staged::write(path, bytes)).collect::<Result<_, _>>()?;
    for (made, file) in staged.into_iter().enumerate() {
        file.appear().with_context(|| match &files[made..] {
            [_] => format!("{made} of {} files are written; the last is missing", files.len()),
            [from, .., to] => {
                let (from, to) = (from.0.display(), to.0.display());
                format!("{made} of {} files are written; {from} to {to} are missing", files.len())
            }
            [] => String::new(),
        })?;
    }
    Ok(())
}

/// Refuses a folder in which no file can be made, before there is anything to write.
pub fn check_writable(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{}: is a file; a folder's name is needed", folder.display());
    }
    let cannot = |e: std::io::Error| staged::refusal(folder, &e);
    std::fs::create_dir_all(folder).map_err(cannot)?;
    tempfile::tempfile_in(folder).map_err(cannot)?;
    Ok(())
}

/// Refuses output files before there is anything to write into them: one that cannot be made, one that is also read and
/// would be lost, and one that is named twice.
pub fn check_outputs(outputs: &[impl AsRef<Path>], inputs: &[impl AsRef<Path>]) -> anyhow::Result<()> {
    for (index, output) in outputs.iter().enumerate() {
        let output = output.as_ref();
        if inputs.iter().any(|input| is_same(output, input.as_ref())) {
            bail!("{}: is read by this command and would be replaced; choose another name", output.display());
        }
        // What goes to a device does not replace what went there before.
        let is_device = output.exists() && !output.is_file();
        if !is_device && outputs[..index].iter().any(|other| is_same(output, other.as_ref())) {
            bail!("{}: two outputs would be written into it; choose another name for one", output.display());
        }
        staged::check(output)?;
    }
    Ok(())
}

/// Whether both paths lead to the same file, through links or not, whether it is there yet or not.
pub fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((staged::place(a), staged::place(b)), (Ok(a), Ok(b)) if a == b)
}

/// The path from the root, so that a change of the working directory does not matter; as it is if there is no working
/// directory.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// How a file in `folder` names the absolute path `path`: relative where it lies below the folder, else whole.
pub fn seen_from(folder: &Path, path: &Path) -> PathBuf {
    path.strip_prefix(absolute(folder)).unwrap_or(path).to_owned()
}

/// A name in `folder` that nothing has yet: `STEM.ENDING`, or with `-1`, `-2` and so on behind its stem.
pub fn free_name(folder: &Path, stem: &str, ending: &str) -> PathBuf {
    folder.join(format!("{}.{ending}", free_stem(folder, stem, &[ending])))
}

/// A stem, with a number behind it if need be, under which `folder` has nothing with any of these endings yet.
pub fn free_stem(folder: &Path, stem: &str, endings: &[&str]) -> String {
    // A link that leads nowhere has its name, too.
    let is_free = |stem: &str| {
        endings.iter().all(|ending| folder.join(format!("{stem}.{ending}")).symlink_metadata().is_err())
    };
    let numbered = (1..).map(|n: u32| format!("{stem}-{n}"));
    let mut stems = std::iter::once(stem.to_owned()).chain(numbered);
    stems.find(|stem| is_free(stem)).unwrap_or_else(|| stem.to_owned())
}

/// Writes a picture as PNG, complete or not at all.
pub fn write_png(path: &Path, picture: &image::RgbaImage) -> anyhow::Result<()> {
    write_whole(path, &png(picture)?)
}

/// A picture as the bytes of a PNG file.
pub fn png(picture: &image::RgbaImage) -> anyhow::Result<Vec<u8>> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).context("the picture cannot be encoded")?;
    Ok(bytes.into_inner())
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
