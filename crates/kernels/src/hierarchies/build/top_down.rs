//! Top-down construction: splits a set of triangles in two, recursively, until the parts are small enough for
//! leaves. A node can be opened alone, so a tree can grow on demand, as the Northeastern lecture (source 2) notes.

use super::parts::{Fitter, Made, Meter, Pieces};
use super::plan::{Plan, Rule};
use super::split::divide;
use crate::geometry::Obb;
use crate::hierarchies::tree::{Node, Tree};

/// The sets of triangles in the nodes of a growing tree.
#[derive(Clone, Debug)]
pub struct TopDown {
    plan: Plan,
    /// How the set of each node will be split.
    sets: Vec<Set>,
}

/// How a set of triangles will be split.
#[derive(Clone, Copy, Debug)]
struct Set {
    rule: Rule,
    /// Number of splits that made the set.
    splits: u16,
}

/// A set of triangles that becomes a node, or is split once more because the node has room for more children.
struct Part {
    first: usize,
    count: usize,
    set: Set,
}

impl TopDown {
    /// A tree of one node, which is split if it has more triangles than a leaf may have.
    pub fn begin<V>(order: Vec<u32>, rule: Rule, plan: &Plan, fitter: &Fitter<V>) -> (Self, Tree<V>) {
        let mut growing = Self { plan: *plan, sets: vec![] };
        let whole = Part { first: 0, count: order.len(), set: Set { rule, splits: 0 } };
        let mut tree = Tree { nodes: vec![], order };
        growing.push(&mut tree, &whole, 0, fitter);
        (growing, tree)
    }

    /// Builds the whole tree; `None` if `meter` cancels.
    pub fn build<V>(
        pieces: &Pieces,
        order: Vec<u32>,
        (rule, plan): (Rule, &Plan),
        fitter: &Fitter<V>,
        meter: &mut Meter,
    ) -> Option<Tree<V>> {
        let (mut growing, mut tree) = Self::begin(order, rule, plan, fitter);
        // Depth first, so that nodes visited one after the other are close in memory.
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            meter.add(tree.nodes[node as usize].count as usize)?;
            if tree.nodes[node as usize].is_unbuilt() {
                growing.open(&mut tree, node, pieces, fitter, meter)?;
                open.extend(tree.nodes[node as usize].children());
            }
        }
        tree.nodes.shrink_to_fit();
        Some(tree)
    }

    /// Makes the children of an unbuilt node: up to the arity of the plan, the largest set being split first.
    pub fn open<V>(
        &mut self,
        tree: &mut Tree<V>,
        node: u32,
        pieces: &Pieces,
        fitter: &Fitter<V>,
        meter: &mut Meter,
    ) -> Option<()> {
        let Node { volume, first, count, level, .. } = &tree.nodes[node as usize];
        let level = level.saturating_add(1);
        let whole = Part { first: *first as usize, count: *count as usize, set: self.sets[node as usize] };
        let mut parts = Vec::from(split(&mut tree.order, &whole, Some(volume), pieces, fitter, meter)?);
        while parts.len() < self.plan.arity {
            let large = (0..parts.len()).filter(|&i| parts[i].count > self.plan.leaf_size);
            // Ties go to the first child, so that a balanced tree is expanded level by level.
            let Some(largest) = large.min_by_key(|&i| std::cmp::Reverse(parts[i].count)) else { break };
            let two = split(&mut tree.order, &parts[largest], None, pieces, fitter, meter)?;
            parts.splice(largest..=largest, two);
        }
        let child = tree.nodes.len() as u32;
        parts.iter().for_each(|part| self.push(tree, part, level, fitter));
        let node = &mut tree.nodes[node as usize];
        (node.child, node.children) = (child, parts.len() as u16);
        Some(())
    }

    fn push<V>(&mut self, tree: &mut Tree<V>, part: &Part, level: u16, fitter: &Fitter<V>) {
        let volume = (fitter.fit)(&tree.order[part.first..part.first + part.count]);
        let child = if part.count > self.plan.leaf_size { Node::<V>::UNBUILT } else { 0 };
        let (first, count) = (part.first as u32, part.count as u32);
        tree.nodes.push(Node { volume, first, count, child, children: 0, level });
        self.sets.push(part.set);
    }
}

/// Splits the triangles of a part in two. `volume` is the volume around them, if it is known.
fn split<V>(
    order: &mut [u32],
    part: &Part,
    volume: Option<&V>,
    pieces: &Pieces,
    fitter: &Fitter<V>,
    meter: &mut Meter,
) -> Option<[Part; 2]> {
    let Part { first, count, set: Set { rule, splits } } = *part;
    meter.add(count)?;
    let triangles = &mut order[first..first + count];
    let frame = rule.is_along_the_volume().then(|| {
        let frame = match volume {
            Some(volume) => (fitter.frame)(volume),
            None => (fitter.frame)(&(fitter.fit)(triangles)),
        };
        // A sphere has no axes; its triangles are split along x, y or z.
        frame.unwrap_or_else(|| Obb::upright(&pieces.around(triangles)))
    });
    let (middle, axis) = divide(pieces, triangles, rule, frame.as_ref(), splits);
    meter.made(Made::Split { triangles: &order[first..first + count], middle, frame: frame.as_ref(), axis });
    let [of_first, of_second] = rule.of_parts().map(|rule| Set { rule, splits: splits.saturating_add(1) });
    Some([
        Part { first, count: middle, set: of_first },
        Part { first: first + middle, count: count - middle, set: of_second },
    ])
}
