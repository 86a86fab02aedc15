//! What a cell of the grid owns, so that every pair of features belongs to one pair of cells.
//!
//! A cell owns its lower left particle, its lower and left edge, its diagonal, and its two triangles; the last column and row
//! own the border, too. The box of a cell contains all of it, since it contains its four corners.

use super::lanes::Moving;
use crate::cloth::step::Features;

/// Features of one cell with their boxes.
pub struct Cell {
    vertices: Few<4>,
    edges: Few<5>,
    faces: Few<2>,
}

/// Features with their moving boxes, of which the first `count` belong to the cell.
struct Few<const N: usize> {
    count: usize,
    index: [u32; N],
    boxes: [Moving; N],
}

impl<const N: usize> Few<N> {
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (u32, &Moving)> {
        self.index[..self.count].iter().copied().zip(&self.boxes)
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.index.swap(i, j);
        self.boxes.swap(i, j);
    }
}

impl Cell {
    /// The cell in column x and row y of a grid of `cells` × `cells`, from the boxes of its particles.
    #[inline]
    pub fn new(cells: usize, x: usize, y: usize, points: &[Moving]) -> Self {
        let side = cells + 1;
        let corner = y * side + x;
        let [a, b, c, d] = [0, 1, side, side + 1].map(|next| points[corner + next]);
        let (up, diagonal, lower) = (cells * side + corner, 2 * cells * side, y * cells + x);
        let middle = b.union(&c);
        let (last_x, last_y) = (x + 1 == cells, y + 1 == cells);
        let mut vertices =
            Few { count: 1, index: [0, 1, side, side + 1].map(|n| (corner + n) as u32), boxes: [a, b, c, d] };
        let mut edges = Few {
            count: 3,
            index: [lower, up, diagonal + lower, up + 1, lower + cells].map(|n| n as u32),
            boxes: [a.union(&b), a.union(&c), middle, b.union(&d), c.union(&d)],
        };
        if last_x || last_y {
            if !last_x {
                vertices.swap(1, 2);
                edges.swap(3, 4);
            }
            vertices.count = if last_x && last_y { 4 } else { 2 };
            edges.count = if last_x && last_y { 5 } else { 4 };
        }
        let index = [2 * lower as u32, 2 * lower as u32 + 1];
        Self { vertices, edges, faces: Few { count: 2, index, boxes: [a.union(&middle), d.union(&middle)] } }
    }

    /// Its particles with their boxes.
    pub fn vertices(&self) -> impl Iterator<Item = (u32, &Moving)> {
        self.vertices.iter()
    }

    /// Its edges with their boxes.
    pub fn edges(&self) -> impl Iterator<Item = (u32, &Moving)> {
        self.edges.iter()
    }

    /// Its triangles with their boxes.
    pub fn faces(&self) -> impl Iterator<Item = (u32, &Moving)> {
        self.faces.iter()
    }

    /// All pairs of a feature of this cell with one of the other whose boxes meet.
    #[inline]
    pub fn against(&self, other: &Self, mut take: impl FnMut(Features)) {
        for (one, two) in [(self, other), (other, self)] {
            for (vertex, bounds) in one.vertices.iter() {
                for (face, triangle) in two.faces.iter() {
                    if bounds.meets(triangle) {
                        take(Features::VertexFace(vertex, face));
                    }
                }
            }
        }
        for (first, bounds) in self.edges.iter() {
            for (second, edge) in other.edges.iter() {
                if bounds.meets(edge) {
                    take(Features::EdgeEdge(first.min(second), first.max(second)));
                }
            }
        }
    }

    /// All pairs of features within the cell.
    pub fn alone(&self, mut take: impl FnMut(Features)) {
        for (vertex, _) in self.vertices.iter() {
            self.faces.iter().for_each(|(face, _)| take(Features::VertexFace(vertex, face)));
        }
        for (place, (first, _)) in self.edges.iter().enumerate() {
            for (second, _) in self.edges.iter().skip(place + 1) {
                take(Features::EdgeEdge(first.min(second), first.max(second)));
            }
        }
    }
}
