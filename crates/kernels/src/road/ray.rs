//! A ray, its hit, the values computed once per ray to make box and triangle tests cheap, and the trait of all methods
//! of the road lab: they find the nearest point of a mesh on a ray.
//!
//! Units are metres; `t` counts lengths of the direction vector, so it is in metres for a unit direction.

use crate::geometry::{Aabb, Point, Vector};

pub use crate::geometry::ray::{LARGEST, Ray, RayError};

/// The *slack* by which boxes are grown on all sides, relative to the largest distance in the computation: 32 ·
/// 2⁻⁵³. `methods/aabb_tree.rs` proves that this suffices.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// A point of a triangle on a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Parameter along the ray, in lengths of its direction; never negative.
    pub t: f64,
    /// Index into the terrain's triangles; the lowest index of all triangles that are hit at the same `t`.
    pub triangle: u32,
    /// Barycentric coordinates, one per corner: not negative, sum 1.
    pub weights: [f64; 3],
}

impl Ray {
    /// The parameters, in lengths of the direction, at which the infinite line of the ray enters and leaves the box;
    /// `None` if the line misses the box.
    pub fn line_through(&self, bounds: &Aabb) -> Option<[f64; 2]> {
        let ray = PreparedRay::new(self, bounds);
        let [near, far] = ray.interval(&bounds.min, &bounds.max);
        (near <= far).then_some([near, far])
    }
}

/// A ray with its reciprocals, the shifted origins for box tests, and the shear of the triangle test.
#[derive(Clone, Copy, Debug)]
pub struct PreparedRay {
    /// The start, see [`Ray::origin`].
    pub origin: Point,
    /// The direction, see [`Ray::direction`].
    pub direction: Vector,
    /// The axes that serve as x', y', z' of the sheared space; the direction's largest component is along z'.
    pub axes: [usize; 3],
    /// Factors of the shear that maps the direction to (0, 0, 1).
    pub shear: [f64; 3],
    /// For each axis, 0 if the ray reaches a box's `min` before its `max`, otherwise 1.
    pub backwards: [usize; 3],
    /// 1 / direction; +∞ for 0 of either sign.
    pub inverse: [f64; 3],
    /// The origin, shifted so that the plane of a box at which the ray enters comes nearer by the slack.
    pub near_origin: [f64; 3],
    /// The origin, shifted so that the plane of a box at which the ray leaves moves away by the slack.
    pub far_origin: [f64; 3],
}

impl PreparedRay {
    /// Prepares a ray for boxes and triangles inside `bounds`. The size of `bounds` determines the slack, so equal
    /// bounds give equal intervals.
    pub fn new(ray: &Ray, bounds: &Aabb) -> Self {
        let (origin, direction) = (ray.origin(), ray.direction());
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

    /// Parameters at which the infinite line of the ray enters and leaves the box from `min` to `max`, grown by the
    /// slack. The interval is empty (`near > far`) if the line misses the box. Both parameters may be negative or
    /// infinite.
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

    /// Parameter at which the ray meets the nearer of a box's two planes across axis `i`. It may be NaN (0 · ∞),
    /// which the callers ignore.
    #[inline(always)]
    pub fn near(&self, i: usize, plane: f64) -> f64 {
        (plane - self.near_origin[i]) * self.inverse[i]
    }

    /// Parameter at which the ray meets the farther of a box's two planes across axis `i`.
    #[inline(always)]
    pub fn far(&self, i: usize, plane: f64) -> f64 {
        (plane - self.far_origin[i]) * self.inverse[i]
    }
}

/// The larger number; `b` if `a` is NaN. A single machine instruction, unlike [`f64::max`].
#[inline(always)]
pub fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller number; `b` if `a` is NaN.
#[inline(always)]
pub fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Finds the nearest point of a terrain on a ray. Deterministic: a cast depends on its ray only, not on
/// earlier rays.
pub trait RayCaster: Send + Sync {
    /// The nearest hit with `t ≤ max`, where `t` counts lengths of the ray's direction; `max` may be infinite.
    fn cast(&self, ray: &Ray, max: f64) -> Cast;

    /// The parts of the terrain at which a cast of this ray looks; `None` for a method that tests every triangle.
    fn looked_at(&self, _ray: &Ray, _max: f64) -> Option<LookedAt> {
        None
    }
}

/// The parts of a terrain at which a cast looks, in its order.
#[derive(Clone, Debug, Default)]
pub struct LookedAt {
    /// The boxes that the ray enters before the nearest hit known by then.
    pub boxes: Vec<Aabb>,
    /// The tested triangles.
    pub triangles: Vec<u32>,
}

/// The hit of one ray, and the work to find it. Running times are measured elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cast {
    /// The nearest hit; `None` if there is none.
    pub hit: Option<Hit>,
    /// Number of opened inner nodes; each holds two boxes.
    pub nodes: u32,
    /// Number of tested triangles.
    pub triangles: u32,
}
