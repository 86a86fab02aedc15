//! A camera per pane, all the same while they are linked.

use crate::geometry::{Aabb, Vector};
use crate::labs::lab::MOST_PANES;
use crate::render::camera::Camera;

/// Where the panes' scenes are seen from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cameras {
    linked: bool,
    of_pane: [Camera; MOST_PANES],
}

impl Cameras {
    /// Linked, and looking at the whole of `bounds`.
    pub fn framing(bounds: &Aabb) -> Self {
        Self { linked: true, of_pane: [Camera::framing(bounds); MOST_PANES] }
    }

    /// Of a pane.
    pub fn of(&self, pane: usize) -> Camera {
        self.of_pane[pane.min(MOST_PANES - 1)]
    }

    /// Moves a pane's camera, and while they are linked all others with it.
    pub fn steer(&mut self, pane: usize, steer: impl FnOnce(&mut Camera)) {
        let mut camera = self.of(pane);
        steer(&mut camera);
        match self.linked {
            true => self.of_pane = [camera; MOST_PANES],
            false => self.of_pane[pane.min(MOST_PANES - 1)] = camera,
        }
    }

    /// Moves all of them as they are, metres.
    pub fn move_by(&mut self, way: &Vector) {
        self.of_pane.iter_mut().for_each(|camera| camera.move_by(way));
    }

    /// Shows the whole of `bounds` in every pane.
    pub fn frame(&mut self, bounds: &Aabb) {
        self.of_pane.iter_mut().for_each(|camera| camera.frame(bounds));
    }

    /// Whether all panes look from the same place.
    pub fn linked(&self) -> bool {
        self.linked
    }

    /// Links them, all to that of `pane`, or lets them go.
    pub fn link(&mut self, on: bool, pane: usize) {
        self.linked = on;
        self.steer(pane, |_| ());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

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
