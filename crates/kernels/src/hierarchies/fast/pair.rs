//! The method `bvh-fast`: two meshes with their trees.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Instant;

use super::build::build;
use super::node::Tree;
use super::scratch::{Scratch, general_pair, threads};
use crate::geometry::{Mesh, Obb, Pose};
use crate::hierarchies::pair::{Built, MeshPair, Opening, Partial, Seen};
use crate::hierarchies::query::{Answer, Cost, Query};
use crate::hierarchies::tree::TreeView;
use crate::hierarchies::tree_pair::TreePair;
use crate::simd::level::Level;

/// Two meshes with their trees.
pub struct FastPair {
    trees: [Arc<Tree>; 2],
    built: Built,
    scratch: Scratch,
    /// The trees converted for the general traversals, on first use.
    general: OnceCell<TreePair<Obb>>,
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
        let mut scratch = Scratch::default();
        scratch.level = self.scratch.level;
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
