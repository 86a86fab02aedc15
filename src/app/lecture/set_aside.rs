//! The state of the window that a lecture sets aside and its end brings back.

use crate::app::cameras::Cameras;
use crate::app::cameras::FramedBounds;
use crate::app::edits::Edits;
use crate::app::file_work::OpenFile;
use crate::app::lessons_panel::state::Reader;
use crate::app::scene_file::SceneFile;
use crate::exhibit::Page;
use crate::inspector::page::InspectorPage;
use crate::labs::lab::Lab;
use crate::ui::group::Folded;

/// Everything that a lecture may change. The labs themselves are kept, with their recorded frames; the lecture has
/// labs of its own.
pub struct SetAside {
    /// The current lab.
    pub lab: Box<dyn Lab>,
    /// Labs shown earlier, each with its cameras.
    pub others: Vec<(Box<dyn Lab>, Cameras)>,
    /// The cameras of the panes.
    pub cameras: Cameras,
    /// The bounds to which the cameras were last adapted.
    pub framed: FramedBounds,
    /// The undo history.
    pub edits: Edits,
    /// The inspector's page.
    pub inspector: InspectorPage,
    /// The current page.
    pub page: Page,
    /// The tab of the inspector that was shown last.
    pub tab: Page,
    /// Id of the chosen experiment, and the choice of its series.
    pub experiment: (&'static str, String),
    /// Whether the panels were hidden.
    pub panels_hidden: bool,
    /// Whether the legend was shown.
    pub legend: bool,
    /// The collapsed groups of the panels.
    pub folded: Folded,
    /// The file of the scene.
    pub scene: Option<OpenFile>,
    /// The lessons panel.
    pub reader: Reader,
    /// The scene as a file, for the state that is saved while the lecture is given.
    pub file: SceneFile,
}
