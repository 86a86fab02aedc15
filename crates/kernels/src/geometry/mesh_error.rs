//! Errors in a list of vertices and triangles.

/// The reason why a list of vertices and triangles is not a mesh, or not a convex one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// The list of triangles is empty.
    #[error("the mesh has no triangles")]
    Empty,
    /// A coordinate is NaN or infinite.
    #[error("vertex {0} has a coordinate that is not a finite number")]
    NotFinite(usize),
    /// A triangle uses a vertex that does not exist.
    #[error("triangle {triangle} uses vertex {vertex}, but there are only {count} (numbered from 0)")]
    IndexOutOfRange {
        /// Index of the triangle, from 0.
        triangle: usize,
        /// The vertex index that is out of range.
        vertex: u32,
        /// Number of vertices; valid indices are below this.
        count: usize,
    },
    /// An edge has a triangle on one side only.
    #[error(
        "the surface is not closed: the edge from vertex {0} to vertex {1} has no triangle on its other side"
    )]
    Open(u32, u32),
    /// More than two triangles meet at an edge.
    #[error(
        "the surface is not a manifold: {2} triangles meet at the edge from vertex {0} to vertex {1}, where two \
         should"
    )]
    NonManifold(u32, u32, usize),
    /// Two triangles run along their common edge in the same direction.
    #[error(
        "the surface is turned inside out somewhere: the two triangles at the edge from vertex {0} to vertex {1} \
         face opposite ways"
    )]
    Twisted(u32, u32),
    /// The surface is closed and consistent, but a separate part faces inwards without being the wall of a
    /// hollow.
    #[error("a separate part of the surface is inside out: triangle {0} faces inwards")]
    InsideOut(usize),
    /// Some vertex lies in front of some face.
    #[error("the mesh is not convex: vertex {vertex} lies {distance:.3e} m in front of triangle {triangle}")]
    NotConvex {
        /// Index of the face's triangle, from 0.
        triangle: usize,
        /// Index of the vertex in front of the face, from 0.
        vertex: usize,
        /// Distance in front of the face, metres.
        distance: f64,
    },
    /// Several copies of one convex surface, or one surface wound several times around.
    #[error("the mesh is not convex: its surface winds {0} times around its volume")]
    Layers(u32),
    /// The construction of the hull makes more than this number of faces.
    #[error("its convex hull needs more than {0} faces during construction; use fewer points")]
    TooLarge(usize),
    /// All points lie in one plane, or there are fewer than four.
    #[error("the shape is flat: it encloses no volume")]
    Flat,
}
