//! A step of a cloth: every particle moves along a straight line, and features may collide on the way.

use super::mesh::ClothMesh;
use crate::geometry::Point;

/// Positions of the particles at both ends of a step, metres. In between every particle moves with constant
/// velocity; time 0 is the start, time 1 the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Positions at time 0.
    pub start: Vec<Point>,
    /// Positions at time 1.
    pub end: Vec<Point>,
}

/// Two features of a cloth that may collide.
///
/// Pairs that share a particle are excluded, because they always touch. A contact between two triangles with
/// a common particle is still found: at such a contact a corner of one meets the other, or two sides meet,
/// without a common particle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Features {
    /// Indices of a particle and a triangle.
    VertexFace(u32, u32),
    /// Indices of two edges, the smaller one first.
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

    /// True if the features have a common particle.
    #[inline]
    pub fn share(self, mesh: &ClothMesh) -> bool {
        let [a, b, c, d] = self.particles(mesh);
        match self {
            Self::VertexFace(..) => a == b || a == c || a == d,
            Self::EdgeEdge(..) => a == c || a == d || b == c || b == d,
        }
    }
}

/// Two features that collide during the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The features.
    pub features: Features,
    /// A lower bound of the time of the first contact, from 0 to 1.
    pub time: f64,
}

impl Step {
    /// The four particles at both ends of the step.
    #[inline(always)]
    pub fn ends(&self, [a, b, c, d]: [u32; 4]) -> [[Point; 4]; 2] {
        // An array expression, since `map` would not be inlined for this much code.
        let at = |of: &[Point]| [of[a as usize], of[b as usize], of[c as usize], of[d as usize]];
        [at(&self.start), at(&self.end)]
    }

    /// Position of a particle at a time from 0 to 1.
    pub fn at(&self, particle: usize, time: f64) -> Point {
        let (from, to) = (self.start[particle], self.end[particle]);
        from + (to - from) * time
    }
}
