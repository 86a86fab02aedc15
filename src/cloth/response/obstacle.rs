//! A solid that stands still in the way of a cloth: any triangles, and nothing but those is looked at.

use std::collections::BTreeMap;

use crate::cloth::mesh::{ascending, sides};
use crate::geometry::{Aabb, Point};

/// Triangles that stand still, in metres.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Its vertices.
    pub points: Vec<Point>,
    /// Its triangles.
    pub faces: Vec<[u32; 3]>,
    /// Its edges.
    pub edges: Vec<[u32; 2]>,
    /// By triangle: its vertices and edges that belong to it, each to one triangle.
    pub owned: Vec<Owned>,
}

/// What belongs to one triangle.
#[derive(Clone, Debug, Default)]
pub struct Owned {
    /// Indices of vertices.
    pub vertices: Vec<u32>,
    /// Indices of edges.
    pub edges: Vec<u32>,
}

impl Obstacle {
    /// Of triangles whose corners are indices into `points`.
    pub fn new(points: Vec<Point>, faces: Vec<[u32; 3]>) -> Self {
        let mut obstacle =
            Self { owned: vec![Owned::default(); faces.len()], points, faces, edges: Vec::new() };
        let mut free = vec![true; obstacle.points.len()];
        let mut known = BTreeMap::new();
        for (face, owned) in obstacle.faces.iter().zip(&mut obstacle.owned) {
            owned.vertices.extend(face.iter().filter(|p| std::mem::take(&mut free[**p as usize])));
            for side in sides(*face).map(ascending) {
                let next = obstacle.edges.len() as u32;
                known.entry(side).or_insert_with(|| {
                    obstacle.edges.push(side);
                    owned.edges.push(next);
                });
            }
        }
        obstacle
    }

    /// The box around one triangle.
    pub fn bounds(&self, face: usize) -> Aabb {
        Aabb::around(self.faces[face].map(|p| self.points[p as usize]))
    }
}
