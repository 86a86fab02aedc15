//! The closest points of two segments.

use crate::geometry::Vector;

/// A segment, prepared for several others.
pub struct Segment {
    from: Vector,
    along: Vector,
    squared: f64,
}

impl Segment {
    /// The segment between two points.
    #[inline]
    pub fn of([from, to]: &[Vector; 2]) -> Self {
        let along = to - from;
        Self { from: *from, along, squared: along.norm_squared() }
    }
}

/// The closest points of two segments, up to rounding.
///
/// The shares are clamped, never refused: of nearly parallel segments, the computed closest points of the lines may lie
/// beyond ends that the true ones do not reach. For an angle θ (up to 1), length 1 and distance h, the first share is off
/// by about u/θ + uh/θ², u = 2⁻⁵³. Along the segments the distance changes by at most θ per length, and in second order
/// by θ²/2h. So where the error is below 1, the distance is off by the lesser of u + uh/θ and h (u/θ)²/2, a few u;
/// where it is not, h > θ²/u, and all points of the valley are within θ²/2h < u.
#[inline]
pub fn between_segments(a: &Segment, b: &Segment) -> [Vector; 2] {
    let (p, q, d, e) = (a.from, b.from, a.along, b.along);
    let r = q - p;
    // The denominator is a squared cross product: the equal d²e² − (d·e)² would lose all digits for nearly
    // parallel segments.
    let across = d.cross(&e);
    let s = share(r.cross(&e).dot(&across), across.norm_squared());
    // The closest point of each segment to the other's point.
    let t = share((d * s - r).dot(&e), b.squared);
    let s = share((e * t + r).dot(&d), a.squared);
    [p + d * s, q + e * t]
}

/// The quotient, clamped to between 0 and 1; 0 for 0 / 0.
pub fn share(part: f64, whole: f64) -> f64 {
    let share = part / whole;
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}
