//! Work on files that is under way, and what is known of those that were used.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::SystemTime;

use image::RgbaImage;

use super::asking::Asking;
use super::asking::places::{Answer, Kind, Use};
use super::export::{Export, Exporting, Format, What};
use super::opening::Opening;
use super::own_scenes::OwnScenes;
use super::scene_format::ENDING;

/// So many scene files are listed as used recently.
pub const MOST_RECENT: usize = 10;

/// Work on files that is under way.
#[derive(Default)]
pub struct Files {
    /// A scene that is being read, and its file.
    pub opening: Option<(PathBuf, Opening)>,
    /// A question for a file.
    pub asking: Option<Asking<Purpose>>,
    /// Whether the desktop's dialogs are used, as long as they come up.
    pub by_desktop: bool,
    /// The choice of what a picture is to show.
    pub exporting: Option<Exporting>,
    /// Where the next picture of the window goes; a free name if it is not said.
    pub picture_to: Option<PathBuf>,
    /// Pictures of steps that are being taken.
    pub film: Option<Box<dyn Filming>>,
    /// Pictures that are being encoded and written.
    pub encoding: Option<JoinHandle<Written>>,
    /// The file of the scene on show, if it has one.
    pub scene: Option<Named>,
    /// Scene files that were opened or saved, the last one first.
    pub recent: Vec<PathBuf>,
    /// The user's own scenes.
    pub own: OwnScenes,
}

/// What a file is asked for.
#[derive(Clone, Debug)]
pub enum Purpose {
    /// A scene is opened.
    OpenScene,
    /// The scene on show is saved.
    SaveScene,
    /// What was chosen is drawn and saved.
    Export(Export),
    /// Steps that were drawn already are saved.
    Drawn(Format, Arc<Vec<RgbaImage>>),
}

/// The file of the scene on show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Where it is.
    pub path: PathBuf,
    /// The lab and the hand-made scene in it, by which it is known whether another one is on show.
    pub of: (&'static str, Option<String>),
    /// When it was written last, as far as is known here.
    pub written: Option<SystemTime>,
}

impl Named {
    /// A file that was read or written just now.
    pub fn now(path: &Path, of: (&'static str, Option<String>)) -> Self {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        Self { written: modified(&path), path, of }
    }

    /// Whether another program has written to it since.
    pub fn is_changed(&self) -> bool {
        modified(&self.path).is_some_and(|now| Some(now) != self.written)
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|data| data.modified()).ok()
}

/// What came of writing pictures of steps: where the last one is, or why not and what was drawn.
pub struct Written {
    /// Where it was to be saved.
    pub path: PathBuf,
    /// How it was to be saved.
    pub format: Format,
    /// What was drawn.
    pub pictures: Arc<Vec<RgbaImage>>,
    /// The file that was written last.
    pub result: anyhow::Result<PathBuf>,
}

/// Pictures of steps, taken one per frame of the window.
pub trait Filming {
    /// Takes the next picture: how many of how many are taken now.
    fn advance(&mut self) -> anyhow::Result<[usize; 2]>;
    /// Encodes and writes what was taken, on a thread of its own.
    fn write(self: Box<Self>) -> JoinHandle<Written>;
}

impl Purpose {
    /// The kind of file.
    pub fn kind(&self) -> Kind {
        let (asks, ending, use_of) = match self {
            Self::OpenScene => ("Open a scene", ENDING, Use::Opened),
            Self::SaveScene => ("Save the scene", ENDING, Use::Saved),
            Self::Export(Export { what: What::Steps(format), .. }) | Self::Drawn(format, _) => {
                let use_of = if *format == Format::Sequence { Use::SavedAsSequence } else { Use::Saved };
                ("Save the steps", format.ending(), use_of)
            }
            Self::Export(_) => ("Save the picture", "png", Use::Saved),
        };
        Kind { asks, ending, use_of }
    }
}

impl Files {
    /// Begins to read a scene file.
    pub fn open(&mut self, path: PathBuf) {
        self.opening = Some((path.clone(), Opening::begin(path)));
    }

    /// Whether something is being read, drawn or written.
    pub fn is_busy(&self) -> bool {
        self.opening.is_some() || self.film.is_some() || self.encoding.is_some()
    }

    /// Whether a window over the others takes what is typed.
    pub fn is_modal(&mut self) -> bool {
        let asks = self.asking.as_mut().is_some_and(|asking| asking.field().is_some());
        asks || self.exporting.is_some() || self.own.is_open
    }

    /// Asks for a file, unless that is being asked already.
    pub fn ask(&mut self, purpose: Purpose, folder: &Path, name: &str) {
        if self.asking.is_none() {
            let kind = purpose.kind();
            self.asking = Some(Asking::begin(purpose, kind, folder, name, self.by_desktop));
        }
    }

    /// Asks again, because nothing could be saved or opened there.
    pub fn ask_again(&mut self, purpose: Purpose, folder: &Path, path: &Path, why: String) {
        let kind = purpose.kind();
        self.asking = Some(Asking::again(purpose, kind, folder, path, why));
    }

    /// The answer to what was asked, once it is there.
    pub fn take_answer(&mut self) -> Option<(Purpose, Answer)> {
        let answer = self.asking.as_mut()?.listen(&mut self.by_desktop)?;
        Some((self.asking.take()?.purpose, answer))
    }

    /// A scene file that was opened or saved goes before all others.
    pub fn used(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|other| *other != path);
        self.recent.insert(0, path);
        self.recent.truncate(MOST_RECENT);
    }

    /// The recent files that are still there.
    pub fn recent_there(&self) -> impl Iterator<Item = &PathBuf> {
        self.recent.iter().filter(|path| path.is_file())
    }
}
