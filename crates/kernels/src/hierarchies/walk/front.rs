//! Front tracking: a traversal starts where the last one ended (Li and Chen, "Incremental 3D Collision
//! Detection with Hierarchical Data Structures", 1998).
//!
//! The pairs that a traversal expands form a tree; its leaves, where the traversal ended, are the front. The
//! next pose tests only the pairs of the front. A pair that now overlaps is expanded: the front descends. A
//! pair whose child pairs are all separated is retested every few poses: if it is separated too, the front
//! ascends to it.

use super::descent::Below;
use super::in_pose::InPose;
use crate::hierarchies::pair::Seen;
use crate::hierarchies::query::{Answer, MOST_PAIRS};
use crate::hierarchies::triangles::touch::meets;
use crate::hierarchies::volumes::Volume;

/// Number of poses between two tests of a pair of nodes whose child pairs are all separated. If that pair
/// still overlaps, the front stays where it is and the test was wasted.
const TRIED_EVERY: u32 = 4;

/// Limit on the pairs of a front, about 30 bytes each. A longer front is dropped, and the next traversal
/// starts at the roots.
const LONGEST: usize = 4_000_000;

/// The pairs that the last traversal expanded, and those where it ended.
#[derive(Clone, Debug, Default)]
pub struct Front {
    pairs: Vec<NodePair>,
    poses: u32,
}

#[derive(Clone, Copy, Debug)]
struct NodePair {
    nodes: [u32; 2],
    /// Index of the first child pair; `count` is the number of child pairs, 0 for a pair of the front.
    first: u32,
    count: u32,
    /// Whether the pair was separated when last tested.
    separated: bool,
}

impl NodePair {
    fn new(nodes: [u32; 2]) -> Self {
        Self { nodes, first: 0, count: 0, separated: false }
    }

    fn below(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

impl Front {
    /// The pairs where the last traversal ended.
    pub fn pairs(&self) -> Vec<[u32; 2]> {
        self.pairs.iter().filter(|pair| pair.count == 0).map(|pair| pair.nodes).collect()
    }

    /// All touching pairs of triangles, or only the first, starting from the front. Replaces the front by
    /// that of this traversal. `None` if the new front would be too long; then none is kept.
    pub fn touching<V: Volume, S: FnMut(Seen)>(
        &mut self,
        pose: &mut InPose<V, S>,
        all: bool,
    ) -> Option<Answer> {
        let old = std::mem::take(&mut self.pairs);
        self.poses = self.poses.wrapping_add(1);
        let new = vec![NodePair::new([0, 0])];
        let mut tracker =
            Tracker { pose, old: &old, new, poses: self.poses, all, pairs: vec![], is_done: false };
        if old.is_empty() {
            tracker.test(0);
        } else {
            tracker.track(0, 0);
        }
        let Tracker { new, pairs, .. } = tracker;
        if new.len() > LONGEST {
            return None;
        }
        self.pairs = new;
        Some(Answer { colliding: !pairs.is_empty(), pairs, cost: pose.cost, ..Answer::default() })
    }
}

struct Tracker<'a, 'b, V, S> {
    pose: &'b mut InPose<'a, V, S>,
    old: &'b [NodePair],
    new: Vec<NodePair>,
    poses: u32,
    all: bool,
    pairs: Vec<[u32; 2]>,
    /// Whether the search is over; the rest of the front then stays unchanged.
    is_done: bool,
}

impl<V: Volume, S: FnMut(Seen)> Tracker<'_, '_, V, S> {
    /// Copies the subtree below pair `from` of the old front to pair `to` of the new front, and updates it.
    fn track(&mut self, from: usize, to: usize) {
        let old = self.old[from];
        self.new[to].separated = old.separated;
        if old.count == 0 {
            return self.test(to);
        }
        let all_separated = || self.old[old.below()].iter().all(|pair| pair.count == 0 && pair.separated);
        let is_tried = !self.is_done
            && (from as u32).wrapping_add(self.poses).is_multiple_of(TRIED_EVERY)
            && all_separated();
        if is_tried && self.pose.overlap(old.nodes).is_none() {
            self.new[to].separated = true;
            return;
        }
        let below: Vec<[u32; 2]> = self.old[old.below()].iter().map(|pair| pair.nodes).collect();
        let first = self.add_below(to, below.into_iter());
        for (i, from) in old.below().enumerate() {
            self.track(from, first + i);
        }
    }

    /// Tests a pair of the front, and its child pairs if it overlaps.
    fn test(&mut self, at: usize) {
        if self.is_done {
            return;
        }
        let nodes = self.new[at].nodes;
        let is_separated = self.pose.overlap(nodes).is_none();
        self.new[at].separated = is_separated;
        if is_separated {
            return;
        }
        match self.pose.below(nodes) {
            Below::Leaves => self.leaves(nodes),
            below => {
                let first = self.add_below(at, below.pairs(nodes));
                for at in first..first + self.new[at].count as usize {
                    self.test(at);
                }
            }
        }
    }

    /// Adds the child pairs `below` under pair `at` of the new front. Returns the index of the first child
    /// pair.
    fn add_below(&mut self, at: usize, below: impl Iterator<Item = [u32; 2]>) -> usize {
        let first = self.new.len();
        self.new.extend(below.map(NodePair::new));
        self.is_done |= self.new.len() > LONGEST;
        (self.new[at].first, self.new[at].count) = (first as u32, (self.new.len() - first) as u32);
        first
    }

    fn leaves(&mut self, nodes: [u32; 2]) {
        let (all, pairs) = (self.all, &mut self.pairs);
        self.is_done |= self.pose.triangles(nodes, |pose, triangles, corners| {
            let found = meets(corners[0], corners[1]);
            (pose.see)(Seen::Triangles {
                nodes,
                triangles,
                corners,
                found,
                distance: None,
                cost: &pose.cost,
            });
            pairs.extend(found.then_some(triangles));
            found && !all || pairs.len() >= MOST_PAIRS
        });
    }
}
