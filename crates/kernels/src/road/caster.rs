//! The trait of all the road lab's methods: find the nearest point of a mesh on a ray.

use super::ray::{Hit, Ray};
use crate::geometry::Aabb;

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
