//! Files that are being asked for, read, drawn or written, and the files that were used.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::SystemTime;

use image::RgbaImage;

use super::asking::Asking;
use super::asking::places::{Answer, Kind, Use};
use super::export::{Export, Exporting, Format, What};
use super::loaded_scene::LoadedScene;
use super::opening::read_scene;
use super::own_scenes::OwnScenes;
use super::scene_format::ENDING;
use crate::files;
use crate::labs::lab::Takes;
use crate::labs::reading::Reading;

/// Most scene files in the list of recent ones.
pub const MOST_RECENT: usize = 10;

/// Files that are being asked for, read, drawn or written, and the files that were used.
#[derive(Default)]
pub struct Files {
    /// A scene that is being read.
    pub opening: Option<Reading<Arc<LoadedScene>>>,
    /// The dialog that asks for a file, if it is open.
    pub asking: Option<Asking<Purpose>>,
    /// Whether the desktop's dialogs are used; switched off where the desktop shows none.
    pub by_desktop: bool,
    /// Where what is saved without asking goes if it cannot be written where files were saved last.
    pub spare: Option<PathBuf>,
    /// The window in which an export is chosen, if it is open.
    pub exporting: Option<Exporting>,
    /// The file for the next picture of the window; `None`: one with a free name.
    pub picture_to: Option<PathBuf>,
    /// Pictures of steps that are being drawn.
    pub steps: Option<Box<dyn StepPictures>>,
    /// Pictures that are being encoded and written.
    pub encoding: Option<JoinHandle<Written>>,
    /// The file of the scene on show, if it has one.
    pub scene: Option<Named>,
    /// Scene files that were opened or saved, the last one first.
    pub recent: Vec<PathBuf>,
    /// The user's own scenes.
    pub own: OwnScenes,
}

/// Why a file is asked for.
#[derive(Clone, Debug)]
pub enum Purpose {
    /// To open a scene, or a file that the lab on show takes.
    Open(Option<Takes>),
    /// To save the scene on show.
    SaveScene,
    /// To draw and save a picture, or pictures of steps.
    Export(Export),
    /// To save pictures of steps that were drawn already.
    Drawn(Format, Arc<Vec<RgbaImage>>),
}

/// The file of the scene on show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Absolute, so that a change of the working directory does not matter.
    pub path: PathBuf,
    /// Id of the lab and name of the scene in the file, see `Role::Scene`. If those on show differ, the file is no longer that of the
    /// scene.
    pub of: (&'static str, Option<String>),
    /// Its time of modification when it was last read or written here.
    pub written: Option<SystemTime>,
}

impl Named {
    /// A file that was read or written just now.
    pub fn now(path: &Path, of: (&'static str, Option<String>)) -> Self {
        let path = files::absolute(path);
        Self { written: modified(&path), path, of }
    }

    /// Whether the file was modified since it was read or written here.
    pub fn is_changed(&self) -> bool {
        modified(&self.path).is_some_and(|now| Some(now) != self.written)
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|data| data.modified()).ok()
}

/// The result of writing pictures of steps. It keeps the pictures, so that they can be saved elsewhere after an error.
pub struct Written {
    /// The path that was asked for.
    pub path: PathBuf,
    /// The format that was asked for.
    pub format: Format,
    /// The pictures, in the order of the steps.
    pub pictures: Arc<Vec<RgbaImage>>,
    /// The file that was written last.
    pub result: anyhow::Result<PathBuf>,
}

/// Pictures of steps, drawn one per frame of the window.
pub trait StepPictures {
    /// Draws the next picture. Returns how many are drawn now, and how many there will be.
    fn advance(&mut self) -> anyhow::Result<[usize; 2]>;
    /// Encodes and writes the pictures on a thread of its own.
    fn write(self: Box<Self>) -> JoinHandle<Written>;
}

impl Purpose {
    /// The kind of file that is asked for.
    pub fn kind(&self) -> Kind {
        let (asks, ending, use_of) = match self {
            Self::Open(_) => ("Open a file", ENDING, Use::Opened),
            Self::SaveScene => ("Save the scene", ENDING, Use::Saved),
            Self::Export(Export { what: What::Steps(format), .. }) | Self::Drawn(format, _) => {
                let use_of = if *format == Format::Sequence { Use::SavedAsSequence } else { Use::Saved };
                ("Save the steps", format.ending(), use_of)
            }
            Self::Export(_) => ("Save the picture", "png", Use::Saved),
        };
        let takes = if let Self::Open(takes) = self { *takes } else { None };
        Kind { asks, ending, takes, use_of }
    }
}

impl Files {
    /// Begins to read a scene file.
    pub fn open(&mut self, path: PathBuf) {
        self.opening = Some(read_scene(path));
    }

    /// The scene file that is being read.
    pub fn reading(&self) -> Option<&Path> {
        self.opening.as_ref().map(Reading::path)
    }

    /// Whether a file is being read, drawn or written.
    pub fn is_busy(&self) -> bool {
        self.opening.is_some() || self.steps.is_some() || self.encoding.is_some()
    }

    /// Whether one of the windows for files is open, to which the keys belong.
    pub fn is_modal(&mut self) -> bool {
        let asks = self.asking.as_mut().is_some_and(|asking| asking.field().is_some());
        asks || self.exporting.is_some() || self.own.is_open
    }

    /// Whether the desktop's dialog is open.
    pub fn asks_outside(&self) -> bool {
        self.asking.as_ref().is_some_and(Asking::is_outside)
    }

    /// Asks for a file, unless one is being asked for already.
    pub fn ask(&mut self, purpose: Purpose, folder: &Path, name: &str) {
        if self.asking.is_none() {
            let kind = purpose.kind();
            self.asking = Some(Asking::begin(purpose, kind, folder, name, self.by_desktop));
        }
    }

    /// Asks for another path after `path` could not be read or written, and shows why.
    pub fn ask_again(&mut self, purpose: Purpose, folder: &Path, path: &Path, why: String) {
        let kind = purpose.kind();
        self.asking = Some(Asking::again(purpose, kind, folder, path, why));
    }

    /// The answer of the open dialog, once; with what the file was asked for.
    pub fn take_answer(&mut self) -> Option<(Purpose, Answer)> {
        let answer = self.asking.as_mut()?.listen(&mut self.by_desktop)?;
        Some((self.asking.take()?.purpose, answer))
    }

    /// Puts a scene file that was opened or saved at the top of the recent ones.
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
