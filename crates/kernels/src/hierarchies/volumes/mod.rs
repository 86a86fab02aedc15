//! Bounding volumes: the operations that trees and traversals need.

#[cfg(feature = "methods")]
pub mod kdop;
pub mod obb;
#[cfg(feature = "methods")]
pub mod rss;
#[cfg(feature = "methods")]
pub mod sphere;

use super::tree::Outline;
use crate::geometry::obb::Fit;
use crate::geometry::{Mesh, Obb, Point, Pose};

/// A bounding volume.
pub trait Volume: Clone + Send + Sync + 'static {
    /// The volume around these triangles of the mesh, in its coordinates.
    fn around(mesh: &Mesh, triangles: &[u32], fit: Fit) -> Self;

    /// A box around the volume, whose axes may be used for splits. `None` for a volume without axes.
    fn frame(&self) -> Option<Obb>;

    /// Half the size in metres, to compare nodes: the larger of two is expanded.
    fn reach(&self) -> f64;

    /// Overlap depth of two volumes in one frame, metres; `None` if they are separated by more than `slack`
    /// metres.
    fn overlap(&self, other: &Self, slack: f64) -> Option<f64>;

    /// Lower bound on the distance of two volumes in one frame, metres, up to rounding; 0 if they may overlap.
    fn distance(&self, other: &Self) -> f64;

    /// Whether a point is inside, with a tolerance of `slack` metres.
    fn contains(&self, point: &Point, slack: f64) -> bool;

    /// The outline for drawing, after the rigid motion `pose`.
    fn outline(&self, pose: &Pose) -> Outline;
}

/// A volume that can be moved rigidly without growing.
pub trait Rigid: Volume {
    /// The volume after a rigid motion.
    fn posed(&self, placed: &super::query::Placed) -> Self;
}

/// The vertices of these triangles, without duplicates.
pub fn vertices_of(mesh: &Mesh, triangles: &[u32]) -> Vec<Point> {
    let mut used: Vec<u32> = triangles.iter().flat_map(|&t| mesh.triangles()[t as usize]).collect();
    used.sort_unstable();
    used.dedup();
    used.iter().map(|&v| mesh.vertices()[v as usize]).collect()
}

/// The corners of these triangles, with duplicates.
pub fn corners_of<'a>(mesh: &'a Mesh, triangles: &'a [u32]) -> impl Iterator<Item = Point> + 'a {
    triangles.iter().flat_map(|&t| mesh.corners(t as usize))
}
