//! Viewpoints of a scene, and a camera that follows one while its subject moves.

use super::camera::{Camera, Lens};
use crate::geometry::{Aabb, Point, Vector};

/// Name and description of a viewpoint. Its position is a [`Seen`], because the subject may move.
#[derive(Debug)]
pub struct Viewpoint {
    /// Id in scene files; never changes.
    pub id: &'static str,
    /// Name in the menu, in English.
    pub title: &'static str,
    /// Description of the view, in English.
    pub says: &'static str,
    /// Requirement of the viewpoint, in English; shown if it is not met.
    pub needs: &'static str,
}

/// Current position of a viewpoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The visible subject, in the world, metres.
    pub bounds: Aabb,
    /// Direction from the subject to the eye; `None` keeps the current direction.
    pub back: Option<Vector>,
    /// Projection; `None` keeps the current one.
    pub lens: Option<Lens>,
}

/// A camera, and the viewpoint that it follows, if any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The camera.
    pub camera: Camera,
    watch: Option<Watch>,
}

/// The viewpoint that the camera follows, and the state for it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Watch {
    of: &'static str,
    /// The position of the viewpoint when it last existed; `None` if it has not existed yet.
    seen: Option<Seen>,
    /// The camera's angles as set by the viewpoint.
    angles: (f64, f64),
    /// The camera before it moved to the viewpoint.
    before: Camera,
    /// True while the viewpoint does not exist, for example because its subject is missing.
    is_lost: bool,
}

impl View {
    /// A view of the whole of `bounds`, as in a new window.
    pub fn framing(bounds: &Aabb) -> Self {
        Self { camera: Camera::framing(bounds), watch: None }
    }

    /// A view of the whole of `bounds`; `back` points from the bounds to the eye.
    pub fn from(bounds: &Aabb, back: Option<Vector>, lens: Lens) -> Self {
        let mut view = Self::framing(bounds);
        if let Some(back) = back {
            view.camera.look_from(&back);
        }
        view.camera.set_lens(lens);
        view.camera.frame(bounds);
        view
    }

    /// Frames `bounds` from the same side, and stops following a viewpoint.
    pub fn frame(&mut self, bounds: &Aabb) {
        self.leave();
        self.camera.frame(bounds);
    }

    /// Moves close to `bounds`, and stops following a viewpoint.
    pub fn approach(&mut self, bounds: &Aabb) {
        self.leave();
        self.camera.approach(bounds);
    }

    /// Moves the camera to a viewpoint so that its subject just fits, and follows it.
    pub fn watch(&mut self, of: &'static str, seen: Seen) {
        self.wait_for(of);
        self.follow(Some(seen));
    }

    /// Moves to a viewpoint as soon as it exists.
    pub fn wait_for(&mut self, of: &'static str) {
        let (angles, before) = (self.camera.angles(), self.camera);
        self.watch = Some(Watch { of, seen: None, angles, before, is_lost: true });
    }

    /// Follows a viewpoint from the camera's current position, as restored from a scene file.
    pub fn resume(&mut self, of: &'static str, seen: Seen) {
        let (angles, before) = (self.camera.angles(), self.camera);
        self.watch = Some(Watch { of, seen: Some(seen), angles, before, is_lost: false });
    }

    /// Stops following, and returns the camera to its earlier position.
    pub fn go_back(&mut self) {
        if let Some(watch) = self.watch {
            self.camera = watch.before;
        }
        self.leave();
    }

    /// Stops following; the camera stays.
    pub fn leave(&mut self) {
        self.watch = None;
        if let Lens::Window(_) = self.camera.lens() {
            self.camera.set_lens(Lens::Perspective);
        }
    }

