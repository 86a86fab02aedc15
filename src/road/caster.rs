//! What every method of the road is: something that finds the nearest point of a mesh on a ray.

use super::ray::{Hit, Ray};

/// Finds the nearest point of a terrain on a ray. Pure: the same ray gives the same cast, whatever came before.
pub trait RayCaster: Send + Sync {
    /// The nearest hit at `t ≤ max` direction lengths; `max` may be infinite.
    fn cast(&self, ray: &Ray, max: f64) -> Cast;
}

/// What one ray found and what it took. Times are measured outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cast {
    /// The nearest hit; `None` if there is none.
    pub hit: Option<Hit>,
    /// Number of inner nodes that were opened; each holds two boxes.
    pub nodes: u32,
    /// Number of triangles that were tested.
    pub triangles: u32,
}
