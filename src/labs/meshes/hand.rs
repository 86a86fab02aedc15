//! Dragging mesh B by hand, which displaces and turns its whole path.

use super::meshes_lab::MeshesLab;
use super::view::Moved;
use crate::geometry::{Point, Pose, Vector};
use crate::labs::capabilities::Hand;
use crate::render::grip::Grip;
use crate::render::picking::pick_at;
use crate::world::Body;

/// [`Grip::id`] of mesh B, the only mesh that can be dragged.
const B: usize = 1;

impl MeshesLab {
    /// Current pose of B in world coordinates, which are the coordinates of A.
    pub fn pose(&self) -> Pose {
        self.pose_at(self.frame)
    }

    /// Pose of B in a frame, in world coordinates.
    pub fn pose_at(&self, frame: u64) -> Pose {
        let path = self.meshes.on_path(frame);
        self.moved.map_or(path, |moved| moved.applied(&path))
    }

    /// Displacement by which a drag has moved B off its path; `None` if B is on its path.
    pub fn moved(&self) -> Option<Moved> {
        self.moved
    }

    /// Sets the displacement of B from its path; with `None`, B is on its path.
    pub fn set_moved(&mut self, moved: Option<Moved>) {
        self.moved = moved;
        self.look();
    }

    /// Both meshes as bodies for picking.
    pub(super) fn bodies(&self) -> [Body; 2] {
        let body = |index: usize, pose: Pose| Body {
            shape: self.meshes().shapes[index].clone(),
            pose,
            velocity: Vector::zeros(),
            spin: Vector::zeros(),
        };
        [body(0, Pose::identity()), body(B, self.pose())]
    }
}

impl Hand for MeshesLab {
    fn click(&mut self, _pane: usize, origin: Point, direction: Vector, _extend: bool) -> Option<String> {
        self.pick(origin, direction);
        None
    }

    fn hover(&mut self, pane: usize, ray: Option<(Point, Vector)>) -> bool {
        self.hover(pane, ray)
    }

    fn let_go(&mut self) {
        self.pointing.picked = None;
    }

    /// B under a ray, unless A hides it.
    fn under(&self, origin: Point, direction: Vector) -> Option<Grip> {
        let (index, along) = pick_at(&self.bodies(), origin, direction)?;
        self.grip(index, origin + direction * along)
    }

    /// A grip on B at a point of the world; `None` for another id.
    fn grip(&self, id: usize, at: Point) -> Option<Grip> {
        let (shape, pose) = (&self.meshes().shapes[B], self.pose());
        let center = pose * shape.local_aabb().center();
        (id == B).then(|| Grip { id, at, pose, center, size: shape.size() })
    }

    /// Starts dragging B.
    fn grab(&mut self, _id: usize) {
        self.before_drag = Some(self.moved);
    }

    /// Moves B to a pose while it is dragged.
    fn carry(&mut self, pose: Pose) {
        if self.before_drag.is_some() {
            self.moved = Some(Moved::between(&self.meshes().on_path(self.frame()), &pose));
            self.look();
        }
    }

    /// Ends the drag: B stays, or returns to where the drag started.
    fn release(&mut self, keep: bool) {
        match self.before_drag.take() {
            Some(_) if keep => self.mark(),
            Some(before) => self.set_moved(before),
            None => {}
        }
    }
}
