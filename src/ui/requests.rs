//! Requests of panels to the window. A panel changes its own lab at once; all other changes are requested here
//! and carried out in one place (`app::apply`), after the layout of the frame.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::quality::Quality;
use super::stage::Stage;
use crate::exhibit::{Page, SceneLink};
use crate::geometry::{Aabb, Vector};
use crate::render::camera::{Camera, Lens};

/// One request of a panel, a key, a link or a menu.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Shows the scene of a link, completely or not at all.
    Show(Box<SceneLink>),
    /// Shows the lab with this id as it was left; at first with two methods, if the window is wide enough.
    OpenLab(&'static str),
    /// Turns to a page.
    Turn(Page),
    /// Turns to a page; the inspector opens at the tab that was left last.
    Visit(Page),
    /// Visits a page, or turns back to the scene if that page is shown already.
    TurnOrBack(Page),
    /// Plays or pauses the scene.
    PlayOrPause,
    /// Pauses and steps one frame forward.
    Step,
    /// Pauses and steps one frame back.
    StepBack,
    /// Pauses and seeks to the recorded frame nearest to this number.
    GoTo(u64),
    /// Pauses and seeks to the nearest later recorded frame with an error.
    NextError,
    /// Pauses and seeks to the nearest earlier recorded frame with an error.
    PreviousError,
    /// Restarts from the first frame.
    Restart,
    /// Opens this number of panes.
    OpenPanes(usize),
    /// An action in the lab's own table of keys, carried out by the lab's `act`.
    Lab(&'static str),
    /// Frames the whole scene in every pane.
    FrameAll,
    /// Brings this box, in world space, metres, into the view of the active pane.
    Approach(Aabb),
    /// Changes the view of the active pane.
    Look(Look),
    /// Turns, pans or zooms the view of the active pane, or of the inspector's 3D view, as a key requests.
    TurnView(Turn),
    /// Undoes the last change.
    Undo,
    /// Redoes the last undone change.
    Redo,
    /// Moves or turns the selection by a small step.
    Nudge(Nudge),
    /// Links all panes' cameras to the active pane's, or unlinks them.
    ToggleLink,
    /// A request to the inspector.
    Inspector(InspectorRequest),
    /// Turns to the experiments page and chooses the experiment with this id.
    Experiment(&'static str),
    /// Opens or closes the search.
    Search,
    /// A request to the lessons.
    Lessons(LessonsRequest),
    /// A request about files: open, save, export.
    Files(FilesRequest),
    /// Hides or shows the panels.
    TogglePanels,
    /// Shows or hides the panel with the numbers.
    ToggleNumbers,
    /// Shows or hides the legend of the scene.
    ToggleLegend,
    /// Ends the first look: its scene stays, with all panels.
    EndFirstLook,
    /// Shows or hides the sheet of shortcuts.
    ToggleSheet,
    /// Closes the sheet of shortcuts if it is open; otherwise the probed pixel, then the page, then the selection.
    Escape,
    /// Switches to the next language.
    NextLanguage,
    /// Switches to a theme from the next frame on.
    Theme(egui::Theme),
    /// Switches to the other theme from the next frame on.
    OtherTheme,
    /// Changes the quality of the pictures.
    Quality(Quality),
    /// Shows one line as a notice, until the next notice.
    Tell(String),
    /// Shows an error of one line as a notice, until the next notice.
    Fail(String),
}

/// A change of the view of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// View from a side of the world, along an axis.
    From(Side),
    /// View along this axis, 0 to 2, from its positive side, or from its negative side if the view is already
    /// there.
    Axis(usize),
    /// View from the lab's viewpoint with this id, and follow the viewpoint; if it is already followed, stop
    /// following it.
    At(&'static str),
    /// Parallel or perspective projection.
    SwitchLens,
    /// Shows or hides the lens on the contact.
    SwitchCloseUp,
    /// Shows or hides see-through surfaces in the inspector's 3D view.
    SwitchSeeThrough,
}

impl Look {
    /// Turns the camera to an axis or switches its projection, and keeps its target. Other variants leave the
    /// camera unchanged.
    pub fn apply(&self, camera: &mut Camera) {
        match *self {
            Self::From(Side { axis, positive }) => {
                camera.look_from(&Vector::ith(axis, if positive { 1.0 } else { -1.0 }));
            }
            Self::Axis(axis) => {
                let axis = Vector::ith(axis, 1.0);
                let is_there = camera.directions()[2].dot(&axis) > 1.0 - 1e-9;
                camera.look_from(&if is_there { -axis } else { axis });
            }
            Self::SwitchLens => camera.set_lens(match camera.lens() {
                Lens::Perspective => Lens::Parallel,
                _ => Lens::Perspective,
            }),
            Self::At(_) | Self::SwitchCloseUp | Self::SwitchSeeThrough => {}
        }
    }
}

/// A side of the world: an axis and a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// 0, 1, 2 for x, y, z.
    pub axis: usize,
    /// Whether the camera is on the positive side.
    pub positive: bool,
}

/// A small movement of the selection, relative to the camera of the active pane or of the inspector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nudge {
    /// Steps to the right, up and towards the camera.
    pub steps: [i8; 3],
    /// Whether the steps are ten times as large.
    pub coarse: bool,
}

