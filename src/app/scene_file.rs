//! Scene files: everything that is needed to open a scene again, on this or another machine.
//!
//! JSON, version first. One line, in the syntax of [`SceneLink`], describes the scene and its view; the lab's own
//! part holds the rest: the state of every body, to the last bit, and paths of meshes. Opening applies all or
//! nothing.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use serde::Deserialize;

use super::scene_format::{SceneFile, VERSION};
use crate::exhibit::SceneLink;
use crate::files;
use crate::files::json_size;
use crate::files::reading::read_text;
use crate::names::one_line;

/// Maximum size of a file: 100,000 bodies take a third of this.
const MOST_BYTES: u64 = 128 << 20;

/// Parses the text of a file. The error names the position, and may quote the text unescaped.
pub fn parse(text: &str) -> anyhow::Result<SceneFile> {
    /// The only field that files of every version have.
    #[derive(Deserialize)]
    struct Version {
        collidoscope: serde_json::Number,
    }
    json_size::check(text.as_bytes()).map_err(anyhow::Error::msg)?;
    let version: Version = serde_json::from_str(text).map_err(|why| {
        let end = "a scene file is JSON and begins with {\"collidoscope\": 2, …";
        anyhow!("line {}: {}; {end}", why.line(), says(&why))
    })?;
    let file: SceneFile = match version.collidoscope.as_u64() {
        Some(newer) if newer > u64::from(VERSION) => bail!(
            "the file has version {newer} and this program reads version {VERSION}; open it with a newer \
             Collidoscope"
        ),
        Some(2) => {
            serde_json::from_str(text).map_err(|why| anyhow!("line {}: {}", why.line(), says(&why)))?
        }
        _ => bail!("unknown version {}; this program reads version {VERSION}", version.collidoscope),
    };
    let _: SceneLink = file.show.parse().map_err(|why: String| anyhow!("\"show\": {why}"))?;
    Ok(file)
}

/// Serde's message without the position at its end.
fn says(why: &serde_json::Error) -> String {
    let text = why.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(says, _)| says.to_owned())
}

/// Reads a file. The error is one line with the file, the position and the remedy.
pub fn read(path: &Path) -> anyhow::Result<SceneFile> {
    let read = || {
        let text = read_text(path, MOST_BYTES).map_err(|why| anyhow!("{why}"))?;
        parse(&text)
    };
    read().map_err(|why| refused(path, &why))
}

/// An error about a file, in one line that starts with the file's name. Control characters from the file, which
/// serde quotes unescaped, are replaced.
pub fn refused(path: &Path, why: &anyhow::Error) -> anyhow::Error {
    anyhow!("{}: {}", one_line(&path.display().to_string()), one_line(&format!("{why:#}")))
}

/// Writes a file, completely or not at all.
pub fn write(path: &Path, file: &SceneFile) -> anyhow::Result<()> {
    files::write_whole(path, &bytes(file)?)
}

/// The bytes of a scene file.
pub fn bytes(file: &SceneFile) -> anyhow::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(file).context("the scene cannot be encoded as JSON")?;
    bytes.push(b'\n');
    Ok(bytes)
}
