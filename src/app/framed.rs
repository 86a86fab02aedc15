//! The bounds that the cameras follow, and the drags that extended them while the cameras stayed put.

use crate::geometry::Aabb;

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
