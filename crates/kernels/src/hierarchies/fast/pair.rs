//! The method `bvh-fast`: two meshes with their trees, and the queries.

use std::cell::OnceCell;
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
use crate::hierarchies::options::Traversal;
use crate::hierarchies::pair::{Built, MeshPair, Opening, Partial, Seen};
use crate::hierarchies::query::{Answer, Cost, Query, Tolerance};
use crate::hierarchies::tree::TreeView;
use crate::hierarchies::tree_pair::TreePair;
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
fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| available_parallelism().map_or(1, |n| n.get().min(MOST_THREADS)))
}

/// Two meshes with their trees.
pub struct FastPair {
    trees: [Arc<Tree>; 2],
    built: Built,
    scratch: Scratch,
    /// The trees converted for the general traversals, on first use.
    general: OnceCell<TreePair<Obb>>,
}

/// Memory of the traversals, reused from query to query, and their instruction set.
pub struct Scratch {
    level: Level,
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

impl FastPair {
    /// Builds the trees on up to eight threads; only one tree if both meshes are the same `Arc`. `progress`
    /// receives the share of work done; if it returns `false`, the result is `None`.
    pub fn new(meshes: &[Arc<Mesh>; 2], progress: &mut dyn FnMut(f64) -> bool) -> Option<Self> {
        Self::on_threads(meshes, threads(), progress)
    }

    /// [`FastPair::new`] with a given number of threads.
    pub fn on_threads(
        meshes: &[Arc<Mesh>; 2],
        threads: usize,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Option<Self> {
        let start = Instant::now();
        let shared = Arc::ptr_eq(&meshes[0], &meshes[1]);
        let counts = [0, 1].map(|i| if shared && i == 1 { 0.0 } else { meshes[i].triangles().len() as f64 });
        let share = counts[0] / (counts[0] + counts[1]);
        let a = Arc::new(build(&meshes[0], threads, &mut |done| progress(done * share))?);
        let b = if shared {
            a.clone()
        } else {
            Arc::new(build(&meshes[1], threads, &mut |done| progress(share + done * (1.0 - share)))?)
        };
        let built = Built { time: start.elapsed(), bytes: [a.bytes(), b.bytes()], shared };
        Some(Self { trees: [a, b], built, scratch: Scratch::default(), general: OnceCell::new() })
    }

    /// Selects an instruction set other than the best available.
    pub fn set_level(&mut self, level: Level) {
        self.scratch.level = level;
    }

    fn general(&self) -> &TreePair<Obb> {
        self.general.get_or_init(|| general_pair(&self.trees))
    }

    fn general_mut(&mut self) -> &mut TreePair<Obb> {
        self.general();
        self.general.get_mut().expect("it was made")
    }
}

impl MeshPair for FastPair {
    fn answer(&mut self, b_in_a: &Pose, query: &Query) -> Answer {
        let [a, b] = &self.trees;
        let answer = self.scratch.answer([a, b], b_in_a, query);
        answer.unwrap_or_else(|| self.general_mut().answer(b_in_a, query))
    }

    /// Uses the general traversal of the same trees, which tests one pair at a time and reports every step.
    fn watch(&mut self, b_in_a: &Pose, query: &Query, see: &mut dyn FnMut(Seen)) -> Answer {
        self.general_mut().watch(b_in_a, query, see)
    }

    fn answer_within(
        &mut self,
        b_in_a: &Pose,
        query: &Query,
        go_on: &mut dyn FnMut(&Cost) -> bool,
    ) -> Option<Partial> {
        self.general_mut().answer_within(b_in_a, query, go_on)
    }

    fn watch_within(
        &mut self,
        b_in_a: &Pose,
        query: &Query,
        go_on: &mut dyn FnMut(&Cost) -> bool,
        see: &mut dyn FnMut(Seen),
    ) -> Option<Partial> {
        self.general_mut().watch_within(b_in_a, query, go_on, see)
    }

    fn is_watched_otherwise(&self) -> bool {
        true
    }

    fn sharing(&self) -> Option<Box<dyn MeshPair>> {
        let scratch = Scratch { level: self.scratch.level, ..Scratch::default() };
        let (trees, built) = (self.trees.clone(), self.built);
        Some(Box::new(Self { trees, built, scratch, general: OnceCell::new() }))
    }

    fn built(&self) -> Built {
        self.built
    }

    fn tree(&self, body: usize) -> Option<&dyn TreeView> {
        self.general().tree(body)
    }

    fn opening(&self, nodes: [u32; 2]) -> Option<Opening> {
        self.general().opening(nodes)
    }

    /// Always empty: this method keeps no front.
    fn front(&self) -> Vec<[u32; 2]> {
        vec![]
    }
}
