//! A camera per pane, all the same while they are linked.

use crate::geometry::{Aabb, Vector};
use crate::labs::lab::{Lab, MOST_PANES};
use crate::render::camera::{Camera, Lens};
use crate::render::viewpoint::{Seen, Watch};
use crate::ui::requests::Look;

/// Where the panes' scenes are seen from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cameras {
    linked: bool,
    /// Whether the pane in focus has a small picture of where two bodies touch or are nearest.
    pub close_up: bool,
    of_pane: [Camera; MOST_PANES],
    /// Per pane, the viewpoint that its camera follows.
    watches: [Option<Watch>; MOST_PANES],
}

impl Cameras {
    /// Linked cameras that show the whole of `bounds`.
    pub fn framing(bounds: &Aabb) -> Self {
        let of_pane = [Camera::framing(bounds); MOST_PANES];
        Self { linked: true, close_up: false, of_pane, watches: [None; MOST_PANES] }
    }

    /// The camera of a pane, counted from 0; beyond the last pane, that of the last.
    pub fn of(&self, pane: usize) -> Camera {
        self.of_pane[pane.min(MOST_PANES - 1)]
    }

    /// Changes a pane's camera and, if the cameras are linked, all others with it.
    pub fn steer(&mut self, pane: usize, steer: impl FnOnce(&mut Camera)) {
        let mut camera = self.of(pane);
        steer(&mut camera);
        match self.linked {
            true => self.of_pane = [camera; MOST_PANES],
            false => self.of_pane[pane.min(MOST_PANES - 1)] = camera,
        }
    }

    /// Translates all cameras, and where they go back to, by `way`, metres.
    pub fn move_by(&mut self, way: &Vector) {
        self.of_pane.iter_mut().for_each(|camera| camera.move_by(way));
        self.watches.iter_mut().flatten().for_each(|watch| watch.move_by(way));
    }

    /// Stays with what has moved and grown in every pane whose camera follows no viewpoint: moves as it has moved, and nearer or
    /// farther so that it fills as much of the picture as before.
    pub fn stay_with(&mut self, from: &Aabb, to: &Aabb) {
        for (camera, _) in self.of_pane.iter_mut().zip(&self.watches).filter(|(_, watch)| watch.is_none()) {
            let [before, now] = [from, to].map(|bounds| {
                let mut framed = *camera;
                framed.frame(bounds);
                framed.distance()
            });
            camera.move_by(&(to.center() - from.center()));
            let (yaw, pitch) = camera.angles();
            // A growth that is no number leaves the distance as it is.
            camera.place(camera.target(), camera.distance() * (now / before), yaw, pitch);
        }
    }

    /// Shows the whole of `bounds` in every pane. No camera follows a viewpoint afterwards.
    pub fn frame(&mut self, bounds: &Aabb) {
        // First, because `leave` copies a linked camera to all panes.
        (0..MOST_PANES).for_each(|pane| self.leave(pane));
        self.of_pane.iter_mut().for_each(|camera| camera.frame(bounds));
    }

    /// Shows the whole of `bounds` in a pane, with nothing left of how it was looked at; `back` points to the eye.
    pub fn stand(&mut self, pane: usize, bounds: &Aabb, back: Option<Vector>, lens: Lens) {
        self.leave(pane);
        self.steer(pane, |camera| {
            *camera = Camera::framing(bounds);
            if let Some(back) = back {
                camera.look_from(&back);
            }
            camera.set_lens(lens);
            camera.frame(bounds);
        });
    }

    /// Brings `bounds` into view in a pane, whose camera follows no viewpoint afterwards.
    pub fn approach(&mut self, pane: usize, bounds: &Aabb) {
        self.leave(pane);
        self.steer(pane, |camera| camera.approach(bounds));
    }

    /// Looks along an axis or changes the lens in a pane. The camera's target stays the same.
    pub fn look(&mut self, pane: usize, look: Look) {
        self.close_up ^= look == Look::SwitchCloseUp;
        self.steer(pane, |camera| look.apply(camera));
    }

    /// Takes a pane's camera to the viewpoint of this id, and follows it from then on.
    pub fn watch(&mut self, pane: usize, of: &'static str, seen: Seen) {
        let pane = pane.min(MOST_PANES - 1);
        let mut camera = self.of_pane[pane];
        self.set_watch(pane, Some(Watch::begin(of, seen, &mut camera)));
        self.steer(pane, |standing| *standing = camera);
    }

    /// Follows the viewpoint of this id from where the camera is now.
    pub fn resume(&mut self, pane: usize, of: &'static str, seen: Seen) {
        self.set_watch(pane, Some(Watch::resume(of, seen, &self.of(pane))));
    }

