//! A closed triangle mesh, counter-clockwise seen from outside.

use super::{Aabb, Point, Vector};

/// Vertices shared between triangles. Indices are in range: [`Mesh::new`] checks them.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    vertices: Vec<Point>,
    triangles: Vec<[u32; 3]>,
}

/// Why a list of vertices and triangles is no mesh, or no convex one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// Nothing to draw.
    #[error("the mesh has no triangles")]
    Empty,
    /// A coordinate is NaN or infinite.
    #[error("vertex {0} has a coordinate that is not a finite number")]
    NotFinite(usize),
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} uses vertex {vertex}, but there are only {count} (numbered from 0)")]
    IndexOutOfRange {
        /// Which triangle, from 0.
        triangle: usize,
        /// The index it uses.
        vertex: u32,
        /// How many vertices there are.
        count: usize,
    },
    /// An edge does not have exactly two triangles that run along it in opposite directions.
    #[error(
        "the surface is not closed: the edge from vertex {0} to vertex {1} has no triangle on its other side"
    )]
    Open(u32, u32),
    /// Some vertex lies in front of some face.
    #[error("the mesh is not convex: vertex {vertex} lies {distance:.3e} m in front of triangle {triangle}")]
    NotConvex {
        /// The face, from 0.
        triangle: usize,
        /// The vertex in front of it, from 0.
        vertex: usize,
        /// How far in front, in metres.
        distance: f64,
    },
    /// All points in one plane, or fewer than four.
    #[error("the shape is flat: it encloses no volume")]
    Flat,
}

impl Mesh {
    /// Checks the parts and puts them together.
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

    /// The corners, in metres.
    pub fn vertices(&self) -> &[Point] {
        &self.vertices
    }

    /// Three vertex indices per triangle, counter-clockwise from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The three corners of triangle `index`.
    pub fn corners(&self, index: usize) -> [Point; 3] {
        self.triangles[index].map(|v| self.vertices[v as usize])
    }

    /// The smallest axis-aligned box around the mesh.
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

    /// Whether the surface is closed, faces outwards and no vertex lies in front of any face by more
    /// than 1e-6 of the mesh's size.
    pub fn check_convex(&self) -> Result<(), MeshError> {
        self.check_closed()?;
        let size = self.aabb().extents().max();
        let tolerance = 1e-6 * size;
        if self.volume() <= 1e-12 * size.powi(3) {
            return Err(MeshError::Flat);
        }
        for triangle in 0..self.triangles.len() {
            let Some(n) = self.area_normal(triangle).try_normalize(1e-14 * size * size) else { continue };
            let [p, ..] = self.corners(triangle);
            for (vertex, v) in self.vertices.iter().enumerate() {
                let distance = n.dot(&(v - p));
                if distance > tolerance {
                    return Err(MeshError::NotConvex { triangle, vertex, distance });
                }
            }
        }
        Ok(())
    }

    /// Every directed edge is matched by exactly one in the other direction.
    fn check_closed(&self) -> Result<(), MeshError> {
        let mut edges: Vec<(u32, u32)> =
            self.triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).collect();
        edges.sort_unstable();
        for &(a, b) in &edges {
            let count = |e| edges.partition_point(|&x| x <= e) - edges.partition_point(|&x| x < e);
            if count((a, b)) != 1 || count((b, a)) != 1 {
                return Err(MeshError::Open(a, b));
            }
        }
        Ok(())
    }
}
