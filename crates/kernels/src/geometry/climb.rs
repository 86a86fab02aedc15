//! Hill climbing: finds the vertex of a convex polyhedron farthest along a direction by moving between
//! neighbours.
//!
//! From a vertex, the search moves to a neighbour that lies farther, until there is none: on a convex
//! polyhedron that vertex is the farthest of all (a linear function has no local maximum there but the global
//! one). If the mesh deviates from convexity, by rounding or by the tolerance of the check, the vertex found
//! may fall short of the farthest by as much; for a strict bound, search all vertices. Cost: a few steps from
//! one of eight starts, instead of all vertices.

use super::{Mesh, Point, Vector};

/// The neighbours of every vertex, and eight start vertices.
#[derive(Clone, Debug)]
pub struct Climb {
    /// Farthest vertices along the eight diagonals; bit i of the index is set where component i is negative.
    starts: [u32; 8],
    /// Start of each vertex's neighbours in `neighbours`, and one more entry for the end of the last.
    first: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Climb {
    /// Heap memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.first.as_slice()) + size_of_val(self.neighbours.as_slice())
    }

    /// Collects the neighbours of every vertex, in time linear in the triangles.
    pub fn of(mesh: &Mesh) -> Self {
        let vertices = mesh.vertices();
        // A closed mesh has every edge once in each direction, so the first ends alone give all neighbours.
        let edges = || mesh.triangles().iter().flat_map(|&[p, q, r]| [(p, q), (q, r), (r, p)]);
        let mut first = vec![0; vertices.len() + 1];
        for (from, _) in edges() {
            first[from as usize + 1] += 1;
        }
        for i in 0..vertices.len() {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut neighbours = vec![0; first[vertices.len()] as usize];
        for (from, to) in edges() {
            neighbours[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        let used = mesh.triangles()[0][0];
        let mut climb = Self { starts: [used; 8], first, neighbours };
        climb.starts = std::array::from_fn(|octant| {
            let sign = |axis: usize| if octant >> axis & 1 == 1 { -1.0 } else { 1.0 };
            climb.from(used, vertices, &Vector::from_fn(|axis, _| sign(axis)))
        });
        climb
    }

    /// A vertex that no neighbour exceeds along `direction` (of any length).
    pub fn farthest(&self, vertices: &[Point], direction: &Vector) -> u32 {
        let octant = (0..3).fold(0, |octant, axis| octant | usize::from(direction[axis] < 0.0) << axis);
        self.from(self.starts[octant], vertices, direction)
    }

    /// A vertex that no neighbour exceeds along `direction`. The search begins at `start`, ideally near the
    /// result.
    #[inline]
    pub fn from(&self, start: u32, vertices: &[Point], direction: &Vector) -> u32 {
        self.watch(start, vertices, direction, |_| ())
    }

    /// Like [`Climb::from`], but calls `see` for every vertex visited, the start included.
    #[inline]
    pub fn watch(&self, start: u32, vertices: &[Point], direction: &Vector, mut see: impl FnMut(u32)) -> u32 {
        let along = |vertex: u32| direction.dot(&vertices[vertex as usize].coords);
        let (mut best, mut height) = (start, along(start));
        loop {
            see(best);
            let here = best as usize;
            let before = best;
            for &next in &self.neighbours[self.first[here] as usize..self.first[here + 1] as usize] {
                let there = along(next);
                if there > height {
                    (best, height) = (next, there);
                }
            }
            if best == before {
                return best;
            }
        }
    }
}
