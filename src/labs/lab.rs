//! What a lab is to the window: a row of [`super::LABS`], and an object that steps, is drawn, and shows its panels.

use std::any::Any;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use egui::{Painter, Rangef, Rect, TextureId, Ui};

use super::found::{Found, Things};
use super::marks::FrameMarks;
use super::playback::Playback;
use super::undo::Discarded;
use super::word_row::WordRow;
use crate::about::About;
pub use crate::comparison::lineup::MOST_PANES;
use crate::exhibit::{Page, Words};
use crate::geometry::{Aabb, Point, Pose, Vector};
use crate::gpu::{Gpu, GpuError, Target};
use crate::inspector::cursor::Cursor;
use crate::inspector::story::{Choices, Subject};
use crate::language::tr;
use crate::render::camera::Camera;
use crate::render::close_up::Nearest;
use crate::render::grip::Grip;
use crate::render::viewpoint::{Seen, Viewpoint};
use crate::ui::keys::KeyRow;
use crate::ui::legend::LegendRow;
use crate::ui::requests::PanelContext;
use crate::ui::stage::{Sight, Stage};

/// Why a lab is not looked at closely that has no pairs, in English.
pub const NO_PAIR: &str = "This lab has no pair of bodies to look at closely.";

/// What is known of a lab before it is built.
pub struct LabRow {
    /// As in `--lab`, links and scene files: does not change.
    pub id: &'static str,
    /// Its name in menus, in English.
    pub title: &'static str,
    /// What it shows: one sentence with a verb, in English.
    pub says: &'static str,
    /// The publication and section that it follows.
    pub source: &'static str,
    /// The methods that can be shown in its panes, in the order of its menus.
    pub methods: fn() -> Vec<&'static About>,
    /// Every word that it takes beside the settings of its methods.
    pub words: &'static [WordRow],
    /// Lists of what can be found in it by name, beside its methods and pages.
    pub things: &'static [Things],
    /// Why there is nothing to take apart where [`Lab::subject`] has nothing, in English.
    pub no_subject: &'static str,
    /// Pages of its own beside the scene and the inspector.
    pub pages: &'static [PageRow],
    /// The page, by its word, that can be saved as one tall picture.
    pub sheet: Option<&'static str>,
    /// Where its scene is worth looking at from, beside the whole of it and the sides of the world.
    pub viewpoints: &'static [Viewpoint],
    /// Keys of its own, on the page of the scene. What they ask is done by [`Lab::act`].
    pub keys: &'static [KeyRow],
    /// What mouse and arrow keys do in its scene, beside turning the view: `(gesture, effect)`, in English. The first
    /// stands in the window's hint as "GESTURE to EFFECT".
    pub gestures: &'static [(&'static str, &'static str)],
    /// The marks that are drawn in its scene, with their meaning, in the order in which they are listed.
    pub legend: &'static [LegendRow],
    /// Words that show two methods of it side by side that are worth comparing, as in a link.
    pub side_by_side: &'static str,
    /// Checks words without building anything: names and values, not whether a scene has such a body.
    pub check: fn(&Words) -> Result<(), LabError>,
    /// Says what words set, a few words each, in the language that is spoken: for a link's hover text.
    pub describe: fn(&Words) -> Vec<String>,
    /// Builds it with these words, and with what was saved beside them. Without a GPU only methods that need none
    /// answer.
    pub build: Build,
    /// Reads what [`Lab::save`] wrote; paths are relative to the folder. Needs no lab and may take long, so that it can
    /// run on a thread of its own.
    pub read: fn(&serde_json::Value, &Path) -> Result<Saved, LabError>,
    /// The files that it takes beside scene files; `None` where it takes none.
    pub takes: Option<Takes>,
}

/// Files that a lab takes beside scene files: opened in the window, dropped onto it, or named by `--mesh`.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// What they are in the lab, in English: "a mesh as …".
    pub says: &'static str,
    /// Endings of their names, in small letters, without the dot.
    pub endings: &'static [&'static str],
    /// What [`Lab::save`] would say of the lab with these words and files.
    pub written: fn(&Words, &[PathBuf]) -> serde_json::Value,
}

