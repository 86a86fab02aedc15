//! The interface between a lab and the window: a row of [`super::LABS`], and an object that steps, is drawn,
//! and shows its panels.

use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};

use egui::{Painter, Rect, Ui};
use serde::de::DeserializeOwned;

use super::capabilities::{CloseUp, Files, Hand, Pages};
use super::found::{Found, SearchItems};
use super::headline::{Arrangement, Headline};
use super::playhead::Playhead;
use super::spots::Spot;
use super::undo::Discarded;
use super::word_row::WordRow;
use crate::about::MethodInfo;
pub use crate::comparison::panes::MOST_PANES;
use crate::comparison::panes::Panes;
use crate::exhibit::{Page, Params};
use crate::files::path_in_file::PathInFile;
use crate::geometry::{Aabb, Point};
use crate::gpu::Gpu;
use crate::inspector::story::{Choices, Subject};
use crate::language::tr;
use crate::render::camera::Camera;
use crate::render::floor::Floor;
use crate::render::viewpoint::{Seen, Viewpoint};
use crate::ui::keys::KeyRow;
use crate::ui::legend::LegendRow;
use crate::ui::requests::{DocumentKind, PanelContext};
use crate::ui::stage::{Canvas, Drawn};

/// Static description of a lab, available before the lab is built.
pub struct LabRow {
    /// Id in `--lab`, links and scene files. It never changes.
    pub id: &'static str,
    /// Name in menus, in English.
    pub title: &'static str,
    /// Question that the lab answers, in English: "Where is the ground?".
    pub asks: &'static str,
    /// Picture of the lab, a PNG file.
    pub picture: &'static [u8],
    /// Summary of the lab: one English sentence with a verb.
    pub says: &'static str,
    /// Publication and section that the lab follows.
    pub source: &'static str,
    /// Methods that its panes can show, in the order of the menus.
    pub methods: fn() -> Vec<&'static MethodInfo>,
    /// All parameters of the lab except the settings of its methods.
    pub words: &'static [WordRow],
    /// Lists of named items that the search offers besides methods and pages.
    pub things: &'static [SearchItems],
    /// Message for the inspector while [`Visible::subject`] is `None`, in English.
    pub no_subject: &'static str,
    /// The lab's own pages, besides the scene and the inspector.
    pub pages: &'static [PageRow],
    /// Id of the page that can be saved as one tall image.
    pub sheet: Option<&'static str>,
    /// Named viewpoints besides the whole scene and the sides of the world.
    pub viewpoints: &'static [Viewpoint],
    /// The lab's own keys on the scene page; [`Lab::act`] carries out their actions.
    pub keys: &'static [KeyRow],
    /// Mouse and arrow-key gestures in the scene, except turning the view: `(gesture, effect)`, in English.
    /// The window's hint shows the first gesture as "GESTURE to EFFECT".
    pub gestures: &'static [(&'static str, &'static str)],
    /// Marks drawn in the scene with their meaning, in the order of the legend.
    pub legend: &'static [LegendRow],
    /// Parameters, written as in a link, with which the window opens the lab: a scene in which the method in the first
    /// pane goes wrong, or costs much more, and that in the second pane does not.
    pub side_by_side: &'static str,
    /// The scene of the first start, if this is the first lab of the table.
    pub first_look: Option<FirstLook>,
    /// Checks names and values of parameters without building anything, and without looking for named bodies
    /// in a scene.
    pub check: fn(&Params) -> Result<(), LabError>,
    /// Describes parameters in a few words each, in the current language, for the hover text of a link.
    pub describe: fn(&Params) -> Vec<String>,
    /// Builds the lab from parameters and the state saved beside them. Without a GPU, only methods that need
    /// no GPU answer.
    pub build: Build,
    /// Reads the value that [`Lab::save`] wrote; relative paths start at the folder. Needs no lab and may
    /// take long, so it can run on its own thread.
    pub read: fn(&serde_json::Value, &Path) -> Result<Saved, LabError>,
    /// Files that the lab accepts besides scene files; `None` if it accepts none.
    pub takes: Option<Takes>,
    /// Documents that the lab opens and saves besides the scene; `None` if it has none.
    pub documents: Option<DocumentKind>,
}

