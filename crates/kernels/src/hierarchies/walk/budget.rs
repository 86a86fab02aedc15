//! Time-critical traversal: breadth first within a budget, promising pairs of a level first; for a distance,
//! closest pairs first. When the budget ends, the answer covers the volumes visited so far, and lists the
//! undecided pairs.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::closest::{Nearest, measure};
use super::descent::Below;
use super::in_pose::InPose;
use crate::hierarchies::pair::{Partial, Seen};
use crate::hierarchies::query::{Answer, Cost, MOST_PAIRS, Query};
use crate::hierarchies::tree::Node;
use crate::hierarchies::triangles::touch::meets;
use crate::hierarchies::volumes::Volume;

/// A pair of nodes that has not been expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OpenPair {
    /// Priority; smaller comes first.
    rank: f64,
    /// Lower bound on the distance of the contents, metres.
    bound: f64,
    /// Level; among equal ranks the deeper pair comes first, since children often have the same bound as
    /// their parents.
    level: u32,
    nodes: [u32; 2],
}

impl Eq for OpenPair {}

impl PartialOrd for OpenPair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenPair {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_rank = other.rank.total_cmp(&self.rank);
        by_rank.then_with(|| self.level.cmp(&other.level)).then_with(|| other.nodes.cmp(&self.nodes))
    }
}

/// Answers the query as far as `go_on` permits; `go_on` is called before every test.
pub fn under_budget<V: Volume, S: FnMut(Seen)>(
    pose: &mut InPose<V, S>,
    query: &Query,
    go_on: &mut dyn FnMut(&Cost) -> bool,
) -> Partial {
    let mut walk = Walk { pose, query, go_on, heap: BinaryHeap::new(), nearest: None, pairs: vec![] };
    let root = OpenPair { rank: 0.0, bound: 0.0, level: 0, nodes: [0, 0] };
    let mut untested = vec![];
    let mut is_ended = !walk.test_or_keep([root.nodes].into_iter(), root.bound, &mut untested);
    while !is_ended {
        let Some(open) = walk.heap.pop() else { break };
        if !walk.is_wanted(open.bound) {
            continue;
        }
        (walk.pose.see)(Seen::Opened { nodes: open.nodes });
        match walk.pose.below(open.nodes) {
            Below::Leaves => match walk.leaves(open.nodes) {
                Step::GoOn => (),
                Step::Found => {
                    walk.heap.clear();
                    break;
                }
                Step::BudgetEnds => {
                    untested.push(open);
                    is_ended = true;
                }
            },
            below => is_ended = !walk.test_or_keep(below.pairs(open.nodes), open.bound, &mut untested),
        }
    }
    walk.partial(untested)
}

enum Step {
    GoOn,
    Found,
    BudgetEnds,
}

struct Walk<'a, 'b, V, S> {
    pose: &'b mut InPose<'a, V, S>,
    query: &'b Query,
    go_on: &'b mut dyn FnMut(&Cost) -> bool,
    heap: BinaryHeap<OpenPair>,
    nearest: Option<Nearest>,
    pairs: Vec<[u32; 2]>,
}

impl<V: Volume, S: FnMut(Seen)> Walk<'_, '_, V, S> {
    /// Tests pairs whose contents are at least `bound` metres apart, and adds the relevant pairs to the heap.
    /// Returns `false` if the budget ends; the remaining pairs are then added to `untested`.
    fn test_or_keep(
        &mut self,
        mut pairs: impl Iterator<Item = [u32; 2]>,
        bound: f64,
        untested: &mut Vec<OpenPair>,
    ) -> bool {
        for nodes in pairs.by_ref() {
            if !(self.go_on)(&self.pose.cost) {
                let rest = std::iter::once(nodes).chain(pairs);
                untested.extend(rest.map(|nodes| OpenPair { rank: bound, bound, level: 0, nodes }));
                return false;
            }
            let open = self.test(nodes, bound);
            self.heap.extend(open);
        }
        true
    }

    /// The node of A (0) or of B (1) of a pair.
    fn node(&self, body: usize, nodes: [u32; 2]) -> &Node<V> {
        &self.pose.trees[body].nodes[nodes[body] as usize]
    }

