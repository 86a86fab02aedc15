//! The features that a cell of the grid owns, so that every pair of features belongs to one pair of cells.
//!
//! A cell owns its lower left particle, its lower and left edges, its diagonal, and its two triangles; cells
//! in the last column and row also own the border. The box of a cell contains all these features, since it
//! contains the four corners.

use super::moving::{Gap, Moving};
use crate::cloth::step::Features;

/// The features of a cell with their boxes.
pub struct Cell {
    pub(super) vertices: FeatureArray<4>,
    pub(super) edges: FeatureArray<5>,
    pub(super) faces: FeatureArray<2>,
}

/// An array of features with their moving boxes, of which the first `count` belong to the cell.
pub(super) struct FeatureArray<const N: usize> {
    pub(super) count: usize,
    pub(super) index: [u32; N],
    pub(super) boxes: [Moving; N],
}

impl<const N: usize> FeatureArray<N> {
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Moving)> {
        self.index[..self.count].iter().copied().zip(&self.boxes)
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.index.swap(i, j);
        self.boxes.swap(i, j);
    }
}

impl Cell {
    /// The cell in column x and row y of a grid of `cells` × `cells`, from the boxes of its particles.
    #[inline(always)]
    pub fn new(cells: usize, x: usize, y: usize, points: &[Moving]) -> Self {
        let side = cells + 1;
        let corner = y * side + x;
        let (a, b) = (points[corner], points[corner + 1]);
        let (c, d) = (points[corner + side], points[corner + side + 1]);
        let (up, diagonal, lower) = (cells * side + corner, 2 * cells * side, y * cells + x);
        let middle = b.union(&c);
        let (at, edge) = (corner as u32, lower as u32);
        let vertices = FeatureArray {
            count: 1,
            index: [at, at + 1, at + side as u32, at + side as u32 + 1],
            boxes: [a, b, c, d],
        };
        let edges = FeatureArray {
            count: 3,
            index: [edge, up as u32, diagonal as u32 + edge, up as u32 + 1, edge + cells as u32],
            boxes: [a.union(&b), a.union(&c), middle, b.union(&d), c.union(&d)],
        };
        let faces = FeatureArray {
            count: 2,
            index: [2 * edge, 2 * edge + 1],
            boxes: [a.union(&middle), d.union(&middle)],
        };
        let mut cell = Self { vertices, edges, faces };
        let (last_x, last_y) = (x + 1 == cells, y + 1 == cells);
        if last_x || last_y {
            cell.take_border(last_x, last_y);
        }
        cell
    }

    fn take_border(&mut self, last_x: bool, last_y: bool) {
        if !last_x {
            self.vertices.swap(1, 2);
            self.edges.swap(3, 4);
        }
        self.vertices.count = if last_x && last_y { 4 } else { 2 };
        self.edges.count = if last_x && last_y { 5 } else { 4 };
    }

    /// Passes to `take` all pairs of features of the two cells whose boxes are within the gap.
    pub fn against(&self, other: &Self, gap: Gap, mut take: impl FnMut(Features)) {
        for (one, two) in [(self, other), (other, self)] {
            for (vertex, bounds) in one.vertices.iter() {
                for (face, triangle) in two.faces.iter() {
                    if bounds.meets(triangle, gap) {
                        take(Features::VertexFace(vertex, face));
                    }
                }
            }
        }
        for (first, bounds) in self.edges.iter() {
            for (second, edge) in other.edges.iter() {
                if bounds.meets(edge, gap) {
                    take(Features::EdgeEdge(first.min(second), first.max(second)));
                }
            }
        }
    }

    /// Passes to `take` all pairs of features within the cell.
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
