//! Reading a file as bytes, with errors that say how to solve the problem.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use super::taken::remember;
use super::text::{unmarked, without_tail};

/// Largest accepted file, in bytes; including the data derived from it while reading, memory stays below 1 GiB.
pub const LARGEST_FILE: u64 = 512 << 20;

const NOT_REGULAR: &str = "is not a regular file; copy its content to a regular file";

/// Reads the whole file, at most `most` bytes. Pipes and devices are refused, because they might never end. The error
/// gives the reason, without the file's name.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    // The kind of file is checked before it is opened, because opening a pipe blocks until another program writes to
    // it.
    let kind = fs::metadata(path).map_err(|e| explain(&e))?;
    if kind.is_dir() {
        return Err("is a directory; name a file in it".into());
    }
    if !kind.is_file() {
        return Err(NOT_REGULAR.into());
    }
    // The reported length cannot be trusted: a file may grow, and files in /proc report 0.
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|e| explain(&e))?;
    remember(path);
    if kind.len() <= most {
        file.take(most + 1).read_to_end(&mut bytes).map_err(|e| explain(&e))?;
    }
    within(most, kind.len().max(bytes.len() as u64))?;
    if bytes.is_empty() { Err("the file is empty; export it again".into()) } else { Ok(bytes) }
}

/// The reason why a file cannot be read, and the remedy.
pub(super) fn explain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            "there is no such file; check the path".to_owned()
        }
        io::ErrorKind::PermissionDenied => "is not readable; check its permissions".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

/// Refuses more than `most` bytes.
pub(super) fn within(most: u64, bytes: u64) -> Result<(), String> {
    if bytes > most { Err(format!("is larger than {}; reduce it", size(most))) } else { Ok(()) }
}

/// Reads the whole file as [`read_file`] does, as text in UTF-8 without its byte order mark.
pub fn read_text(path: &Path, most: u64) -> Result<String, String> {
    text_of(&read_file(path, most)?)
}

/// The bytes as text in UTF-8 without its byte order mark.
pub(super) fn text_of(bytes: &[u8]) -> Result<String, String> {
    let text = std::str::from_utf8(without_tail(unmarked(bytes)?));
    let text = text.map_err(|_| "is not UTF-8; save it as UTF-8")?;
    Ok(text.to_owned())
}

/// Opens a regular file. Pipes and devices are refused before opening, because opening a pipe blocks until
/// another program writes to it.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?;
    if kind.is_dir() || kind.is_file() { File::open(path) } else { Err(io::Error::other(NOT_REGULAR)) }
}

fn size(bytes: u64) -> String {
    match bytes {
        whole if whole % (1 << 30) == 0 => format!("{} GiB", whole >> 30),
        whole if whole % (1 << 20) == 0 => format!("{} MiB", whole >> 20),
        other => format!("{other} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_up_to_the_limit_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let write = |bytes: &[u8]| std::fs::write(&path, bytes).unwrap();
        let refused = |path: &Path, most: u64| read_file(path, most).unwrap_err();
        assert!(refused(&path, 4).contains("no such file"));
        assert!(refused(folder.path(), 4).contains("directory"));
        write(b"");
        assert!(refused(&path, 4).contains("empty"));
        write(b"1234");
        assert_eq!(read_file(&path, 4).unwrap(), b"1234");
        write(b"12345");
        assert_eq!(refused(&path, 4), "is larger than 4 bytes; reduce it");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_without_waiting_for_a_writer() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.obj");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(open_regular(&pipe).unwrap_err().to_string().contains("not a regular file"));
        assert!(read_file(&pipe, 4).unwrap_err().contains("not a regular file"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_never_ends_or_hides_its_length_is_refused() {
        assert!(read_file(Path::new("/dev/zero"), 4).unwrap_err().contains("not a regular file"));
        // The system reports length 0 for this regular file, which has more than 4 bytes.
        assert!(read_file(Path::new("/proc/self/status"), 4).unwrap_err().contains("larger than"));
    }
}
