//! What a panel may ask of the window. Panels change their own lab at once; everything else is asked for here and done
//! after the frame is laid out, in one place (`app::apply`).

use std::path::PathBuf;

use super::stage::Stage;
use crate::exhibit::{Exhibit, Page};
use crate::geometry::{Aabb, Vector};
use crate::render::camera::{Camera, Lens};

/// One thing that a panel, a key, a link or a menu asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Puts something on show, whole or not at all.
    Show(Box<Exhibit>),
    /// Turns to a page.
    Turn(Page),
    /// Turns to a page, or back to the scene if the window is turned to it already.
    TurnOrBack(Page),
    /// Plays the scene, or pauses it.
    PlayOrPause,
    /// Pauses and goes one frame on.
    Step,
    /// Pauses and goes one frame back.
    StepBack,
    /// Pauses and goes to the kept frame that is nearest to this one.
    GoTo(u64),
    /// Returns to the first frame.
    Restart,
    /// Opens this number of panes.
    OpenPanes(usize),
    /// An action of the lab's own table of keys, which the lab's `act` does. No word of a link.
    Lab(&'static str),
    /// Frames the whole scene in every pane.
    FrameAll,
    /// Brings this box, in metres of the world, into view in the pane in focus.
    Approach(Aabb),
    /// Looks at the scene of the pane in focus in another way.
    Look(Look),
    /// Turns the view of the pane in focus, or the inspector's picture in space, by a key.
    TurnView(Turn),
    /// Takes the last change of the scene or a setting back.
    Undo,
    /// Makes the change again that was taken back last.
    Redo,
    /// Moves or turns what is picked by a small step.
    Nudge(Nudge),
    /// Links all panes' cameras to that of the pane in focus, or lets them go.
    ToggleLink,
    /// Something of the inspector.
    Inspector(InspectorRequest),
    /// Turns to the page of experiments with the one of this id chosen.
    Experiment(&'static str),
    /// Opens or closes the search.
    Search,
    /// Something of the lessons.
    Lessons(LessonsRequest),
    /// Something of files: open, save, export.
    Files(FilesRequest),
    /// Hides or shows the panels.
    TogglePanels,
    /// Shows or hides the legend of the scene.
    ToggleLegend,
    /// Opens or closes the welcome.
    ToggleWelcome,
    /// Shows or hides the sheet of keys.
    ToggleSheet,
    /// Closes what lies on top: the sheet, the held pixel, the page, or what is picked.
    Escape,
    /// Switches to the next language.
    NextLanguage,
    /// Turns to a theme from the next frame on.
    Theme(egui::Theme),
    /// Turns to the other theme from the next frame on.
    OtherTheme,
    /// One line to tell, until the next one.
    Tell(String),
}

/// A way to look at a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// From this side, along an axis of the world.
    From(Side),
    /// Along this axis, 0 to 2, from its positive side; from there, from the other one.
    Axis(usize),
    /// From a viewpoint of the lab, by its id, and stays with it; where it does already, it stays with nothing.
    At(&'static str),
    /// With parallel rays or in perspective.
    SwitchLens,
    /// With a small picture of where two bodies touch or are nearest, or without.
    SwitchCloseUp,
    /// Through what is solid in the inspector's picture in space, or not.
    SwitchSeeThrough,
}

impl Look {
    /// Looks along an axis or changes the lens; the camera's target stays the same. What else there is to ask is no matter
    /// of the camera alone.
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

/// A side of the world: an axis, 0 to 2, and whether it is the positive one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// 0, 1, 2 for x, y, z.
    pub axis: usize,
    /// Whether the eye is on the positive side.
    pub positive: bool,
}

/// A small step of what is picked, as the camera of the pane in focus, or the inspector's, sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nudge {
    /// Steps to the right, up and towards the eye.
    pub steps: [i8; 3],
    /// Whether it is ten times as large.
    pub coarse: bool,
}

/// A small turn of a view, its move sideways, and how much nearer it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Steps to the right, up and nearer.
    pub steps: [i8; 3],
    /// Whether the scene is moved to the right and up instead of turned.
    pub pans: bool,
}