    /// Follows the viewpoint no longer, and takes the camera back to where it was before.
    pub fn go_back(&mut self, pane: usize) {
        if let Some(watch) = self.watches[pane.min(MOST_PANES - 1)] {
            self.set_watch(pane, None);
            self.steer(pane, |camera| *camera = watch.before());
        }
    }

    /// The viewpoint that a pane's camera follows, by its id, if that viewpoint does not exist in the current frame.
    pub fn lost(&self, pane: usize) -> Option<&'static str> {
        Some(self.watches[pane.min(MOST_PANES - 1)].filter(|watch| watch.is_lost)?.of)
    }

    /// The viewpoint that a pane's camera follows, by its id.
    pub fn watched(&self, pane: usize) -> Option<&'static str> {
        Some(self.watches[pane.min(MOST_PANES - 1)]?.of)
    }

    /// Follows no viewpoint in a pane any longer; the camera stays where it is.
    pub fn leave(&mut self, pane: usize) {
        self.set_watch(pane, None);
        self.steer(pane, |camera| {
            if let Lens::Window(_) = camera.lens() {
                camera.set_lens(Lens::Perspective);
            }
        });
    }

    /// Moves each camera with the viewpoint that it follows. Where that does not exist in this frame, the camera waits.
    pub fn follow(&mut self, lab: &mut dyn Lab) {
        let panes = if self.linked { lab.focus()..lab.focus() + 1 } else { 0..lab.panes() };
        for pane in panes {
            let Some(mut watch) = self.watches[pane.min(MOST_PANES - 1)] else { continue };
            let mut camera = self.of(pane);
            match lab.viewpoint(watch.of, pane) {
                Some(seen) => watch.follow(seen, &mut camera),
                None => watch.is_lost = true,
            }
            self.set_watch(pane, Some(watch));
            self.steer(pane, |standing| *standing = camera);
        }
    }

    fn set_watch(&mut self, pane: usize, watch: Option<Watch>) {
        match self.linked {
            true => self.watches = [watch; MOST_PANES],
            false => self.watches[pane.min(MOST_PANES - 1)] = watch,
        }
    }

    /// Whether all panes share one camera.
    pub fn linked(&self) -> bool {
        self.linked
    }

    /// Links all cameras to that of `pane`, or makes them independent.
    pub fn link(&mut self, on: bool, pane: usize) {
        self.linked = on;
        self.set_watch(pane, self.watches[pane.min(MOST_PANES - 1)]);
        self.steer(pane, |_| ());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn cameras_stay_with_what_moves_and_shrinks_unless_they_follow_a_viewpoint() {
        let tall = Aabb { min: Point::origin(), max: Point::new(1.0, 2.0, 1.0) };
        let flat = Aabb { min: Point::origin(), max: Point::new(1.0, 0.2, 1.0) };
        let mut cameras = Cameras::framing(&tall);
        cameras.link(false, 0);
        let seen = Seen { bounds: tall, back: None, lens: None };
        cameras.watch(1, "cloth", seen);
        cameras.steer(0, |camera| camera.pan(30.0, 0.0, [500.0, 500.0]));
        let before = [0, 1].map(|pane| cameras.of(pane));
        cameras.stay_with(&tall, &flat);
        let now = cameras.of(0);
        assert!((now.target() - before[0].target() - (flat.center() - tall.center())).norm() < 1e-12);
        let framing = |bounds: &Aabb| {
            let mut camera = before[0];
            camera.frame(bounds);
            camera.distance()
        };
        let growth = framing(&flat) / framing(&tall);
        assert!((now.distance() / before[0].distance() - growth).abs() < 1e-12);
        assert_eq!(now.angles(), before[0].angles());
        assert_eq!(cameras.of(1), before[1]);
    }

    #[test]
    fn linked_cameras_move_together_and_others_alone() {
        let mut cameras = Cameras::framing(&Aabb::cube(Point::origin(), 1.0));
        cameras.steer(2, |camera| camera.orbit(10.0, 5.0));
        assert!((0..MOST_PANES).all(|pane| cameras.of(pane) == cameras.of(2)));
        cameras.link(false, 0);
        cameras.steer(1, |camera| camera.zoom(2.0));
        assert_ne!(cameras.of(1), cameras.of(0));
        assert_eq!(cameras.of(0), cameras.of(3));
        cameras.link(true, 1);
        assert!((0..MOST_PANES).all(|pane| cameras.of(pane) == cameras.of(1)));
    }
}
