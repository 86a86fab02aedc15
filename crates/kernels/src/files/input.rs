//! The input file of a command, which is read once: a file, a pipe such as `<(…)`, or standard input, named `-`.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::reading::{explain, read_file, text_of, within};
use super::stream::folder_of;

/// The name of standard input on the command line; a file of this name is `./-`.
pub const STANDARD_INPUT: &str = "-";

/// Whether the path is a pipe, a device or standard input: it can be read only once, and its name tells nothing.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT) || path.exists() && !path.is_file() && !path.is_dir()
}

/// Reads the whole input, at most `most` bytes: a file as [`read_file`] does, or a stream. The error gives the reason,
/// without the input's name.
pub fn read_input(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    if is_stream(path) { whole(open_stream(path)?, most) } else { read_file(path, most) }
}

/// Opens a [stream](is_stream), to be read as its bytes come. A terminal is refused.
pub fn open_stream(path: &Path) -> Result<Box<dyn Read + Send>, String> {
    let terminal = "is the terminal; give a file, or send its content through a pipe".to_owned();
    if path == Path::new(STANDARD_INPUT) {
        let input = io::stdin();
        return if input.is_terminal() { Err(terminal) } else { Ok(Box::new(input)) };
    }
    let input = File::open(path).map_err(|e| explain(&e))?;
    if input.is_terminal() { Err(terminal) } else { Ok(Box::new(input)) }
}

/// Reads the whole input as [`read_input`] does, as text in UTF-8 without its byte order mark.
pub fn read_input_text(path: &Path, most: u64) -> Result<String, String> {
    text_of(&read_input(path, most)?)
}

fn whole(input: impl Read, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|e| explain(&e))?;
    within(most, bytes.len() as u64)?;
    if bytes.is_empty() { Err("is empty; check the command that writes it".into()) } else { Ok(bytes) }
}

/// The name of an input in messages.
pub fn name_of(path: &Path) -> PathBuf {
    if path == Path::new(STANDARD_INPUT) { "standard input".into() } else { path.to_owned() }
}

/// The folder that relative paths in an input start from: the input's own, or the current folder for a stream.
pub fn base_of(path: &Path) -> &Path {
    if is_stream(path) { Path::new("") } else { path.parent().unwrap_or(Path::new("")) }
}

/// Refuses a command line that names standard input for two inputs.
pub fn check_inputs(inputs: &[impl AsRef<Path>]) -> anyhow::Result<()> {
    let named = inputs.iter().filter(|input| is_standard_input(input.as_ref()));
    if named.count() > 1 {
        bail!("standard input is named twice, but can be read only once; give one of the inputs as a file");
    }
    Ok(())
}

fn is_standard_input(path: &Path) -> bool {
    let folder = folder_of(path);
    let is_descriptor = [Path::new("/dev/fd"), Path::new("/proc/self/fd")].contains(&folder);
    [STANDARD_INPUT, "/dev/stdin"].iter().any(|name| path == Path::new(name))
        || is_descriptor && path.file_name().is_some_and(|name| name == "0")
}

/// The input as a path that the system knows: two paths can then be compared.
pub(super) fn as_path(path: &Path) -> &Path {
    if path == Path::new(STANDARD_INPUT) { Path::new("/dev/stdin") } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bare_dash_is_standard_input() {
        assert!(is_stream(Path::new("-")) && !is_stream(Path::new("./-")) && !is_stream(Path::new("none")));
        let check = |paths: &[&str]| check_inputs(&paths.iter().map(PathBuf::from).collect::<Vec<_>>());
        for twice in [["-", "-"], ["-", "/dev/stdin"], ["/dev/fd/0", "/proc/self/fd/0"]] {
            assert!(check(&twice).unwrap_err().to_string().contains("only once"), "{twice:?}");
        }
        check(&["-", "./-", "/dev/fd/3", "a/0"]).unwrap();
    }

    #[test]
    fn a_stream_is_read_up_to_the_limit() {
        assert_eq!(whole(&b"1234"[..], 4).unwrap(), b"1234");
        assert_eq!(whole(&b"12345"[..], 4).unwrap_err(), "is larger than 4 bytes; reduce it");
        assert!(whole(&b""[..], 4).unwrap_err().starts_with("is empty"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_streams_that_end_at_the_limit() {
        assert!(read_input(Path::new("/dev/zero"), 4).unwrap_err().contains("larger than 4 bytes"));
        assert!(read_input(Path::new("/dev/null"), 4).unwrap_err().contains("is empty"));
        assert!(read_input(Path::new("/"), 4).unwrap_err().contains("directory"));
        assert_eq!(base_of(Path::new("/dev/null")), Path::new(""));
        assert_eq!(base_of(Path::new("a/b.json")), Path::new("a"));
    }
}
