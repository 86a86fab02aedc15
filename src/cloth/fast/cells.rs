//! What a cell of the grid owns, so that every pair of features belongs to one pair of cells.
//!
//! A cell owns its lower left particle, its lower and left edge, its diagonal, and its two triangles; the last column and row
//! own the border, too. The box of a cell contains all of it, since it contains its four corners.

use super::lanes::Moving;
use super::levels::moving;
use crate::cloth::step::{Features, Step};

/// Features of one cell with their boxes.
pub struct Cell {
    vertices: Few<4>,
    edges: Few<5>,
    faces: Few<2>,
}

/// A few features: index, and moving box.
struct Few<const N: usize> {
    count: usize,
    index: [u32; N],
    boxes: [Moving; N],
}

impl<const N: usize> Few<N> {
    #[inline(always)]
    fn none() -> Self {
        Self { count: 0, index: [0; N], boxes: [Moving::empty(); N] }
    }

    #[inline(always)]
    fn push(&mut self, index: usize, bounds: Moving) {
        self.index[self.count] = index as u32;
        self.boxes[self.count] = bounds;
        self.count += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (u32, &Moving)> {
        self.index[..self.count].iter().copied().zip(&self.boxes)
    }
}

impl Cell {
    /// The cell in column x and row y of a grid of `cells` × `cells`. Boxes grow by `pad` on every side.
    #[inline]
    pub fn new(cells: usize, x: usize, y: usize, step: &Step, pad: f32) -> Self {
        let side = cells + 1;
        let corner = y * side + x;
        let at = |p: usize| moving(&step.start[p].coords, &step.end[p].coords, pad);
        let [a, b, c, d] = [corner, corner + 1, corner + side, corner + side + 1].map(at);
        let mut cell = Self { vertices: Few::none(), edges: Few::none(), faces: Few::none() };
        let (up, diagonal) = (cells * side, 2 * cells * side);
        let middle = b.union(&c);
        cell.vertices.push(corner, a);
        cell.edges.push(y * cells + x, a.union(&b));
        cell.edges.push(up + corner, a.union(&c));
        cell.edges.push(diagonal + y * cells + x, middle);
        cell.faces.push(2 * (y * cells + x), a.union(&middle));
        cell.faces.push(2 * (y * cells + x) + 1, d.union(&middle));
        let (last_x, last_y) = (x + 1 == cells, y + 1 == cells);
        if last_x {
            cell.vertices.push(corner + 1, b);
            cell.edges.push(up + corner + 1, b.union(&d));
        }
        if last_y {
            cell.vertices.push(corner + side, c);
            cell.edges.push((y + 1) * cells + x, c.union(&d));
        }
        if last_x && last_y {
            cell.vertices.push(corner + side + 1, d);
        }
        cell
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
