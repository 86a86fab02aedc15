//! What a lab is to the window: a row of [`super::LABS`], and an object that steps, is drawn, and shows its panels.

use std::any::Any;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use egui::{Painter, Rangef, Rect, Ui};

use super::capabilities::{CloseUp, Files, Hand, Pages};
use super::found::{Found, Things};
use super::playhead::Playhead;
use super::undo::Discarded;
use super::word_row::WordRow;
use crate::about::About;
pub use crate::comparison::panes::MOST_PANES;
use crate::comparison::panes::Panes;
use crate::exhibit::{Page, Words};
use crate::geometry::{Aabb, Point};
use crate::gpu::Gpu;
use crate::inspector::story::{Choices, Subject};
use crate::language::tr;
use crate::render::camera::Camera;
use crate::render::viewpoint::{Seen, Viewpoint};
use crate::ui::keys::KeyRow;
use crate::ui::legend::LegendRow;
use crate::ui::requests::PanelContext;
use crate::ui::stage::{Canvas, Drawn};

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
    /// Why there is nothing to take apart where [`Visible::subject`] has nothing, in English.
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
        self.page(word).is_none_or(|own| own.is_of_frame)
    }

    /// A page of its own, by its word.
    pub fn page(&self, word: &str) -> Option<&'static PageRow> {
        self.pages.iter().find(|own| own.word == word)
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
    /// The first frame of which it has anything to show.
    pub begins: u64,
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

/// A lab in the window: its words and panes, its panels, and what it can do beside. [`Playhead`] is its time, [`Visible`]
/// its picture.
pub trait Lab: Playhead + Visible + Any {
    /// Its row of [`super::LABS`].
    fn row(&self) -> &'static LabRow;

    /// All that is set, in words that [`Lab::put`] takes; with `all`, also what is left out at its default. Two states with
    /// the same `all` words are set the same. Bodies or a terrain from files are in no word.
    fn words(&self, all: bool) -> Words;
    /// Sets what is named and leaves the rest as it is: all of it or, if anything is refused, nothing.
    fn put(&mut self, words: &Words) -> Result<(), LabError>;
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

    /// The open panes with their methods.
    fn panes(&self) -> &Panes;
    /// Shows these instead, see [`change_panes`]. What is prepared for a pane that stays is not prepared again.
    fn set_panes(&mut self, panes: Panes);
    /// The methods that a subject can be decided by, whether there is one or not.
    fn choices(&self) -> Choices {
        let (shown, all) = (self.panes().in_focus().method, self.panes().choices());
        Choices::of(all[shown], all.iter().copied())
    }
    /// Why a pane shows no verdicts: one line.
    fn pane_trouble(&self, _pane: usize) -> Option<String> {
        None
    }

    /// All that was measured since the start as CSV; `None` before anything was.
    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>>;
    /// Numbers by which lessons are checked: `(name, value)`.
    fn facts(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
    /// Why a request cannot be met: one line; `None` if there is nothing to report.
    fn trouble(&self) -> Option<String>;

    /// Adds the lab's widgets in this place of the window, if it has any there.
    fn panel(&mut self, slot: Slot, ui: &mut Ui, context: &mut PanelContext);
    /// Does what a key of [`LabRow::keys`] asks for by [`crate::ui::requests::Request::Lab`]. Its actions are not the
    /// words of links.
    fn act(&mut self, _action: &str) {}

    /// Picking and dragging in the scene; `None` where the mouse turns the view only.
    fn hand(&mut self) -> Option<&mut dyn Hand> {
        None
    }
    /// Reading of [`LabRow::takes`]; `None` where it takes no files.
    fn files(&mut self) -> Option<&mut dyn Files> {
        None
    }
    /// State of its own pages; `None` where they have none.
    fn pages(&self) -> Option<&dyn Pages> {
        None
    }
    /// The same, to be changed.
    fn pages_mut(&mut self) -> Option<&mut dyn Pages> {
        None
    }
}

/// A place in the window where a lab adds widgets by [`Lab::panel`].
#[derive(Clone, Debug, PartialEq)]
pub enum Slot {
    /// No widgets: called in every frame before anything is laid out, for threads that are done and keys that are held.
    Update,
    /// The panel on the left: what is set.
    Controls,
    /// The panel on the right: what was found.
    Findings,
    /// Over a pane, in one line or in two.
    PaneHeader {
        /// Index of the pane, from 0.
        pane: usize,
        /// Whether there is room for one line only.
        one_line: bool,
    },
    /// On the right of the bar over all panes, laid out from the right.
    PaneBar,
    /// Panels below the scene, laid out from the bottom up.
    Below {
        /// Height of the window, points.
        height: f32,
    },
    /// On the left of the inspector: what is taken apart.
    Inspected,
    /// Below [`Slot::Inspected`]: the method that is taken apart, and its settings.
    InspectedMethod,
    /// Below the timeline of the inspector, while [`Pages::through_time`] is on: what is taken apart, frame by frame.
    ThroughTime {
        /// The recorded frames.
        frames: RangeInclusive<u64>,
        /// Where they stand from left to right, points of the window.
        along: Rangef,
    },
    /// A page of its own, by [`PageRow::word`].
    Page(&'static str),
    /// The page [`LabRow::sheet`] alone, for a picture.
    Sheet,
}

/// What is seen of a lab: the picture of each pane, and the subject for the inspector.
pub trait Visible {
    /// Draws a pane's scene. The canvas knows whether it has to be drawn again.
    fn picture(&mut self, pane: usize, canvas: &mut Canvas) -> Drawn;
    /// Paints over a pane's picture, which fills `rect`, in points of the window.
    fn paint_over(&self, _pane: usize, _painter: &Painter, _rect: Rect, _camera: &Camera) {}
    /// Whether a switch of [`LegendRow::with`] is on, so that its mark is drawn.
    fn draws(&self, _switch: &str) -> bool {
        false
    }
    /// What happened in a recorded frame, in lines, in the language that is spoken.
    fn happened(&self, _frame: u64) -> Vec<String> {
        Vec::new()
    }
    /// The box that cameras frame, in the world, metres.
    fn bounds(&self) -> Aabb;
    /// A viewpoint of [`LabRow::viewpoints`] as it is now in a pane; `None` where there is nothing to be seen from it.
    fn viewpoint(&mut self, _id: &str, _pane: usize) -> Option<Seen> {
        None
    }
    /// Points all over a thing that moves and changes its shape, in the world, metres: cameras stay with its bounds, and the
    /// legend does not cover it. `None` where the scene has no such thing: cameras follow bounds that keep their size.
    fn outline(&self) -> Option<Box<dyn Iterator<Item = Point> + '_>> {
        None
    }
    /// The thing in the scene that the search picks by a text, such as the number of a body; `None` where there is none.
    fn find(&self, _text: &str) -> Option<Found> {
        None
    }
    /// The lens on the contact; `None` where there is none.
    fn close_up(&mut self) -> Option<&mut dyn CloseUp> {
        None
    }
    /// What the inspector takes apart, as it is now; `None` where there is nothing.
    fn subject(&self) -> Option<Box<dyn Subject>>;
}

/// Changes the panes of a lab.
pub fn change_panes(lab: &mut (impl Lab + ?Sized), change: impl FnOnce(&mut Panes)) {
    let mut panes = lab.panes().clone();
    change(&mut panes);
    lab.set_panes(panes);
}
