//! Record of a traversal: the states of the nodes of both trees, the pairs where the traversal ended (its
//! front), and the pairs that a budget left undecided.

use std::collections::HashSet;

use crate::geometry::Pose;
use crate::hierarchies::pair::{MeshPair, Outcome, Partial, Seen};
use crate::hierarchies::query::{Answer, Cost, Query};

/// The furthest state that a node reached in a traversal, over all nodes of the other tree with which it was
/// paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The traversal did not reach the node.
    Unseen,
    /// The volume was tested and the contents were pruned.
    Pruned,
    /// The volume was tested and the node expanded.
    Kept,
    /// The volume was tested; the node waits to be expanded.
    Waits,
}

const PRUNED: u8 = 1;
const KEPT: u8 = 2;
const FRONT: u8 = 4;
const WAITS: u8 = 8;
const UNDECIDED: u8 = 16;

/// The states of all nodes of both trees.
pub struct Visits {
    /// Flags of the nodes of A's tree and of B's tree.
    flags: [Vec<u8>; 2],
    /// Number of pairs where the traversal ended.
    stops: usize,
    /// Pairs that were tested and kept but not yet expanded; only for traversals that report [`Seen::Opened`].
    waiting: HashSet<[u32; 2]>,
    reports_opened: bool,
    last_leaves: Option<[u32; 2]>,
}

impl Visits {
    /// An empty record for trees with these numbers of nodes. `reports_opened`: the traversal reports
    /// [`Seen::Opened`] for every pair that it expands, as traversals with a heap do.
    pub fn new(nodes: [usize; 2], reports_opened: bool) -> Self {
        Self {
            flags: nodes.map(|count| vec![0; count]),
            stops: 0,
            waiting: HashSet::new(),
            reports_opened,
            last_leaves: None,
        }
    }

    /// Repeats the traversal that answered `query`; with `tests`, under a budget of that many tests. `None`
    /// if the method has no trees.
    pub fn of(pair: &mut dyn MeshPair, pose: &Pose, query: &Query, tests: Option<u64>) -> Option<Self> {
        let count = |body: usize| Some(pair.tree(body)?.node_count());
        let nodes = [count(0)?, count(1)?];
        let mut visits = Self::new(nodes, tests.is_some() || matches!(query, Query::Distance(_)));
        let mut see = |seen: Seen| visits.see(&seen);
        let partial = tests.and_then(|tests| {
            let mut go_on = |cost: &Cost| cost.tests() < tests;
            pair.watch_within(pose, query, &mut go_on, &mut see)
        });
        match partial {
            Some(partial) => visits.end(&partial.undecided),
            None => {
                pair.watch(pose, query, &mut see);
                visits.end(&[]);
                visits.take_front(&pair.front());
            }
        }
        for (body, flags) in visits.flags.iter_mut().enumerate() {
            flags.resize(pair.tree(body)?.node_count(), 0);
        }
        Some(visits)
    }

    /// Records a step of the traversal.
    pub fn see(&mut self, seen: &Seen) {
        match *seen {
            Seen::Nodes { nodes, outcome: Outcome::Kept, .. } => self.kept(nodes),
            Seen::Nodes { nodes, outcome: Outcome::Apart, .. } => self.pruned(nodes),
            Seen::Opened { nodes } => self.opened(nodes),
            Seen::Dropped { nodes, .. } => self.pruned(nodes),
            Seen::Triangles { nodes, .. } => self.triangles(nodes),
        }
    }

    /// Records that two volumes were tested and kept, to be expanded immediately or later.
    pub fn kept(&mut self, nodes: [u32; 2]) {
        if self.reports_opened {
            self.waiting.insert(nodes);
            self.flag(nodes, WAITS);
        } else {
            self.flag(nodes, KEPT);
        }
    }

    /// Records that a pair was pruned, after a test or when taken from the heap.
    pub fn pruned(&mut self, nodes: [u32; 2]) {
        self.waiting.remove(&nodes);
        self.stop(nodes, PRUNED | FRONT);
    }

    /// Records that a pair was taken from the heap and replaced by its child pairs.
    pub fn opened(&mut self, nodes: [u32; 2]) {
        self.waiting.remove(&nodes);
        self.flag(nodes, KEPT);
    }

    /// Records a test of two triangles of two leaves.
    pub fn triangles(&mut self, nodes: [u32; 2]) {
        if self.last_leaves.replace(nodes) != Some(nodes) {
            self.stop(nodes, KEPT | FRONT);
        }
    }

    /// Ends the record. Pairs still waiting count as pruned; if a budget ended, the pairs in `undecided` are
    /// marked.
    pub fn end(&mut self, undecided: &[[u32; 2]]) {
        self.flags.iter_mut().flatten().for_each(|flags| *flags &= !WAITS);
        for nodes in std::mem::take(&mut self.waiting) {
            self.stop(nodes, PRUNED | FRONT);
        }
        // Some of these pairs were never tested: the budget may end between the children of a node.
        undecided.iter().for_each(|nodes| self.flag(*nodes, UNDECIDED));
    }