    fn test(&mut self, nodes: [u32; 2], parent_bound: f64) -> Option<OpenPair> {
        let level = [0, 1].map(|body: usize| u32::from(self.node(body, nodes).level)).iter().sum();
        if matches!(self.query, Query::Detect | Query::Determine) {
            let depth = self.pose.overlap(nodes)?;
            let reach = [0, 1].map(|body: usize| self.node(body, nodes).volume.reach());
            let share = depth / (reach[0] + reach[1]);
            return Some(OpenPair {
                rank: f64::from(level) - share.clamp(0.0, 0.999),
                bound: 0.0,
                level,
                nodes,
            });
        }
        let (query, nearest) = (self.query, &self.nearest);
        let bound = self.pose.bound(nodes, parent_bound, |bound| is_wanted(query, nearest, bound))?;
        Some(OpenPair { rank: bound, bound, level, nodes })
    }

    fn is_wanted(&self, bound: f64) -> bool {
        is_wanted(self.query, &self.nearest, bound)
    }

    fn leaves(&mut self, nodes: [u32; 2]) -> Step {
        let Self { pose, query, go_on, nearest, pairs, .. } = self;
        let mut step = Step::GoOn;
        // `triangles` counts a test before calling this closure, so the count is corrected if the budget
        // ends.
        pose.triangles(nodes, |pose, triangles, corners| {
            pose.cost.triangle_tests -= 1;
            if !go_on(&pose.cost) {
                step = Step::BudgetEnds;
                return true;
            }
            pose.cost.triangle_tests += 1;
            let is_found = match query {
                Query::Detect | Query::Determine => {
                    let found = meets(corners[0], corners[1]);
                    let cost = &pose.cost;
                    (pose.see)(Seen::Triangles { nodes, triangles, corners, found, distance: None, cost });
                    pairs.extend(found.then_some(triangles));
                    found && **query == Query::Detect || pairs.len() >= MOST_PAIRS
                }
                Query::Distance(_) => measure(pose, nodes, triangles, corners, nearest) == 0.0,
                Query::Within(metres) => measure(pose, nodes, triangles, corners, nearest) <= *metres,
            };
            if is_found {
                step = Step::Found;
            }
            is_found
        });
        step
    }

    fn partial(self, mut untested: Vec<OpenPair>) -> Partial {
        let (query, nearest) = (self.query, self.nearest);
        untested.extend(self.heap);
        untested.retain(|open| is_wanted(query, &nearest, open.bound));
        let mut answer = Answer { cost: self.pose.cost, pairs: self.pairs, ..Answer::default() };
        match query {
            Query::Detect | Query::Determine => answer.colliding = !answer.pairs.is_empty(),
            Query::Distance(_) => {
                Nearest::store(nearest, &mut answer);
                answer.colliding = answer.distance == Some(0.0);
            }
            Query::Within(metres) => {
                let found = nearest.filter(|nearest| nearest.closest.distance <= *metres);
                Nearest::store(found, &mut answer);
                answer.colliding = found.is_some();
            }
        }
        if answer.colliding && *query != Query::Determine {
            untested.clear();
        }
        let count = |body: usize, node: u32| u64::from(self.pose.trees[body].nodes[node as usize].count);
        let undecided_triangles =
            untested.iter().map(|open| count(0, open.nodes[0]) * count(1, open.nodes[1])).sum();
        let distance_at_least = match query {
            Query::Distance(_) => {
                let found = nearest.map_or(f64::INFINITY, |nearest| nearest.closest.distance);
                untested.iter().map(|open| open.bound).fold(found, f64::min)
            }
            _ => 0.0,
        };
        let undecided = untested.iter().map(|open| open.nodes).collect();
        Partial { answer, undecided, undecided_triangles, distance_at_least }
    }
}

/// Whether pairs at least `bound` metres apart can matter.
fn is_wanted(query: &Query, nearest: &Option<Nearest>, bound: f64) -> bool {
    match query {
        Query::Detect | Query::Determine => true,
        Query::Distance(tolerance) => {
            nearest.as_ref().is_none_or(|n| !tolerance.is_enough(bound, n.closest.distance))
        }
        Query::Within(metres) => bound <= *metres,
    }
}
