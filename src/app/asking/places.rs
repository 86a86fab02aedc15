//! Typed paths: the file a path refers to, the reason for a refusal, and completions.

use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use etcetera::BaseStrategy as _;

use crate::files;
use crate::files::reading::open_regular;
use crate::labs::lab::Takes;
use crate::language::{t, tr};

/// Maximum number of completions.
const MOST: usize = 8;

/// The kind of file that a dialog asks for.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Title of the dialog, in English.
    pub asks: &'static str,
    /// Extension of the file's name, without the leading dot.
    pub ending: &'static str,
    /// Other files that can be opened.
    pub takes: Option<Takes>,
    /// Whether an existing file is read, or a file is written.
    pub use_of: Use,
}

/// Whether a file is read or written, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Use {
    /// An existing file is read.
    Opened,
    /// An existing file with this extension is read, no scene.
    OpenedAlone,
    /// One file is written, new or replacing an existing one.
    Saved,
    /// Numbered files are written: `NAME-00.png`, `NAME-01.png` and so on.
    SavedAsSequence,
}

/// The file that a typed path refers to, as of the last check.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// The path is an existing file that can be opened, or an unused name under which to save.
    Free(PathBuf),
    /// The path, and the existing file that saving under this path would replace.
    Taken(PathBuf, PathBuf),
    /// The path cannot be used; one sentence gives the reason, in the current language.
    Refused(String),
}

/// The user's answer to a file dialog.
pub enum Answer {
    /// The chosen file. If it exists, the user has agreed to replace it.
    Path(PathBuf),
    /// No file: the dialog was cancelled.
    Nothing,
}

impl Kind {
    /// Title of the dialog, in the current language.
    pub fn title(&self) -> String {
        tr(self.asks)
    }

    /// The files that can be opened besides those with the extension, in the current language; `None` for saving.
    pub fn opens(&self) -> Option<String> {
        let text = match self.takes {
            Some(takes) => {
                let (what, endings) = (tr(takes.says), takes.listed());
                t!(
                    "A scene file (.json), a lecture (.toml), or %{what} (%{endings}).",
                    what = what,
                    endings = endings
                )
            }
            None => t!("A scene file (.json), or a lecture (.toml)."),
        };
        (self.use_of == Use::Opened).then(|| text.into_owned())
    }

    /// Whether an existing file is read, not written.
    pub fn is_opened(&self) -> bool {
        matches!(self.use_of, Use::Opened | Use::OpenedAlone)
    }

    /// Whether numbered files are written.
    pub fn is_sequence(&self) -> bool {
        self.use_of == Use::SavedAsSequence
    }

    /// The path with this kind's extension; a file to be opened keeps its own extension.
    pub fn with_ending(&self, path: PathBuf) -> PathBuf {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let ends = |ending: &str| name.to_lowercase().ends_with(&format!(".{ending}"));
        // A name that ends in the last part of a two-part extension, such as `collidoscope.json`, counts as
        // complete.
        let last = self.ending.rsplit('.').next().unwrap_or(self.ending);
        if self.is_opened() || name.is_empty() || ends(self.ending) || ends(last) {
            return path;
        }
        let mut whole = path.file_name().unwrap_or_default().to_owned();
        whole.push(format!(".{}", self.ending));
        path.with_file_name(whole)
    }

    /// The reason why no file of this kind has this name, in the current language, if another program makes such files.
    pub fn refusal(&self, path: &Path) -> Option<String> {
        made_elsewhere(self.ending, path).map(tr)
    }

    /// The existing file that saving under this path would replace, if any.
    pub fn taken(&self, path: &Path) -> Option<PathBuf> {
        if !self.is_sequence() {
            return path.symlink_metadata().is_ok().then(|| path.to_owned());
        }
        let stem = path.file_stem()?.to_string_lossy().into_owned();
        let is_numbered = |name: &str| {
            let number = name.strip_prefix(&format!("{stem}-")).and_then(|rest| rest.strip_suffix(".png"));
            number.is_some_and(|n| n.len() >= 2 && n.chars().all(|c| c.is_ascii_digit()))
        };
        let entries = fs::read_dir(folder_of(path)).ok()?.filter_map(Result::ok);
        entries
            .map(|entry| entry.path())
            .find(|path| path.file_name().is_some_and(|name| is_numbered(&name.to_string_lossy())))
    }

