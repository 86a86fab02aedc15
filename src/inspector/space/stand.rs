//! From where the picture in space is seen: as a link or a file says at first, then as hand, keys and menu change it.

use crate::geometry::{Aabb, Point, Vector};
use crate::render::camera::{Camera, Lens};
use crate::render::viewpoint::{Seen, Watch};
use crate::ui::requests::Turn;

/// The camera of the picture in space.
#[derive(Clone, Copy, Default)]
pub struct Stand {
    /// What was seen last, and its camera.
    pub(super) point: Option<Standpoint>,
    /// How something else is seen at first; `None`: from where its story says.
    pub(super) opening: Option<Opening>,
    /// The viewpoint of the lab that the camera stays with, by its id.
    pub(super) watched: Option<&'static str>,
    /// Whether what is solid is drawn as of glass.
    pub see_through: bool,
    /// What holds for this frame of the window.
    pub now: Moment,
}

/// Where something is seen from, and what that is.
#[derive(Clone, Copy)]
pub(super) struct Standpoint {
    pub of: [u64; 2],
    /// The same, whichever side it is seen from at first.
    pub seen: [u64; 2],
    pub frame: u64,
    pub bounds: Aabb,
    pub camera: Camera,
    /// Whether it has been moved since it was framed.
    pub is_moved: bool,
    pub watch: Option<Watch>,
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
        if self.opening.is_some() || self.watched.is_some() {
            *self = Self { now: self.now, ..Self::default() };
        }
    }

    /// Changes the camera of the picture that was shown last.
    pub fn steer(&mut self, steer: impl FnOnce(&mut Camera)) {
        if let Some(point) = &mut self.point {
            steer(&mut point.camera);
            point.is_moved = true;
        }
    }

    /// Shows all of it from the same side; no viewpoint is followed afterwards.
    pub fn frame_all(&mut self) {
        self.leave();
        if let Some(bounds) = self.point.map(|point| point.bounds) {
            self.steer(|camera| camera.frame(&bounds));
        }
    }

    /// Takes the camera to the viewpoint of this id, and follows it from then on.
    pub fn watch(&mut self, of: &'static str, seen: Seen) {
        (self.watched, self.now.seen) = (Some(of), Some(seen));
        if let Some(point) = &mut self.point {
            point.watch = Some(Watch::begin(of, seen, &mut point.camera));
        }
    }

    /// Follows the viewpoint of this id from where the camera is when something is shown next.
    pub fn resume(&mut self, of: &'static str) {
        self.watched = Some(of);
    }

    /// Follows no viewpoint any longer, and takes the camera back to where it was before.
    pub fn go_back(&mut self) {
        if let Some(before) = self.point.and_then(|point| Some(point.watch?.before())) {
            self.steer(|camera| *camera = before);
        }
        self.leave();
    }

    fn leave(&mut self) {
        self.watched = None;
        if let Some(point) = &mut self.point {
            point.watch = None;
            if let Lens::Window(_) = point.camera.lens() {
                point.camera.set_lens(Lens::Perspective);
            }
        }
    }

    /// The viewpoint that the camera stays with, by its id.
    pub fn watched(&self) -> Option<&'static str> {
        self.watched
    }

    /// The camera, if it is not where the story says.
    pub fn chosen(&self) -> Option<Camera> {
        let is_chosen = self.opening.is_some() || self.watched.is_some();
        self.point.filter(|point| point.is_moved || is_chosen).map(|point| point.camera)
    }

    /// A camera for something that was not seen before, whether it counts as moved, and the viewpoint that it follows.
    pub(super) fn fresh(&self, bounds: &Aabb, back: &Vector) -> (Camera, bool, Option<Watch>) {
        let plain = || Camera::framing_from(bounds, back);
        let begin = |mut camera: Camera| {
            let watch = self.watched.zip(self.now.seen);
            let watch = watch.map(|(of, seen)| Watch::begin(of, seen, &mut camera));
            (camera, false, watch)
        };
        match self.opening {
            Some(Opening::All { back: own, lens }) => {
                let mut camera = Camera::framing_from(bounds, &own.unwrap_or(*back));
                camera.set_lens(lens);
                camera.frame(bounds);
                begin(camera)
            }
            Some(Opening::At { target, distance, angles: [yaw, pitch], lens }) if self.point.is_none() => {
                let mut camera = plain();
                camera.set_lens(lens);
                camera.place(target, distance, yaw, pitch);
                let watch = self.watched.zip(self.now.seen);
                (camera, true, watch.map(|(of, seen)| Watch::resume(of, seen, &camera)))
            }
            _ => begin(plain()),
        }
    }
}
