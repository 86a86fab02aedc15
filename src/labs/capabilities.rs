//! Optional capabilities of a lab. Each is a trait that a lab may implement; an accessor of
//! [`super::lab::Lab`] or [`super::lab::Visible`] returns it.

use std::path::{Path, PathBuf};

use crate::geometry::{Point, Pose, Vector};
use crate::inspector::cursor::Cursor;
use crate::render::close_up::Nearest;
use crate::render::grip::Grip;

/// Notice of the lens where there is neither a [`CloseUp`] nor a marked spot, in English.
pub const NO_PAIR: &str = "Nothing in this picture is wrong or touches, so the lens is empty.";

/// Picking and dragging in the scene. Rays are in world coordinates.
pub trait Hand {
    /// Handles a click into a pane; `extend` is true while Shift is held. Returns a one-line message, if any.
    fn click(&mut self, _pane: usize, _origin: Point, _direction: Vector, _extend: bool) -> Option<String> {
        None
    }
    /// Handles pointer movement: a ray while the pointer is over the pane, `None` otherwise. Returns whether
    /// the window needs a redraw.
    fn hover(&mut self, _pane: usize, _ray: Option<(Point, Vector)>) -> bool {
        false
    }
    /// Clears the selection.
    fn let_go(&mut self) {}
    /// The selected object, which keys and typed numbers move.
    fn picked(&self) -> Option<Grip> {
        None
    }
    /// The object that a drag starting on this ray grabs; `None` if there is none.
    fn under(&self, _origin: Point, _direction: Vector) -> Option<Grip> {
        None
    }
    /// A grip on the object with this [`Grip::id`] at a point in world coordinates; `None` if there is no
    /// such object.
    fn grip(&self, _id: usize, _at: Point) -> Option<Grip> {
        None
    }
    /// Grabs the object with this [`Grip::id`]. It stays held until [`Hand::release`], while the simulation
    /// runs.
    fn grab(&mut self, _id: usize) {}
    /// Moves the held object towards `_pose`, as far as the lab allows, and evaluates the methods there.
    fn carry(&mut self, _pose: Pose) {}
    /// Releases the held object: it stays if `keep`, otherwise it returns to its pose before the drag.
    fn release(&mut self, _keep: bool) {}
}

/// Reading files with an extension of [`super::lab::LabRow::takes`], opened or dropped onto the window, on a
/// thread.
pub trait Files {
    /// Starts reading a file. The scene stays until the file is read; a read in progress is cancelled.
    fn take_file(&mut self, path: PathBuf);
    /// Path of the file that is being read.
    fn reading(&self) -> Option<&Path>;
    /// A document of [`super::lab::LabRow::documents`] was written into this file.
    fn saved(&mut self, _path: &Path, _text: &str) {}
    /// A parameter, by its name in links, holds a document that was read from this file.
    fn belongs(&mut self, _parameter: &str, _path: &Path) {}
    /// Takes the content of the file into the scene once the file has been read; on failure
    /// [`super::lab::Lab::trouble`] gives the reason.
    fn take_read(&mut self) {}
}

/// State of the lab's own pages, which [`super::lab::Lab::panel`] shows.
pub trait Pages {
    /// How many of a page's steps have been run, with the state of their playback; `None` if the page has no
    /// steps.
    fn cursor(&self, _page: &str) -> Option<&Cursor> {
        None
    }
    /// Like [`Pages::cursor`], but mutable.
    fn cursor_mut(&mut self, _page: &str) -> Option<&mut Cursor> {
        None
    }
    /// Height of the image of [`super::lab::LabRow::sheet`] at this width, both in points.
    fn sheet_height(&self, _width: u32) -> u32 {
        0
    }
}

/// Close-up of the contact of a pair.
pub trait CloseUp {
    /// Contact point or closest points of the selected pair; if none is selected, of a pair that the lab
    /// suggests. The error is one English line that says what is missing. The window calls this before it
    /// requests [`crate::ui::stage::Sight::close_up`].
    fn nearest(&mut self) -> Result<Nearest, &'static str>;
    /// Prepares for a viewpoint: selects the object that it shows, if nothing is selected.
    fn aim(&mut self, viewpoint: &str);
}
