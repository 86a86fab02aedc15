//! Bounding volumes: what trees and walks need to know of one.

pub mod kdop;
pub mod obb;
pub mod rss;
pub mod sphere;

use super::view::Outline;
use crate::geometry::obb::Fit;
use crate::geometry::{Mesh, Obb, Point, Pose};

/// A bounding volume.
pub trait Volume: Clone + Send + Sync + 'static {
    /// Around these triangles of the mesh, in its coordinates.
    fn around(mesh: &Mesh, triangles: &[u32], fit: Fit) -> Self;

    /// A box around it: its axes are those along which a split can be made. `None` for a volume without axes.
    fn frame(&self) -> Option<Obb>;

    /// Half its size in metres, to compare nodes by: the larger of two goes down.
    fn reach(&self) -> f64;

    /// Two volumes in one frame: how deep they overlap, metres; `None` if they are apart by more than `slack` metres.
    fn overlap(&self, other: &Self, slack: f64) -> Option<f64>;

    /// Metres that two volumes in one frame are at least apart; 0 if they may overlap. Rounding may be in it.
    fn distance(&self, other: &Self) -> f64;

    /// Whether a point is inside, with `slack` metres allowed.
    fn contains(&self, point: &Point, slack: f64) -> bool;

    /// As it is drawn after the rigid motion `pose`.
    fn outline(&self, pose: &Pose) -> Outline;
}

/// A volume that can be moved rigidly without growing.
pub trait Rigid: Volume {
    /// The same after a rigid motion.
    fn posed(&self, placed: &super::placed::Placed) -> Self;
}

/// The vertices of these triangles, each once.
pub fn vertices_of(mesh: &Mesh, triangles: &[u32]) -> Vec<Point> {
    let mut used: Vec<u32> = triangles.iter().flat_map(|&t| mesh.triangles()[t as usize]).collect();
    used.sort_unstable();
    used.dedup();
    used.iter().map(|&v| mesh.vertices()[v as usize]).collect()
}

/// The corners of these triangles, as often as they have them.
pub fn corners_of<'a>(mesh: &'a Mesh, triangles: &'a [u32]) -> impl Iterator<Item = Point> + 'a {
    triangles.iter().flat_map(|&t| mesh.corners(t as usize))
}
