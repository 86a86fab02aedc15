//! Pushes that keep two features apart: repulsion before they touch, impulses where they would.

use super::closest::{weighted, weights};
use super::meeting::{Meeting, Moves};
use crate::geometry::{Point, Vector};

/// Keeps two features apart along one direction: the weighted sum of four points, along `normal`, is to be at least `distance`, which
/// it reaches from `now` by `by` in a step at most. All in metres.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    particles: [u32; 4],
    /// 0 where the point stands still.
    weights: [f64; 4],
    normal: Vector,
    now: f64,
    by: f64,
    distance: f64,
}

impl Push {
    /// For two features whose points are here, if they are not in contact there. They are to be kept `distance` apart, in metres,
    /// along the line of their closest points; if they are closer now, they go apart by `by` more in a step at most. `most` says how
    /// far apart they may be now.
    pub fn at(meeting: &Meeting, points: &[Point; 4], distance: f64, by: f64, most: f64) -> Option<Self> {
        let mut weights = weights(meeting.kind, points);
        let between = weighted(&weights, points);
        let now = between.norm();
        if !(now < most && now > 0.0) {
            return None;
        }
        let normal = between / now;
        let (mut particles, mut still) = ([0; 4], 0.0);
        for (i, point) in meeting.points.iter().enumerate() {
            match point {
                Moves::Particle(p) => particles[i] = *p,
                Moves::Still(p) => still += std::mem::take(&mut weights[i]) * normal.dot(&p.coords),
            }
        }
        Some(Self { particles, weights, normal, now: now - still, by, distance: distance - still })
    }

    /// The particles that it moves, by their indices.
    pub fn particles(&self) -> impl Iterator<Item = usize> {
        self.particles
            .into_iter()
            .zip(self.weights)
            .filter(|(_, weight)| *weight != 0.0)
            .map(|(p, _)| p as usize)
    }

    /// Moves the particles apart, if they are too close, and says whether they were. `before` is where they were: `friction` times the
    /// push holds back what slides. `ease` is the inverse mass of each particle. `share` is the share of the step that is over by then:
    /// what is closer than `distance` goes apart evenly during the step, since after a jump it would go on with the speed of the jump.
    pub fn apply(
        &self,
        positions: &mut [Point],
        before: &[Point],
        ease: &[f64],
        friction: f64,
        share: f64,
    ) -> bool {
        let at = self.particles.map(|p| p as usize);
        let (mut along, mut give) = (0.0, 0.0);
        for (p, weight) in at.into_iter().zip(self.weights) {
            along += weight * self.normal.dot(&positions[p].coords);
            give += weight * weight * ease[p];
        }
        let lacks = self.distance.min(self.now + self.by * share) - along;
        if lacks <= 0.0 || give <= 0.0 {
            return false;
        }
        let mut slide = Vector::zeros();
        for (p, weight) in at.into_iter().zip(self.weights) {
            slide += (positions[p] - before[p]) * weight;
        }
        slide -= self.normal * self.normal.dot(&slide);
        let length = slide.norm();
        let held_back = if length > 0.0 { (friction * lacks / length).min(1.0) } else { 0.0 };
        let move_by = self.normal * lacks - slide * held_back;
        for (p, weight) in at.into_iter().zip(self.weights) {
            positions[p] += move_by * (weight * ease[p] / give);
        }
        true
    }
}