    /// Checks a typed path; a relative path lies in `folder`. Does not check whether the folder is writable:
    /// [`writable`] creates a file, so it runs only after the user's confirmation.
    pub fn place(&self, text: &str, folder: &Path) -> Place {
        let path = meant(text, folder);
        let shown = |path: &Path| path.display().to_string();
        let above = folder_of(&path);
        if text.trim().is_empty() {
            return Place::Refused(t!("Type the path of a file.").into_owned());
        }
        if path.is_dir() {
            return Place::Refused(
                t!("%{path} is a folder: add the name of a file.", path = shown(&path)).into_owned(),
            );
        }
        if above.exists() && !above.is_dir() {
            return Place::Refused(t!("%{path} is a file, not a folder.", path = shown(above)).into_owned());
        }
        if !above.is_dir() {
            let text = t!("There is no folder %{path}, or it cannot be read.", path = shown(above));
            return Place::Refused(text.into_owned());
        }
        if let Some(why) = self.refusal(&path) {
            return Place::Refused(why);
        }
        let path = self.with_ending(path);
        if self.is_opened() {
            return match open_regular(&path) {
                Ok(_) => Place::Free(path),
                Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
                    Place::Refused(t!("There is no file %{path}.", path = shown(&path)).into_owned())
                }
                Err(why) => {
                    let text = t!("%{path} cannot be read: %{why}", path = shown(&path), why = why);
                    Place::Refused(text.into_owned())
                }
            };
        }
        match self.taken(&path) {
            Some(file) if file.is_dir() => Place::Refused(
                t!("%{path} is a folder: choose another name.", path = shown(&file)).into_owned(),
            ),
            Some(file) => Place::Taken(path, file),
            None => Place::Free(path),
        }
    }
}

/// The way to a file with this name, in English, if another program makes it from files with the ending `written`.
pub fn made_elsewhere(written: &str, path: &Path) -> Option<&'static str> {
    match (written, path.extension()?.to_ascii_lowercase().to_str()?) {
        ("html", "pdf") => Some("A handout is an HTML file; print it from a browser to get a PDF."),
        ("png", "mp4" | "webm" | "gif" | "y4m") => {
            Some("Animations are APNG or numbered PNG files; the program ffmpeg makes other formats of them.")
        }
        _ => None,
    }
}

/// Checks that the folder of `path` can be written to. The error is one line.
pub fn writable(path: &Path) -> Result<(), String> {
    files::check_writable(folder_of(path)).map_err(|why| format!("{why:#}"))
}

/// The folder that a path lies in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The user's own folder.
pub fn home() -> Option<PathBuf> {
    Some(etcetera::choose_base_strategy().ok()?.home_dir().to_owned())
}

/// The typed path, completed: `~` is the user's home folder, and a relative path lies in `folder`.
pub fn meant(text: &str, folder: &Path) -> PathBuf {
    let text = text.trim();
    if text == "~" {
        return home().unwrap_or_else(|| PathBuf::from(text));
    }
    match text.strip_prefix("~/").and_then(|rest| Some(home()?.join(rest))) {
        Some(path) => path,
        None => folder.join(text),
    }
}

/// Completions of the text: folders, then files of this kind, whose names start with the typed text, each in
/// alphabetical order.
pub fn completions(text: &str, folder: &Path, kind: &Kind) -> Vec<String> {
    let (before, typed) = text
        .rsplit_once(['/', MAIN_SEPARATOR])
        .map_or(("", text), |(before, typed)| (&text[..=before.len()], typed));
    let Ok(entries) = fs::read_dir(meant(if before.is_empty() { "." } else { before }, folder)) else {
        return Vec::new();
    };
    let last = kind.ending.rsplit('.').next().unwrap_or(kind.ending);
    let typed = typed.to_lowercase();
    let mut found: Vec<(bool, String)> = Vec::new();
    for entry in entries.filter_map(Result::ok) {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let is_folder = entry.path().is_dir();
        let is_hidden = name.starts_with('.') && !typed.starts_with('.');
        let fits = name.to_lowercase().starts_with(&typed) && !is_hidden;
        let is_lecture = kind.use_of == Use::Opened && name.to_lowercase().ends_with(".toml");
        let is_of_kind = is_lecture || name.to_lowercase().ends_with(&format!(".{last}"));
        if fits
            && (is_folder || is_of_kind || kind.takes.is_some_and(|takes| takes.has_ending(&entry.path())))
        {
            found.push((!is_folder, name));
        }
    }
    found.sort();
    let whole = |(is_file, name): (bool, String)| {
        format!("{before}{name}{}", if is_file { String::new() } else { MAIN_SEPARATOR.to_string() })
    };
    found.into_iter().map(whole).take(MOST).collect()
}