/// A small turn, pan and zoom of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Steps to the right, up and nearer.
    pub steps: [i8; 3],
    /// Whether the view is panned instead of turned.
    pub pans: bool,
}

/// Length of the drag that has the effect of one turning step (5 degrees), points.
const TURN: f64 = 12.5;
/// Pan per step, as a share of the view's shorter side.
const PAN: f64 = 0.05;
/// Zoom factor per step.
const ZOOM: f64 = 1.1;

impl Turn {
    /// Combines two turns of one frame. If either is a pan, only the later one counts.
    pub fn and(self, later: Self) -> Self {
        if self.pans != later.pans {
            return later;
        }
        let steps = std::array::from_fn(|i| self.steps[i].saturating_add(later.steps[i]));
        Self { steps, ..self }
    }

    /// Changes a camera as if the scene were dragged by these steps.
    pub fn apply(&self, camera: &mut Camera) {
        let [right, up, nearer] = self.steps.map(f64::from);
        if self.pans {
            camera.pan(PAN * right, -PAN * up, [1.0; 2]);
        } else {
            camera.orbit(TURN * right, -TURN * up);
        }
        if nearer != 0.0 {
            camera.zoom(ZOOM.powf(nearer));
        }
    }
}

/// Requests to the inspector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InspectorRequest {
    /// Moves this many steps forward, or back if negative, and pauses.
    Step(isize),
    /// Jumps to a position in the steps; a position past the end means the end.
    Jump(usize),
    /// Plays the steps, or pauses.
    PlayOrPause,
    /// Jumps to the step that decides the answer.
    Decide,
    /// Adds a second method beside the first, or removes it.
    ToggleCompare,
    /// Switches from one part of the subject to another, given by their ids, in this order. Each part keeps its own
    /// step.
    Part(&'static str, &'static str),
}

/// Requests to the lessons.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonsRequest {
    /// Opens a lesson and sets its scene.
    Open(String),
    /// Opens the glossary at the term with this id.
    Term(&'static str),
    /// Follows a link of the open lesson; an error is shown below its text.
    Follow(Box<SceneLink>),
    /// Opens or closes the panel.
    Toggle,
    /// Starts or ends a lecture.
    ToggleLecture,
    /// Resets the open lesson's scene.
    SetTheScene,
    /// Steps the lecture forward.
    Forward,
    /// Steps the lecture back.
    Back,
    /// Makes a choice on the slide, counted from 0.
    Choose(usize),
    /// Opens or closes the presenter's window.
    TogglePresenter,
    /// Shows a black screen, or the slide again.
    Blackout,
    /// Switches the laser pointer on or off.
    Laser,
    /// Switches the pen on or off.
    Pen,
    /// Erases the strokes of the pen.
    Erase,
    /// Opens or closes the overview.
    Overview,
    /// Goes to a place of the lecture, counted from 0 in the order of the overview.
    GoTo(usize),
    /// Plays or pauses the scene during a lecture.
    Play,
    /// Puts the tool of the lecture away; without one, ends the lecture.
    PutAway,
    /// Starts the timer of the lecture again.
    ResetTimer,
    /// Gives one's own lecture from the item with this index on.
    Give(usize),
    /// Opens or closes the list of one's own lecture.
    ToggleEditor,
    /// Adds what the window shows to one's own lecture.
    AddView,
    /// Shows what the window shows in the selected item of one's own lecture.
    ReplaceView,
    /// Shows the view of the item with this index in the window.
    ShowItem(usize),
}

