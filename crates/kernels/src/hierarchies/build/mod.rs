//! Tree construction over triangles. Top-down makes a node's children from its set of triangles (`top_down.rs`). The
//! other constructions first make a binary tree of sets (`parts.rs`), which then become nodes with up to `arity`
//! children and a bounding volume each.

pub mod bottom_up;
pub mod insertion;
pub mod on_demand;
pub mod parts;
pub mod plan;
pub mod split;
pub mod surface_area;
pub mod top_down;

use parts::{Fitter, Meter, Parts, Pieces, See};
use plan::{Construction, Plan};
use top_down::TopDown;

use super::tree::{Node, Tree};

/// Builds a tree over the triangles in `order`, which must not be empty. `progress` receives the share of
/// work done; if it returns `false`, the result is `None`.
pub fn build<V>(
    pieces: &Pieces,
    order: Vec<u32>,
    plan: &Plan,
    fitter: &Fitter<V>,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Option<Tree<V>> {
    build_watched(pieces, order, plan, fitter, (progress, None))
}

/// [`build`] with an optional observer `see` that receives every step.
pub fn build_watched<'a, V>(
    pieces: &Pieces,
    order: Vec<u32>,
    plan: &Plan,
    fitter: &Fitter<V>,
    (progress, see): (&'a mut dyn FnMut(f64) -> bool, Option<&'a mut See<'a>>),
) -> Option<Tree<V>> {
    let levels = (order.len() as f64).log2() + 1.0;
    let mut meter = Meter::new(2.0 * levels * order.len() as f64, progress, see);
    let parts = match plan.construction {
        Construction::TopDown(rule) => {
            return TopDown::build(pieces, order, (rule, plan), fitter, &mut meter);
        }
        Construction::BottomUp(nearness) => bottom_up::merge(pieces, order, nearness, &mut meter)?,
        Construction::Insertion(size) => insertion::insert(pieces, order, size, &mut meter)?,
    };
    assemble(parts, plan, fitter, &mut meter)
}

/// Converts a binary tree of sets into a tree of volumes. A set of at most `leaf_size` triangles becomes a
/// leaf. A node with room for more than two children replaces its largest child by that child's children,
/// until it is full.
fn assemble<V>(parts: Parts, plan: &Plan, fitter: &Fitter<V>, meter: &mut Meter) -> Option<Tree<V>> {
    let mut nodes = vec![node(&parts, 0, 0, fitter)];
    // Depth first, so that nodes visited one after the other are close in memory.
    let mut open = vec![(0, 0)];
    while let Some((at, part)) = open.pop() {
        meter.add(nodes[at].count as usize)?;
        let children = below(&parts, part, plan);
        (nodes[at].child, nodes[at].children) = (nodes.len() as u32, children.len() as u16);
        let level = nodes[at].level.saturating_add(1);
        for part in children {
            open.push((nodes.len(), part));
            nodes.push(node(&parts, part, level, fitter));
        }
    }
    nodes.shrink_to_fit();
    Some(Tree { nodes, order: parts.order })
}

fn node<V>(Parts { parts, order }: &Parts, part: usize, level: u16, fitter: &Fitter<V>) -> Node<V> {
    let part = &parts[part];
    let (first, count) = (part.first as u32, part.count as u32);
    let volume = (fitter.fit)(&order[part.first..part.first + part.count]);
    Node { volume, first, count, child: 0, children: 0, level }
}

/// The sets that become the children of a node.
fn below(parts: &Parts, part: usize, plan: &Plan) -> Vec<usize> {
    let is_leaf = |part: usize| parts.parts[part].count <= plan.leaf_size;
    let children = |part: usize| parts.parts[part].children.filter(|_| !is_leaf(part));
    let Some(two) = children(part) else { return vec![] };
    let mut all = two.to_vec();
    while all.len() < plan.arity {
        let open = (0..all.len()).filter(|&i| children(all[i]).is_some());
        // Ties go to the first child, so that a balanced tree is expanded level by level.
        let Some(largest) = open.min_by_key(|&i| std::cmp::Reverse(parts.parts[all[i]].count)) else { break };
        let two = children(all[largest]).expect("it is open");
        all.splice(largest..=largest, two);
    }
    all
}
