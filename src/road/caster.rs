//! The trait of all the road lab's methods: find the nearest point of a mesh on a ray.

use super::ray::{Hit, Ray};

/// Finds the nearest point of a terrain on a ray. Deterministic: a cast depends on its ray only, not on
/// earlier rays.
pub trait RayCaster: Send + Sync {
    /// The nearest hit with `t ≤ max`, where `t` counts lengths of the ray's direction; `max` may be infinite.
    fn cast(&self, ray: &Ray, max: f64) -> Cast;
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
