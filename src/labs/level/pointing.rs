//! Clicks and hovering in the scene: the picked wheel, and the visited cell that contains the point under the pointer.

use super::level_lab::LevelLab;
use super::picture;
use crate::geometry::{Point, Pose, Vector};
use crate::labs::capabilities::Hand;
use crate::level::drawing::Drawn;
use crate::level::visited::Visited;
use crate::render::picking::pick_at;
use crate::world::Body;

impl Hand for LevelLab {
    fn click(&mut self, _pane: usize, origin: Point, direction: Vector, _extend: bool) -> Option<String> {
        if let Some(wheel) = picture::wheel_at(self, origin, direction) {
            self.pick_wheel(wheel);
        }
        None
    }

    fn let_go(&mut self) {
        self.pointed = Default::default();
    }

    /// Updates the hovered cell from the ray through the pointer, `None` if the pointer left the pane. Returns true
    /// if another cell is to be framed in the chart of the tree.
    fn hover(&mut self, pane: usize, ray: Option<(Point, Vector)>) -> bool {
        if pane != self.contest.panes.focus() || !self.settings.view.tree {
            return false;
        }
        if self.pointed.ray == ray {
            return false;
        }
        let before = self.pointed.framed();
        self.pointed.ray = ray;
        self.pointed.scene = ray.and_then(|(origin, direction)| {
            let at_rest = |drawn: &Drawn| Body::at_rest(drawn.shape.clone(), Pose::identity());
            let bodies: Vec<Body> = self.drawing().drawn.iter().map(at_rest).collect();
            let (_, along) = pick_at(&bodies, origin, direction)?;
            let looks = self.contest.lanes[pane].looks();
            Visited::of(looks).at(looks, &(origin + direction * along))
        });
        before != self.pointed.framed()
    }
}
