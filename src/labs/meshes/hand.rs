//! Mesh B moved by hand: taken, carried and let go. Its path goes on from there, displaced and turned alike.

use super::meshes_lab::MeshesLab;
use super::moved::Moved;
use crate::geometry::{Point, Pose, Vector};
use crate::labs::capabilities::Hand;
use crate::render::grip::Grip;
use crate::render::picking::pick_at;
use crate::world::Body;

/// The number of B for [`Grip::id`].
const B: usize = 1;

impl MeshesLab {
    /// Where B is, in A's coordinates, which are the world's.
    pub fn pose(&self) -> Pose {
        self.pose_at(self.frame)
    }

    /// The same in a frame.
    pub fn pose_at(&self, frame: u64) -> Pose {
        let path = self.meshes.on_path(frame);
        self.moved.map_or(path, |moved| moved.applied(&path))
    }

    /// How B was moved off its path by hand; `None` if it was not.
    pub fn moved(&self) -> Option<Moved> {
        self.moved
    }

    /// Moves B off its path, or back onto it.
    pub fn set_moved(&mut self, moved: Option<Moved>) {
        self.moved = moved;
        self.look();
    }

    /// Both meshes as bodies, to be picked.
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

    /// B under a ray, where nothing of A hides it.
    fn under(&self, origin: Point, direction: Vector) -> Option<Grip> {
        let (index, along) = pick_at(&self.bodies(), origin, direction)?;
        self.grip(index, origin + direction * along)
    }

    /// B, touched at a point of the world.
    fn grip(&self, id: usize, at: Point) -> Option<Grip> {
        let (shape, pose) = (&self.meshes().shapes[B], self.pose());
        let center = pose * shape.local_aabb().center();
        (id == B).then(|| Grip { id, at, pose, center, size: shape.size() })
    }

    /// Takes B in the hand.
    fn grab(&mut self, _id: usize) {
        self.before_the_hand = Some(self.moved);
    }

    /// Puts B somewhere else, if it is in the hand.
    fn carry(&mut self, pose: Pose) {
        if self.before_the_hand.is_some() {
            self.moved = Some(Moved::between(&self.meshes().on_path(self.frame()), &pose));
            self.look();
        }
    }

    /// Opens the hand: B stays, or goes back to where it was taken.
    fn release(&mut self, keep: bool) {
        match self.before_the_hand.take() {
            Some(_) if keep => self.mark(),
            Some(before) => self.set_moved(before),
            None => {}
        }
    }
}
