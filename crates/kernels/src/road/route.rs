//! A closed path on the ground, measured by its length seen from above.

use std::f64::consts::TAU;

use crate::geometry::{Point, Vector};

/// Points of the route on an imported mesh; each costs a brute-force ray.
const ELLIPSE_POINTS: u32 = 96;

/// A closed polyline. It may cross itself at two heights, so a position on it is given by the length from the start,
/// not by x and z.
#[derive(Clone, Debug)]
pub struct Route {
    points: Vec<Point>,
    /// Position of each point along the route seen from above, metres; the last entry is the whole length.
    lengths: Vec<f64>,
}

impl Route {
    /// The polyline through these points, at least two of them distinct, and back to the first.
    pub fn closed(points: Vec<Point>) -> Self {
        let mut lengths = vec![0.0];
        for (i, p) in points.iter().enumerate() {
            let next = points[(i + 1) % points.len()];
            lengths.push(lengths[i] + (next - p).xz().norm());
        }
        Self { points, lengths }
    }

    /// An ellipse around `center` with the half axes `half.x` and `half.z`, at the centre's height.
    pub fn ellipse(center: Point, half: Vector) -> Self {
        let point = |i: u32| {
            let (sin, cos) = (TAU * f64::from(i) / f64::from(ELLIPSE_POINTS)).sin_cos();
            center + Vector::new(half.x * sin, 0.0, half.z * cos)
        };
        Self::closed((0..ELLIPSE_POINTS).map(point).collect())
    }

    /// The corners in driving order, the first one not repeated.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Length of one round seen from above, metres.
    pub fn length(&self) -> f64 {
        self.lengths[self.points.len()]
    }

    /// The point `along` metres from the first; any number is allowed, because the route is closed.
    pub fn at(&self, along: f64) -> Point {
        let (i, share) = self.locate(along);
        let (from, to) = (self.points[i], self.points[(i + 1) % self.points.len()]);
        from + share * (to - from)
    }

    /// Unit vector in driving direction, including the slope, averaged over a metre on either side; +z for a
    /// route of length 0.
    pub fn tangent(&self, along: f64) -> Vector {
        let ahead = self.at(along + 1.0) - self.at(along - 1.0);
        ahead.try_normalize(1e-12).unwrap_or(Vector::z())
    }

    /// Curvature seen from above: 1 / radius, per metre; never negative.
    pub fn curvature(&self, along: f64) -> f64 {
        let (before, after) = (self.tangent(along - 2.0).xz(), self.tangent(along + 2.0).xz());
        before.perp(&after).atan2(before.dot(&after)).abs() / 4.0
    }

    /// Position along the route nearest to `p` seen from above, within `window` metres from `around`. The
    /// window excludes the other branch at the route's crossing.
    pub fn nearest(&self, p: &Point, around: f64, window: f64) -> f64 {
        const STEP: f64 = 0.5;
        let steps = (window / STEP).ceil() as i32;
        let places = (-steps..=steps).map(|i| around + STEP * f64::from(i));
        let distance = |along: &f64| (self.at(*along) - p).xz().norm_squared();
        let best = places.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(around);
        // The offset along the route from the nearest sample to the foot of the perpendicular from `p`.
        let tangent = self.tangent(best).xz();
        let foot = (p - self.at(best)).xz().dot(&tangent).clamp(-STEP, STEP);
        (best + foot).rem_euclid(self.length().max(f64::MIN_POSITIVE))
    }

    /// Position along the whole route nearest to `p` seen from above.
    pub fn foot(&self, p: &Point) -> f64 {
        let of_segment = |(i, from): (usize, &Point)| {
            let side = (self.points[(i + 1) % self.points.len()] - from).xz();
            let offset = (p - from).xz();
            let share = (offset.dot(&side) / side.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            ((offset - share * side).norm_squared(), self.lengths[i] + share * side.norm())
        };
        let nearest = self.points.iter().enumerate().map(of_segment).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or(0.0, |(_, along)| along.rem_euclid(self.length().max(f64::MIN_POSITIVE)))
    }

    /// Index of the segment that contains the position `along`, and the share of the segment that lies before that
    /// position.
    fn locate(&self, along: f64) -> (usize, f64) {
        let along = along.rem_euclid(self.length().max(f64::MIN_POSITIVE));
        let i = self.lengths.partition_point(|&length| length <= along).clamp(1, self.points.len()) - 1;
        let piece = self.lengths[i + 1] - self.lengths[i];
        (i, if piece > 0.0 { (along - self.lengths[i]) / piece } else { 0.0 })
    }
}