/// Requests about files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesRequest {
    /// Asks for a scene file, or another file that the current lab opens, and opens it.
    ChooseOpened,
    /// Opens this file, of any kind.
    Open(PathBuf),
    /// Saves the scene into its file; asks for a file if it has none.
    SaveScene,
    /// Asks for a file and saves the scene into it.
    SaveSceneAs,
    /// Asks for a document of the lab, and opens it.
    ChooseDocument(DocumentKind),
    /// Writes a document of the lab into its file; asks for a file if it has none.
    SaveDocument(Box<Document>),
    /// Saves the measurements as CSV under a free name.
    SaveMeasurements,
    /// Saves figures and plot of the chosen experiment under a free name.
    SaveExperiment,
    /// Saves the whole window as PNG.
    WindowPicture,
    /// Opens the export dialog.
    ChooseExport,
    /// Asks for a file, and draws the chosen export into it.
    Export,
    /// Asks for a lecture file and opens it.
    ChooseLecture,
    /// Saves the lecture into its file; asks for a file if it has none.
    SaveLecture,
    /// Asks for a file and saves the lecture into it.
    SaveLectureAs,
}

/// A kind of document that a lab opens and saves besides the scene, such as a table of passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentKind {
    /// Title of the dialog that opens one, in English.
    pub opens: &'static str,
    /// Title of the dialog that saves one, in English.
    pub saves: &'static str,
    /// Extension of its file, in lower case, without the dot.
    pub ending: &'static str,
}

impl DocumentKind {
    /// Whether the file's extension is that of this kind.
    pub fn has_ending(&self, path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(self.ending))
    }
}

/// A document to be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its kind.
    pub kind: DocumentKind,
    /// Its file, and the file's modification time when it was last read or written; `None` to ask for a file.
    pub file: Option<(PathBuf, Option<SystemTime>)>,
    /// Suggested name of the file, with or without extension.
    pub name: String,
    /// Content of the file.
    pub text: String,
    /// The document's first fault, in the current language, which the notice tells; `None` if it has none.
    pub fault: Option<String>,
}

/// Requests in the order in which they were made.
#[derive(Default, Debug)]
pub struct Requests(Vec<Request>);

impl Requests {
    /// Adds one request after all others.
    pub fn ask(&mut self, request: Request) {
        self.0.push(request);
    }

    /// Adds several requests, in order.
    pub fn extend(&mut self, requests: impl IntoIterator<Item = Request>) {
        self.0.extend(requests);
    }

    /// Removes all requests and returns them, in order.
    pub fn take(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.0)
    }

    /// Whether there are no requests.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The context of a panel, besides its own state.
pub struct PanelContext<'a> {
    /// Requests for changes outside the panel's lab.
    pub requests: &'a mut Requests,
    /// The renderer of scenes.
    pub stage: &'a mut Stage,
    /// The current page.
    pub page: Page,
    /// Whether text is enlarged, for a lecture.
    pub lecture: bool,
    /// Whether to draw antialiased edges even during playback, as for exported pictures.
    pub fine: bool,
}

impl PanelContext<'_> {
    /// Adds one request for the window.
    pub fn ask(&mut self, request: Request) {
        self.requests.ask(request);
    }
}
