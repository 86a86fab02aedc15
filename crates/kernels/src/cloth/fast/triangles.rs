//! Moving boxes over the triangles of a garment: a binary tree by the triangles' rest positions.
//!
//! A leaf is a triangle with the particles and edges that it owns. Each feature has one owner, so every pair
//! of features belongs to one pair of leaves, or to one leaf. There are no certificates: a garment has no
//! coordinates u and v.

use super::cells::{Cell, FeatureArray};
use super::moving::{Gap, Moving};
use crate::cloth::mesh::{ClothMesh, ascending, sides};
use crate::cloth::step::{Features, Step};
use crate::geometry::Point;

/// The tree of a garment.
pub struct Triangles {
    /// Children before their parents; the last node is the root.
    nodes: Vec<Node>,
    boxes: Vec<Moving>,
    points: Vec<Moving>,
    origin: Point,
}

/// A node of the tree.
enum Node {
    /// An inner node, by the indices of its children.
    Children([usize; 2]),
    /// A triangle, with its corners and the particles and edges that it owns.
    Leaf(LeafTriangle),
}

struct LeafTriangle {
    face: u32,
    corners: [u32; 3],
    vertices: Vec<u32>,
    edges: Vec<(u32, [u32; 2])>,
}

impl Triangles {
    /// Builds the tree of a garment with at least one triangle.
    pub fn new(mesh: &ClothMesh) -> Self {
        let known: std::collections::HashMap<[u32; 2], u32> =
            mesh.edges.iter().enumerate().map(|(index, edge)| (ascending(*edge), index as u32)).collect();
        // The first triangle that uses a particle or an edge owns it.
        let (mut is_unowned, mut is_unowned_edge) =
            (vec![true; mesh.rest.len()], vec![true; mesh.edges.len()]);
        let mut leaf = |(face, corners): (usize, &[u32; 3])| {
            let vertices = corners.iter().copied().filter(|p| std::mem::take(&mut is_unowned[*p as usize]));
            let of_sides = sides(*corners).map(|side| (known[&ascending(side)], side));
            LeafTriangle {
                face: face as u32,
                corners: *corners,
                vertices: vertices.collect(),
                edges: of_sides
                    .into_iter()
                    .filter(|(edge, _)| std::mem::take(&mut is_unowned_edge[*edge as usize]))
                    .collect(),
            }
        };
        let leaves: Vec<(Point, LeafTriangle)> = mesh
            .faces
            .iter()
            .enumerate()
            .map(|face| {
                let [a, b, c] = face.1.map(|p| mesh.rest[p as usize].coords);
                (Point::from((a + b + c) / 3.0), leaf(face))
            })
            .collect();
        let mut nodes = Vec::with_capacity(2 * leaves.len());
        grow(&mut nodes, leaves);
        let boxes = vec![Moving::empty(); nodes.len()];
        Self { nodes, boxes, points: vec![Moving::empty(); mesh.rest.len()], origin: Point::origin() }
    }

    /// Updates all boxes.
    pub fn refit(&mut self, step: &Step) {
        self.origin = step.start.first().copied().unwrap_or_default();
        for (of, (a, b)) in self.points.iter_mut().zip(step.start.iter().zip(&step.end)) {
            *of = Moving::of_point(a, b, &self.origin);
        }
        for (index, node) in self.nodes.iter().enumerate() {
            self.boxes[index] = match node {
                Node::Children([a, b]) => self.boxes[*a].union(&self.boxes[*b]),
                Node::Leaf(leaf) => around(&self.points, &leaf.corners),
            };
        }
    }

    /// The box of a point at rest.
    pub fn still(&self, point: &Point) -> Moving {
        Moving::of_point(point, point, &self.origin)
    }

    /// Appends all pairs of features that may come within the gap; stops when there are more than `most` pairs.
    pub fn itself(&self, mesh: &ClothMesh, gap: Gap, most: usize, features: &mut Vec<Features>) {
        self.alone(self.nodes.len() - 1, gap, &mut |a, b| {
            self.cell(a).against(&self.cell(b), gap, |pair| {
                if !pair.share(mesh) {
                    features.push(pair);
                }
            });
            features.len() <= most
        });
    }

    /// Passes to `take` all triangles whose boxes come within the gap of this box, with the features that
    /// they own.
    pub fn cells(&self, bounds: &Moving, gap: Gap, take: &mut impl FnMut(&Cell)) {
        self.cells_under(self.nodes.len() - 1, bounds, gap, take);
    }

