//! Dragging a particle while the cloth keeps moving. The drag is recorded as part of the motion.

use super::cloth_lab::{ClothLab, Held};
use crate::cloth::step::Features;
use crate::geometry::{Point, Pose, Vector};
use crate::labs::capabilities::Hand;
use crate::render::grip::Grip;

/// A ray that misses a triangle by up to this fraction of the triangle's height counts as a hit, so that no
/// ray passes between neighbouring triangles.
const SEAM: f64 = 1e-9;

impl Hand for ClothLab {
    /// Picks the found or missed contact of a pane nearest to a ray; clears the pick if none is near.
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
        self.settings.pair = near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, features)| features);
        self.settings.query = None;
        None
    }

    fn let_go(&mut self) {
        self.settings.pair = None;
    }

    /// A grip on the corner nearest to the hit point, in the first triangle that the ray hits.
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

    /// A grip on a particle at a point of the world.
    fn grip(&self, id: usize, at: Point) -> Option<Grip> {
        let center = *self.now().state.positions.get(id)?;
        let pose = Pose::from_parts(center.coords.into(), Default::default());
        Some(Grip { id, at, pose, center, size: self.mesh().longest_edge() })
    }

    /// Starts dragging a particle, and starts playback so that the cloth follows.
    fn grab(&mut self, id: usize) {
        let Some(place) = self.now().state.positions.get(id) else { return };
        let (hand, left, run) = ((id, *place), self.motion.leave_future(), self.contest.take_run());
        self.contest.put_run(run.clone());
        let played = std::mem::replace(&mut self.playback.playing, true);
        self.hand = Some(Held { hand, left, run, played });
    }

    /// Moves the dragged particle.
    fn carry(&mut self, pose: Pose) {
        if let Some(held) = &mut self.hand {
            held.hand.1 = pose.translation.vector.into();
        }
    }

    /// Ends the drag: keeps the cloth, or restores its state before the drag. Playback returns to its earlier
    /// state.
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

/// Ray parameter of the hit with a triangle, if there is one (Möller and Trumbore 1997).
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
