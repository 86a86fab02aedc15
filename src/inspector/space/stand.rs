//! The camera of the 3D view: initially set by a link or file, then changed by mouse, keys and menu.

use crate::geometry::{Aabb, Point, Vector};
use crate::render::camera::{Camera, Lens};
use crate::render::viewpoint::{Seen, View};
use crate::ui::requests::Turn;

/// The camera of the 3D view, and the state for resetting it.
#[derive(Clone, Copy, Default)]
pub struct Stand {
    view: View,
    shown: Option<Shown>,
    /// The view with which the next subject is shown first; `None` for the view that the subject's story gives.
    opening: Option<Opening>,
    /// True if solid bodies are drawn as glass.
    pub see_through: bool,
    /// State of the current frame of the window.
    pub now: Moment,
}

/// The object that was shown last, and the conditions under which it was shown.
#[derive(Clone, Copy)]
struct Shown {
    thing: u64,
    place: u64,
    /// The direction from the object to the camera that the story gives, as the bits of its coordinates, so that it
    /// can be compared exactly.
    back: [u64; 3],
    frame: u64,
    bounds: Aabb,
    /// True if the camera has been moved since it was framed.
    is_moved: bool,
}

/// The first view of a subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opening {
    /// Everything that is drawn is in view.
    All {
        /// Direction to the camera; `None` for the story's direction.
        back: Option<Vector>,
        /// The projection.
        lens: Lens,
    },
    /// The next subject is seen from this camera position, see [`Camera::place`]; later subjects as their stories say.
    At {
        /// The point that the camera targets, metres.
        target: Point,
        /// Distance of the camera from the target, metres.
        distance: f64,
        /// Yaw around the vertical and pitch above the horizon, radians.
        angles: [f64; 2],
        /// The projection.
        lens: Lens,
    },
}

/// State of a frame of the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// True if a body in the 3D view is held: a drag then does not turn the view.
    pub held: bool,
    /// The frame of the scene. A body that moves within one frame was moved by hand or by undo.
    pub frame: u64,
    /// The current position of the viewpoint that the camera follows; `None` if it does not exist.
    pub seen: Option<Seen>,
    /// The rotation of the view by keys.
    pub turn: Option<Turn>,
}

impl Stand {
    /// Shows the next subject as `opening` says, and stops following a viewpoint.
    pub fn open(&mut self, opening: Opening) {
        let Self { see_through, now, .. } = *self;
        *self = Self { opening: Some(opening), see_through, now, ..Self::default() };
    }

    /// Returns to the story's view, if a link or a viewpoint has changed it.
    pub fn begin_again(&mut self) {
        self.see_through = false;
        if self.opening.is_some() || self.watched().is_some() {
            *self = Self { now: self.now, ..Self::default() };
        }
    }

    /// Changes the view that was shown last.
    pub fn change(&mut self, change: impl FnOnce(&mut View)) {
        change(&mut self.view);
        if let Some(shown) = &mut self.shown {
            shown.is_moved = true;
        }
    }

    /// Frames the whole subject from the same direction, and stops following a viewpoint.
    pub fn frame_all(&mut self) {
        let bounds = self.shown.map(|shown| shown.bounds);
        self.change(|view| match bounds {
            Some(bounds) => view.frame(&bounds),
            None => view.leave(),
        });
    }

    /// Id of the viewpoint that the camera follows.
    pub fn watched(&self) -> Option<&'static str> {
        self.view.watched()
    }

    /// The camera.
    pub(super) fn camera(&self) -> Camera {
        self.view.camera
    }

    /// The camera, if it differs from the story's.
    pub fn chosen(&self) -> Option<Camera> {
        let is_chosen = self.opening.is_some() || self.watched().is_some();
        self.shown.filter(|shown| shown.is_moved || is_chosen).map(|_| self.view.camera)
    }

    /// Updates the camera for the object `thing` at `place` (numbers from `SpaceView`). A new object is framed:
    /// `bounds` seen from the direction `back`, unless a link or a viewpoint gives another view. An object may move
    /// because the scene has advanced by a frame: then a camera that the user has not moved frames it again, and any
    /// other camera moves along. The camera does not change while a body is held, or if the object moves without a new
    /// frame of the scene, that is, by hand.
    pub(super) fn see(&mut self, thing: u64, place: u64, bounds: &Aabb, back: &Vector) {
        let frame = self.now.frame;
        let sides = [back.x, back.y, back.z].map(f64::to_bits);
        let mut now = Shown { thing, place, back: sides, frame, bounds: *bounds, is_moved: false };
        let is_by_hand = |last: &Shown| (last.frame, last.thing) == (frame, thing) && last.place != place;
        match self.shown {
            Some(last) if self.now.held || is_by_hand(&last) => {
                now.is_moved = true;
                if let Some(seen) = self.now.seen {
                    self.view.rest(seen);
                }
            }
            Some(last)
                if (last.thing, last.back) == (thing, sides) && (last.is_moved || last.place == place) =>
            {
                now.is_moved = last.is_moved;
                if last.place != place {
                    self.view.move_by(&(bounds.center() - last.bounds.center()));
                }
            }
            _ => now.is_moved = self.begin(bounds, back),
        }
        self.shown = Some(now);
        if !self.now.held {
            self.view.follow(self.now.seen);
        }
    }

    /// Frames a new object. Returns whether its camera counts as moved.
    fn begin(&mut self, bounds: &Aabb, back: &Vector) -> bool {
        let (watched, seen) = (self.watched(), self.now.seen);
        let (back, lens) = match self.opening {
            Some(Opening::All { back: own, lens }) => (own.unwrap_or(*back), lens),
            _ => (*back, Lens::default()),
        };
        self.view = View::from(bounds, Some(back), lens);
        let place = self.opening.filter(|_| self.shown.is_none());
        if let Some(Opening::At { target, distance, angles: [yaw, pitch], lens }) = place {
            self.view.camera.set_lens(lens);
            self.view.camera.place(target, distance, yaw, pitch);
            if let Some((of, seen)) = watched.zip(seen) {
                self.view.resume(of, seen);
                return true;
            }
        }
        if let Some(of) = watched {
            self.view.wait_for(of);
        }
        matches!(place, Some(Opening::At { .. }))
    }

    /// Frames everything from the story's direction.
    pub(super) fn see_all(&mut self, bounds: &Aabb, back: &Vector) {
        self.opening = None;
        self.view.leave();
        self.begin(bounds, back);
        if let Some(shown) = &mut self.shown {
            shown.is_moved = false;
        }
    }
}
