//! Trees that grow on demand: a node gets its children when a query first opens it (Northeastern lecture, source 2:
//! "top-down can build the hierarchy as needed"). Parts of a mesh that no query reaches cost nothing.

use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::parts::{Fitter, Meter, Pieces};
use super::plan::{Plan, Rule};
use super::top_down::TopDown;
use crate::geometry::{Fit, Mesh};
use crate::hierarchies::tree::Tree;
use crate::hierarchies::volumes::Volume;

/// A tree that was built whole, or one that grows.
pub enum Trunk<V> {
    /// Complete; both meshes of a pair may share it.
    Whole(Arc<Tree<V>>),
    /// Grows on demand.
    Growing(Box<Growing<V>>),
}

/// A tree that grows on demand, with what its splits need.
pub struct Growing<V> {
    tree: Tree<V>,
    top_down: TopDown,
    mesh: Arc<Mesh>,
    pieces: Pieces,
    fit: Fit,
    /// Time spent on growing so far.
    time: Duration,
}

/// A tree during a traversal.
pub enum Walked<'a, V> {
    /// Complete.
    Whole(&'a Tree<V>),
    /// Grows where the traversal opens it.
    Growing(&'a mut Growing<V>),
}

impl<V> Deref for Walked<'_, V> {
    type Target = Tree<V>;

    #[inline]
    fn deref(&self) -> &Tree<V> {
        match self {
            Self::Whole(tree) => tree,
            Self::Growing(growing) => &growing.tree,
        }
    }
}

impl<V> Trunk<V> {
    /// The tree as far as it has grown.
    pub fn tree(&self) -> &Tree<V> {
        match self {
            Self::Whole(tree) => tree,
            Self::Growing(growing) => &growing.tree,
        }
    }

    /// Time spent on growing so far; zero for a tree that was built whole.
    pub fn time(&self) -> Duration {
        match self {
            Self::Whole(_) => Duration::ZERO,
            Self::Growing(growing) => growing.time,
        }
    }

    /// The tree for a traversal.
    #[inline]
    pub fn walked(&mut self) -> Walked<'_, V> {
        match self {
            Self::Whole(tree) => Walked::Whole(tree),
            Self::Growing(growing) => Walked::Growing(growing),
        }
    }
}

impl<V: Volume> Growing<V> {
    /// The root of a tree over a mesh.
    pub fn new(mesh: &Arc<Mesh>, rule: Rule, plan: &Plan, fit: Fit) -> Self {
        let begin = Instant::now();
        let order = (0..mesh.triangles().len() as u32).collect();
        let fitter = Fitter { fit: &|triangles: &[u32]| V::around(mesh, triangles, fit), frame: &V::frame };
        let (top_down, tree) = TopDown::begin(order, rule, plan, &fitter);
        let pieces = Pieces::of(mesh);
        Self { tree, top_down, mesh: Arc::clone(mesh), pieces, fit, time: begin.elapsed() }
    }

    /// Builds what is left; `None` if `progress` cancels.
    pub fn grow_whole(&mut self, progress: &mut dyn FnMut(f64) -> bool) -> Option<()> {
        let mut node = 0;
        while node < self.tree.nodes.len() {
            if self.tree.nodes[node].is_unbuilt() {
                self.open(node as u32);
            }
            node += 1;
            // Every split adds at least one leaf, and a leaf holds a triangle.
            progress((node as f64 / (2 * self.tree.order.len()) as f64).min(1.0)).then_some(())?;
        }
        Some(())
    }

    fn open(&mut self, node: u32) {
        let begin = Instant::now();
        let Self { tree, top_down, mesh, pieces, fit, time } = self;
        let around = |triangles: &[u32]| V::around(mesh, triangles, *fit);
        let fitter = Fitter { fit: &around, frame: &V::frame };
        // Nothing cancels it.
        let mut go_on = |_| true;
        let mut meter = Meter::new(1.0, &mut go_on, None);
        let _ = top_down.open(tree, node, pieces, &fitter, &mut meter);
        *time += begin.elapsed();
    }
}

impl<V: Volume> Walked<'_, V> {
    /// Gives an unbuilt node its children.
    #[inline]
    pub fn open(&mut self, node: u32) {
        if let Self::Growing(growing) = self
            && growing.tree.nodes[node as usize].is_unbuilt()
        {
            growing.open(node);
        }
    }
}