    fn cells_under(&self, index: usize, bounds: &Moving, gap: Gap, take: &mut impl FnMut(&Cell)) {
        if !self.boxes[index].meets(bounds, gap) {
            return;
        }
        match &self.nodes[index] {
            Node::Children(two) => two.iter().for_each(|child| self.cells_under(*child, bounds, gap, take)),
            Node::Leaf(leaf) => take(&self.cell(leaf)),
        }
    }

    /// Compares a subtree with itself until `take` returns `false`. A single triangle has no pairs, since all
    /// its features share particles.
    fn alone<'a>(
        &'a self,
        index: usize,
        gap: Gap,
        take: &mut impl FnMut(&'a LeafTriangle, &'a LeafTriangle) -> bool,
    ) -> bool {
        let Node::Children([a, b]) = self.nodes[index] else { return true };
        self.alone(a, gap, take) && self.alone(b, gap, take) && self.pair([a, b], gap, take)
    }

    fn pair<'a>(
        &'a self,
        [a, b]: [usize; 2],
        gap: Gap,
        take: &mut impl FnMut(&'a LeafTriangle, &'a LeafTriangle) -> bool,
    ) -> bool {
        if !self.boxes[a].meets(&self.boxes[b], gap) {
            return true;
        }
        match (&self.nodes[a], &self.nodes[b]) {
            (Node::Leaf(first), Node::Leaf(second)) => take(first, second),
            // Alternates between expanding one node and the other, so that neither stays large.
            (Node::Children(two), _) => two.iter().all(|child| self.pair([b, *child], gap, take)),
            (Node::Leaf(_), Node::Children(_)) => self.pair([b, a], gap, take),
        }
    }

    fn cell(&self, leaf: &LeafTriangle) -> Cell {
        let vertices = leaf.vertices.iter().map(|p| (*p, self.points[*p as usize]));
        let edges = leaf.edges.iter().map(|(edge, ends)| (*edge, around(&self.points, ends)));
        Cell::of_triangle(vertices, edges, (leaf.face, around(&self.points, &leaf.corners)))
    }
}

/// The union of these particles' boxes.
fn around(points: &[Moving], particles: &[u32]) -> Moving {
    particles.iter().fold(Moving::empty(), |all, p| all.union(&points[*p as usize]))
}

/// Builds the tree over the leaves, halving them along the axis of largest extent. Returns the index of its root.
fn grow(nodes: &mut Vec<Node>, mut leaves: Vec<(Point, LeafTriangle)>) -> usize {
    let node = if leaves.len() == 1
        && let Some((_, leaf)) = leaves.pop()
    {
        Node::Leaf(leaf)
    } else {
        let spread = |axis: usize| {
            let along = || leaves.iter().map(|(place, _)| place[axis]);
            along().fold(f64::NEG_INFINITY, f64::max) - along().fold(f64::INFINITY, f64::min)
        };
        let spreads = [0, 1, 2].map(spread);
        let axis = (0..3).max_by(|a, b| spreads[*a].total_cmp(&spreads[*b])).unwrap_or(0);
        leaves.sort_by(|a, b| a.0[axis].total_cmp(&b.0[axis]));
        let others = leaves.split_off(leaves.len() / 2);
        Node::Children([grow(nodes, leaves), grow(nodes, others)])
    };
    nodes.push(node);
    nodes.len() - 1
}

impl Cell {
    /// A triangle of a garment with the particles and edges that it owns, at most three of each, and their
    /// boxes.
    pub fn of_triangle(
        vertices: impl Iterator<Item = (u32, Moving)>,
        edges: impl Iterator<Item = (u32, Moving)>,
        face: (u32, Moving),
    ) -> Self {
        let faces = FeatureArray::of(std::iter::once(face));
        Self { vertices: FeatureArray::of(vertices), edges: FeatureArray::of(edges), faces }
    }

    /// The particles with their boxes.
    pub fn vertices(&self) -> impl Iterator<Item = (u32, &Moving)> {
        self.vertices.iter()
    }

    /// The edges with their boxes.
    pub fn edges(&self) -> impl Iterator<Item = (u32, &Moving)> {
        self.edges.iter()
    }

    /// The triangles with their boxes.
    pub fn faces(&self) -> impl Iterator<Item = (u32, &Moving)> {
        self.faces.iter()
    }
}

impl<const N: usize> FeatureArray<N> {
    /// Collects the first N features.
    fn of(all: impl Iterator<Item = (u32, Moving)>) -> Self {
        let mut array = Self { count: 0, index: [0; N], boxes: [Moving::empty(); N] };
        for (index, bounds) in all.take(N) {
            (array.index[array.count], array.boxes[array.count]) = (index, bounds);
            array.count += 1;
        }
        array
    }
}
