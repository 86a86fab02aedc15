//! A particle in the hand: taken, pulled and let go while the cloth moves on. What the hand does is part of the motion.

use super::cloth_lab::{ClothLab, Held};
use crate::cloth::step::Features;
use crate::geometry::{Point, Pose, Vector};
use crate::labs::capabilities::Hand;
use crate::render::grip::Grip;

/// Triangles that a ray meets at less than this share of their height from an edge count, so that no gap is between them.
const SEAM: f64 = 1e-9;

impl Hand for ClothLab {
    /// Picks the contact of a pane, found or missed, that lies nearest to a ray; none where no contact is near.
    fn click(&mut self, pane: usize, origin: Point, direction: Vector, _extend: bool) -> Option<String> {
        let lane = self.contest.lanes.get(pane)?;
        let (places, direction) = (&self.now().state.positions, direction.normalize());
        let found = lane.answer().into_iter().flat_map(|found| &found.contacts);
        let missed = lane.judged().into_iter().flat_map(|judged| &judged.missed);
        let off = |features: &Features| {
            let all = features.particles(self.mesh()).map(|p| places[p as usize].coords);
            let from = all.iter().sum::<Vector>() / 4.0 - origin.coords;
            (from - direction * from.dot(&direction)).norm()
        };
        let all = found.chain(missed).map(|contact| (off(&contact.features), contact.features));
        let near = all.filter(|(off, _)| *off < 1.5 * self.mesh().longest_edge());
        self.pair = near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, features)| features);
        None
    }

    fn let_go(&mut self) {
        self.pair = None;
    }

    /// The particle of the first triangle on a ray that is nearest to it.
    fn under(&self, origin: Point, direction: Vector) -> Option<Grip> {
        let places = &self.now().state.positions;
        let along = |face: &[u32; 3]| meets(face.map(|p| places[p as usize]), &origin, &direction);
        let hits = self.mesh().faces.iter().filter_map(|face| Some((along(face)?, face)));
        let (along, face) = hits.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let at = origin + direction * along;
        let off = |p: &&u32| (places[**p as usize] - at).norm();
        let nearest = face.iter().min_by(|a, b| off(a).total_cmp(&off(b)))?;
        self.grip(*nearest as usize, at)
    }

    /// A particle, touched at a point of the world.
    fn grip(&self, id: usize, at: Point) -> Option<Grip> {
        let center = *self.now().state.positions.get(id)?;
        let pose = Pose::from_parts(center.coords.into(), Default::default());
        Some(Grip { id, at, pose, center, size: self.mesh().longest_edge() })
    }

    /// Takes a particle, and lets the motion go on so that it follows, even if it stood.
    fn grab(&mut self, id: usize) {
        let Some(place) = self.now().state.positions.get(id) else { return };
        let (hand, left, run) = ((id, *place), self.motion.leave_future(), self.contest.take_run());
        self.contest.put_run(run.clone());
        let played = std::mem::replace(&mut self.playback.playing, true);
        self.hand = Some(Held { hand, left, run, played });
    }

    /// Pulls what is held to another place.
    fn carry(&mut self, pose: Pose) {
        if let Some(held) = &mut self.hand {
            held.hand.1 = pose.translation.vector.into();
        }
    }

    /// Opens the hand: the cloth is left where it is, or is as it was when the hand took hold. If it stood then, it stands again.
    fn release(&mut self, keep: bool) {
        let Some(Held { mut left, run, played, .. }) = self.hand.take() else { return };
        self.playback.playing &= played;
        if keep && self.frame() > left.frame() {
            self.discard_future(left, run);
        } else {
            self.motion.swap(&mut left);
            self.look();
        }
    }
}

/// How far along the ray it meets the triangle, if it does (Möller and Trumbore 1997).
fn meets([a, b, c]: [Point; 3], origin: &Point, direction: &Vector) -> Option<f64> {
    let (u, v) = (b - a, c - a);
    let across = direction.cross(&v);
    let determinant = u.dot(&across);
    if determinant == 0.0 {
        return None;
    }
    let from = origin - a;
    let x = from.dot(&across) / determinant;
    let up = from.cross(&u);
    let y = direction.dot(&up) / determinant;
    let along = v.dot(&up) / determinant;
    (x >= -SEAM && y >= -SEAM && x + y <= 1.0 + SEAM && along > 0.0).then_some(along)
}
