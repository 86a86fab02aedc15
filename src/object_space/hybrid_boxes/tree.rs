//! The tree of a shape: built once, in the shape's own coordinates, top-down, one triangle per leaf.
//!
//! Every node holds what does not change with the pose: the box's centre, axes and half sides, and the radius of
//! the sphere around it. A node's axis-aligned box is |R| r for the pose of the moment and belongs to a posed
//! node. All centres are relative to the root's centre, so a mesh far from its origin loses no digits, and the
//! boxes are grown by rounding of the whole body, not of the node.

use std::collections::HashMap;

use crate::geometry::{Fit, Mesh, Obb, Point, Vector};

use crate::hierarchies::separating_axes::ROUNDING;

/// Nodes of at most this many triangles take the covariance of their own triangles.
/// Differs from the paper: a hull of so few costs more than it tightens.
const FEW: usize = 8;

/// A binary tree of boxes over the triangles of a mesh.
#[derive(Debug)]
pub struct Tree {
    /// The root first; the two children of a node are neighbours.
    pub nodes: Vec<Node>,
    /// The root's centre in the shape's coordinates, metres.
    pub origin: Point,
    /// Radius in metres of a sphere around the root's centre that holds all.
    pub reach: f64,
    /// The mesh's vertices, metres from [`Tree::origin`].
    vertices: Vec<Vector>,
    /// The mesh's triangles, as indices into the vertices.
    triangles: Vec<[u32; 3]>,
    /// For each connected part of the surface, its extreme vertices along the root's axes.
    pub shells: Vec<[Vector; 6]>,
}

/// One box of the tree, along the axes of the shape's own coordinates.
#[derive(Clone, Debug)]
pub struct Node {
    /// Metres from the tree's origin.
    pub center: Vector,
    /// Unit vectors at right angles to each other.
    pub axes: [Vector; 3],
    /// Half the sides along them, metres.
    pub half: Vector,
    /// Radius in metres of the sphere around the box, on the same centre.
    pub radius: f64,
    /// The node's triangle or its children.
    pub below: Below,
}

/// What lies below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// The triangle of this index in the mesh.
    Triangle(u32),
    /// The nodes of this index and the next.
    Children(u32),
}

impl Tree {
    /// Fits boxes and splits until every leaf has one triangle.
    pub fn build(mesh: &Mesh, fit: Fit) -> Self {
        let root = Obb::of_mesh(mesh, fit);
        let origin = root.center;
        let vertices: Vec<Vector> = mesh.vertices().iter().map(|v| v - origin).collect();
        let reach = root.half.norm();
        let mut tree = Self {
            // A binary tree with one triangle per leaf.
            nodes: Vec::with_capacity(2 * mesh.triangles().len()),
            origin,
            reach,
            vertices,
            triangles: mesh.triangles().to_vec(),
            shells: vec![],
        };
        tree.nodes.push(tree.node(&Obb { center: Point::origin(), ..root }));

        let mut order = tree.with_area();
        let mut open = vec![(0, 0..order.len())];
        while let Some((node, range)) = open.pop() {
            if let [triangle] = order[range.clone()] {
                tree.nodes[node].below = Below::Triangle(triangle);
                continue;
            }
            let middle = range.start + tree.split(node, &mut order[range.clone()]);
            let first = tree.nodes.len();
            tree.nodes[node].below = Below::Children(first as u32);
            for (child, part) in [(first, range.start..middle), (first + 1, middle..range.end)] {
                let bounds = tree.fit(&order[part.clone()], fit);
                tree.nodes.push(tree.node(&bounds));
                open.push((child, part));
            }
        }
        tree.shells = tree.find_shells();
        tree
    }

    /// The corners of triangle `index`, metres from [`Tree::origin`].
    pub fn corners(&self, index: u32) -> [Vector; 3] {
        self.triangles[index as usize].map(|v| self.vertices[v as usize])
    }

