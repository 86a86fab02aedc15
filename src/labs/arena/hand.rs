//! Bodies moved by hand: one is taken, carried and let go, and all methods decide it wherever it is, whether the world
//! plays or not.

use super::dropped::ArenaDropped;
use super::{Arena, Held};
use crate::geometry::{Point, Pose, Vector};
use crate::render::grip::Grip;
use crate::render::picking::pick_at;
use crate::world::{Body, Pair};

impl Arena {
    /// The body under a ray, touched where the ray meets it.
    pub fn under(&self, origin: Point, direction: Vector) -> Option<Grip> {
        let (body, along) = pick_at(self.bodies(), origin, direction)?;
        self.grip(body, Some(origin + direction * along))
    }

    /// The picked body, or the second one of the picked pair, touched at its centre.
    pub fn picked(&self) -> Option<Grip> {
        self.grip(self.selected.or(self.selected_pair.map(|pair| pair.b))?, None)
    }

    /// A body by its number, touched at a point of the world, or at its centre.
    pub fn grip(&self, id: usize, at: Option<Point>) -> Option<Grip> {
        let body = self.bodies().get(id)?;
        let center = body.pose * body.shape.local_aabb().center();
        Some(Grip { id, at: at.unwrap_or(center), pose: body.pose, center, size: body.shape.size() })
    }

    /// Takes a body in the hand.
    pub fn grab(&mut self, body: usize) {
        let before = self.places();
        if let Some(taken) = self.bodies().get(body) {
            self.held = Some(Held {
                body,
                start: (taken.pose, taken.velocity, taken.spin),
                pose: taken.pose,
                before,
            });
        }
    }

    /// Puts the body in the hand somewhere else, inside the walls, and lets all methods decide it there.
    pub fn carry(&mut self, pose: Pose) {
        let Some(held) = &mut self.held else { return };
        if self.world.place(held.body, pose).is_some() {
            held.pose = self.world.bodies()[held.body].pose;
            self.look();
        }
    }

    /// Opens the hand. `keep`: the body stays where it is; otherwise it is put back as it was when it was taken.
    pub fn release(&mut self, keep: bool) {
        let Some(held) = self.held.take() else { return };
        let has_moved = keep && held.pose != held.start.0;
        if !keep {
            self.world.put_back(held.body, &held.start);
            self.look();
        }
        let mut before = held.before;
        if has_moved {
            self.by_hand = true;
            if before.frame == self.world.frame() {
                self.part_with_later(&mut before);
                self.mark();
            }
        }
        // Playing on around the hand has parted with later frames.
        if has_moved || !before.states.is_empty() {
            self.drop_for_undo(ArenaDropped::Places(before));
        }
    }

    /// Whether a body was moved by hand since this world began.
    pub fn is_by_hand(&self) -> bool {
        self.by_hand
    }

    /// A pair as it stood when a body was taken in the hand; `None` while none is.
    pub(super) fn before_the_hand(&self, pair: Pair) -> Option<[Body; 2]> {
        let motions = &self.held.as_ref()?.before.motions;
        let stood = |body: usize| {
            let (&(pose, velocity, spin), body) = (motions.get(body)?, self.bodies().get(body)?);
            Some(Body { shape: body.shape.clone(), pose, velocity, spin })
        };
        Some([stood(pair.a)?, stood(pair.b)?])
    }

    /// After the world has moved on: what is in the hand stays there.
    pub(super) fn hold_still(&mut self) {
        if let Some(held) = &self.held {
            self.world.place(held.body, held.pose);
        }
    }
}
