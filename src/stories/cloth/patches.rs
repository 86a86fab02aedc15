//! Patches of a cloth: the nodes of a method's tree, their triangles and borders.

use std::collections::HashMap;
use std::sync::Arc;

use crate::cloth::detect::Patch;
use crate::cloth::mesh::{ClothMesh, ascending, sides};
use crate::cloth::methods::{AS_PUBLISHED, BINARY, FAST, SAFE};
use crate::cloth::step::Features;
use crate::cloth::tree;
use crate::cloth::tree::Node;
use crate::language::t;

/// The patches of a method's tree over a cloth.
pub struct Patches {
    mesh: Arc<ClothMesh>,
    /// The nodes, children before their parent; none for a method without a tree.
    pub nodes: Vec<Node>,
    index: HashMap<Patch, u32>,
    parents: Vec<Option<u32>>,
    around_edge: HashMap<[u32; 2], Vec<u32>>,
}

impl Patches {
    /// The patches of the method with this id.
    pub fn of(mesh: Arc<ClothMesh>, id: &str) -> Self {
        let cells = mesh.side.map(|side| side - 1);
        let nodes = match (id, cells) {
            (BINARY, _) => tree::binary(&mesh),
            (SAFE | AS_PUBLISHED, Some(cells)) => tree::quad(cells),
            (FAST, Some(cells)) => blocks(cells),
            _ => vec![],
        };
        let index = nodes.iter().enumerate().map(|(i, node)| (node.patch, i as u32)).collect();
        let mut parents = vec![None; nodes.len()];
        for (parent, node) in nodes.iter().enumerate() {
            node.children.iter().for_each(|child| parents[*child as usize] = Some(parent as u32));
        }
        let mut around_edge: HashMap<_, Vec<u32>> = HashMap::new();
        for (face, corners) in mesh.faces.iter().enumerate() {
            for side in sides(*corners) {
                around_edge.entry(ascending(side)).or_default().push(face as u32);
            }
        }
        Self { mesh, nodes, index, parents, around_edge }
    }

    /// Converts the index of a node to the index of its cell in an icicle chart of the tree, or back. The
    /// root is the last node and the first cell.
    pub fn turned(&self, node: u32) -> u32 {
        self.nodes.len() as u32 - 1 - node
    }

    /// The node that a cell of the icicle chart stands for.
    pub fn drawn(&self, cell: u32) -> &Node {
        &self.nodes[self.turned(cell) as usize]
    }

    /// The cells of the icicle chart for the children of a cell's node.
    pub fn cells_below(&self, cell: u32) -> Vec<u32> {
        self.drawn(cell).children.iter().map(|child| self.turned(*child)).collect()
    }

    /// The node of a patch.
    pub fn node(&self, patch: Patch) -> Option<u32> {
        self.index.get(&patch).copied()
    }

    /// The parent of a node.
    pub fn parent(&self, node: u32) -> Option<u32> {
        self.parents[node as usize]
    }

    /// The triangles of a patch.
    pub fn faces(&self, patch: Patch) -> Vec<u32> {
        match patch {
            Patch::Face(face) => vec![face],
            Patch::Cells { from, to } => {
                let cells = self.mesh.side.map_or(0, |side| side as u32 - 1);
                let rows = u32::from(from[1])..u32::from(to[1]);
                let row = |v: u32| (u32::from(from[0])..u32::from(to[0])).map(move |u| 2 * (v * cells + u));
                rows.flat_map(row).flat_map(|first| [first, first + 1]).collect()
            }
            Patch::Node(node) => {
                let children = self.nodes.get(node as usize).map_or(&[][..], |node| &node.children);
                children.iter().flat_map(|child| self.faces(self.nodes[*child as usize].patch)).collect()
            }
        }
    }

    /// True if a triangle lies in a patch.
    pub fn contains(&self, patch: Patch, face: u32) -> bool {
        match patch {
            Patch::Face(own) => own == face,
            Patch::Cells { from, to } => {
                let cells = self.mesh.side.map_or(1, |side| side as u32 - 1);
                let cell = [face / 2 % cells, face / 2 / cells];
                (0..2).all(|i| (u32::from(from[i])..u32::from(to[i])).contains(&cell[i]))
            }
            Patch::Node(node) => {
                let mut at = self.node(Patch::Face(face));
                while at.is_some_and(|at| at != node) {
                    at = at.and_then(|at| self.parent(at));
                }
                at.is_some()
            }
        }
    }

