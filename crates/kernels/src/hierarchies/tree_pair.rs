//! Two meshes with a tree each, for all tree methods except `bvh-fast`.

use std::collections::BinaryHeap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::build::build_watched;
use super::build::on_demand::{Growing, Trunk};
use super::build::parts::{Fitter, Made, Pieces, See};
use super::build::plan::{Construction, Plan};
use super::pair::{Built, MeshPair, Opening, Partial, Progress, Seen};
use super::query::{Answer, Cost, Placed, Query};
use super::tree::{Outline, Tree, TreeView};
use super::unit_costs::Replayed;
use super::update::Turning;
use super::volumes::Volume;
use super::walk::budget::under_budget;
use super::walk::closest::{Open, distance};
use super::walk::descent::DescentRule;
use super::walk::front::Front;
use super::walk::in_pose::{InPose, Posed, ROUNDING};
use super::walk::replay::Work;
use super::walk::touching::touching;
use super::walk::within::within;
use crate::geometry::{Fit, Mesh, Pose};

/// How two trees are traversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traversal {
    /// Where a traversal starts.
    pub start: Start,
    /// The descent rule.
    pub rule: DescentRule,
}

impl Default for Traversal {
    fn default() -> Self {
        Self { start: Start::Roots, rule: DescentRule::Larger }
    }
}

/// Starting point of a traversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The pair of roots.
    Roots,
    /// The pair of triangles found by the last traversal, then the roots.
    Seed,
    /// The pairs of nodes where the last traversal ended.
    Front,
}

/// Two meshes with a tree each.
pub struct TreePair<V> {
    meshes: [Arc<Mesh>; 2],
    trees: [Trunk<V>; 2],
    /// Largest distance of a vertex from the origin, per mesh, metres.
    reach: [f64; 2],
    turning: Box<dyn Turning<V>>,
    traversal: Traversal,
    /// Construction settings; `None` for trees built elsewhere.
    plan: Option<(Plan, Fit)>,
    posed: Posed<V>,
    memory: Memory,
    built: Built,
}

/// State and memory kept between traversals.
#[derive(Default)]
struct Memory {
    open: Vec<([u32; 2], f64)>,
    heap: BinaryHeap<Open>,
    /// The pair of triangles found by the last traversal.
    last: Option<[u32; 2]>,
    /// The front of the last traversal.
    front: Front,
}

impl<V: Volume> TreePair<V> {
    /// Builds the trees; only one if both meshes are the same `Arc`. `turning` is created for B's mesh.
    /// `None` if `progress` cancels.
    pub fn new(
        meshes: &[Arc<Mesh>; 2],
        (plan, fit, traversal): (&Plan, Fit, Traversal),
        turning: impl FnOnce(&Arc<Mesh>) -> Box<dyn Turning<V>>,
        progress: &mut Progress,
    ) -> Option<Self> {
        let begin = Instant::now();
        let turning = turning(&meshes[1]);
        if let (true, Construction::TopDown(rule)) = (plan.on_demand, plan.construction) {
            let [a, mut b] = [0, 1].map(|body: usize| Growing::new(&meshes[body], rule, plan, fit));
            if !turning.is_by_node() {
                b.grow_whole(progress)?;
            }
            let trunks = [a, b].map(|growing| Trunk::Growing(Box::new(growing)));
            let made = Self::of_trunks(meshes, trunks, traversal, turning, Built::default());
            return Some(Self { plan: Some((*plan, fit)), ..made });
        }
        let shared = Arc::ptr_eq(&meshes[0], &meshes[1]);
        let parts = if shared { 1.0 } else { 2.0 };
        let a = Arc::new(tree(&meshes[0], plan, fit, &mut |share| progress(share / parts))?);
        let b = match shared {
            true => Arc::clone(&a),
            false => Arc::new(tree(&meshes[1], plan, fit, &mut |share| progress(0.5 + share / 2.0))?),
        };
        let made = Self::of_trees(meshes, [a, b], traversal, turning, begin.elapsed());
        Some(Self { plan: Some((*plan, fit)), ..made })
    }

