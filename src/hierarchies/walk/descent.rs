//! Depth-first traversal of two trees, shared by detection, determination, *within* and the box cascades.

use std::ops::Range;

/// Two trees in a pose with a search criterion. Nodes are [index in A's tree, index in B's].
pub trait Search {
    /// The child pairs that replace a pair of nodes, or [`Below::Leaves`].
    fn below(&self, nodes: [u32; 2]) -> Below;

    /// Tests a pair. Returns its priority, or `None` if its contents cannot match. Larger priorities are
    /// expanded first; among equal priorities, later pairs.
    fn test(&mut self, nodes: [u32; 2]) -> Option<f64>;

    /// Tests the triangles of two leaves. Returns whether that ends the traversal.
    fn leaves(&mut self, nodes: [u32; 2]) -> bool;
}

/// The child pairs that replace a pair of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Below {
    /// Both nodes are leaves.
    Leaves,
    /// Each of these children of A's node, paired with B's node.
    OfA(Range<u32>),
    /// A's node, paired with each of these children of B's node.
    OfB(Range<u32>),
}

impl Below {
    /// Expands the node with the larger volume, if it has children; `a` and `b` are the children of both
    /// nodes.
    #[inline]
    pub fn of(a: Range<u32>, b: Range<u32>, a_is_larger: bool) -> Self {
        match (a.is_empty(), b.is_empty()) {
            (true, true) => Self::Leaves,
            (false, false) if a_is_larger => Self::OfA(a),
            (_, false) => Self::OfB(b),
            (false, true) => Self::OfA(a),
        }
    }

    /// The pairs below `nodes`, in the order of the children.
    #[inline]
    pub fn pairs(self, [i, j]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
        let (range, of_a) = match self {
            Self::Leaves => (0..0, true),
            Self::OfA(range) => (range, true),
            Self::OfB(range) => (range, false),
        };
        range.map(move |child| if of_a { [child, j] } else { [i, child] })
    }
}

/// Traverses depth first from a pair of nodes that was tested and kept; of the child pairs the most promising
/// is expanded first. Returns whether a leaf test ended the traversal.
#[inline]
pub fn descend(search: &mut impl Search, from: [u32; 2], open: &mut Vec<([u32; 2], f64)>) -> bool {
    open.clear();
    open.push((from, 0.0));
    while let Some((nodes, _)) = open.pop() {
        let below = search.below(nodes);
        if below == Below::Leaves {
            if search.leaves(nodes) {
                return true;
            }
            continue;
        }
        let bottom = open.len();
        for pair in below.pairs(nodes) {
            if let Some(promise) = search.test(pair) {
                // Insert sorted, the most promising on top.
                let mut at = open.len();
                while at > bottom && open[at - 1].1 > promise {
                    at -= 1;
                }
                open.insert(at, (pair, promise));
            }
        }
    }
    false
}
