//! Continuous collision detection: the first contact of two linearly moving features.
//!
//! A vertex and a triangle, or two edges, of the cloth (source 5). [`first_contact`](hybrid::first_contact)
//! answers safely and fast; [`methods`] lists it with other methods for the same query.

pub mod closest;
pub mod crossing;
pub mod cubic;
pub mod differences;
#[cfg(feature = "methods")]
pub mod exact;
pub mod hybrid;
#[cfg(feature = "methods")]
pub mod inclusion;
pub mod many;
#[cfg(feature = "methods")]
pub mod methods;
#[cfg(feature = "methods")]
pub mod naive;
pub mod polynomial;

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
