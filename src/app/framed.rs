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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    fn at(x: f64) -> Aabb {
        Aabb::cube(Point::new(x, 0.0, 0.0), 1.0)
    }

    #[test]
    fn cameras_go_along_stand_while_a_hand_pulls_and_return_when_that_is_taken_back() {
        let mut framed = FramedBounds::of(at(0.0));
        assert_eq!(framed.update(at(1.0)), [[at(0.0), at(1.0)]]);
        // A drag changes the bounds from 1 to 4, the lab to 5, a drag to 7, and the lab to 8.
        framed.drag_to(at(2.0));
        framed.drag_to(at(4.0));
        assert_eq!(framed.update(at(5.0)), [[at(4.0), at(5.0)]]);
        framed.drag_to(at(7.0));
        assert_eq!(framed.update(at(8.0)), [[at(7.0), at(8.0)]]);
        // Both drags are undone at once. The cameras reverse only the changes that they followed: 7 to 8 and 4 to 5.
        assert_eq!(framed.update(at(1.0)), [[at(8.0), at(7.0)], [at(5.0), at(4.0)]]);
        // The drags are forgotten now, so the cameras follow the whole of the next change.
        assert_eq!(framed.update(at(8.0)), [[at(1.0), at(8.0)]]);
        assert_eq!(framed.update(at(1.0)), [[at(8.0), at(1.0)]]);
        assert!(framed.update(at(1.0)).is_empty());
    }
}
