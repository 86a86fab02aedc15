//! From where the picture in space is seen: as a link or a file says at first, then as hand, keys and menu change it.

use crate::geometry::{Aabb, Point, Vector};
use crate::render::camera::{Camera, Lens};
use crate::render::viewpoint::{Seen, View};
use crate::ui::requests::Turn;

/// The view of the picture in space.
#[derive(Clone, Copy, Default)]
pub struct Stand {
    view: View,
    shown: Option<Shown>,
    /// How something else is seen at first; `None`: from where its story says.
    opening: Option<Opening>,
    /// Whether what is solid is drawn as of glass.
    pub see_through: bool,
    /// What holds for this frame of the window.
    pub now: Moment,
}

/// What was shown last.
#[derive(Clone, Copy)]
struct Shown {
    thing: u64,
    place: u64,
    /// The direction to the eye that its story says.
    back: [u64; 3],
    frame: u64,
    bounds: Aabb,
    /// Whether the camera has been moved since it was framed.
    is_moved: bool,
}

/// How something is seen at first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opening {
    /// From so far that all that is drawn is in sight.
    All {
        /// Direction to the eye; `None`: the story's.
        back: Option<Vector>,
        /// How things are drawn together.
        lens: Lens,
    },
    /// What is shown next, from this place, see [`Camera::place`]. Whatever comes later, from where its story says.
    At {
        /// The point that is looked at, metres.
        target: Point,
        /// Distance of the eye from the target, metres.
        distance: f64,
        /// Around the upright and above the horizon, radians.
        angles: [f64; 2],
        /// How things are drawn together.
        lens: Lens,
    },
}

/// What holds for a frame of the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// Whether something in the picture is held: then a drag is no turn of the view.
    pub held: bool,
    /// The frame of the scene. What has moved within one was moved by hand or by undo.
    pub frame: u64,
    /// The viewpoint that the camera stays with, as it is now; `None` where it does not exist.
    pub seen: Option<Seen>,
    /// How keys turn the view.
    pub turn: Option<Turn>,
}

impl Stand {
    /// Whatever is shown next is seen as `opening` says; no viewpoint is followed.
    pub fn open(&mut self, opening: Opening) {
        let Self { see_through, now, .. } = *self;
        *self = Self { opening: Some(opening), see_through, now, ..Self::default() };
    }

    /// Back to where the stories say, if a link or a viewpoint has said otherwise.
    pub fn begin_again(&mut self) {
        self.see_through = false;
        if self.opening.is_some() || self.watched().is_some() {
            *self = Self { now: self.now, ..Self::default() };
        }
    }

    /// Changes the view of the picture that was shown last.
    pub fn change(&mut self, change: impl FnOnce(&mut View)) {
        change(&mut self.view);
        if let Some(shown) = &mut self.shown {
            shown.is_moved = true;
        }
    }

    /// Shows all of it from the same side; no viewpoint is followed afterwards.
    pub fn frame_all(&mut self) {
        let bounds = self.shown.map(|shown| shown.bounds);
        self.change(|view| match bounds {
            Some(bounds) => view.frame(&bounds),
            None => view.leave(),
        });
    }

    /// The viewpoint that the camera stays with, by its id.
    pub fn watched(&self) -> Option<&'static str> {
        self.view.watched()
    }

    /// The camera.
    pub(super) fn camera(&self) -> Camera {
        self.view.camera
    }

    /// The camera, if it is not where the story says.
    pub fn chosen(&self) -> Option<Camera> {
        let is_chosen = self.opening.is_some() || self.watched().is_some();
        self.shown.filter(|shown| shown.is_moved || is_chosen).map(|_| self.view.camera)
    }

    /// Sees a thing at a place. Something else is framed, with `bounds` seen from `back` unless a link or a viewpoint says
    /// otherwise. So is the same thing in another frame of the scene, unless the camera has been moved: then it moves along.
    /// While something is held, and where something has moved within a frame of the scene, the camera stays where it is.
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

    /// Begins to see something. Whether its camera counts as moved.
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

    /// Sees the whole of what is shown as its story says.
    pub(super) fn see_all(&mut self, bounds: &Aabb, back: &Vector) {
        self.opening = None;
        self.view.leave();
        self.begin(bounds, back);
        if let Some(shown) = &mut self.shown {
            shown.is_moved = false;
        }
    }
}
