//! Bodies moved by hand: one is taken, carried and let go, and all methods decide it wherever it is, whether the world
//! plays or not.

use super::dropped::ArenaDropped;
use super::{Arena, Held};
use crate::geometry::{Point, Pose, Vector};
use crate::render::grip::Grip;
use crate::render::picking::pick_at;

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

    fn grip(&self, id: usize, at: Option<Point>) -> Option<Grip> {
        let body = self.bodies().get(id)?;
        let center = body.pose * body.shape.local_aabb().center();
        Some(Grip { id, at: at.unwrap_or(center), pose: body.pose, center, size: body.shape.size() })
    }

    /// Takes a body in the hand, and picks it.
    pub fn grab(&mut self, body: usize) {
        let before = self.places();
        if let Some(taken) = self.bodies().get(body) {
            self.held = Some(Held {
                body,
                start: (taken.pose, taken.velocity, taken.spin),
                pose: taken.pose,
                before,
            });
            self.select(Some(body));
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
        if keep {
            if held.pose != held.start.0 {
                self.by_hand = true;
                let mut before = held.before;
                if before.frame == self.world.frame() {
                    self.part_with_later(&mut before);
                    self.mark();
                }
                self.dropped.get_or_insert(ArenaDropped::Places(before));
            }
        } else {
            self.world.put_back(held.body, &held.start);
            self.look();
        }
    }

    /// Whether a body was moved by hand since this world began.
    pub fn is_by_hand(&self) -> bool {
        self.by_hand
    }

    /// After the world has moved on: what is in the hand stays there.
    pub(super) fn hold_still(&mut self) {
        if let Some(held) = &self.held {
            self.world.place(held.body, held.pose);
        }
    }
}
