//! Files that appear complete or not at all.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// Writes `bytes` beside `path` and moves them there when all are written. A pipe or a device is
/// written to as it is.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("{}: cannot be written; choose another name", path.display());
    if path.is_dir() {
        bail!("{}: is a directory; a file's name is needed", path.display());
    }
    if path.exists() && !path.is_file() {
        return std::fs::write(path, bytes).with_context(cannot);
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // A temporary file is private; a result is as readable as any file its owner makes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.prefix(".collidoscope").tempfile_in(folder).with_context(cannot)?;
    file.write_all(bytes).with_context(cannot)?;
    file.persist(path).with_context(cannot)?;
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

/// A picture as PNG, in the same way.
pub fn write_png(path: &Path, picture: &image::RgbaImage) -> anyhow::Result<()> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).context("the picture cannot be encoded")?;
    write_whole(path, bytes.get_ref())
}