    /// Replaces the front by the method's own, if the method keeps one.
    fn take_front(&mut self, pairs: &[[u32; 2]]) {
        if pairs.is_empty() {
            return;
        }
        self.flags.iter_mut().flatten().for_each(|flags| *flags &= !FRONT);
        self.stops = 0;
        pairs.iter().for_each(|nodes| self.stop(*nodes, FRONT));
    }

    fn stop(&mut self, nodes: [u32; 2], flag: u8) {
        self.stops += 1;
        self.flag(nodes, flag);
    }

    fn flag(&mut self, nodes: [u32; 2], flag: u8) {
        for (flags, node) in self.flags.iter_mut().zip(nodes) {
            let node = node as usize;
            // A tree may grow during the traversal.
            flags.resize(flags.len().max(node + 1), 0);
            flags[node] |= flag;
        }
    }

    fn flags(&self, body: usize, node: u32) -> u8 {
        self.flags[body].get(node as usize).copied().unwrap_or(0)
    }

    /// State of a node of A's tree (0) or of B's tree (1).
    pub fn state(&self, body: usize, node: u32) -> State {
        match self.flags(body, node) {
            flags if flags & UNDECIDED > 0 => State::Waits,
            flags if flags & KEPT > 0 => State::Kept,
            flags if flags & WAITS > 0 => State::Waits,
            flags if flags & PRUNED > 0 => State::Pruned,
            _ => State::Unseen,
        }
    }

    /// Whether the traversal ended at this node, paired with any node of the other tree.
    pub fn is_front(&self, body: usize, node: u32) -> bool {
        self.flags(body, node) & FRONT > 0
    }

    /// Length of the front: the number of pairs where the traversal ended.
    pub fn front_length(&self) -> usize {
        self.stops
    }

    /// Number of nodes of a tree that the traversal reached.
    pub fn reached(&self, body: usize) -> usize {
        self.flags[body].iter().filter(|flags| **flags > 0).count()
    }

    /// Number of nodes of a tree in a state.
    pub fn count(&self, body: usize, state: State) -> usize {
        (0..self.flags[body].len() as u32).filter(|node| self.state(body, *node) == state).count()
    }
}

/// The part of an answer that was undecided when the budget ended.
pub struct Open {
    /// Pairs of unvisited nodes, [of A's tree, of B's tree].
    pub nodes: Vec<[u32; 2]>,
    /// Number of triangle pairs below these nodes.
    pub triangles: u64,
    /// Lower bound on the distance, metres.
    pub distance_at_least: f64,
}

/// Splits the result of a traversal under a budget into the answer and its undecided part.
pub fn left_open(partial: Partial) -> (Answer, Option<Open>) {
    let Partial { answer, undecided, undecided_triangles, distance_at_least } = partial;
    let open = Open { nodes: undecided, triangles: undecided_triangles, distance_at_least };
    (answer, (!open.nodes.is_empty()).then_some(open))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchies::methods::{BRUTE_FORCE, OBB_TREE, find};
    use crate::hierarchies::query::Tolerance;
    use crate::meshes::scenes;

    fn make(id: &str) -> Box<dyn MeshPair> {
        let method = find(id).unwrap();
        let meshes = (scenes::find("knots").unwrap().meshes)(1, 200);
        method.make(&meshes, &method.default_settings())
    }

    #[test]
    fn every_pair_that_was_tested_is_opened_or_on_the_front() {
        let mut pair = make(OBB_TREE);
        let at = (scenes::find("knots").unwrap().pose)(0.1);
        for query in [Query::Determine, Query::Distance(Tolerance::default())] {
            let cost = pair.answer(&at, &query).cost;
            let visits = Visits::of(&mut *pair, &at, &query, None).unwrap();
            // In a binary tree, expanding a pair replaces it by two.
            assert_eq!(visits.front_length() as u64, cost.volume_tests.div_ceil(2), "{query:?}");
            for body in 0..2 {
                assert_eq!(visits.count(body, State::Waits), 0);
                let tree = pair.tree(body).unwrap();
                for node in 0..tree.node_count() as u32 {
                    let is_entered = visits.state(body, node) == State::Kept;
                    let below = tree.children(node).any(|child| visits.state(body, child) != State::Unseen);
                    assert!(is_entered || !below, "{query:?}: {node} was not looked into");
                }
            }
        }
        assert!(Visits::of(&mut *make(BRUTE_FORCE), &at, &Query::Detect, None).is_none());
    }

    #[test]
    fn what_a_budget_leaves_open_waits_and_nothing_else_does() {
        let mut pair = make(OBB_TREE);
        let at = (scenes::find("knots").unwrap().pose)(0.1);
        let partial =
            pair.answer_within(&at, &Query::Determine, &mut |cost| cost.volume_tests < 100).unwrap();
        assert!(!partial.undecided.is_empty());
        let visits = Visits::of(&mut *pair, &at, &Query::Determine, Some(100)).unwrap();
        for body in 0..2 {
            let mut open: Vec<u32> = partial.undecided.iter().map(|nodes| nodes[body]).collect();
            open.sort_unstable();
            open.dedup();
            assert_eq!(visits.count(body, State::Waits), open.len());
            assert!(open.iter().all(|node| visits.state(body, *node) == State::Waits));
        }
    }
}
