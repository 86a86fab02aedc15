//! From a binary tree of sets to a tree of volumes: with more than two children where asked, with more than one triangle in a
//! leaf.

use super::parts::{Fitter, Meter, Parts};
use super::plan::Plan;
use crate::hierarchies::tree::{Node, Tree};

/// Lays volumes around the parts. A set of at most `leaf_size` triangles becomes a leaf. A node with room for more children
/// than two takes over those of its child with the most triangles, until it has as many as it may.
pub fn assemble<V>(
    mut parts: Parts<V>,
    plan: &Plan,
    fitter: &Fitter<V>,
    meter: &mut Meter,
) -> Option<Tree<V>> {
    let mut nodes = vec![node(&mut parts, 0, 0, fitter)];
    // Depth first, so that nodes that are visited one after the other are near each other.
    let mut open = vec![(0, 0)];
    while let Some((at, part)) = open.pop() {
        meter.add(nodes[at].count as usize)?;
        let children = below(&parts, part, plan);
        (nodes[at].child, nodes[at].children) = (nodes.len() as u32, children.len() as u16);
        let level = nodes[at].level.saturating_add(1);
        for part in children {
            open.push((nodes.len(), part));
            nodes.push(node(&mut parts, part, level, fitter));
        }
    }
    nodes.shrink_to_fit();
    Some(Tree { nodes, order: parts.order })
}

fn node<V>(parts: &mut Parts<V>, part: usize, level: u16, fitter: &Fitter<V>) -> Node<V> {
    let Parts { parts, order } = parts;
    let part = &mut parts[part];
    let (first, count) = (part.first as u32, part.count as u32);
    let volume =
        part.volume.take().unwrap_or_else(|| (fitter.fit)(&order[part.first..part.first + part.count]));
    Node { volume, first, count, child: 0, children: 0, level }
}

/// The parts that become the children of a node.
fn below<V>(parts: &Parts<V>, part: usize, plan: &Plan) -> Vec<usize> {
    let is_leaf = |part: usize| parts.parts[part].count <= plan.leaf_size;
    let children = |part: usize| parts.parts[part].children.filter(|_| !is_leaf(part));
    let Some(two) = children(part) else { return vec![] };
    let mut all = two.to_vec();
    while all.len() < plan.arity {
        let open = (0..all.len()).filter(|&i| children(all[i]).is_some());
        // The first of equals, so that a balanced tree is opened level by level.
        let Some(largest) = open.min_by_key(|&i| std::cmp::Reverse(parts.parts[all[i]].count)) else { break };
        let two = children(all[largest]).expect("it is open");
        all.splice(largest..=largest, two);
    }
    all
}
