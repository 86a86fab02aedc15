//! Centroids and boxes of the triangles, the input of every construction.

use crate::geometry::{Aabb, Mesh, Vector};

/// Centroid and box of every triangle of a mesh, by triangle index.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// Centroids (means of the corners), metres.
    pub centroids: Vec<Vector>,
    /// Bounding boxes of the triangles.
    pub bounds: Vec<Aabb>,
}

impl Pieces {
    /// The centroids and boxes of a mesh, in its coordinates.
    pub fn of(mesh: &Mesh) -> Self {
        let corners = (0..mesh.triangles().len()).map(|t| mesh.corners(t).map(|p| p.coords));
        Self::of_triangles(corners)
    }

    /// The centroids and boxes of a sequence of triangles.
    pub fn of_triangles(corners: impl Iterator<Item = [Vector; 3]>) -> Self {
        let mut pieces = Self { centroids: vec![], bounds: vec![] };
        for [p, q, r] in corners {
            pieces.centroids.push((p + q + r) / 3.0);
            pieces.bounds.push(Aabb::around([p, q, r].map(Into::into)));
        }
        pieces
    }

    /// The box around these triangles.
    pub fn around(&self, triangles: &[u32]) -> Aabb {
        triangles.iter().fold(Aabb::EMPTY, |all, &t| all.union(&self.bounds[t as usize]))
    }
}
