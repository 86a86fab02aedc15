//! Depth-first traversal of two trees, shared by detection, determination, *within* and the box cascades.

use std::ops::Range;

use crate::hierarchies::tree::Node;
use crate::hierarchies::volumes::Volume;

/// Two trees in a pose with a search criterion. Nodes are [index in A's tree, index in B's].
pub trait Search {
    /// The child pairs that replace a pair of nodes, or [`Below::Leaves`].
    fn below(&mut self, nodes: [u32; 2]) -> Below;

    /// Tests a pair. Returns its priority, or `None` if its contents cannot match. Larger priorities are
    /// expanded first; among equal priorities, later pairs.
    fn test(&mut self, nodes: [u32; 2]) -> Option<f64>;

    /// Tests the triangles of two leaves. Returns whether that ends the traversal.
    fn leaves(&mut self, nodes: [u32; 2]) -> bool;
}

/// Descent rule: which of two inner nodes is replaced by its children. If one of them is a leaf, the other is
/// replaced under every rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescentRule {
    /// The one with the larger volume; A's if they are equal.
    Larger,
    /// Both at once.
    Both,
    /// A's, down to its leaves, and only then B's.
    AFirst,
    /// The one on the upper level, or A's if both are on the same level: this alternates from the roots on.
    Alternating,
}

impl DescentRule {
    /// Nodes that their children replace: A's, B's, both, or neither for two leaves. `is_inner` says which of them have
    /// children.
    #[inline]
    pub fn opens(
        self,
        is_inner: [bool; 2],
        a_is_larger: impl FnOnce() -> bool,
        a_is_not_deeper: bool,
    ) -> [bool; 2] {
        if is_inner != [true; 2] {
            return is_inner;
        }
        let is_of_a = match self {
            Self::Larger => a_is_larger(),
            Self::Both => return [true; 2],
            Self::AFirst => true,
            Self::Alternating => a_is_not_deeper,
        };
        [is_of_a, !is_of_a]
    }

    /// [`DescentRule::opens`] for two nodes of trees.
    #[inline]
    pub fn opens_of<V: Volume>(self, a: &Node<V>, b: &Node<V>) -> [bool; 2] {
        let is_inner = [a, b].map(|node| !node.is_leaf() || node.is_unbuilt());
        self.opens(is_inner, || a.volume.reach() >= b.volume.reach(), a.level <= b.level)
    }
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
    /// Each of these children of A's node, with each of these of B's node.
    OfBoth(Range<u32>, Range<u32>),
}

impl Below {
    /// The pairs of the children `a` and `b` of two nodes, of which those in `opens` are replaced.
    #[inline]
    pub fn of(a: Range<u32>, b: Range<u32>, opens: [bool; 2]) -> Self {
        match opens {
            [false, false] => Self::Leaves,
            [true, false] => Self::OfA(a),
            [false, true] => Self::OfB(b),
            [true, true] => Self::OfBoth(a, b),
        }
    }

    /// The pairs below `nodes`, in the order of the children.
    #[inline]
    pub fn pairs(self, [i, j]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
        let (of_a, of_b) = match self {
            Self::Leaves => (i..i, j..j),
            Self::OfA(range) => (range, j..j + 1),
            Self::OfB(range) => (i..i + 1, range),
            Self::OfBoth(a, b) => (a, b),
        };
        let mut next = [of_a.start, of_b.start];
        std::iter::from_fn(move || {
            let pair = next;
            next = if pair[1] + 1 < of_b.end { [pair[0], pair[1] + 1] } else { [pair[0] + 1, of_b.start] };
            (pair[0] < of_a.end).then_some(pair)
        })
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
