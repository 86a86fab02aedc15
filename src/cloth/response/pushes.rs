//! Pushes that keep two features apart: repulsion before they touch, impulses where they would.

use super::closest::{weighted, weights};
use super::meeting::{Meeting, Moves};
use crate::geometry::{Point, Vector};

/// Keeps two features apart along one direction: the weighted sum of four points, along `normal`, is to be at least `least`.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    particles: [u32; 4],
    /// 0 where the point stands still.
    weights: [f64; 4],
    normal: Vector,
    least: f64,
}

impl Push {
    /// For two features whose points are here, if they are not in contact there. They are to be kept `distance` apart, in metres,
    /// along the line of their closest points; if they are closer now, they go apart by `by` more at most. `most` says how far
    /// apart they may be now.
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
        Some(Self { particles, weights, normal, least: distance.min(now + by) - still })
    }

    /// Moves the particles apart, if they are too close. `before` is where they were: `friction` times the push holds back what
    /// slides. `ease` is the inverse mass of each particle.
    pub fn apply(&self, positions: &mut [Point], before: &[Point], ease: &[f64], friction: f64) {
        let at = self.particles.map(|p| p as usize);
        let (mut along, mut give) = (0.0, 0.0);
        for (p, weight) in at.into_iter().zip(self.weights) {
            along += weight * self.normal.dot(&positions[p].coords);
            give += weight * weight * ease[p];
        }
        let lacks = self.least - along;
        if lacks <= 0.0 || give <= 0.0 {
            return;
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
    }
}
