//! Collision response: prevents a cloth from penetrating itself and obstacles.

pub mod guard;
pub mod meeting;
pub mod pierced;
pub mod pushes;

use std::collections::BTreeMap;

use super::mesh::{ascending, sides};
use crate::geometry::{Aabb, Point};

/// Which penetrations are prevented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// Whether the cloth is kept from penetrating itself.
    pub itself: bool,
    /// Whether the cloth is kept from penetrating floor and obstacles.
    pub obstacles: bool,
}

impl Response {
    /// True if the response needs collision detection; the floor alone does not.
    pub fn searches(self, way: &Way) -> bool {
        self.itself || self.obstacles && !way.obstacles.is_empty()
    }
}

/// The surroundings of a cloth: floor and obstacles.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Height of the floor in metres, if there is one.
    pub floor: Option<f64>,
    /// All other obstacles.
    pub obstacles: Vec<Obstacle>,
}

/// An obstacle at rest: any triangles, in metres. They need not enclose a volume; only contacts with them are
/// prevented.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// The vertices.
    pub points: Vec<Point>,
    /// The triangles.
    pub faces: Vec<[u32; 3]>,
    /// The edges.
    pub edges: Vec<[u32; 2]>,
    /// For each triangle, the vertices and edges that it owns; each has one owner.
    pub owned: Vec<Owned>,
}

/// Vertices and edges owned by a triangle.
#[derive(Clone, Debug, Default)]
pub struct Owned {
    /// Indices of vertices.
    pub vertices: Vec<u32>,
    /// Indices of edges.
    pub edges: Vec<u32>,
}

impl Obstacle {
    /// An obstacle from triangles whose corners are indices into `points`.
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

    /// The bounding box of a triangle.
    pub fn bounds(&self, face: usize) -> Aabb {
        Aabb::around(self.faces[face].map(|p| self.points[p as usize]))
    }
}
