//! The solid-leaf BSP: planes at the nodes, solid or empty cells at the leaves.

use super::plane::Plane;
use crate::geometry::Point;

/// A child of a node: another node, or a leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Child {
    /// By its index.
    Node(u32),
    /// A cell without solid.
    #[default]
    Empty,
    /// A solid cell, by its index.
    Solid(u32),
}

/// A plane that parts a cell in two.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Index into [`Tree::planes`].
    pub plane: u32,
    /// The cell in front.
    pub front: Child,
    /// The cell behind.
    pub back: Child,
}

/// The tree, flat.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Each plane once, however many nodes have it.
    pub planes: Vec<Plane>,
    /// Children stand behind their parents; the node in the cell behind, if there is one, is the next.
    pub nodes: Vec<Node>,
    /// Where it begins.
    pub root: Child,
    /// Number of solid leaves.
    pub solid: u32,
    /// Number of empty leaves.
    pub empty: u32,
    /// Parts that faces were cut into, beyond one each.
    pub splits: u32,
    /// Nodes on the longest way from the root to a leaf.
    pub depth: u32,
}

impl Tree {
    /// The leaf that holds `p`: a point in a plane belongs to the cell behind.
    pub fn leaf(&self, p: &Point) -> Child {
        let mut at = self.root;
        while let Child::Node(node) = at {
            let Node { plane, front, back } = self.nodes[node as usize];
            at = if self.planes[plane as usize].distance(p) > 0.0 { front } else { back };
        }
        at
    }

    /// Makes the empty leaf on a side of a node, or the only one, a solid one, which comes last.
    pub fn fill(&mut self, above: Option<(u32, bool)>) {
        let leaf = match above {
            None => &mut self.root,
            Some((node, true)) => &mut self.nodes[node as usize].front,
            Some((node, false)) => &mut self.nodes[node as usize].back,
        };
        *leaf = Child::Solid(self.solid);
        self.solid += 1;
        self.empty -= 1;
    }

    /// Whether `p` lies in the solid.
    pub fn is_solid(&self, p: &Point) -> bool {
        matches!(self.leaf(p), Child::Solid(_))
    }
}
