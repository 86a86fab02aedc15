//! A triangle mesh, counter-clockwise seen from outside. Closedness and convexity are checked on demand.

use std::collections::HashMap;

use super::closed::{check_closed, sorted_half_edges};
use super::{Aabb, MeshError, Point, Vector};

/// A mesh with vertices shared between triangles. Indices are in range: [`Mesh::new`] checks them.
#[derive(Clone, Debug)]
pub struct Mesh {
    vertices: Vec<Point>,
    triangles: Vec<[u32; 3]>,
    /// Whether the mesh is a hull: an exact predicate has made it convex, so [`Mesh::check_convex`] skips the
    /// test.
    pub(super) is_hull: bool,
}

/// Meshes are equal if they have equal vertices and triangles in the same order.
impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.triangles == other.triangles
    }
}

impl Mesh {
    /// Creates a mesh. Checks that there is a triangle, and that all coordinates are finite and all indices
    /// in range.
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
        Ok(Self { vertices, triangles, is_hull: false })
    }

    /// A hull made by [`convex_hull`](super::hull::convex_hull): closed, convex and finite, with indices in
    /// range.
    pub(super) fn hull(vertices: Vec<Point>, triangles: Vec<[u32; 3]>) -> Self {
        Self { vertices, triangles, is_hull: true }
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
        // Relative to a vertex, so that a mesh far from the origin loses no digits.
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

    /// The mesh with all coordinates multiplied by a positive factor.
    pub fn scaled(&self, factor: f64) -> Self {
        let vertices = self.vertices.iter().map(|p| p * factor).collect();
        Self { vertices, triangles: self.triangles.clone(), is_hull: self.is_hull }
    }

    /// The mesh with every triangle reversed.
    pub fn flipped(mut self) -> Self {
        for t in &mut self.triangles {
            t.swap(1, 2);
        }
        self.is_hull = false;
        self
    }

    /// Checks that every edge has exactly two triangles, which run along it in opposite directions. The error
    /// names an edge that violates this.
    pub fn check_closed(&self) -> Result<(), MeshError> {
        check_closed(&sorted_half_edges(&self.triangles))
    }

    /// The text of `error` with coordinates in place of indices. `numbers` are the vertices' numbers in the
    /// source file; without them vertices are named by their coordinates alone.
    pub fn explain(&self, error: &MeshError, numbers: Option<&[u32]>) -> String {
        let place = |v: u32| {
            let place = self.vertices.get(v as usize);
            place.map_or("nowhere".into(), |p| format!("({}, {}, {})", p.x, p.y, p.z))
        };
        let named = |v: u32| match numbers.and_then(|numbers| numbers.get(v as usize)) {
            Some(number) => format!("vertex {number} at {}", place(v)),
            None => format!("the vertex at {}", place(v)),
        };
        let text = error.to_string();
        match *error {
            MeshError::Open(a, b) | MeshError::NonManifold(a, b, _) | MeshError::Twisted(a, b) => {
                text.replace(&format!("vertex {a} to vertex {b}"), &format!("{} to {}", named(a), named(b)))
            }
            MeshError::InsideOut(triangle) => match self.triangles.get(triangle) {
                Some(t) => {
                    let [a, b, c] = t.map(named);
                    text.replace(
                        &format!("triangle {triangle}"),
                        &format!("the triangle of {a}, {b} and {c}"),
                    )
                }
                None => text,
            },
            _ => text,
        }
    }
}

/// Numbers of places, in the order of their first points: points at the same place get the same number.
#[derive(Default)]
pub struct Places(HashMap<[u64; 3], u32>);

impl Places {
    /// The number of the point's place, and whether the place is new.
    pub fn number(&mut self, p: &Point) -> (u32, bool) {
        let new = self.0.len() as u32;
        // Adding zero makes -0 and 0 the same place.
        let number = *self.0.entry([p.x, p.y, p.z].map(|c| (c + 0.0).to_bits())).or_insert(new);
        (number, number == new)
    }
}
