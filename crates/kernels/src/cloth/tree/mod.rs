//! Trees of boxes over the triangles of a cloth: the patent's quad tree, as published and in a safe form, and
//! its baseline. Children come before their parents, so that refitting in this order is post-order. The rivals that
//! divide space have no tree of patches: only the leaves.

pub mod bounds;
pub mod contour;
pub mod detect;

use crate::cloth::detect::Patch;
use crate::cloth::mesh::ClothMesh;

/// A node: a triangle, or an inner node with up to four children.
#[derive(Clone, Debug)]
pub struct Node {
    /// The part of the cloth that the node represents.
    pub patch: Patch,
    /// Indices of the children; none for a triangle.
    pub children: Vec<u32>,
    /// Number of triangles under the node.
    pub faces: u32,
}

/// The binary tree of the patent's baseline: pairs of neighbours in the list of triangles get a parent, then
/// pairs of neighbours in the list of parents, and so on, regardless of their positions. m triangles make 2m
/// − 1 nodes.
pub fn binary(mesh: &ClothMesh) -> Vec<Node> {
    let mut nodes = leaves(0..mesh.faces.len() as u32);
    let mut row: Vec<u32> = (0..nodes.len() as u32).collect();
    while row.len() > 1 {
        let parent = |pair: &[u32]| {
            let &[a, b] = pair else { return pair[0] };
            let index = nodes.len() as u32;
            let faces = nodes[a as usize].faces + nodes[b as usize].faces;
            nodes.push(Node { patch: Patch::Node(index), children: vec![a, b], faces });
            index
        };
        row = row.chunks(2).map(parent).collect();
    }
    nodes
}

/// A node for each of these triangles.
pub fn leaves(faces: std::ops::Range<u32>) -> Vec<Node> {
    faces.map(|face| Node { patch: Patch::Face(face), children: Vec::new(), faces: 1 }).collect()
}

/// The quad tree over a grid of `cells` × `cells`, built top-down: each node has four quadrants, down to a
/// cell with its two triangles. A side of a single cell is not split, so that any size of grid works.
pub fn quad(cells: usize) -> Vec<Node> {
    let mut nodes = Vec::new();
    quadrant(&mut nodes, cells, [0, 0], [cells, cells]);
    nodes
}

/// Adds the tree over the cells from `from` up to `to`; returns its root.
fn quadrant(nodes: &mut Vec<Node>, cells: usize, from: [usize; 2], to: [usize; 2]) -> u32 {
    let children = if to == [from[0] + 1, from[1] + 1] {
        let first = 2 * (from[1] * cells + from[0]) as u32;
        let base = nodes.len() as u32;
        nodes.extend(leaves(first..first + 2));
        vec![base, base + 1]
    } else {
        let [us, vs] = [0, 1].map(|axis| parts(from[axis], to[axis]));
        let quadrants = vs.iter().flat_map(|v| us.iter().map(move |u| (u, v)));
        quadrants.map(|(u, v)| quadrant(nodes, cells, [u[0], v[0]], [u[1], v[1]])).collect()
    };
    let patch = Patch::Cells { from: from.map(|c| c as u16), to: to.map(|c| c as u16) };
    let faces = 2 * (to[0] - from[0]) * (to[1] - from[1]);
    nodes.push(Node { patch, children, faces: faces as u32 });
    nodes.len() as u32 - 1
}

/// The halves of a range, or the range itself if it is a single cell.
fn parts(from: usize, to: usize) -> Vec<[usize; 2]> {
    let middle = (from + to).div_ceil(2);
    if to - from == 1 { vec![[from, to]] } else { vec![[from, middle], [middle, to]] }
}

/// Number of levels below the root.
pub fn depth(nodes: &[Node]) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let deepest = node.children.iter().map(|child| depths[*child as usize] + 1).max();
        depths.push(deepest.unwrap_or(0));
    }
    depths.last().copied().unwrap_or(0)
}

/// Bytes of the nodes and of their lists of children, without boxes and cones.
pub fn bytes(nodes: &[Node]) -> usize {
    let children: usize = nodes.iter().map(|node| node.children.len()).sum();
    size_of_val(nodes) + children * size_of::<u32>()
}