    /// Id of the viewpoint that the camera follows.
    pub fn watched(&self) -> Option<&'static str> {
        Some(self.watch?.of)
    }

    /// Id of the followed viewpoint if it does not exist at the moment.
    pub fn lost(&self) -> Option<&'static str> {
        Some(self.watch.filter(|watch| watch.is_lost)?.of)
    }

    /// Moves the camera with the subject; waits while the viewpoint does not exist. Panning and zooming by
    /// the user are kept; once the user has turned the camera, its direction is no longer changed.
    pub fn follow(&mut self, now: Option<Seen>) {
        let (Some(watch), camera) = (&mut self.watch, &mut self.camera) else { return };
        watch.is_lost = now.is_none();
        let Some(now) = now else { return };
        match watch.seen.replace(now) {
            None => {
                watch.before = *camera;
                if let Some(back) = now.back {
                    camera.look_from(&back);
                }
                camera.set_lens(now.lens.unwrap_or(plain(camera.lens())));
                camera.approach(&now.bounds);
                watch.angles = camera.angles();
            }
            Some(seen) => watch.keep_up(&seen, &now, camera),
        }
    }

    /// Records that the subject is at a new position, without moving the camera.
    pub fn rest(&mut self, now: Seen) {
        if let Some(watch) = self.watch.as_mut().filter(|watch| watch.seen.is_some()) {
            (watch.seen, watch.is_lost) = (Some(now), false);
        }
    }

    /// Moves the camera and the viewpoint together with the whole scene, metres.
    pub fn move_by(&mut self, shift: &Vector) {
        self.camera.move_by(shift);
        if let Some(watch) = &mut self.watch {
            watch.before.move_by(shift);
            if let Some(Seen { bounds: Aabb { min, max }, .. }) = &mut watch.seen {
                (*min, *max) = (*min + shift, *max + shift);
            }
        }
    }

    /// Unless a viewpoint is followed, moves the camera with a subject that moved and grew, and adapts the distance so
    /// that the subject fills the same part of the view.
    pub fn stay_with(&mut self, from: &Aabb, to: &Aabb) {
        if self.watch.is_some() {
            return;
        }
        let camera = &mut self.camera;
        let [before, now] = [from, to].map(|bounds| {
            let mut framed = *camera;
            framed.frame(bounds);
            framed.distance()
        });
        camera.move_by(&(to.center() - from.center()));
        let (yaw, pitch) = camera.angles();
        // A NaN growth leaves the distance unchanged.
        camera.place(camera.target(), camera.distance() * (now / before), yaw, pitch);
    }
}

impl Default for View {
    fn default() -> Self {
        Self::framing(&Aabb::cube(Point::origin(), 1.0))
    }
}

impl Watch {
    fn keep_up(&mut self, seen: &Seen, now: &Seen, camera: &mut Camera) {
        let aside = camera.target() - seen.bounds.center();
        let size = |seen: &Seen| seen.bounds.extents().norm();
        let growth = size(now) / size(seen);
        let is_turned = camera.angles() != self.angles;
        if let Some(back) = now.back.filter(|_| !is_turned) {
            camera.look_from(&back);
            if let (Some(lens), true) =
                (now.lens, plain(camera.lens()) == plain(seen.lens.unwrap_or_default()))
            {
                camera.set_lens(lens);
            }
        }
        let distance = camera.distance() * if growth.is_finite() && growth > 0.0 { growth } else { 1.0 };
        let (yaw, pitch) = camera.angles();
        camera.place(now.bounds.center() + aside, distance, yaw, pitch);
        if !is_turned {
            self.angles = camera.angles();
        }
    }
}