impl Takes {
    /// Whether the ending of the file's name is one of [`Takes::endings`].
    pub fn has_ending(&self, path: &Path) -> bool {
        let is_it = |ending: &&str| path.extension().is_some_and(|of| of.eq_ignore_ascii_case(ending));
        self.endings.iter().any(is_it)
    }

    /// All endings, as in ".obj, .stl".
    pub fn listed(&self) -> String {
        self.endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ")
    }
}

impl LabRow {
    /// Whether a page shows the frame and the methods on show: any but a page of its own that does not.
    pub fn is_of_frame(&self, page: Page) -> bool {
        let Page::Own(word) = page else { return true };
        self.pages.iter().all(|own| own.word != word || own.is_of_frame)
    }

    /// Why there is nothing to be seen from a viewpoint, in the language that is spoken: what it needs.
    pub fn why_not_from(&self, id: &str) -> Option<String> {
        let row = self.viewpoints.iter().find(|viewpoint| viewpoint.id == id)?;
        Some(tr(row.needs))
    }
}

/// Builds a lab, see [`LabRow::build`].
pub type Build = fn(Option<&Gpu>, &Words, Option<&Saved>) -> Result<Box<dyn Lab>, LabError>;

/// What [`LabRow::read`] has read and checked, for [`LabRow::build`] of the same lab.
pub struct Saved {
    /// A value of the lab's own type, which [`LabRow::build`] casts back.
    pub state: Box<dyn Any + Send + Sync>,
    /// Lines to report about it, in English.
    pub notes: Vec<String>,
}

/// A page of a lab's own.
pub struct PageRow {
    /// The page's word, as in `page=word`.
    pub word: &'static str,
    /// The caption of its tab, in English.
    pub title: &'static str,
    /// The hover text of its tab, in English.
    pub help: &'static str,
    /// Whether it shows the frame and the methods on show: then what sets them stands beside it.
    pub is_of_frame: bool,
}

/// Why a lab refuses what is asked of it: one line that says what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabError(pub String);

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LabError {}

impl From<String> for LabError {
    fn from(why: String) -> Self {
        Self(why)
    }
}

/// A lab in the window. Time, words, pictures and evidence come first; only the last block is about panels.
pub trait Lab: Any {
    /// Its row of [`super::LABS`].
    fn row(&self) -> &'static LabRow;

    /// Whether and how fast it plays; the window says when.
    fn playback(&mut self) -> &mut Playback;
    /// Frames since the start of the scene.
    fn frame(&self) -> u64;
    /// Advances the simulation by one frame.
    fn step(&mut self);
    /// One frame back; `false`, and nothing happens, at the oldest state that is kept.
    fn step_back(&mut self) -> bool;
    /// Whether a state before this one is kept.
    fn can_step_back(&self) -> bool;
    /// The frames that can be gone to, the one on show included.
    fn span(&self) -> RangeInclusive<u64>;
    /// To the recorded frame nearest to this one. Later ones stay until it goes on to another state. Whether it is another
    /// frame.
    fn seek(&mut self, frame: u64) -> bool;
    /// What happened in the frames that can be gone to; `None` where nothing is told of them.
    fn marks(&self) -> Option<&FrameMarks> {
        None
    }
    /// The same of one frame in lines, in the language that is spoken.
    fn happened(&self, _frame: u64) -> Vec<String> {
        Vec::new()
    }
    /// Returns to the first frame.
    fn restart(&mut self);
    /// Which of all that began in it is on show: another number after a restart or another scene.
    fn begun(&self) -> u64;

    /// All that is set, in words that [`Lab::put`] takes.
    fn words(&self) -> Words;
    /// Sets what is named and leaves the rest as it is: all of it or, if anything is refused, nothing.
    fn put(&mut self, words: &Words) -> Result<(), LabError>;
    /// The same with what is at its default: states that differ in none of them are set the same. Bodies or a terrain
    /// from files are in no word.
    fn every_word(&self) -> Words;
    /// State that the last changes discarded and words cannot bring back, once.
    fn take_discarded(&mut self) -> Discarded {
        Discarded::default()
    }
    /// Before a lesson's scene: settings of all methods at their defaults, nothing picked, and whatever words cannot
    /// undo. The window then puts the lesson's words.
    fn clear(&mut self);
    /// What words cannot say: the state of every body, meshes by their paths, relative to `folder` where they lie
    /// below it. `Null` where words say it all.
    fn save(&self, folder: &Path) -> serde_json::Value;

