//! The solid-leaf BSP: planes at the nodes, solid or empty cells at the leaves.

use super::plane::Plane;
use crate::geometry::Point;

/// A child of a node: another node, or a leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Child {
    /// A node, by its index.
    Node(u32),
    /// An empty cell.
    #[default]
    Empty,
    /// A solid cell, by its index.
    Solid(u32),
}

/// A node whose plane splits a cell in two.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Index into [`Tree::planes`].
    pub plane: u32,
    /// The cell in front.
    pub front: Child,
    /// The cell behind.
    pub back: Child,
}

/// A node, and the side on which a child belongs: true for the front; `None` for the root.
pub type Side = Option<(u32, bool)>;

/// The size of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of nodes.
    pub nodes: u64,
    /// Nodes on the longest path from the root to a leaf.
    pub depth: u32,
    /// Number of solid leaves.
    pub solid: u32,
    /// Number of empty leaves.
    pub empty: u32,
    /// Memory of its nodes and planes, bytes.
    pub bytes: u64,
}

/// The tree, in flat arrays.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The planes of the nodes, without duplicates: several nodes may share a plane.
    pub planes: Vec<Plane>,
    /// The nodes. Children follow their parents; a node's back child, if it is a node, comes right after it.
    pub nodes: Vec<Node>,
    /// The root.
    pub root: Child,
    /// Number of solid leaves.
    pub solid: u32,
    /// Number of empty leaves.
    pub empty: u32,
    /// Additional pieces created by cutting faces.
    pub splits: u32,
    /// Nodes on the longest path from the root to a leaf.
    pub depth: u32,
}

impl Tree {
    /// The leaf that contains `p`; a point in a plane belongs to the cell behind the plane.
    pub fn leaf(&self, p: &Point) -> Child {
        let mut at = self.root;
        while let Child::Node(node) = at {
            let Node { plane, front, back } = self.nodes[node as usize];
            at = if self.planes[plane as usize].distance(p) > 0.0 { front } else { back };
        }
        at
    }

    /// The size of the tree.
    pub fn size(&self) -> Size {
        let Self { solid, empty, depth, .. } = *self;
        let bytes = size_of_val(&self.nodes[..]) + size_of_val(&self.planes[..]);
        Size { nodes: self.nodes.len() as u64, depth, solid, empty, bytes: bytes as u64 }
    }

    /// Adds a node with two empty leaves, which are not counted, below `parent`; returns its index.
    pub fn add(&mut self, plane: u32, parent: Side) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { plane, front: Child::Empty, back: Child::Empty });
        self.hang(Child::Node(node), parent);
        node
    }

    /// Replaces the child on one side of a node, or the root.
    pub fn hang(&mut self, child: Child, parent: Side) {
        match parent {
            None => self.root = child,
            Some((node, true)) => self.nodes[node as usize].front = child,
            Some((node, false)) => self.nodes[node as usize].back = child,
        }
    }

    /// Turns the empty leaf on one side of a node (or the root, if it is a leaf) into a solid leaf with
    /// the last index.
    pub fn fill(&mut self, above: Side) {
        self.hang(Child::Solid(self.solid), above);
        self.solid += 1;
        self.empty -= 1;
    }

    /// True if `p` lies in the solid.
    pub fn is_solid(&self, p: &Point) -> bool {
        matches!(self.leaf(p), Child::Solid(_))
    }
}
