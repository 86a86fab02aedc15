//! A pair of features over one step: four points in linear motion.

use crate::geometry::Point;

/// The kind of a pair: which features may touch first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A vertex (point 0) and a triangle (points 1, 2, 3).
    VertexFace,
    /// An edge (points 0 and 1) and another edge (points 2 and 3).
    EdgeEdge,
}

impl Kind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::EdgeEdge, Self::VertexFace];

    /// Id on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::EdgeEdge => "edge-edge",
            Self::VertexFace => "vertex-face",
        }
    }
}

/// A query: whether these features touch between times 0 and 1, inclusive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// The kind of the features.
    pub kind: Kind,
    /// Positions at time 0.
    pub start: [Point; 4],
    /// Positions at time 1.
    pub end: [Point; 4],
}
