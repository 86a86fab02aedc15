//! What a scene is.

use std::sync::Arc;

use crate::geometry::{Mesh, Pose};

/// Two meshes, and a path of B along A.
pub struct Scene {
    /// As in `scene=ID`.
    pub id: &'static str,
    /// Menu text in English.
    pub title: &'static str,
    /// One English sentence: what it shows.
    pub says: &'static str,
    /// A and B from a seed, closed and manifold, each of about so many triangles: within 10 % from 1,000 on.
    pub meshes: fn(seed: u64, triangles: usize) -> [Arc<Mesh>; 2],
    /// Where B is in A's coordinates at 0 to 1 of the path, metres. The path is smooth and closed: 1 is 0 again.
    pub pose: fn(t: f64) -> Pose,
}

impl Scene {
    /// So many poses of the path, evenly spaced from its beginning.
    pub fn path(&self, count: usize) -> Vec<Pose> {
        (0..count).map(|i| (self.pose)(i as f64 / count as f64)).collect()
    }
}