/// The scene of the first start: two methods that disagree.
#[derive(Clone, Copy, Debug)]
pub struct FirstLook {
    /// Parameters, written as in a link.
    pub words: &'static str,
    /// Speed of playback.
    pub speed: f64,
    /// A short English sentence before the headline.
    pub says: &'static str,
    /// Number of rows of the legend that are shown, from the first.
    pub marks: usize,
    /// Parameters of the inspector, written as in a link, that show why an answer is wrong. Method and subject come
    /// from [`wrong_answer`].
    pub why: &'static str,
}

/// Files that a lab accepts besides scene files: opened in the window, dropped onto it, or named by `--mesh`.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// Purpose of the files in the lab, in English, such as "a mesh as terrain".
    pub says: &'static str,
    /// File extensions in lower case, without the dot.
    pub endings: &'static [&'static str],
    /// Reads files for a lab with these parameters, as a scene file that names them is read.
    pub read: fn(&Params, &[PathBuf]) -> Result<Saved, LabError>,
}

/// A lab's part of a scene file; its default where the file has none.
pub fn part_of_file<T: Default + DeserializeOwned>(value: &serde_json::Value) -> Result<T, LabError> {
    match value {
        serde_json::Value::Null => Ok(T::default()),
        _ => T::deserialize(value).map_err(|why| LabError(why.to_string())),
    }
}

/// The path of the one file that a lab takes; `several` is the error for more.
pub fn only_path(paths: &[PathBuf], several: &str) -> Result<Option<PathInFile>, LabError> {
    match paths {
        [path] => Ok(Some(path.into())),
        _ => Err(LabError(several.to_owned())),
    }
}

impl Takes {
    /// Whether the file's extension is one of [`Takes::endings`].
    pub fn has_ending(&self, path: &Path) -> bool {
        let is_it = |ending: &&str| path.extension().is_some_and(|of| of.eq_ignore_ascii_case(ending));
        self.endings.iter().any(is_it)
    }

    /// All extensions, as in ".obj, .stl".
    pub fn listed(&self) -> String {
        self.endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ")
    }
}

impl LabRow {
    /// Whether a page shows the current frame and the panes' methods: true for all pages except some of the
    /// lab's own.
    pub fn is_of_frame(&self, page: Page) -> bool {
        let Page::Own(word) = page else { return true };
        self.page(word).is_none_or(|own| own.is_of_frame)
    }

    /// The parameters of [`LabRow::side_by_side`].
    pub fn two_methods(&self) -> Params {
        self.side_by_side.parse().unwrap_or_default()
    }

    /// Looks up one of the lab's own pages by id.
    pub fn page(&self, word: &str) -> Option<&'static PageRow> {
        self.pages.iter().find(|own| own.word == word)
    }

    /// Reason, in the current language, that the menu gives if the viewpoint cannot be used now.
    pub fn why_not_from(&self, id: &str) -> Option<String> {
        let row = self.viewpoints.iter().find(|viewpoint| viewpoint.id == id)?;
        Some(tr(row.needs))
    }
}

/// Builds a lab, see [`LabRow::build`].
pub type Build = fn(Option<&Gpu>, &Params, Option<&Saved>) -> Result<Box<dyn Lab>, LabError>;

/// State that [`LabRow::read`] has read and checked, for [`LabRow::build`] of the same lab.
pub struct Saved {
    /// State of a type that only the lab knows; [`LabRow::build`] casts it back to that type.
    pub state: Box<dyn Any + Send + Sync>,
    /// Messages for the user, in English.
    pub notes: Vec<String>,
}

/// A page that belongs to one lab.
pub struct PageRow {
    /// Id of the page, as in `page=ID`.
    pub word: &'static str,
    /// Caption of the tab, in English.
    pub title: &'static str,
    /// Hover text of the tab, in English.
    pub help: &'static str,
    /// Whether the page has a tab only while it is open: its method opens it.
    pub is_of_method: bool,
    /// Whether the page shows the current frame and the panes' methods; the controls then stay beside it.
    pub is_of_frame: bool,
    /// First frame for which the page has content.
    pub begins: u64,
    /// Keys of the page and their effects, in English.
    pub keys: &'static [(&'static str, &'static str)],
}

