//! The representation of a path in a JSON file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A path as text, or as the system's raw bytes if it is not UTF-8, so that no path is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a path in quotes")]
pub enum PathInFile {
    /// A UTF-8 path, as it is typed.
    Text(String),
    /// A path that is not UTF-8: `{"Unix": [255, 46, …]}`.
    Bytes(OsString),
}

impl AsRef<Path> for PathInFile {
    fn as_ref(&self) -> &Path {
        match self {
            Self::Text(text) => text.as_ref(),
            Self::Bytes(bytes) => bytes.as_ref(),
        }
    }
}

impl From<&Path> for PathInFile {
    fn from(path: &Path) -> Self {
        path.to_str().map_or_else(|| Self::Bytes(path.into()), |text| Self::Text(text.to_owned()))
    }
}

impl From<&PathBuf> for PathInFile {
    fn from(path: &PathBuf) -> Self {
        path.as_path().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_path_comes_back_from_json() {
        let mut paths = vec![PathBuf::from("a/ä.obj")];
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt as _;
            paths.push(OsString::from_vec(b"x/\xff\n.obj".to_vec()).into());
        }
        let written: Vec<PathInFile> = paths.iter().map(PathInFile::from).collect();
        let text = serde_json::to_string(&written).unwrap();
        assert!(text.starts_with("[\"a/ä.obj\""), "{text}");
        let read: Vec<PathInFile> = serde_json::from_str(&text).unwrap();
        assert_eq!(read.iter().map(|path| path.as_ref().to_owned()).collect::<Vec<_>>(), paths);
        assert!(
            serde_json::from_str::<PathInFile>("3").unwrap_err().to_string().contains("a path in quotes")
        );
    }
}
