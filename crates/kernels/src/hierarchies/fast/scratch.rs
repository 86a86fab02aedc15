//! The queries for two trees in a pose: the f32 traversals, and the general ones for what these cannot answer.

use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;
use std::time::Instant;

use super::all_pairs::{AllPairs, Lists};
use super::build::build;
use super::detect::Detect;
use super::distance::Distance;
use super::frontier::Frontier;
use super::general::general;
use super::node::{Ref, Tree};
use super::posed::Posed;
use crate::geometry::{Mesh, Obb, Point, Pose};
use crate::hierarchies::query::{Answer, Query, Tolerance};
use crate::hierarchies::tree_pair::{Traversal, TreePair};
use crate::hierarchies::update::Applied;
use crate::simd::level::Level;

/// Maximum number of construction threads; more do not make it faster.
const MOST_THREADS: usize = 8;

/// Builds the tree of a mesh on up to eight threads. `progress` receives the share of work done; if it returns
/// `false`, the result is `None`.
pub fn tree(mesh: &Arc<Mesh>, progress: &mut dyn FnMut(f64) -> bool) -> Option<Tree> {
    build(mesh, threads(), progress)
}

/// The number of cores, at most [`MOST_THREADS`]. Asked once: the system reads files for the answer, some 25 µs.
pub(super) fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| available_parallelism().map_or(1, |n| n.get().min(MOST_THREADS)))
}

/// Memory of the traversals, reused from query to query, and their instruction set.
pub struct Scratch {
    pub(super) level: Level,
    stack: Vec<[Ref; 2]>,
    lists: Lists,
    frontier: Frontier,
}

impl Default for Scratch {
    fn default() -> Self {
        let (lists, frontier) = (Lists::default(), Frontier::default());
        Self { level: Level::best(), stack: vec![], lists, frontier }
    }
}

impl Scratch {
    /// Answers `query` for two trees with B at `b_in_a`; `None` for the few queries that the f32 traversals
    /// cannot answer and [`general_pair`] can.
    pub fn answer(&mut self, trees: [&Tree; 2], b_in_a: &Pose, query: &Query) -> Option<Answer> {
        let posed = Posed::new(trees[0], trees[1], b_in_a);
        let measures = matches!(query, Query::Distance(_) | Query::Within(_));
        if posed.are_uneven() || posed.are_remote() && measures {
            // f32 bounds are too loose. Those of the f64 traversal are not, however far the meshes are from each
            // other; it takes microseconds, or milliseconds for round meshes, with many parts equally near.
            return None;
        }
        let mut answer = Answer::default();
        match query {
            Query::Detect if !posed.are_far() => {
                let (stack, cost) = (&mut self.stack, &mut answer.cost);
                answer.pairs.extend(self.level.run(Detect { posed: &posed, stack, cost }));
            }
            Query::Determine if !posed.are_far() => {
                let (lists, cost, found) = (&mut self.lists, &mut answer.cost, &mut answer.pairs);
                if !self.level.run(AllPairs { posed: &posed, lists, cost, found }) {
                    self.lists = Lists::default();
                    return None;
                }
            }
            Query::Detect | Query::Determine => {}
            Query::Distance(tolerance) => {
                self.distance(&posed, *tolerance, f64::INFINITY, false, &mut answer);
            }
            Query::Within(distance) => {
                self.distance(&posed, Tolerance::default(), *distance, true, &mut answer);
            }
        }
        answer.colliding = match query {
            Query::Distance(_) => answer.distance == Some(0.0),
            _ => !answer.pairs.is_empty(),
        };
        Some(answer)
    }

    fn distance(&mut self, posed: &Posed, tolerance: Tolerance, limit: f64, any: bool, answer: &mut Answer) {
        let frontier = &mut self.frontier;
        let cost = &mut answer.cost;
        let found = self.level.run(Distance { posed, frontier, cost, tolerance, limit, any });
        if let Some(nearest) = found {
            answer.pairs.push(nearest.triangles);
            answer.distance = Some(nearest.closest.distance);
            answer.closest = Some(nearest.closest.points.map(Point::from));
        }
    }
}

/// The trees with the general traversals in f64, which answer every query, pair by pair.
pub fn general_pair(trees: &[Arc<Tree>; 2]) -> TreePair<Obb> {
    let start = Instant::now();
    let meshes = [0, 1].map(|body: usize| trees[body].mesh.clone());
    let general = [0, 1].map(|body: usize| general(&trees[body]));
    TreePair::of_trees(&meshes, general, Traversal::default(), Box::new(Applied::default()), start.elapsed())
}
