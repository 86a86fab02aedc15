//! What keeps a cloth from passing through itself and through what lies in its way.

pub mod guard;
pub mod meeting;
pub mod pierced;
pub mod pushes;

use std::collections::BTreeMap;

use super::mesh::{ascending, sides};
use crate::geometry::{Aabb, Point};

/// What is kept from passing through what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// The cloth through itself.
    pub itself: bool,
    /// The cloth through floor and obstacles.
    pub obstacles: bool,
}

impl Response {
    /// Whether anything is kept apart but from the floor, which takes no search.
    pub fn searches(self, way: &Way) -> bool {
        self.itself || self.obstacles && !way.obstacles.is_empty()
    }
}

/// What lies in the way of a cloth.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Height of the floor in metres, if there is one.
    pub floor: Option<f64>,
    /// What else.
    pub obstacles: Vec<Obstacle>,
}

/// A solid that stands still in the way of a cloth: any triangles, and nothing but those is looked at. In metres.
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
