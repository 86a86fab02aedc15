//! A step of a cloth: every particle moves on a straight line, and what can meet on the way.

use super::mesh::ClothMesh;
use crate::geometry::Point;

/// Positions at both ends of a step, in metres. In between every particle moves straight and evenly: time 0 is the start,
/// 1 the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Of every particle at time 0.
    pub start: Vec<Point>,
    /// Of every particle at time 1.
    pub end: Vec<Point>,
}

/// Two features of a cloth that could meet.
///
/// Pairs that share a particle are none: they touch at all times. A point of contact of two triangles with a common
/// particle is still found, because there a corner of one meets the other, or two sides meet, without a common particle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Features {
    /// A particle and a triangle, by their indices.
    VertexFace(u32, u32),
    /// Two edges by their indices, the smaller one first.
    EdgeEdge(u32, u32),
}

impl Features {
    /// The four particles: vertex and corners, or the ends of both edges.
    #[inline]
    pub fn particles(self, mesh: &ClothMesh) -> [u32; 4] {
        match self {
            Self::VertexFace(vertex, face) => {
                let [a, b, c] = mesh.faces[face as usize];
                [vertex, a, b, c]
            }
            Self::EdgeEdge(first, second) => {
                let ([a, b], [c, d]) = (mesh.edges[first as usize], mesh.edges[second as usize]);
                [a, b, c, d]
            }
        }
    }

    /// Whether they have a particle in common.
    #[inline]
    pub fn share(self, mesh: &ClothMesh) -> bool {
        let [a, b, c, d] = self.particles(mesh);
        match self {
            Self::VertexFace(..) => a == b || a == c || a == d,
            Self::EdgeEdge(..) => a == c || a == d || b == c || b == d,
        }
    }
}

/// Two features that meet during the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Which.
    pub features: Features,
    /// When, 0 to 1: never later than their first contact.
    pub time: f64,
}

impl Step {
    /// The four particles at both ends of the step.
    #[inline(always)]
    pub fn ends(&self, [a, b, c, d]: [u32; 4]) -> [[Point; 4]; 2] {
        // Not `map`, which is not inlined for as much as this.
        let at = |of: &[Point]| [of[a as usize], of[b as usize], of[c as usize], of[d as usize]];
        [at(&self.start), at(&self.end)]
    }

    /// The particle at a time from 0 to 1.
    pub fn at(&self, particle: usize, time: f64) -> Point {
        let (from, to) = (self.start[particle], self.end[particle]);
        from + (to - from) * time
    }
}
