//! Files in dialogs, being read, drawn or written, and the recent files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::asking::Asking;
use super::asking::places::{Answer, Kind, Use};
use super::export::{Content, Export, Exporting};
use super::lecture;
use super::opening::read_scene;
use super::scene_file::ENDING;
use super::scene_file::LoadedScene;
use super::video::Format;
use crate::files::{self, modified};
use crate::labs::lab::Takes;
use crate::labs::reading::Reading;
use crate::ui::requests::{Document, DocumentKind};

/// Maximum length of the list of recent scene files.
pub const MOST_RECENT: usize = 10;

/// Files in dialogs; files that are being read, drawn or written; and the recent files.
#[derive(Default)]
pub struct Files {
    /// A scene that is being read.
    pub opening: Option<Reading<Arc<LoadedScene>>>,
    /// The open file dialog, if any.
    pub asking: Option<Asking<Purpose>>,
    /// Whether to use the desktop's dialogs; cleared if the desktop turns out to have none.
    pub by_desktop: bool,
    /// Folder from which a file was opened last; `None`: the folder of the files that are written.
    pub read_from: Option<PathBuf>,
    /// Folder for files that are saved without a dialog, if the folder used last cannot be written to.
    pub spare: Option<PathBuf>,
    /// The export dialog, if it is open.
    pub exporting: Option<Exporting>,
    /// Output file of the next picture of the window; `None`: an unused name.
    pub picture_to: Option<PathBuf>,
    /// A film that is being made.
    pub film: Option<FilmExport>,
    /// The file of the current scene, if it has one.
    pub scene: Option<OpenFile>,
    /// Scene files that were opened or saved, the latest first.
    pub recent: Vec<PathBuf>,
}

/// The reason for asking for a file.
#[derive(Clone, Debug)]
pub enum Purpose {
    /// To open a scene, or a file that the current lab supports.
    Open(Option<Takes>),
    /// To open a document of the current lab.
    OpenDocument(DocumentKind),
    /// To save a document of the current lab.
    SaveDocument(Document),
    /// To open a lecture.
    OpenLecture,
    /// To save the lecture of the list.
    SaveLecture,
    /// To save the current scene.
    SaveScene,
    /// To draw and save a picture or a film.
    Export(Export),
}

/// The file of the current scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenFile {
    /// Absolute, so that a change of the working directory does not matter.
    pub path: PathBuf,
    /// Id of the lab, and name of the scene in the file, see `Role::Scene`. The file no longer belongs to the
    /// current scene if the current lab or scene has another id or name.
    pub identity: (&'static str, Option<String>),
    /// The file's modification time when the program last read or wrote it.
    pub written: Option<SystemTime>,
}

impl OpenFile {
    /// A file that was read or written just now.
    pub fn now(path: &Path, identity: (&'static str, Option<String>)) -> Self {
        let path = files::absolute(path);
        Self { written: modified(&path), path, identity }
    }

    /// Whether another program has modified the file since this program last read or wrote it.
    pub fn is_changed(&self) -> bool {
        modified(&self.path).is_some_and(|now| Some(now) != self.written)
    }
}

/// A film in the making, drawn picture by picture.
pub trait Filming {
    /// Draws the next picture, or looks whether the encoder has finished. The error is that of drawing.
    fn advance(&mut self) -> anyhow::Result<Progress>;
}

/// How far a film is.
pub enum Progress {
    /// Number of pictures drawn so far, and of all.
    Drawn(usize, usize),
    /// All pictures are drawn; the encoder has not finished.
    Encoding,
    /// The files written, or why they could not be.
    Done(anyhow::Result<Vec<PathBuf>>),
}

/// The export of a film. If its file cannot be written, the window asks for another path.
pub struct FilmExport {
    /// The film.
    pub film: Box<dyn Filming>,
    /// The content, format and size.
    pub export: Export,
    /// The path of the file.
    pub path: PathBuf,
}

impl Purpose {
    /// The kind of file to ask for.
    pub fn kind(&self) -> Kind {
        let (asks, ending, use_of) = match self {
            Self::Open(_) => ("Open a file", ENDING, Use::Opened),
            Self::OpenDocument(kind) => (kind.opens, kind.ending, Use::OpenedAlone),
            Self::SaveDocument(document) => (document.kind.saves, document.kind.ending, Use::Saved),
            Self::OpenLecture => ("Open a lecture", lecture::file::ENDING, Use::OpenedAlone),
            Self::SaveLecture => ("Save the lecture", lecture::file::ENDING, Use::Saved),
            Self::SaveScene => ("Save the scene", ENDING, Use::Saved),
            Self::Export(Export { content, format, .. }) if content.is_film() => {
                let use_of = if *format == Format::Sequence { Use::SavedAsSequence } else { Use::Saved };
                let asks = if *content == Content::Steps { "Save the steps" } else { "Save the video" };
                (asks, "png", use_of)
            }
            Self::Export(Export { content: Content::Handout(_), .. }) => {
                ("Save the handout", "html", Use::Saved)
            }
            Self::Export(_) => ("Save the image", "png", Use::Saved),
        };
        let takes = if let Self::Open(takes) = self { *takes } else { None };
        Kind { asks, ending, takes, use_of }
    }
}

impl Files {
    /// Starts reading a scene file.
    pub fn open(&mut self, path: PathBuf) {
        self.opening = Some(read_scene(path));
    }

