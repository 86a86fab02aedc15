//! The second tree: bevels as nodes above the solid leaves, as in the picture of Melax 2000 (source 2).

use super::plane::Plane;
use super::tree::{Child, Node, Tree};

/// The tree with a chain of nodes in place of each solid leaf, one node per bevel in the order of `bevels_of(leaf)`: in
/// front an empty leaf, behind the next node, and behind the last one the solid leaf, with its old index. The planes of
/// `tree` keep their indices; those of the bevels follow, one per node.
pub fn bevelled(tree: &Tree, bevels_of: &dyn Fn(u32) -> Vec<Plane>) -> Tree {
    let mut all = Tree { nodes: vec![], root: Child::Empty, depth: 0, ..tree.clone() };
    // A child still to be copied: its new parent and side, true for the front, and its depth. The side behind is copied
    // first, so that it comes right after its parent.
    let mut open = vec![(tree.root, None, 0)];
    while let Some((child, mut parent, mut depth)) = open.pop() {
        match child {
            Child::Empty => {}
            Child::Node(node) => {
                let Node { plane, front, back } = tree.nodes[node as usize];
                let node = all.add(plane, parent);
                depth += 1;
                open.push((front, Some((node, true)), depth));
                open.push((back, Some((node, false)), depth));
            }
            Child::Solid(leaf) => {
                for plane in bevels_of(leaf) {
                    all.planes.push(plane);
                    parent = Some((all.add(all.planes.len() as u32 - 1, parent), false));
                    depth += 1;
                    all.empty += 1;
                }
                all.hang(child, parent);
            }
        }
        all.depth = all.depth.max(depth);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Vector};

    #[test]
    fn chains_keep_the_order_of_nodes_and_the_indices_of_leaves() {
        let along = |axis: usize, offset: f64| Plane::new(Vector::ith(axis, 1.0), offset);
        let tree = Tree {
            planes: vec![along(0, 0.0), along(1, 0.0)],
            nodes: vec![
                Node { plane: 0, front: Child::Solid(1), back: Child::Node(1) },
                Node { plane: 1, front: Child::Empty, back: Child::Solid(0) },
            ],
            root: Child::Node(0),
            solid: 2,
            empty: 1,
            splits: 0,
            depth: 2,
        };
        let bevels =
            |leaf: u32| if leaf == 0 { vec![along(2, 2.0), along(2, 1.0)] } else { vec![along(2, 0.5)] };
        let all = bevelled(&tree, &bevels);
        let size = |tree: &Tree| (tree.nodes.len(), tree.planes.len(), tree.solid, tree.empty, tree.depth);
        assert_eq!((size(&tree), size(&all)), ((2, 2, 2, 1, 2), (5, 5, 2, 4, 4)));
        for (i, node) in all.nodes.iter().enumerate() {
            let after = |child: Child| if let Child::Node(node) = child { node as usize } else { usize::MAX };
            assert!(after(node.front) > i && [i + 1, usize::MAX].contains(&after(node.back)), "{node:?}");
        }
        for (z, leaves) in [(0.2, [0, 1]), (0.7, [0, u32::MAX]), (1.5, [u32::MAX; 2])] {
            for (x, leaf) in [-1.0, 1.0].into_iter().zip(leaves) {
                let expected = if leaf == u32::MAX { Child::Empty } else { Child::Solid(leaf) };
                assert_eq!(all.leaf(&Point::new(x, -1.0, z)), expected, "{x} {z}");
            }
        }
        let lone = Tree { root: Child::Solid(0), solid: 1, ..Tree::default() };
        let chain = bevelled(&lone, &bevels);
        assert_eq!((size(&chain), chain.root), ((2, 2, 1, 2, 2), Child::Node(0)));
        assert_eq!(size(&bevelled(&tree, &|_| vec![])), size(&tree));
    }
}
