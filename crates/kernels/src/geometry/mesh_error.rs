//! Errors in a list of vertices and triangles.

use std::fmt;

/// The reason why a list of vertices and triangles is not a mesh, or not a convex one.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshError {
    /// The list of triangles is empty.
    Empty,
    /// A coordinate is NaN or infinite.
    NotFinite(usize),
    /// A triangle uses a vertex that does not exist.
    IndexOutOfRange {
        /// Index of the triangle, from 0.
        triangle: usize,
        /// The vertex index that is out of range.
        vertex: u32,
        /// Number of vertices; valid indices are below this.
        count: usize,
    },
    /// An edge has a triangle on one side only.
    Open(u32, u32),
    /// More than two triangles meet at an edge.
    NonManifold(u32, u32, usize),
    /// Two triangles run along their common edge in the same direction.
    Twisted(u32, u32),
    /// The surface is closed and consistent, but a separate part faces inwards without being the wall of a
    /// hollow.
    InsideOut(usize),
    /// Some vertex lies in front of some face.
    NotConvex {
        /// Index of the face's triangle, from 0.
        triangle: usize,
        /// Index of the vertex in front of the face, from 0.
        vertex: usize,
        /// Distance in front of the face, metres.
        distance: f64,
    },
    /// Several copies of one convex surface, or one surface wound several times around.
    Layers(u32),
    /// The construction of the hull makes more than this number of faces.
    TooLarge(usize),
    /// All points lie in one plane, or there are fewer than four.
    Flat,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the mesh has no triangles"),
            Self::NotFinite(vertex) => {
                write!(f, "vertex {vertex} has a coordinate that is not a finite number")
            }
            Self::IndexOutOfRange { triangle, vertex, count } => write!(
                f,
                "triangle {triangle} uses vertex {vertex}, but there are only {count} (numbered from 0)"
            ),
            Self::Open(from, to) => write!(
                f,
                "the surface is not closed: the edge from vertex {from} to vertex {to} has no triangle on its other side"
            ),
            Self::NonManifold(from, to, count) => write!(
                f,
                "the surface is not a manifold: {count} triangles meet at the edge from vertex {from} to vertex {to}, where two should"
            ),
            Self::Twisted(from, to) => write!(
                f,
                "the surface is turned inside out somewhere: the two triangles at the edge from vertex {from} to vertex {to} face opposite ways"
            ),
            Self::InsideOut(triangle) => {
                write!(f, "a separate part of the surface is inside out: triangle {triangle} faces inwards")
            }
            Self::NotConvex { triangle, vertex, distance } => write!(
                f,
                "the mesh is not convex: vertex {vertex} lies {distance:.3e} m in front of triangle {triangle}"
            ),
            Self::Layers(count) => {
                write!(f, "the mesh is not convex: its surface winds {count} times around its volume")
            }
            Self::TooLarge(most) => write!(
                f,
                "its convex hull needs more than {most} faces during construction; use fewer points"
            ),
            Self::Flat => f.write_str("the shape is flat: it encloses no volume"),
        }
    }
}

impl std::error::Error for MeshError {}