    /// Creates a pair from existing trees that took `time` to build.
    pub fn of_trees(
        meshes: &[Arc<Mesh>; 2],
        trees: [Arc<Tree<V>>; 2],
        traversal: Traversal,
        turning: Box<dyn Turning<V>>,
        time: Duration,
    ) -> Self {
        let built = Built { time, shared: Arc::ptr_eq(&trees[0], &trees[1]), ..Built::default() };
        Self::of_trunks(meshes, trees.map(Trunk::Whole), traversal, turning, built)
    }

    fn of_trunks(
        meshes: &[Arc<Mesh>; 2],
        trees: [Trunk<V>; 2],
        traversal: Traversal,
        turning: Box<dyn Turning<V>>,
        built: Built,
    ) -> Self {
        let reach = [0, 1].map(|i: usize| {
            let vertices = meshes[i].vertices().iter();
            vertices.map(|p| p.coords.norm()).fold(0.0, f64::max)
        });
        Self {
            meshes: meshes.clone(),
            trees,
            reach,
            turning,
            traversal,
            plan: None,
            posed: Posed::default(),
            memory: Memory::default(),
            built,
        }
    }

    /// Prepares a traversal in a pose. Also returns the memory that is kept between traversals.
    #[inline]
    fn pose<'a, S>(&'a mut self, b_in_a: &Pose, see: &'a mut S) -> (InPose<'a, V, S>, &'a mut Memory) {
        let placed = Placed::new(b_in_a);
        let [a, b] = self.trees.each_mut().map(Trunk::walked);
        self.posed.begin(b.nodes.len());
        let cost = Cost { updates: self.turning.begin(&b, &placed), ..Cost::default() };
        let pose = InPose {
            trees: [a, b],
            meshes: [&self.meshes[0], &self.meshes[1]],
            placed,
            rule: self.traversal.rule,
            slack: ROUNDING * (self.reach[0] + self.reach[1] + placed.shift.norm()),
            posed: &mut self.posed,
            turning: &mut *self.turning,
            cost,
            see,
        };
        (pose, &mut self.memory)
    }

    #[inline]
    fn run<S: FnMut(Seen)>(&mut self, b_in_a: &Pose, query: &Query, see: &mut S) -> Answer {
        let start = self.traversal.start;
        let (mut pose, Memory { open, heap, last, front }) = self.pose(b_in_a, see);
        let seed = last.filter(|_| start == Start::Seed);
        match query {
            Query::Detect | Query::Determine if start == Start::Front => {
                let all = *query == Query::Determine;
                let tracked = front.touching(&mut pose, all);
                tracked.unwrap_or_else(|| touching(&mut pose, all, None, open))
            }
            Query::Detect => touching(&mut pose, false, seed, open),
            Query::Determine => touching(&mut pose, true, None, open),
            Query::Distance(tolerance) => distance(&mut pose, *tolerance, seed, heap),
            Query::Within(metres) => within(&mut pose, *metres, seed, open),
        }
    }
}

/// Builds the tree of a mesh.
pub fn tree<V: Volume>(mesh: &Mesh, plan: &Plan, fit: Fit, progress: &mut Progress) -> Option<Tree<V>> {
    grown(mesh, plan, fit, (&mut |share| progress(share), None))
}

/// [`tree`] with an optional observer that receives every step.
fn grown<'a, V: Volume>(
    mesh: &Mesh,
    plan: &Plan,
    fit: Fit,
    (progress, see): (&'a mut dyn FnMut(f64) -> bool, Option<&'a mut See<'a>>),
) -> Option<Tree<V>> {
    let fitter = Fitter { fit: &|triangles| V::around(mesh, triangles, fit), frame: &V::frame };
    let order = (0..mesh.triangles().len() as u32).collect();
    build_watched(&Pieces::of(mesh), order, plan, &fitter, (progress, see))
}

