//! Where a scene is worth looking at from, and a camera that stays with what it looks at while that moves.

use super::camera::{Camera, Lens};
use crate::geometry::{Aabb, Vector};

/// A viewpoint by its name. Where it is, is another matter: what it looks at moves.
#[derive(Debug)]
pub struct Viewpoint {
    /// As in scene files: does not change.
    pub id: &'static str,
    /// Its name in the menu, in English.
    pub title: &'static str,
    /// What is seen from there, in English.
    pub says: &'static str,
    /// What is to be there, in English: told where it is not.
    pub needs: &'static str,
}

/// A viewpoint as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// What is looked at, in the world, metres.
    pub bounds: Aabb,
    /// Direction to the eye; `None`: from wherever it is seen now.
    pub back: Option<Vector>,
    /// The lens; `None`: the one that is on.
    pub lens: Option<Lens>,
}

/// A camera's stay with a viewpoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watch {
    /// Which viewpoint.
    pub of: &'static str,
    seen: Seen,
    /// The camera's angles as the viewpoint left them.
    angles: (f64, f64),
    /// The camera that came.
    before: Camera,
    /// Whether there is nothing to be seen from it for the moment.
    pub is_lost: bool,
}

impl Watch {
    /// Takes a camera to a viewpoint: near enough to see all of it, and no farther.
    pub fn begin(of: &'static str, seen: Seen, camera: &mut Camera) -> Self {
        let before = *camera;
        if let Some(back) = seen.back {
            camera.look_from(&back);
        }
        camera.set_lens(seen.lens.unwrap_or(plain(camera.lens())));
        camera.approach(&seen.bounds);
        Self { before, ..Self::resume(of, seen, camera) }
    }

    /// Stays with a viewpoint from where the camera stands, as a scene file has it.
    pub fn resume(of: &'static str, seen: Seen, camera: &Camera) -> Self {
        Self { of, seen, angles: camera.angles(), before: *camera, is_lost: false }
    }

    /// Where the camera was before.
    pub fn before(&self) -> Camera {
        self.before
    }

    /// Moves the camera as what it looks at has moved. It keeps how far the hand has moved it aside and zoomed; a
    /// direction that the hand has changed is the hand's.
    pub fn follow(&mut self, now: Seen, camera: &mut Camera) {
        let aside = camera.target() - self.seen.bounds.center();
        let size = |seen: &Seen| seen.bounds.extents().norm();
        let growth = size(&now) / size(&self.seen);
        let is_turned = camera.angles() != self.angles;
        if let Some(back) = now.back.filter(|_| !is_turned) {
            camera.look_from(&back);
            if let (Some(lens), true) =
                (now.lens, plain(camera.lens()) == plain(self.seen.lens.unwrap_or_default()))
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
        (self.seen, self.is_lost) = (now, false);
    }

    /// What it looks at has moved, and the camera stays where it is.
    pub fn rest(&mut self, now: Seen) {
        (self.seen, self.is_lost) = (now, false);
    }

    /// Everything has moved as it is, metres, and the camera with it.
    pub fn move_by(&mut self, way: &Vector) {
        let Aabb { min, max } = self.seen.bounds;
        self.seen.bounds = Aabb { min: min + way, max: max + way };
        self.before.move_by(way);
    }
}

/// Without a window.
fn plain(lens: Lens) -> Lens {
    match lens {
        Lens::Window(_) => Lens::Parallel,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    fn seen(x: f64, half: f64, back: Option<Vector>) -> Seen {
        Seen { bounds: Aabb::cube(Point::new(x, 0.0, 0.0), half), back, lens: None }
    }

    #[test]
    fn a_camera_stays_with_what_moves_and_grows_and_keeps_what_the_hand_did() {
        let mut camera = Camera::framing(&Aabb::cube(Point::origin(), 10.0));
        let mut watch = Watch::begin("pair", seen(0.0, 1.0, None), &mut camera);
        camera.pan(30.0, 0.0, [500.0, 500.0]);
        camera.orbit(40.0, 10.0);
        let before = camera;
        watch.follow(seen(3.0, 2.0, None), &mut camera);
        assert!((camera.target() - before.target() - Vector::new(3.0, 0.0, 0.0)).norm() < 1e-12);
        assert!((camera.distance() / before.distance() - 2.0).abs() < 1e-12);
        assert_eq!(camera.angles(), before.angles());
    }

    #[test]
    fn a_direction_is_followed_until_the_hand_turns_the_camera() {
        let mut camera = Camera::framing(&Aabb::cube(Point::origin(), 10.0));
        let mut watch = Watch::begin("behind", seen(0.0, 1.0, Some(Vector::x())), &mut camera);
        watch.follow(seen(0.0, 1.0, Some(Vector::z())), &mut camera);
        assert!((camera.directions()[2] - Vector::z()).norm() < 1e-12);
        camera.orbit(25.0, 0.0);
        let turned = camera.angles();
        watch.follow(seen(1.0, 1.0, Some(Vector::x())), &mut camera);
        assert_eq!(camera.angles(), turned);
    }

    /// A window belongs to a direction: it goes with it, and does not come back by itself.
    #[test]
    fn a_window_is_kept_up_to_date_until_the_camera_is_turned_or_given_perspective() {
        let eye = |x: f64| {
            let bounds = Aabb::cube(Point::new(x, 0.0, 0.0), 1.0);
            Seen { bounds, back: Some(-Vector::z()), lens: Some(Lens::Window(bounds)) }
        };
        let mut camera = Camera::framing(&Aabb::cube(Point::origin(), 10.0));
        let mut watch = Watch::begin("eye", eye(0.0), &mut camera);
        camera.zoom(1.5);
        watch.follow(eye(0.5), &mut camera);
        assert_eq!(Some(camera.lens()), eye(0.5).lens);
        let mut turned = camera;
        turned.orbit(3.0, 0.0);
        watch.follow(eye(0.7), &mut turned);
        assert_eq!(turned.lens(), Lens::Parallel);
        camera.set_lens(Lens::Perspective);
        watch.follow(eye(0.9), &mut camera);
        assert_eq!(camera.lens(), Lens::Perspective);
    }
}