/// What a step turns by, as if the scene were dragged by so many points: 5 degrees.
const TURN: f64 = 12.5;
/// What a step moves the scene by: a part of the picture's shorter side.
const PAN: f64 = 0.05;
/// By what a step comes nearer.
const ZOOM: f64 = 1.1;

impl Turn {
    /// Both after each other; of a turn and a move the later one.
    pub fn and(self, later: Self) -> Self {
        if self.pans != later.pans {
            return later;
        }
        let steps = std::array::from_fn(|i| self.steps[i].saturating_add(later.steps[i]));
        Self { steps, ..self }
    }

    /// Turns a camera as if the scene were dragged that way.
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

/// What may be asked of the inspector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InspectorRequest {
    /// So many steps on, or back if negative, and no longer by itself.
    Step(isize),
    /// To a position; past the end means the end.
    Jump(usize),
    /// Plays the steps, or pauses.
    PlayOrPause,
    /// A second method beside the first, or none.
    ToggleCompare,
    /// From one part of the subject to another, by their words: each keeps its step.
    Part(&'static str, &'static str),
}

/// What may be asked of the lessons.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonsRequest {
    /// Opens a lesson and sets its scene.
    Open(String),
    /// Opens the glossary at the term of this id.
    Term(&'static str),
    /// Follows a link of the open lesson; an error is shown under its text.
    Follow(Box<Exhibit>),
    /// Opens or closes the panel.
    Toggle,
    /// Begins or ends a lecture.
    ToggleLecture,
    /// Sets the open lesson's scene again.
    SetTheScene,
    /// One step of the lecture on.
    Forward,
    /// One step of the lecture back.
    Back,
    /// Commits to a choice of the slide, counted from 0.
    Choose(usize),
    /// Shows or hides the speaker's notes.
    ToggleNotes,
}

/// What may be asked of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesRequest {
    /// Asks for a scene file, or a file that the lab on show takes, and opens it.
    ChooseOpened,
    /// Opens this file, of either kind.
    Open(PathBuf),
    /// Saves the scene into its file; asks for one if it has none.
    SaveScene,
    /// Asks for a file and saves the scene into it.
    SaveSceneAs,
    /// Saves what was measured as CSV under a free name.
    SaveMeasurements,
    /// Saves figures and plot of the experiment on show under a free name.
    SaveExperiment,
    /// Saves the whole window as PNG.
    WindowPicture,
    /// Opens the choice of what a picture shows.
    ChooseExport,
    /// Asks where to save what was chosen there, and draws it.
    Export,
    /// Opens the list of the user's own scenes.
    OwnScenes,
    /// Opens the own scene of this name.
    OpenOwn(String),
    /// Keeps what is on show as an own scene of this name.
    KeepOwn(String),
    /// Removes the own scene of this name.
    RemoveOwn(String),
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

/// What every panel is handed beside its own state.
pub struct PanelContext<'a> {
    /// Where it asks for what is not its own.
    pub requests: &'a mut Requests,
    /// Where pictures of scenes are made.
    pub stage: &'a mut Stage,
    /// What the window is turned to.
    pub page: Page,
    /// Whether type is large, for a lecture.
    pub lecture: bool,
    /// Smooth edges even while the scene plays: for pictures in files.
    pub fine: bool,
    /// The scenes that the user has kept, of all labs.
    pub own: &'a [OwnScene],
}

impl PanelContext<'_> {
    /// Adds one request for the window.
    pub fn ask(&mut self, request: Request) {
        self.requests.ask(request);
    }
}

/// A scene that the user has kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnScene {
    /// Its name, which the user chose.
    pub name: String,
    /// The id of the lab that it belongs to.
    pub lab: String,
    /// Whether it is on show.
    pub is_shown: bool,
}

/// The name of the scene of one lab that is on show, if it is one of the user's own.
pub fn shown_of<'a>(scenes: &'a [OwnScene], lab: &str) -> Option<&'a str> {
    let is_it = |scene: &&OwnScene| scene.is_shown && scene.lab == lab;
    scenes.iter().find(is_it).map(|scene| scene.name.as_str())
}

/// The names of the scenes of one lab, in the order of their list.
pub fn names_of<'a>(scenes: &'a [OwnScene], lab: &'a str) -> impl Iterator<Item = &'a str> {
    scenes.iter().filter(move |scene| scene.lab == lab).map(|scene| scene.name.as_str())
}
