//! Two features that may collide, given by moving and fixed points; at least one belongs to the cloth.

use super::Obstacle;
use crate::cloth::detect::exact::kind;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};
use crate::continuous::Kind;
use crate::continuous::hybrid::first_contact;
use crate::geometry::Point;

/// A pair of features by four points, each of which is a particle of the cloth or fixed.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// The kind of the features.
    pub kind: Kind,
    /// The four points.
    pub points: [PairPoint; 4],
}

/// A point of a feature.
#[derive(Clone, Copy, Debug)]
pub enum PairPoint {
    /// A particle of the cloth.
    Particle(u32),
    /// A fixed point.
    Fixed(Point),
}

impl Meeting {
    /// A pair of the cloth with itself.
    pub fn of_cloth(mesh: &ClothMesh, features: Features) -> Self {
        Self { kind: kind(features), points: features.particles(mesh).map(PairPoint::Particle) }
    }

    /// A particle of the cloth and a triangle of an obstacle.
    pub fn particle(vertex: u32, obstacle: &Obstacle, face: usize) -> Self {
        let [a, b, c] = obstacle.faces[face].map(|p| PairPoint::Fixed(obstacle.points[p as usize]));
        Self { kind: Kind::VertexFace, points: [PairPoint::Particle(vertex), a, b, c] }
    }

    /// A triangle of the cloth and a vertex of an obstacle.
    pub fn face(mesh: &ClothMesh, face: u32, still: Point) -> Self {
        let [a, b, c] = mesh.faces[face as usize].map(PairPoint::Particle);
        Self { kind: Kind::VertexFace, points: [PairPoint::Fixed(still), a, b, c] }
    }

    /// An edge of the cloth and one of an obstacle.
    pub fn edges(mesh: &ClothMesh, edge: u32, still: [Point; 2]) -> Self {
        let ([a, b], [c, d]) =
            (mesh.edges[edge as usize].map(PairPoint::Particle), still.map(PairPoint::Fixed));
        Self { kind: Kind::EdgeEdge, points: [a, b, c, d] }
    }

    /// Positions of the four points.
    #[inline(always)]
    pub fn at(&self, positions: &[Point]) -> [Point; 4] {
        let at = |point: &PairPoint| match point {
            PairPoint::Particle(p) => positions[*p as usize],
            PairPoint::Fixed(p) => *p,
        };
        // An array expression, since `map` would not be inlined for this much code.
        let [a, b, c, d] = &self.points;
        [at(a), at(b), at(c), at(d)]
    }

    /// The particles among the four points.
    pub fn particles(&self) -> impl Iterator<Item = usize> + '_ {
        self.points.iter().filter_map(|point| match point {
            PairPoint::Particle(p) => Some(*p as usize),
            PairPoint::Fixed(_) => None,
        })
    }

    /// A time no later than when the features first come within `gap`; `None` if they do not.
    pub fn first_contact(&self, step: &Step, gap: f64) -> Option<f64> {
        first_contact(self.kind, &self.at(&step.start), &self.at(&step.end), gap)
    }
}
