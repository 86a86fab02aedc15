//! A pair of features over one step: four points that move straight from where they start to where they end.

use crate::geometry::Point;

/// Which features of two meshes may touch first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Point 0 is the vertex, points 1, 2, 3 are the triangle.
    VertexFace,
    /// Points 0 and 1 are one edge, points 2 and 3 the other.
    EdgeEdge,
}

impl Kind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::EdgeEdge, Self::VertexFace];

    /// The word of the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::EdgeEdge => "edge-edge",
            Self::VertexFace => "vertex-face",
        }
    }
}

/// One question: do these features touch between time 0 and time 1, both included?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// What the points are.
    pub kind: Kind,
    /// Where they are at time 0.
    pub start: [Point; 4],
    /// Where they are at time 1.
    pub end: [Point; 4],
}