    /// The corners of all triangles, in the mesh's order, metres from [`Tree::origin`].
    pub fn all_corners(&self) -> impl Iterator<Item = [Vector; 3]> + '_ {
        (0..self.triangles.len() as u32).map(|t| self.corners(t))
    }

    fn node(&self, bounds: &Obb) -> Node {
        let half = bounds.half.add_scalar(ROUNDING * self.reach);
        let (center, axes) = (bounds.center.coords, bounds.axes);
        Node { center, axes, half, radius: half.norm(), below: Below::Triangle(0) }
    }

    /// The triangles that have an area. The others lie on edges of their neighbours, so the surface is whole
    /// without them; if there is no other, all.
    fn with_area(&self) -> Vec<u32> {
        let all = 0..self.triangles.len() as u32;
        let has_area = |&t: &u32| {
            let [p, q, r] = self.corners(t);
            let longest = (q - p).norm().max((r - q).norm()).max((p - r).norm());
            (q - p).cross(&(r - p)).norm() > ROUNDING * self.reach * longest
        };
        let some: Vec<u32> = all.clone().filter(has_area).collect();
        if some.is_empty() { all.collect() } else { some }
    }

    fn fit(&self, triangles: &[u32], fit: Fit) -> Obb {
        let surface = || triangles.iter().map(|&t| self.corners(t).map(Point::from));
        if let [triangle] = *triangles {
            return Obb::of_triangle(self.corners(triangle).map(Point::from));
        }
        let mut used: Vec<u32> = triangles.iter().flat_map(|&t| self.triangles[t as usize]).collect();
        used.sort_unstable();
        used.dedup();
        let points: Vec<Point> = used.iter().map(|&v| Point::from(self.vertices[v as usize])).collect();
        if triangles.len() <= FEW {
            return Obb::around_surface(&points, surface(), fit);
        }
        Obb::around(&points, surface(), fit)
    }

    /// Sorts a node's triangles into two parts and says where the second begins: at the middle of the box's
    /// longest side by their centroids; if all lie on one side, of the next longest; then by index.
    fn split(&self, node: usize, triangles: &mut [u32]) -> usize {
        let Node { center, axes, half, .. } = &self.nodes[node];
        let mut by_length = [0, 1, 2];
        by_length.sort_by(|&i, &j| half[j].total_cmp(&half[i]));
        for axis in by_length.map(|i| axes[i]) {
            let before = |&t: &u32| {
                let [p, q, r] = self.corners(t);
                axis.dot(&((p + q + r) / 3.0 - center)) < 0.0
            };
            let (first, second): (Vec<u32>, Vec<u32>) = triangles.iter().partition(|t| before(t));
            let middle = first.len();
            triangles[..middle].copy_from_slice(&first);
            triangles[middle..].copy_from_slice(&second);
            if 0 < middle && middle < triangles.len() {
                return middle;
            }
        }
        triangles.sort_unstable();
        triangles.len() / 2
    }

    fn find_shells(&self) -> Vec<[Vector; 6]> {
        // Each vertex points to another of its part, the last to itself.
        let mut next: Vec<u32> = (0..self.vertices.len() as u32).collect();
        fn last(next: &mut [u32], mut v: u32) -> u32 {
            while next[v as usize] != v {
                next[v as usize] = next[next[v as usize] as usize];
                v = next[v as usize];
            }
            v
        }
        for &[i, j, k] in &self.triangles {
            let (i, j, k) = (last(&mut next, i), last(&mut next, j), last(&mut next, k));
            next[j as usize] = i;
            let (i, k) = (last(&mut next, i), last(&mut next, k));
            next[k as usize] = i;
        }
        let mut part: HashMap<u32, usize> = HashMap::new();
        let mut shells: Vec<[Vector; 6]> = vec![];
        let axes = self.nodes[0].axes;
        for &v in self.triangles.iter().flatten() {
            let p = self.vertices[v as usize];
            let index = *part.entry(last(&mut next, v)).or_insert_with(|| {
                shells.push([p; 6]);
                shells.len() - 1
            });
            for (i, extreme) in shells[index].iter_mut().enumerate() {
                let along = if i < 3 { axes[i] } else { -axes[i - 3] };
                if along.dot(&p) > along.dot(extreme) {
                    *extreme = p;
                }
            }
        }
        shells
    }
}