/// Why a lab refuses a request: one line that says what would be valid.
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

/// A lab as the window sees it: its parameters, panes, panels and optional capabilities. [`Playhead`]
/// controls its time, [`Visible`] draws it.
pub trait Lab: Playhead + Visible + Any {
    /// The lab's row of [`super::LABS`].
    fn row(&self) -> &'static LabRow;

    /// All settings as parameters that [`Lab::put`] accepts. Without `all`, settings at their default are
    /// left out where links omit them. Two labs with equal parameters under `all` have equal settings, except
    /// bodies and terrains from files, which parameters cannot name.
    fn words(&self, all: bool) -> Params;
    /// Applies the named parameters and leaves other settings unchanged. If one is refused, none is applied.
    fn put(&mut self, words: &Params) -> Result<(), LabError>;
    /// Removes from the lab and returns the discarded state that undo needs: state from before recent changes
    /// that parameters cannot restore.
    fn take_discarded(&mut self) -> Discarded {
        Discarded::default()
    }
    /// Prepares for a lesson's scene: resets the settings of all methods, clears the selection, and resets
    /// state that parameters do not cover. The window then applies the lesson's parameters.
    fn clear(&mut self);
    /// State that parameters cannot express, such as every body's state and the paths of meshes (relative to
    /// `folder` if inside it). `Null` if there is none.
    fn save(&self, folder: &Path) -> serde_json::Value;

    /// The open panes with their methods.
    fn panes(&self) -> &Panes;
    /// Replaces the panes, see [`change_panes`]. A method that is in a pane before and after is not prepared
    /// again.
    fn set_panes(&mut self, panes: Panes);
    /// The methods with which the inspector can show a subject; available even if there is no subject.
    fn choices(&self) -> Choices {
        Choices::of_panes(self.panes())
    }
    /// Whether the settings of a pane break the promise of its method.
    fn breaks_promise(&self, _pane: usize) -> bool {
        false
    }
    /// Why a pane shows no verdicts, in one line.
    fn pane_trouble(&self, _pane: usize) -> Option<String> {
        None
    }

