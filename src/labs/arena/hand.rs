//! Moving bodies by hand: grab, carry, release. All methods are evaluated at every new pose, while playing or
//! paused.

use super::{Arena, HeldBody};
use crate::geometry::{Point, Pose, Vector};
use crate::render::grip::Grip;
use crate::render::picking::pick_at;
use crate::world::{Body, Pair};

impl Arena {
    /// The body under a ray, gripped where the ray meets it.
    pub fn under(&self, origin: Point, direction: Vector) -> Option<Grip> {
        let (body, along) = pick_at(self.bodies(), origin, direction)?;
        self.grip(body, Some(origin + direction * along))
    }

    /// The picked body, or the second body of the picked pair, gripped at its centre.
    pub fn picked(&self) -> Option<Grip> {
        self.grip(self.selected.or(self.selected_pair.map(|pair| pair.b))?, None)
    }

    /// The body with this number, gripped at a world point or at its centre.
    pub fn grip(&self, id: usize, at: Option<Point>) -> Option<Grip> {
        let body = self.bodies().get(id)?;
        let center = body.pose * body.shape.local_aabb().center();
        Some(Grip { id, at: at.unwrap_or(center), pose: body.pose, center, size: body.shape.size() })
    }

    /// Grabs a body.
    pub fn grab(&mut self, body: usize) {
        let before = (self.world.motions(), self.by_hand);
        if let Some(&start) = before.0.get(body) {
            self.held = Some(HeldBody { body, start, pose: start.0, before, left: None });
        }
    }

    /// Moves the held body, inside the walls, and evaluates all methods there.
    pub fn carry(&mut self, pose: Pose) {
        let Some(held) = &mut self.held else { return };
        if self.world.place(held.body, pose).is_some() {
            held.pose = self.world.bodies()[held.body].pose;
            self.leave_for_hand();
            *self.timeline.now_mut() = self.world.motions();
            self.look();
        }
    }

    /// Releases the held body. With `keep` the body stays in its new pose; otherwise its motion before the
    /// grab is restored.
    pub fn release(&mut self, keep: bool) {
        let Some(HeldBody { body, start, pose, before, left }) = self.held.take() else { return };
        let Some(mut left) = left else { return };
        let has_moved = keep && pose != start.0;
        let has_played = left.frame() != self.world.frame();
        if !has_moved && !has_played {
            self.swap_branch(&mut left);
            return;
        }
        if !keep {
            self.world.put_back(body, &start);
            *self.timeline.now_mut() = self.world.motions();
            self.look();
        }
        self.by_hand |= has_moved;
        // Playing with a held body has replaced the recorded future.
        if has_moved || left.count() > 1 {
            self.discard_by_hand(left, before.1);
        }
    }

    /// Cuts the current frame and all later ones out of the timeline, because the held body is about to
    /// change them; [`HeldBody::left`] keeps them.
    pub(super) fn leave_for_hand(&mut self) {
        if let Some(held) = &mut self.held {
            held.left.get_or_insert_with(|| self.timeline.cut());
        }
    }

    /// Whether a body was moved by hand since this world started.
    pub fn is_by_hand(&self) -> bool {
        self.by_hand
    }

    /// The two bodies of a pair as they were before the grab; `None` while no body is held.
    pub(super) fn before_drag(&self, pair: Pair) -> Option<[Body; 2]> {
        let (motions, _) = &self.held.as_ref()?.before;
        let body_before = |body: usize| {
            let (&(pose, velocity, spin), body) = (motions.get(body)?, self.bodies().get(body)?);
            Some(Body { shape: body.shape.clone(), pose, velocity, spin })
        };
        Some([body_before(pair.a)?, body_before(pair.b)?])
    }

    /// Puts the held body back into the pose in which it is held, because a step of the world has moved it.
    pub(super) fn hold_still(&mut self) {
        if let Some(held) = &self.held {
            self.world.place(held.body, held.pose);
        }
    }
}