    /// The triangles that the two features belong to.
    pub fn faces_of(&self, features: Features) -> [Vec<u32>; 2] {
        let of_edge = |edge: u32| {
            let around = self.around_edge.get(&ascending(self.mesh.edges[edge as usize]));
            around.cloned().unwrap_or_default()
        };
        match features {
            Features::VertexFace(vertex, face) => {
                let faces = self.mesh.faces.iter().enumerate();
                let around = faces.filter(|(_, corners)| corners.contains(&vertex));
                [around.map(|(face, _)| face as u32).collect(), vec![face]]
            }
            Features::EdgeEdge(first, second) => [of_edge(first), of_edge(second)],
        }
    }

    /// The triangles that are drawn to show two features: the triangle of a vertex and a triangle, or all
    /// triangles at two edges.
    pub fn faces_at(&self, features: Features) -> Vec<u32> {
        match features {
            Features::VertexFace(_, face) => vec![face],
            Features::EdgeEdge(..) => self.faces_of(features).concat(),
        }
    }

    /// The lowest node that contains a triangle.
    pub fn leaf(&self, face: u32) -> Option<u32> {
        let cells = self.mesh.side.map_or(1, |side| side as u32 - 1);
        let from = [face / 2 % cells, face / 2 / cells].map(|c| c as u16);
        let cell = Patch::Cells { from, to: from.map(|c| c + 1) };
        self.node(Patch::Face(face)).or_else(|| self.node(cell))
    }

    /// The border edges of one patch, or of two together.
    pub fn outline(&self, a: Patch, b: Patch) -> Vec<[u32; 2]> {
        let mut count: HashMap<[u32; 2], u32> = HashMap::new();
        let mut faces = self.faces(a);
        if a != b {
            faces.extend(self.faces(b));
        }
        for face in faces {
            for side in sides(self.mesh.faces[face as usize]) {
                *count.entry(ascending(side)).or_default() += 1;
            }
        }
        let mut outline: Vec<_> = count.into_iter().filter(|(_, n)| *n == 1).map(|(side, _)| side).collect();
        outline.sort_unstable();
        outline
    }
}

/// The name of a patch: its range of columns and rows of cells.
pub fn name(patch: Patch) -> String {
    match patch {
        Patch::Cells { from, to } => {
            let range = |i: usize| match to[i] - from[i] {
                1 => format!("{}", from[i]),
                _ => format!("{}–{}", from[i], to[i] - 1),
            };
            t!("cells %{u} × %{v}", u = range(0), v = range(1))
        }
        Patch::Face(face) => t!("triangle %{n}", n = face),
        Patch::Node(node) => t!("node %{n}", n = node),
    }
    .into_owned()
}

/// The name of a pair of features.
pub fn names(features: Features) -> String {
    match features {
        Features::VertexFace(vertex, face) => t!("particle %{n}, triangle %{m}", n = vertex, m = face),
        Features::EdgeEdge(first, second) => t!("edges %{n} and %{m}", n = first, m = second),
    }
    .into_owned()
}

/// The nodes of a tree of square blocks, from the block around the whole cloth down to single cells; the side
/// of a block is a power of two of cells.
fn blocks(cells: usize) -> Vec<Node> {
    let mut nodes = Vec::new();
    block(&mut nodes, cells, [0, 0], cells.next_power_of_two());
    nodes
}

/// Adds the subtree of the block with corner `from` and `width` cells along a side, clipped to the cloth.
/// Returns the index of its root.
fn block(nodes: &mut Vec<Node>, cells: usize, from: [usize; 2], width: usize) -> u32 {
    let half = width / 2;
    let quarters = [[0, 0], [half, 0], [0, half], [half, half]];
    let children = quarters.into_iter().filter(|_| half > 0).map(|q| [from[0] + q[0], from[1] + q[1]]);
    let children = children.filter(|child| child.iter().all(|c| *c < cells));
    let children: Vec<u32> = children.map(|child| block(nodes, cells, child, half)).collect();
    let to = from.map(|c| (c + width).min(cells));
    let patch = Patch::Cells { from: from.map(|c| c as u16), to: to.map(|c| c as u16) };
    nodes.push(Node { patch, children, faces: 2 * ((to[0] - from[0]) * (to[1] - from[1])) as u32 });
    nodes.len() as u32 - 1
}