    /// All measurements since the start, as CSV; `None` if there are none yet.
    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>>;
    /// Numbers that lessons check: `(name, value)`.
    fn facts(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
    /// The error to show, in one line; `None` if there is none.
    fn trouble(&self) -> Option<String>;

    /// Adds the lab's widgets to this slot of the window, if it has any there.
    fn panel(&mut self, slot: Slot, ui: &mut Ui, context: &mut PanelContext);
    /// Carries out the action of a key of [`LabRow::keys`], sent by [`crate::ui::requests::Request::Lab`].
    /// Actions are not parameters of links.
    fn act(&mut self, _action: &str) {}

    /// Picking and dragging in the scene; `None` if the mouse only turns the view.
    fn hand(&mut self) -> Option<&mut dyn Hand> {
        None
    }
    /// Reading the files of [`LabRow::takes`]; `None` if the lab accepts no files.
    fn files(&mut self) -> Option<&mut dyn Files> {
        None
    }
    /// State of the lab's own pages; `None` if no page has state.
    fn pages(&self) -> Option<&dyn Pages> {
        None
    }
    /// Mutable state of the lab's own pages.
    fn pages_mut(&mut self) -> Option<&mut dyn Pages> {
        None
    }
}

/// A place in the window where [`Lab::panel`] adds widgets.
#[derive(Clone, Debug, PartialEq)]
pub enum Slot {
    /// No widgets: called in every frame before layout, to collect results of threads and to handle held
    /// keys.
    Update,
    /// The left panel, with the settings.
    Controls,
    /// The right panel, with the results.
    Findings,
    /// Above a pane, in one or two lines.
    PaneHeader {
        /// Index of the pane, from 0.
        pane: usize,
        /// Whether there is room for one line only.
        one_line: bool,
    },
    /// The view's menu, below the choice of panes.
    PaneBar,
    /// Panels below the scene, laid out from the bottom up.
    Below {
        /// Height of the window, points.
        height: f32,
    },
    /// The page of results, instead of panes and panels.
    Results,
    /// Left side of the inspector: the subject.
    Inspected,
    /// Below [`Slot::Inspected`]: the inspected method and its settings.
    InspectedMethod,
    /// One of the lab's own pages, by [`PageRow::word`].
    Page(&'static str),
    /// Left of one of the lab's own pages that does not show the current frame, added before the page: controls of the
    /// page, or a note.
    PageControls(&'static str),
    /// The page [`LabRow::sheet`] alone, rendered to an image.
    Sheet,
}

/// The visible part of a lab: the drawing of each pane, and the subject of the inspector.
pub trait Visible {
    /// Draws a pane's scene into the canvas, which keeps the previous image if nothing changed.
    fn picture(&mut self, pane: usize, canvas: &mut Canvas) -> Drawn;
    /// Paints over a pane's drawing, which fills `rect` (points of the window).
    fn paint_over(&self, _pane: usize, _painter: &Painter, _rect: Rect, _camera: &Camera) {}
    /// Whether [`Slot::Results`] is shown instead of the panes and the panels.
    fn shows_results(&self) -> bool {
        false
    }
    /// The sentence over the panes about the answers on show.
    fn headline(&self, arrangement: Arrangement) -> Headline;
    /// Whether a switch named in [`LegendRow::with`] is on, so that its mark is drawn.
    fn draws(&self, _switch: &str) -> bool {
        false
    }
    /// Events of a recorded frame, one per line, in the current language.
    fn happened(&self, _frame: u64) -> Vec<String> {
        Vec::new()
    }
    /// The floor of the pictures, if they have one with a grid.
    fn floor(&self) -> Option<Floor> {
        None
    }
    /// Bounding box for framing by cameras, world coordinates in metres.
    fn bounds(&self) -> Aabb;
    /// The current view of a viewpoint of [`LabRow::viewpoints`] in a pane; `None` if it shows nothing now.
    fn viewpoint(&mut self, _id: &str, _pane: usize) -> Option<Seen> {
        None
    }
    /// Points spread over an object that moves and deforms, world coordinates in metres. Cameras follow the
    /// object's bounding box, and the legend does not cover it. `None` if the scene has no such object; the
    /// box that cameras follow then has a constant size.
    fn outline(&self) -> Option<Box<dyn Iterator<Item = Point> + '_>> {
        None
    }
    /// The item in the scene that matches a search text, such as the number of a body; `None` if there is
    /// none.
    fn find(&self, _text: &str) -> Option<Found> {
        None
    }
    /// The close-up of the contact; `None` if the lab has none.
    fn close_up(&mut self) -> Option<&mut dyn CloseUp> {
        None
    }
    /// Spots of a pane's picture that are marked, wrong answers first.
    fn spots(&self, _pane: usize) -> Vec<Spot> {
        Vec::new()
    }
    /// Prepares the subject when the inspector opens while the lab plays: returns to the frame of the last answer about
    /// it. Returns a notice, in the current language, if the current frame changes.
    fn open_subject(&mut self) -> Option<String> {
        None
    }
    /// The current subject of the inspector; `None` if there is nothing to inspect.
    fn subject(&self) -> Option<Box<dyn Subject>>;
}

/// Applies a change to the panes of a lab.
pub fn change_panes(lab: &mut (impl Lab + ?Sized), change: impl FnOnce(&mut Panes)) {
    let mut panes = lab.panes().clone();
    change(&mut panes);
    lab.set_panes(panes);
}

/// Parameters that select method and subject of a wrong answer on show; `None` if there is none.
pub fn wrong_answer(lab: &dyn Lab) -> Option<Params> {
    (0..lab.panes().count()).find_map(|pane| {
        let spot = lab.spots(pane).into_iter().find(|spot| spot.mistake.is_some())?;
        let mut words: Params = spot.subject.parse().ok()?;
        words.set("focus", (pane + 1).to_string());
        Some(words)
    })
}
