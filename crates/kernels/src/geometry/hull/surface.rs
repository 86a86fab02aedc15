//! A closed surface of triangles that grows by points: the step that quickhull and the expanding polytope share.
//!
//! A new vertex replaces the faces that it lies in front of. With an exact predicate these faces are connected, the
//! edges around the gap form a closed line, and each of them becomes a face with the new vertex.

use std::ops::Range;

/// A triangle of the surface.
pub struct Face {
    /// Numbers of the corners, counter-clockwise seen from outside.
    pub corners: [u32; 3],
    /// For i = 0, 1, 2: the face across the edge from corner i to corner i + 1.
    pub neighbours: [u32; 3],
    /// Faces that a later vertex has replaced; they keep their indices.
    pub is_gone: bool,
}

/// A closed surface; points are known to it by number only.
pub struct Surface {
    faces: Vec<Face>,
    /// Working memory of [`Surface::add_vertex`]. For each edge of the gap: start vertex, end vertex, and the face
    /// beyond the edge.
    gap: Vec<(u32, u32, u32)>,
    /// For each vertex around the gap, the new face whose edge begins there.
    face_from: Vec<u32>,
}

impl Surface {
    /// A tetrahedron. Its fourth corner must lie behind the triangle of the others.
    pub fn tetrahedron([a, b, c, d]: [u32; 4]) -> Self {
        let neighbours = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
        let corners = [[a, b, c], [b, a, d], [c, b, d], [a, c, d]];
        let faces = corners.into_iter().zip(neighbours);
        let faces = faces.map(|(corners, neighbours)| Face { corners, neighbours, is_gone: false }).collect();
        Self { faces, gap: Vec::new(), face_from: Vec::new() }
    }

    /// All faces, replaced ones included.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Adds the point `vertex`, which lies in front of `face`. `sees` tells by the corners of a face whether the point
    /// lies strictly in front of it; `replace` gets every face that is replaced. Returns the indices of the new faces.
    pub fn add_vertex(
        &mut self,
        vertex: u32,
        face: u32,
        sees: impl Fn([u32; 3]) -> bool,
        mut replace: impl FnMut(u32),
    ) -> Range<u32> {
        // Collect the faces to remove, and the edges around them with the faces beyond.
        self.gap.clear();
        let mut open = vec![face];
        self.faces[face as usize].is_gone = true;
        while let Some(face) = open.pop() {
            let Face { corners, neighbours, .. } = self.faces[face as usize];
            replace(face);
            for (i, beyond) in neighbours.into_iter().enumerate() {
                let other = &mut self.faces[beyond as usize];
                if other.is_gone {
                    continue;
                }
                if sees(other.corners) {
                    other.is_gone = true;
                    open.push(beyond);
                } else {
                    self.gap.push((corners[i], corners[(i + 1) % 3], beyond));
                }
            }
        }

        // Add a face for every edge of the gap.
        let first = self.faces.len() as u32;
        for (new, &(from, to, beyond)) in (first..).zip(&self.gap) {
            self.faces.push(Face {
                corners: [from, to, vertex],
                neighbours: [beyond, new, new],
                is_gone: false,
            });
            if self.face_from.len() <= from as usize {
                self.face_from.resize(from as usize + 1, 0);
            }
            self.face_from[from as usize] = new;
            let beyond = &mut self.faces[beyond as usize];
            for i in 0..3 {
                if beyond.corners[i] == to && beyond.corners[(i + 1) % 3] == from {
                    beyond.neighbours[i] = new;
                }
            }
        }
        for (new, &(_, to, _)) in (first..).zip(&self.gap) {
            let next = self.face_from[to as usize];
            self.faces[new as usize].neighbours[1] = next;
            self.faces[next as usize].neighbours[2] = new;
        }
        first..self.faces.len() as u32
    }
}
