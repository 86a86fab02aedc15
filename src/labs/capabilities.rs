//! What a lab can do beside: each a trait that a lab implements if it has such a thing, and hands out by an accessor of
//! [`super::lab::Lab`] or [`super::lab::Visible`].

use std::path::{Path, PathBuf};

use crate::geometry::{Point, Pose, Vector};
use crate::inspector::cursor::Cursor;
use crate::render::close_up::Nearest;
use crate::render::grip::Grip;

/// Why a lab without [`CloseUp`] has no lens, in English.
pub const NO_PAIR: &str = "This lab has no pair of bodies to look at closely.";

/// Picking and dragging in the scene. Rays are in the world.
pub trait Hand {
    /// A click into a pane; `extend` while shift is held. One line to tell, if there is any.
    fn click(&mut self, _pane: usize, _origin: Point, _direction: Vector, _extend: bool) -> Option<String> {
        None
    }
    /// The pointer is over a pane, or not over it. Whether the window has to be drawn again.
    fn hover(&mut self, _pane: usize, _ray: Option<(Point, Vector)>) -> bool {
        false
    }
    /// Picks nothing.
    fn let_go(&mut self) {}
    /// What is picked, which keys and typed numbers move.
    fn picked(&self) -> Option<Grip> {
        None
    }
    /// What a drag that begins on this ray can take hold of; `None` where there is nothing.
    fn under(&self, _origin: Point, _direction: Vector) -> Option<Grip> {
        None
    }
    /// A thing by its [`Grip::id`], touched at a point of the world; `None` where there is no such thing.
    fn grip(&self, _id: usize, _at: Point) -> Option<Grip> {
        None
    }
    /// Takes hold of [`Grip::id`]. It stays in the hand until [`Hand::release`], while the simulation goes on around it.
    fn grab(&mut self, _id: usize) {}
    /// Moves what is held, as far as the lab allows, and decides it there.
    fn carry(&mut self, _pose: Pose) {}
    /// Opens the hand: what is held stays, or goes back to where it was taken.
    fn release(&mut self, _keep: bool) {}
}

/// Files with an ending of [`super::lab::LabRow::takes`], opened or dropped onto the window, read on a thread.
pub trait Files {
    /// Begins to read a file. What is on show stays until it is there; another file that is still being read is given up.
    fn take_file(&mut self, path: PathBuf);
    /// The file that is being read.
    fn reading(&self) -> Option<&Path>;
    /// Puts the file on show once it is read; or [`super::lab::Lab::trouble`] says why not.
    fn take_read(&mut self) {}
}

/// State of pages of a lab's own, which [`super::lab::Lab::panel`] shows.
pub trait Pages {
    /// Position in what a page steps through; `None` where it steps through nothing.
    fn cursor(&self, _page: &str) -> Option<&Cursor> {
        None
    }
    /// The same, to be moved.
    fn cursor_mut(&mut self, _page: &str) -> Option<&mut Cursor> {
        None
    }
    /// Height of the picture of [`super::lab::LabRow::sheet`] if it is `width` wide, both in points.
    fn sheet_height(&self, _width: u32) -> u32 {
        0
    }
    /// Whether [`super::lab::Slot::ThroughTime`] is open; `None` where there is no such panel.
    fn through_time(&mut self) -> Option<&mut bool> {
        None
    }
}

/// The lens on the contact of a pair.
pub trait CloseUp {
    /// Where the picked pair, or else one that is worth looking at, touches or is nearest; the error is one English line
    /// that says what is missing. Only after it the lens's picture is asked for, see [`crate::ui::stage::Sight::close_up`].
    fn nearest(&mut self) -> Result<Nearest, &'static str>;
    /// Before a viewpoint is taken: picks what is looked at from it, if nothing is picked.
    fn aim(&mut self, viewpoint: &str);
}
