//! Names of nodes in the two trees, and paths from the root to them.

use crate::hierarchies::tree::TreeView;

/// A node of one of the two trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// 0 for A's tree, 1 for B's.
    pub body: usize,
    /// Index of the node in its tree; 0 is the root.
    pub node: u32,
}

impl Node {
    /// Parses a name such as `a12` or `b7`.
    pub fn of(text: &str) -> Option<Self> {
        let (letter, number) = text.split_at_checked(1)?;
        let body = ["a", "b"].iter().position(|known| *known == letter)?;
        // A sign such as in `a+1`, which `parse` accepts, is invalid: a node has exactly one name.
        let node = number.parse().ok().filter(|_| number.bytes().all(|digit| digit.is_ascii_digit()))?;
        Some(Self { body, node })
    }

    /// The name that [`Node::of`] parses.
    pub fn to_text(self) -> String {
        format!("{}{}", ["a", "b"][self.body], self.node)
    }
}

/// The nodes from the root down to `node`, both included; empty if the tree has no such node.
pub fn path(tree: &dyn TreeView, node: u32) -> Vec<u32> {
    if node as usize >= tree.node_count() {
        return vec![];
    }
    tree.triangles(node).first().map_or_else(Vec::new, |&triangle| down(tree, triangle, |at| at == node))
}

/// The nodes from the root down to the leaf that holds a triangle.
pub fn path_to_triangle(tree: &dyn TreeView, triangle: u32) -> Vec<u32> {
    down(tree, triangle, |_| false)
}

fn down(tree: &dyn TreeView, triangle: u32, ends: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut path = vec![0];
    while let Some(&at) = path.last()
        && !ends(at)
    {
        let mut children = tree.children(at);
        match children.find(|child| tree.triangles(*child).contains(&triangle)) {
            Some(child) => path.push(child),
            None => break,
        }
    }
    path
}
