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

/// A name for something of this frame that no file in `folder` has yet.
pub fn free_name(folder: &Path, frame: u64, extension: &str) -> PathBuf {
    let name = |n: u32| match n {
        0 => folder.join(format!("collidoscope-{frame:05}.{extension}")),
        n => folder.join(format!("collidoscope-{frame:05}-{n}.{extension}")),
    };
    (0..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
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
