//! A ray, what it hits, and what is computed once per ray so that every box and triangle is cheap.
//!
//! Units are metres; `t` counts lengths of the direction, so it is metres for a unit direction.

use crate::geometry::{Aabb, Point, Vector};

/// By how much boxes grow, relative to the largest distance that is computed with: 32 · 2⁻⁵³. Why this is enough stands
/// in `methods/aabb_tree.rs`.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// Largest number that is accepted in a place or a direction: products of four stay finite.
pub const LARGEST: f64 = 1e50;

/// Why numbers are no ray.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RayError {
    /// NaN, infinite or too large to compute with.
    #[error("the ray's origin ({0}, {1}, {2}) has a coordinate that is not a finite number up to 1e50")]
    Origin(f64, f64, f64),
    /// NaN, infinite, zero, or so short or long that products of it are lost.
    #[error("the ray's direction ({0}, {1}, {2}) is no finite vector of a length between 1e-50 and 1e50")]
    Direction(f64, f64, f64),
}

/// Where a ray starts and where it points. The numbers are checked: finite, and the direction is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    origin: Point,
    direction: Vector,
}

/// A point of a triangle on the ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Lengths of the ray's direction from its origin; never negative.
    pub t: f64,
    /// Index into the terrain's triangles; of several at the same `t` the lowest.
    pub triangle: u32,
    /// Barycentric coordinates, one per corner: not negative, sum 1.
    pub weights: [f64; 3],
}

impl Ray {
    /// The direction need not have length 1.
    pub fn new(origin: Point, direction: Vector) -> Result<Self, RayError> {
        if !origin.coords.iter().all(|c| c.abs() <= LARGEST) {
            return Err(RayError::Origin(origin.x, origin.y, origin.z));
        }
        let finite = direction.iter().all(|c| c.abs() <= LARGEST);
        if !finite || direction.amax() < 1.0 / LARGEST {
            return Err(RayError::Direction(direction.x, direction.y, direction.z));
        }
        Ok(Self { origin, direction })
    }

    /// Where it starts.
    pub fn origin(&self) -> Point {
        self.origin
    }

    /// Where it points; not zero, any length.
    pub fn direction(&self) -> Vector {
        self.direction
    }

    /// The place at `t` direction lengths.
    pub fn at(&self, t: f64) -> Point {
        self.origin + t * self.direction
    }

    /// Where the ray's whole line enters and leaves the box, in direction lengths; `None` if it passes beside it.
    pub fn line_through(&self, bounds: &Aabb) -> Option<[f64; 2]> {
        let ray = PreparedRay::new(self, bounds);
        let [near, far] = ray.interval(&bounds.min, &bounds.max);
        (near <= far).then_some([near, far])
    }
}

/// A ray with its reciprocals, the origins from which boxes are measured, and the shear of the triangle test.
#[derive(Clone, Copy, Debug)]
pub struct PreparedRay {
    /// Where the ray starts, see [`Ray::origin`].
    pub origin: Point,
    /// Where it points, see [`Ray::direction`].
    pub direction: Vector,
    /// Axes in the order x', y', z' of the sheared space; the direction's largest component is along z'.
    pub axes: [usize; 3],
    /// Multiples of z' that make x' and y' of the direction zero, and z' one.
    pub shear: [f64; 3],
    /// Per axis, 0 where the ray meets a box's `min` first, 1 where it meets `max` first.
    pub backwards: [usize; 3],
    /// 1 / direction; +∞ for 0, of either sign.
    pub inverse: [f64; 3],
    /// The origin, moved so that near planes come nearer by the slack.
    pub near_origin: [f64; 3],
    /// The origin, moved so that far planes go farther by the slack.
    pub far_origin: [f64; 3],
}

impl PreparedRay {
    /// For boxes and triangles that lie inside `bounds`, which sets the slack: the same bounds, the same intervals.
    pub fn new(ray: &Ray, bounds: &Aabb) -> Self {
        let Ray { origin, direction } = *ray;
        let farthest = (bounds.min - origin).amax().max((bounds.max - origin).amax());
        let slack = SLACK * (farthest + origin.coords.amax());
        let z = direction.iamax();
        let (x, y) = ((z + 1) % 3, (z + 2) % 3);
        let reciprocal = |i: usize| if direction[i] == 0.0 { f64::INFINITY } else { 1.0 / direction[i] };
        let backwards = |i: usize| direction[i] < 0.0;
        let shifted = |i: usize, by: f64| origin[i] + if backwards(i) { -by } else { by };
        Self {
            origin,
            direction,
            axes: [x, y, z],
            shear: [direction[x] / direction[z], direction[y] / direction[z], 1.0 / direction[z]],
            backwards: std::array::from_fn(|i| usize::from(backwards(i))),
            inverse: std::array::from_fn(reciprocal),
            near_origin: std::array::from_fn(|i| shifted(i, slack)),
            far_origin: std::array::from_fn(|i| shifted(i, -slack)),
        }
    }

    /// Where the line enters and leaves the box between `min` and `max`, moved outwards by the slack; empty
    /// (`near > far`) if it passes beside it. Both may be negative or infinite.
    #[inline]
    pub fn interval(&self, min: &Point, max: &Point) -> [f64; 2] {
        let (mut near, mut far) = (f64::NEG_INFINITY, f64::INFINITY);
        for i in 0..3 {
            let (first, last) = if self.backwards[i] == 0 { (min[i], max[i]) } else { (max[i], min[i]) };
            near = larger(self.near(i, first), near);
            far = smaller(self.far(i, last), far);
        }
        [near, far]
    }

    /// Where the line meets the plane that it meets first of a box's two on axis `i`. 0 · ∞ = NaN says nothing.
    #[inline(always)]
    pub fn near(&self, i: usize, plane: f64) -> f64 {
        (plane - self.near_origin[i]) * self.inverse[i]
    }

    /// Where the line meets the plane that it meets last of a box's two on axis `i`.
    #[inline(always)]
    pub fn far(&self, i: usize, plane: f64) -> f64 {
        (plane - self.far_origin[i]) * self.inverse[i]
    }
}

/// The larger number; `b` if `a` is NaN. One machine instruction, which [`f64::max`] is not.
#[inline(always)]
pub fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller number; `b` if `a` is NaN.
#[inline(always)]
pub fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