/// The projection `lens`, in which that of a window is replaced by an ordinary parallel one.
fn plain(lens: Lens) -> Lens {
    match lens {
        Lens::Window(_) => Lens::Parallel,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(x: f64, half: f64, back: Option<Vector>) -> Seen {
        Seen { bounds: Aabb::cube(Point::new(x, 0.0, 0.0), half), back, lens: None }
    }

    fn watching(of: &'static str, at: Seen) -> View {
        let mut view = View::framing(&Aabb::cube(Point::origin(), 10.0));
        view.watch(of, at);
        view
    }

    #[test]
    fn a_camera_stays_with_what_moves_and_grows_and_keeps_what_the_hand_did() {
        let mut view = watching("pair", seen(0.0, 1.0, None));
        view.camera.pan(30.0, 0.0, [500.0, 500.0]);
        view.camera.orbit(40.0, 10.0);
        let before = view.camera;
        view.follow(None);
        assert_eq!((view.camera, view.lost()), (before, Some("pair")));
        view.follow(Some(seen(3.0, 2.0, None)));
        assert!((view.camera.target() - before.target() - Vector::new(3.0, 0.0, 0.0)).norm() < 1e-12);
        assert!((view.camera.distance() / before.distance() - 2.0).abs() < 1e-12);
        assert_eq!((view.camera.angles(), view.lost()), (before.angles(), None));
    }

    #[test]
    fn a_viewpoint_that_comes_later_is_gone_to_and_left_for_where_the_camera_came_from() {
        let mut view = View::framing(&Aabb::cube(Point::origin(), 10.0));
        view.wait_for("pair");
        view.camera.orbit(40.0, 10.0);
        let before = view.camera;
        view.follow(Some(seen(3.0, 2.0, None)));
        assert_eq!((view.camera.target(), view.watched()), (Point::new(3.0, 0.0, 0.0), Some("pair")));
        view.go_back();
        assert_eq!((view.camera, view.watched()), (before, None));
    }

    #[test]
    fn a_direction_is_followed_until_the_hand_turns_the_camera() {
        let mut view = watching("behind", seen(0.0, 1.0, Some(Vector::x())));
        view.follow(Some(seen(0.0, 1.0, Some(Vector::z()))));
        assert!((view.camera.directions()[2] - Vector::z()).norm() < 1e-12);
        view.camera.orbit(25.0, 0.0);
        let turned = view.camera.angles();
        view.follow(Some(seen(1.0, 1.0, Some(Vector::x()))));
        assert_eq!(view.camera.angles(), turned);
    }

    /// A window is valid for one direction only: turning the camera removes it, and nothing restores it automatically.
    #[test]
    fn a_window_is_kept_up_to_date_until_the_camera_is_turned_or_given_perspective() {
        let eye = |x: f64| {
            let bounds = Aabb::cube(Point::new(x, 0.0, 0.0), 1.0);
            Seen { bounds, back: Some(-Vector::z()), lens: Some(Lens::Window(bounds)) }
        };
        let mut view = watching("eye", eye(0.0));
        view.camera.zoom(1.5);
        view.follow(Some(eye(0.5)));
        assert_eq!(Some(view.camera.lens()), eye(0.5).lens);
        let mut turned = view;
        turned.camera.orbit(3.0, 0.0);
        turned.follow(Some(eye(0.7)));
        assert_eq!(turned.camera.lens(), Lens::Parallel);
        view.camera.set_lens(Lens::Perspective);
        view.follow(Some(eye(0.9)));
        assert_eq!(view.camera.lens(), Lens::Perspective);
    }

    #[test]
    fn a_view_stays_with_what_moves_and_shrinks_unless_it_follows_a_viewpoint() {
        let tall = Aabb { min: Point::origin(), max: Point::new(1.0, 2.0, 1.0) };
        let flat = Aabb { min: Point::origin(), max: Point::new(1.0, 0.2, 1.0) };
        let mut view = View::framing(&tall);
        view.camera.pan(30.0, 0.0, [500.0, 500.0]);
        let before = view.camera;
        view.stay_with(&tall, &flat);
        let now = view.camera;
        assert!((now.target() - before.target() - (flat.center() - tall.center())).norm() < 1e-12);
        let framing = |bounds: &Aabb| {
            let mut camera = before;
            camera.frame(bounds);
            camera.distance()
        };
        let growth = framing(&flat) / framing(&tall);
        assert!((now.distance() / before.distance() - growth).abs() < 1e-12);
        assert_eq!(now.angles(), before.angles());
        let mut watching = watching("cloth", Seen { bounds: tall, back: None, lens: None });
        let before = watching;
        watching.stay_with(&tall, &flat);
        assert_eq!(watching, before);
    }
}
