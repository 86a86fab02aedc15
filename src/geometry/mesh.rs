//! A triangle mesh, counter-clockwise seen from outside. Whether it is closed or convex is checked on demand.

use super::{Aabb, Point, Vector, convexity};

/// Vertices shared between triangles. Indices are in range: [`Mesh::new`] checks them.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    vertices: Vec<Point>,
    triangles: Vec<[u32; 3]>,
}

/// Why a list of vertices and triangles is no mesh, or no convex one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// The list of triangles is empty.
    #[error("the mesh has no triangles")]
    Empty,
    /// A coordinate is NaN or infinite.
    #[error("vertex {0} has a coordinate that is not a finite number")]
    NotFinite(usize),
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} uses vertex {vertex}, but there are only {count} (numbered from 0)")]
    IndexOutOfRange {
        /// Index of the triangle, from 0.
        triangle: usize,
        /// The vertex index that it uses.
        vertex: u32,
        /// How many vertices there are; indices are below this.
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
    /// Closed and consistent, but a separate part of the surface faces inwards where there is nothing to hollow.
    #[error("a separate part of the surface is inside out: triangle {0} faces inwards")]
    InsideOut(usize),
    /// Some vertex lies in front of some face.
    #[error("the mesh is not convex: vertex {vertex} lies {distance:.3e} m in front of triangle {triangle}")]
    NotConvex {
        /// Index of the face's triangle, from 0.
        triangle: usize,
        /// Index of the vertex in front of it, from 0.
        vertex: usize,
        /// How far in front, in metres.
        distance: f64,
    },
    /// The points are too close to one plane, in too many places, for their hull to be computed.
    #[error("no hull could be computed: too many of the points are nearly, but not quite, in one plane")]
    NoHull,
    /// Several copies of one convex surface, or one wound several times around.
    #[error("the mesh is not convex: its surface goes {0} times around what it encloses")]
    Layers(u32),
    /// All points in one plane, or fewer than four.
    #[error("the shape is flat: it encloses no volume")]
    Flat,
}

impl Mesh {
    /// Checks that there is a triangle, all coordinates are finite and all indices in range.
    pub fn new(vertices: Vec<Point>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        if let Some(i) = vertices.iter().position(|p| !p.coords.iter().all(|c| c.is_finite())) {
            return Err(MeshError::NotFinite(i));
        }
        for (triangle, t) in triangles.iter().enumerate() {
            if let Some(&vertex) = t.iter().find(|&&v| v as usize >= vertices.len()) {
                return Err(MeshError::IndexOutOfRange { triangle, vertex, count: vertices.len() });
            }
        }
        Ok(Self { vertices, triangles })
    }

    /// Vertex positions, metres, in the mesh's own coordinates.
    pub fn vertices(&self) -> &[Point] {
        &self.vertices
    }

    /// Three vertex indices per triangle, counter-clockwise from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The three corners of triangle `index`, metres. Panics if there is no such triangle.
    pub fn corners(&self, index: usize) -> [Point; 3] {
        self.triangles[index].map(|v| self.vertices[v as usize])
    }

    /// The smallest axis-aligned box around all vertices, used or not, in the mesh's own coordinates.
    pub fn aabb(&self) -> Aabb {
        Aabb::around(self.vertices.iter().copied())
    }

    /// Enclosed volume in cubic metres (divergence theorem); negative if the triangles face inwards.
    pub fn volume(&self) -> f64 {
        // Measured from a point of the mesh, so that a mesh far from the origin loses no digits.
        let o = self.vertices[0];
        let six_volumes: f64 = (0..self.triangles.len())
            .map(|i| {
                let [p, q, r] = self.corners(i);
                (p - o).dot(&(q - o).cross(&(r - o)))
            })
            .sum();
        six_volumes / 6.0
    }

    /// Outward normal of triangle `index`, of length twice its area; zero for a degenerate one.
    pub fn area_normal(&self, index: usize) -> Vector {
        let [p, q, r] = self.corners(index);
        (q - p).cross(&(r - p))
    }

    /// The same mesh with every triangle facing the other way.
    pub fn flipped(mut self) -> Self {
        for t in &mut self.triangles {
            t.swap(1, 2);
        }
        self
    }

    /// Whether every edge has exactly two triangles, which run along it in opposite directions. The error
    /// names an edge where it is not so.
    pub fn check_closed(&self) -> Result<(), MeshError> {
        convexity::check_closed(&convexity::sorted_half_edges(self))
    }

    /// The error's text with the places in space of the vertices and triangles that it names by number.
    pub fn explain(&self, error: &MeshError) -> String {
        let show = |v: u32| {
            let place = self.vertices.get(v as usize);
            place.map_or("nowhere".into(), |p| format!("({}, {}, {})", p.x, p.y, p.z))
        };
        match *error {
            MeshError::Open(a, b) | MeshError::NonManifold(a, b, _) | MeshError::Twisted(a, b) => {
                format!("{error} (from {} to {})", show(a), show(b))
            }
            MeshError::InsideOut(triangle) => match self.triangles.get(triangle) {
                Some(t) => format!("{error} (the one at {}, {}, {})", show(t[0]), show(t[1]), show(t[2])),
                None => error.to_string(),
            },
            _ => error.to_string(),
        }
    }

    /// Whether the surface is closed, faces outwards, has one layer and no vertex lies in front of any face
    /// by more than 1e-6 of the mesh's size. The error names the face's largest triangle and the vertex
    /// farthest in front of it. Takes about n log n.
    pub fn check_convex(&self) -> Result<(), MeshError> {
        convexity::check(self, 1e-6)
    }
}
