//! Pushes that keep two features apart: repulsion before they touch, impulses at contacts.

use super::meeting::{Meeting, PairPoint};
use crate::continuous::Kind;
use crate::geometry::{Point, Vector};

/// A push keeps two features apart along `normal`: the weighted sum of their four points along it must be at
/// least `distance`. If the sum is smaller, the solver increases it from `now` by at most `by` per step. All in metres.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    particles: [u32; 4],
    /// Weights of the particles; 0 for a fixed point.
    weights: [f64; 4],
    normal: Vector,
    now: f64,
    by: f64,
    distance: f64,
}

impl Push {
    /// A push between two features at these points, unless they are in contact. It keeps them `distance`
    /// metres from each other along the line of their closest points; if they are closer, they separate by at
    /// most `by` in a step. `None` if their distance is `most` or more.
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
                PairPoint::Particle(p) => particles[i] = *p,
                PairPoint::Fixed(p) => still += std::mem::take(&mut weights[i]) * normal.dot(&p.coords),
            }
        }
        Some(Self { particles, weights, normal, now: now - still, by, distance: distance - still })
    }

    /// Indices of the particles that the push moves.
    pub fn particles(&self) -> impl Iterator<Item = usize> {
        self.particles
            .into_iter()
            .zip(self.weights)
            .filter(|(_, weight)| *weight != 0.0)
            .map(|(p, _)| p as usize)
    }

    /// Moves the particles apart if they are too close; returns whether they were. `before` holds their
    /// previous positions, relative to which friction (`friction` times the push) slows sliding. `ease` is
    /// the inverse mass of each particle. `share` is the elapsed share of the step: features closer than
    /// `distance` separate evenly during the step, since a jump would leave them with its speed.
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

/// Weights of the four points for the closest points of two features: the weighted sum is the vector from the
/// second feature's closest point to the first's. The first feature's weights add up to 1, the second's to
/// −1.
fn weights(kind: Kind, points: &[Point; 4]) -> [f64; 4] {
    let [a, b, c, d] = points;
    match kind {
        Kind::VertexFace => {
            let [x, y, z] = in_triangle(a, [b, c, d]);
            [1.0, -x, -y, -z]
        }
        Kind::EdgeEdge => {
            let [s, t] = on_segments([a, b], [c, d]);
            [1.0 - s, s, t - 1.0, -t]
        }
    }
}

/// The sum of the four points, each multiplied by its weight.
fn weighted(weights: &[f64; 4], points: &[Point; 4]) -> Vector {
    weights.iter().zip(points).map(|(w, p)| p.coords * *w).sum()
}

/// Barycentric coordinates of the triangle's point closest to `p`: Ericson, Real-Time Collision Detection, 5.1.5.
fn in_triangle(p: &Point, [a, b, c]: [&Point; 3]) -> [f64; 3] {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let v = d1 / (d1 - d3);
        return [1.0 - v, v, 0.0];
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let w = d2 / (d2 - d6);
        return [1.0 - w, 0.0, w];
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return [0.0, 1.0 - w, w];
    }
    let all = va + vb + vc;
    [va / all, vb / all, vc / all]
}

/// Parameters on both segments at which they are closest: Ericson, 5.1.9.
fn on_segments([a, b]: [&Point; 2], [c, d]: [&Point; 2]) -> [f64; 2] {
    let (first, second, r) = (b - a, d - c, a - c);
    let (aa, ee, f) = (first.norm_squared(), second.norm_squared(), second.dot(&r));
    let clamp = |x: f64| x.clamp(0.0, 1.0);
    if aa <= 0.0 || ee <= 0.0 {
        let s = if aa > 0.0 { clamp(-first.dot(&r) / aa) } else { 0.0 };
        let t = if ee > 0.0 { clamp(f / ee) } else { 0.0 };
        return [s, t];
    }
    let (bb, cc) = (first.dot(&second), first.dot(&r));
    let denominator = aa * ee - bb * bb;
    let s = if denominator > 0.0 { clamp((bb * f - cc * ee) / denominator) } else { 0.5 };
    let t = (bb * s + f) / ee;
    if t < 0.0 {
        [clamp(-cc / aa), 0.0]
    } else if t > 1.0 {
        [clamp((bb - cc) / aa), 1.0]
    } else {
        [s, t]
    }
}