    /// How many panes are open, at least one.
    fn panes(&self) -> usize;
    /// Opens or closes panes; more than it has are not opened.
    fn open_panes(&mut self, count: usize);
    /// Index of the pane in focus, from 0.
    fn focus(&self) -> usize;
    /// Moves the focus to an open pane.
    fn focus_on(&mut self, pane: usize);
    /// A pane's picture. `stage` makes it again only if `sight` or the scene has changed.
    fn picture(&mut self, pane: usize, stage: &mut Stage, sight: &Sight) -> Result<TextureId, GpuError>;
    /// Draws a pane's scene alone into a target, smooth edges and all: for pictures in files.
    fn draw(&self, pane: usize, camera: &Camera, target: &Target) -> Result<(), GpuError>;
    /// Whether a switch of [`LegendRow::with`] is on, so that its mark is drawn.
    fn draws(&self, _switch: &str) -> bool {
        false
    }
    /// Paints over a pane's picture, which fills `rect`, in points of the window.
    fn paint_over(&self, _pane: usize, _painter: &Painter, _rect: Rect, _camera: &Camera) {}
    /// Why a pane shows no verdicts: one line.
    fn pane_trouble(&self, _pane: usize) -> Option<String> {
        None
    }
    /// Places of the scene that the legend is not to cover, in the world, metres. Without any it stands in its corner.
    fn keep_clear(&self) -> Vec<Point> {
        Vec::new()
    }
    /// Whether cameras stay with that box as it moves and grows.
    fn is_followed(&self) -> bool {
        false
    }
    /// The box that cameras frame, in the world, metres.
    fn bounds(&self) -> Aabb;
    /// A viewpoint of [`LabRow::viewpoints`] as it is now in a pane; `None` where there is nothing to be seen from it.
    fn viewpoint(&mut self, _id: &str, _pane: usize) -> Option<Seen> {
        None
    }
    /// Where what is picked, or else what is worth looking at, touches or is nearest; the error is one English line that
    /// says what is missing. Only after it [`Lab::picture`] is asked for a small picture of that place, see
    /// [`Sight::close_up`].
    fn nearest(&mut self) -> Result<Nearest, &'static str> {
        Err(NO_PAIR)
    }
    /// Before a viewpoint is taken: picks what is looked at from it, if nothing is picked.
    fn aim(&mut self, _id: &str) {}
    /// A click into a pane, as a ray in the world; `extend` while shift is held. One line to tell, if there is any.
    fn click(&mut self, _pane: usize, _origin: Point, _direction: Vector, _extend: bool) -> Option<String> {
        None
    }
    /// The pointer is over a pane on this ray in the world, or not over it. Whether the window has to be drawn again.
    fn hover(&mut self, _pane: usize, _ray: Option<(Point, Vector)>) -> bool {
        false
    }
    /// What a drag that begins on this ray can take hold of; `None` where there is nothing.
    fn under(&self, _origin: Point, _direction: Vector) -> Option<Grip> {
        None
    }
    /// The same thing by its [`Grip::id`], touched at a point of the world; `None` where there is no such thing.
    fn grip(&self, _id: usize, _at: Point) -> Option<Grip> {
        None
    }
    /// What is picked by this text, such as the number of a body; `None` if there is no such thing here.
    fn find(&self, _text: &str) -> Option<Found> {
        None
    }
    /// What keys and typed numbers move: what is picked.
    fn picked(&self) -> Option<Grip> {
        None
    }
    /// Takes hold of [`Grip::id`]. It stays in the hand until [`Lab::release`], while the simulation goes on around it.
    fn grab(&mut self, _id: usize) {}
    /// Puts what is held somewhere else, as far as the lab allows, and decides it there.
    fn carry(&mut self, _pose: Pose) {}
    /// Lets go of what is held: it stays, or goes back to where it was taken.
    fn release(&mut self, _keep: bool) {}
    /// Clears the selection.
    fn let_go(&mut self) {}

    /// What the inspector takes apart, as it is now; `None` where there is nothing.
    fn subject(&self) -> Option<Box<dyn Subject>>;
    /// The methods that a subject can be decided by, whether there is one or not.
    fn choices(&self) -> Choices;

    /// All that was measured since the start as CSV; `None` before anything was.
    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>>;
    /// Numbers by which lessons are checked: `(name, value)`.
    fn facts(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
    /// Why a request cannot be met: one line; `None` if there is nothing to report.
    fn trouble(&self) -> Option<String>;
    /// The GPU that draws; `None` where there is none.
    fn gpu(&self) -> Option<&Gpu>;

    /// Adds the content of the panel on the left: what is set.
    fn controls(&mut self, ui: &mut Ui, panel: &mut PanelContext);
    /// Adds the content of the panel on the right: what was found.
    fn findings(&mut self, ui: &mut Ui, panel: &mut PanelContext);
    /// What stands over a pane, in one line or in two.
    fn pane_header(&mut self, pane: usize, one_line: bool, ui: &mut Ui, panel: &mut PanelContext);
    /// What stands on the right of the bar over all panes, laid out from the right.
    fn pane_bar(&mut self, _ui: &mut Ui) {}
    /// Panels of its own below the scene, laid out from the bottom up in a window of `height` points.
    fn below(&mut self, _height: f32, _ui: &mut Ui, _panel: &mut PanelContext) {}
    /// On the left of the inspector: what is taken apart.
    fn inspected(&mut self, ui: &mut Ui, panel: &mut PanelContext);
    /// Below [`Lab::inspected`]: the method that is taken apart, and its settings.
    fn inspected_method(&mut self, ui: &mut Ui, panel: &mut PanelContext);
    /// Whether [`Lab::followed`] is open; `None` where there is no such thing.
    fn through_time(&mut self) -> Option<&mut bool> {
        None
    }
    /// Below the timeline of the inspector, what is taken apart through time: these frames stand `along` this part of
    /// the window.
    fn followed(
        &mut self,
        _ui: &mut Ui,
        _frames: RangeInclusive<u64>,
        _along: Rangef,
        _panel: &mut PanelContext,
    ) {
    }
    /// The first frame of which a page of its own has anything to show.
    fn page_begins(&self, _word: &str) -> u64 {
        0
    }
    /// A page of its own, by its word, in what is left of `ui`.
    fn page(&mut self, _word: &str, _ui: &mut Ui, _panel: &mut PanelContext) {}
    /// Where a page of its own stands in what it steps through; `None` where nothing is stepped through.
    fn page_cursor(&self, _word: &str) -> Option<&Cursor> {
        None
    }
    /// The cursor of [`Lab::page_cursor`], to be moved.
    fn page_cursor_mut(&mut self, _word: &str) -> Option<&mut Cursor> {
        None
    }
    /// The page [`LabRow::sheet`] alone, for a picture.
    fn sheet(&mut self, _ui: &mut Ui, _panel: &mut PanelContext) {}
    /// Height of the picture of [`Lab::sheet`] if it is `width` wide, both in points.
    fn sheet_height(&self, _width: u32) -> u32 {
        0
    }
    /// Does what a key of [`LabRow::keys`] asks for by [`crate::ui::requests::Request::Lab`]. Its actions are not the
    /// words of links.
    fn act(&mut self, _action: &str) {}
    /// Begins to read a file with an ending of [`LabRow::takes`] that was opened or dropped onto the window. What is on show
    /// stays until it is there; another file that is still being read is given up.
    fn take_file(&mut self, _path: PathBuf) {}
    /// The file that is being read.
    fn reading(&self) -> Option<&Path> {
        None
    }
    /// Puts on show what [`Lab::take_file`] has begun to read, once it is there; or [`Lab::trouble`] says why not.
    fn take_read(&mut self) {}
    /// Takes what arrived since the last frame: threads that are done, keys that are held.
    fn update(&mut self, _ui: &Ui, _panel: &mut PanelContext) {}
}
