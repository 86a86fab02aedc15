//! One view per pane; while they are linked, all are equal. And the bounds that the cameras follow, with the drags that
//! extended them while the cameras stayed put.

use crate::geometry::Aabb;
use crate::labs::lab::{Lab, MOST_PANES};
use crate::render::camera::Camera;
use crate::render::viewpoint::View;

/// The views of all panes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cameras {
    linked: bool,
    /// Whether the active pane has the lens, an inset around the contact or the closest points of two bodies.
    pub close_up: bool,
    views: [View; MOST_PANES],
}

impl Cameras {
    /// Linked cameras that show all of `bounds`.
    pub fn framing(bounds: &Aabb) -> Self {
        Self { linked: true, close_up: false, views: [View::framing(bounds); MOST_PANES] }
    }

    /// The view of a pane, counted from 0; an index beyond the last pane means the last.
    pub fn view(&self, pane: usize) -> &View {
        &self.views[pane.min(MOST_PANES - 1)]
    }

    /// The camera of a pane, counted from 0; an index beyond the last pane means the last.
    pub fn of(&self, pane: usize) -> Camera {
        self.view(pane).camera
    }

    /// Changes a pane's view and, if the cameras are linked, all others with it.
    pub fn change(&mut self, pane: usize, change: impl FnOnce(&mut View)) {
        let mut view = *self.view(pane);
        change(&mut view);
        match self.linked {
            true => self.views = [view; MOST_PANES],
            false => self.views[pane.min(MOST_PANES - 1)] = view,
        }
    }

    /// Changes a pane's camera and, if the cameras are linked, all others with it.
    pub fn steer(&mut self, pane: usize, steer: impl FnOnce(&mut Camera)) {
        self.change(pane, |view| steer(&mut view.camera));
    }

    /// Changes the views of all panes.
    pub fn change_all(&mut self, change: impl FnMut(&mut View)) {
        self.views.iter_mut().for_each(change);
    }

    /// Moves each camera with the viewpoint that it follows.
    pub fn follow(&mut self, lab: &mut dyn Lab) {
        let panes =
            if self.linked { lab.panes().focus()..lab.panes().focus() + 1 } else { 0..lab.panes().count() };
        for pane in panes {
            if let Some(id) = self.view(pane).watched() {
                let seen = lab.viewpoint(id, pane);
                self.change(pane, |view| view.follow(seen));
            }
        }
    }

    /// Whether all panes share one camera.
    pub fn linked(&self) -> bool {
        self.linked
    }

    /// Links all cameras to that of `pane`, or makes them independent.
    pub fn link(&mut self, on: bool, pane: usize) {
        self.linked = on;
        self.change(pane, |_| ());
    }
}

/// A lab's bounds as known to the cameras.
pub struct FramedBounds {
    bounds: Aabb,
    /// Whether a drag is in progress.
    is_dragging: bool,
    /// Bounds at the start and end of each drag, the latest drag last. The cameras did not move during drags.
    drags: Vec<[Aabb; 2]>,
}

impl FramedBounds {
    /// Bounds without any drags.
    pub fn of(bounds: Aabb) -> Self {
        Self { bounds, is_dragging: false, drags: Vec::new() }
    }

    /// The bounds at the last update.
    pub fn bounds(&self) -> &Aabb {
        &self.bounds
    }

    /// Updates the bounds during a drag. The cameras do not move, so that the dragged body does not run away from
    /// the pointer.
    pub fn drag_to(&mut self, now: Aabb) {
        match self.drags.last_mut().filter(|_| self.is_dragging) {
            Some([_, to]) => *to = now,
            None => self.drags.push([self.bounds, now]),
        }
        self.is_dragging = true;
        self.bounds = now;
    }

    /// Updates the bounds outside a drag. Returns the changes that the cameras follow, as pairs of boxes. Bounds
    /// equal to those at the start of an earlier drag mean that the drag was undone; then the cameras return to
    /// where they were at that start.
    pub fn update(&mut self, now: Aabb) -> Vec<[Aabb; 2]> {
        self.is_dragging = false;
        let from = std::mem::replace(&mut self.bounds, now);
        if from == now {
            return Vec::new();
        }
        let Some(at) = self.drags.iter().position(|[from, _]| *from == now) else { return vec![[from, now]] };
        let mut here = from;
        let back = self.drags.drain(at..).rev();
        back.map(|[from, to]| [std::mem::replace(&mut here, from), to]).collect()
    }
}