impl<V: Volume> MeshPair for TreePair<V> {
    fn answer(&mut self, b_in_a: &Pose, query: &Query) -> Answer {
        let answer = self.run(b_in_a, query, &mut |_| ());
        self.memory.last = answer.pairs.first().copied();
        answer
    }

    fn watch(&mut self, b_in_a: &Pose, query: &Query, see: &mut dyn FnMut(Seen)) -> Answer {
        // Restored below: the observed traversal must not change the front of the timed ones.
        let front = self.memory.front.clone();
        let answer = self.run(b_in_a, query, &mut |seen| see(seen));
        self.memory.front = front;
        answer
    }

    fn answer_within(
        &mut self,
        b_in_a: &Pose,
        query: &Query,
        go_on: &mut dyn FnMut(&Cost) -> bool,
    ) -> Option<Partial> {
        let see = &mut |_: Seen| ();
        let (mut pose, _) = self.pose(b_in_a, see);
        Some(under_budget(&mut pose, query, go_on))
    }

    fn watch_within(
        &mut self,
        b_in_a: &Pose,
        query: &Query,
        go_on: &mut dyn FnMut(&Cost) -> bool,
        see: &mut dyn FnMut(Seen),
    ) -> Option<Partial> {
        let see = &mut |seen: Seen| see(seen);
        let (mut pose, _) = self.pose(b_in_a, see);
        Some(under_budget(&mut pose, query, go_on))
    }

    fn replay(&mut self, b_in_a: &Pose, query: &Query) -> Option<Replayed> {
        let mut work = Work::default();
        self.watch(b_in_a, query, &mut |seen| work.record(&seen));
        let see = &mut |_: Seen| ();
        let (mut pose, _) = self.pose(b_in_a, see);
        Some(work.replay(&mut pose, query))
    }

    fn watch_construction(&self, body: usize, see: &mut dyn FnMut(Made)) -> bool {
        let Some((plan, fit)) = &self.plan else { return false };
        let see = &mut |step: Made| see(step);
        grown::<V>(&self.meshes[body], plan, *fit, (&mut |_| true, Some(see))).is_some()
    }

    fn volume_around(&self, body: usize, triangles: &[u32]) -> Option<Outline> {
        let fit = self.plan.map_or(Fit::HullArea, |(_, fit)| fit);
        Some(V::around(&self.meshes[body], triangles, fit).outline(&Pose::identity()))
    }

    fn built(&self) -> Built {
        let mut built = self.built;
        built.bytes = self.trees.each_ref().map(|trunk| trunk.tree().bytes());
        built.bytes[1] += self.turning.bytes();
        built.time += self.trees.iter().map(Trunk::time).sum::<Duration>();
        built
    }

    fn tree(&self, body: usize) -> Option<&dyn TreeView> {
        Some(self.trees[body].tree())
    }

    fn opening(&self, nodes: [u32; 2]) -> Option<Opening> {
        let [a, b] = [0, 1].map(|body: usize| self.trees[body].tree().nodes.get(nodes[body] as usize));
        let (a, b, rule) = (a?, b?, self.traversal.rule);
        let leaves = [a, b].map(|node| node.is_leaf() && !node.is_unbuilt());
        Some(Opening { opens: rule.opens_of(a, b), leaves, rule })
    }

    fn front(&self) -> Vec<[u32; 2]> {
        self.memory.front.pairs()
    }

    fn forget(&mut self) {
        self.memory = Memory::default();
    }
}

impl<V: Volume> TreeView for Tree<V> {
    fn node_count(&self) -> usize {
        self.nodes.len()
    }

    fn children(&self, node: u32) -> std::ops::Range<u32> {
        self.nodes[node as usize].children()
    }

    fn level(&self, node: u32) -> usize {
        usize::from(self.nodes[node as usize].level)
    }

    fn triangles(&self, node: u32) -> &[u32] {
        self.triangles(node)
    }

    fn is_unbuilt(&self, node: u32) -> bool {
        self.nodes[node as usize].is_unbuilt()
    }

    fn outline(&self, node: u32, pose: &Pose) -> Outline {
        self.nodes[node as usize].volume.outline(pose)
    }
}