    /// The scene file that is being read.
    pub fn reading(&self) -> Option<&Path> {
        self.opening.as_ref().map(Reading::path)
    }

    /// Whether a file is being read, drawn or written.
    pub fn is_busy(&self) -> bool {
        self.opening.is_some() || self.film.is_some()
    }

    /// Whether a dialog inside the window is open; it then receives the keys.
    pub fn is_modal(&mut self) -> bool {
        let asks = self.asking.as_mut().is_some_and(|asking| asking.field().is_some());
        asks || self.exporting.is_some()
    }

    /// Whether the desktop's dialog is open.
    pub fn asks_outside(&self) -> bool {
        self.asking.as_ref().is_some_and(Asking::is_outside)
    }

    /// The folder in which a dialog to open a file begins; files are written into `folder`.
    pub fn folder_to_read<'a>(&'a self, folder: &'a Path) -> &'a Path {
        self.read_from.as_deref().unwrap_or(folder)
    }

    /// Whether the scene waits for a file dialog: a saved scene or picture shows the frame that the user has chosen.
    pub fn holds_scene(&self) -> bool {
        let saves =
            |asking: &Asking<Purpose>| matches!(asking.purpose, Purpose::SaveScene | Purpose::Export(_));
        self.asking.as_ref().is_some_and(saves) || self.exporting.is_some()
    }

    /// Opens a file dialog, unless one is open already.
    pub fn ask(&mut self, purpose: Purpose, folder: &Path, name: &str) {
        if self.asking.is_none() {
            let kind = purpose.kind();
            self.asking = Some(Asking::begin(purpose, kind, folder, name, self.by_desktop));
        }
    }

    /// Asks for another path after `path` could not be read or written, and shows the reason.
    pub fn ask_again(&mut self, purpose: Purpose, folder: &Path, path: &Path, why: String) {
        let kind = purpose.kind();
        self.asking = Some(Asking::again(purpose, kind, folder, path, why));
    }

    /// The purpose and answer of the file dialog, once, when the user has answered.
    pub fn take_answer(&mut self) -> Option<(Purpose, Answer)> {
        let answer = self.asking.as_mut()?.listen(&mut self.by_desktop)?;
        Some((self.asking.take()?.purpose, answer))
    }

    /// Moves a scene file that was opened or saved to the top of the recent ones.
    pub fn used(&mut self, path: &Path) {
        let path = files::absolute(path);
        self.recent.retain(|other| *other != path);
        self.recent.insert(0, path);
        self.recent.truncate(MOST_RECENT);
    }

    /// The recent files that still exist.
    pub fn recent_there(&self) -> impl Iterator<Item = &PathBuf> {
        self.recent.iter().filter(|path| path.is_file())
    }
}
