//! Traversal of a tree of boxes, with the stages that prune: patches are compared with themselves and with
//! each other.
//!
//! 1. Refit: boxes, and cones of normals, in post-order.
//! 2. A patch with itself: free of contacts if its cone is narrow (and its contour simple); otherwise its
//!    children are compared with themselves and with each other.
//! 3. Two patches: free of contacts if their boxes do not overlap, or if they are adjacent and their union is
//!    free of contacts as in 2.
//! 4. Two triangles: free of contacts if their centroids are far from each other.
//! 5. Pairs of features: the same-side filter, and the exact test.
//!
//! The rivals `octree` and `kd-tree` have other stages 2 and 3: in every step they divide the space around the
//! triangles' boxes, and compare triangles that share a leaf (`broad_phase/subdivision.rs`).
//!
//! `quad-safe` misses nothing: stages 2 and 3 by the proof in `contour.rs`, and because boxes enclose the
//! whole step; stage 4 by [`Centroid::Bound`]; stage 5 by the cubic. Every pair of features is tested once:
//! each particle and each edge is owned by one of its triangles, and is tested only in the pair of its owner
//! and the other feature's owner.

use std::ops::ControlFlow;
use std::time::Instant;

use super::Node;
use super::bounds::{Bounds, Span};
use super::contour::{self, Cells};
use crate::broad_phase::BroadCost;
use crate::broad_phase::subdivision::{Rules, Seen, Subdivision};
use crate::cloth::detect::exact::{SameSide, decide};
use crate::cloth::detect::{
    Counts, Detect, Event, Found, MOST_CONTACTS, MOST_PAIRS, Outcome, Patch, Times, sorted,
};
use crate::cloth::mesh::{ClothMesh, ascending, sides};
use crate::cloth::step::{Contact, Features, Step};
use crate::geometry::budget::Spent;
use crate::geometry::held::Held;
use crate::geometry::{Aabb, Point, Vector};

/// Options of the traversal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stages {
    /// The times that boxes and cones enclose.
    pub span: Span,
    /// The use of cones of normals.
    pub cones: Cones,
    /// The rule for dropping pairs of triangles that are too far from each other.
    pub centroid: Centroid,
    /// The rule for dropping features that stay on one side of each other.
    pub same_side: SameSide,
    /// Whether a pair of features is tested only once, instead of in every pair of triangles that contains it.
    pub once: bool,
}

impl Stages {
    /// Compares only boxes, which enclose the whole step; no other stage drops anything.
    pub const BOXES: Self = Self {
        span: Span::Swept,
        cones: Cones::Off,
        centroid: Centroid::Off,
        same_side: SameSide::Off,
        once: false,
    };
}

/// The use of cones of normals for pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cones {
    /// Cones are not computed.
    Off,
    /// A narrow cone suffices, as published. Misses a spiral ramp.
    Alone,
    /// A narrow cone and a simple contour are required.
    WithContour,
}

/// The rule for dropping pairs of triangles by the distance of their centroids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Centroid {
    /// Drops no pairs.
    Off,
    /// Drops pairs whose centroids, at the end of the step, are farther apart than this many times the
    /// longest edge at rest, as published. Loses contacts.
    Threshold(f64),
    /// Drops pairs whose centroids are farther apart than the sum of the triangles' radii during the whole
    /// step. A triangle's radius, from its centroid to its farthest corner, is a convex function of time, so
    /// it is greatest at an end of the step; the vector between the centroids changes linearly. Loses
    /// nothing.
    Bound,
}

/// A tree of boxes over the triangles of a cloth, with its stages.
pub struct Tree<'a> {
    mesh: Held<'a, ClothMesh>,
    nodes: Vec<Node>,
    /// The division of space that replaces the traversal of the nodes.
    space: Option<Rules>,
    stages: Stages,
    bounds: Vec<Bounds>,
    threshold: f64,
    /// For each triangle, whether it owns each of its corners. `owned_edges` is the same for its three sides;
    /// `face_edges` has the indices of the edges that are its sides.
    owned: Vec<[bool; 3]>,
    face_edges: Vec<[u32; 3]>,
    owned_edges: Vec<[bool; 3]>,
}

impl<'a> Tree<'a> {
    /// A tree with these nodes, children before their parents.
    pub fn new(mesh: impl Into<Held<'a, ClothMesh>>, nodes: Vec<Node>, stages: Stages) -> Self {
        let mesh = mesh.into();
        let index: std::collections::HashMap<[u32; 2], u32> =
            mesh.edges.iter().enumerate().map(|(i, edge)| (ascending(*edge), i as u32)).collect();
        let face_edges: Vec<[u32; 3]> =
            mesh.faces.iter().map(|face| sides(*face).map(|side| index[&ascending(side)])).collect();
        let mut take = {
            let (mut particles, mut edges) = (vec![true; mesh.rest.len()], vec![true; mesh.edges.len()]);
            move |corners: [u32; 3], sides: [u32; 3]| {
                let first = |free: &mut Vec<bool>, i: u32| std::mem::take(&mut free[i as usize]);
                (corners.map(|p| first(&mut particles, p)), sides.map(|e| first(&mut edges, e)))
            }
        };
        let (owned, owned_edges) =
            mesh.faces.iter().zip(&face_edges).map(|(face, edges)| take(*face, *edges)).unzip();
        let threshold = match stages.centroid {
            Centroid::Threshold(lengths) => lengths * mesh.longest_edge(),
            _ => f64::INFINITY,
        };
        Self {
            mesh,
            nodes,
            space: None,
            stages,
            bounds: Vec::new(),
            threshold,
            owned,
            face_edges,
            owned_edges,
        }
    }

    /// A method that divides space by these rules, instead of a tree; it has no cones.
    pub fn in_space(mesh: impl Into<Held<'a, ClothMesh>>, rules: Rules, stages: Stages) -> Self {
        let mesh = mesh.into();
        let leaves = super::leaves(0..mesh.faces.len() as u32);
        Self { space: Some(rules), ..Self::new(mesh, leaves, stages) }
    }

    /// Divides space around the triangles' boxes, as of the last refit; `None` for a tree. The indices of the boxes are
    /// those of the triangles.
    pub fn divide(&self, see: &mut impl FnMut(Seen) -> ControlFlow<()>) -> Option<BroadCost> {
        let boxes: Vec<Aabb> = self.bounds.iter().map(|bounds| bounds.aabb).collect();
        self.space.map(|rules| Subdivision::new(rules).search(&boxes, see))
    }

    /// The nodes, children before their parents; the last is the root.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Box and cone of every node, for the step of the last refit or detection.
    pub fn bounds(&self) -> &[Bounds] {
        &self.bounds
    }

    /// Updates boxes and cones in post-order; returns their number.
    pub fn refit(&mut self, step: &Step) -> u64 {
        self.bounds.clear();
        for node in &self.nodes {
            let bounds = match (node.patch, &node.children[..]) {
                (Patch::Face(face), _) => {
                    Bounds::of_face(&self.mesh, step, face, self.stages.span, self.stages.cones != Cones::Off)
                }
                (_, &[a, b]) => Bounds::merged(&[self.bounds[a as usize], self.bounds[b as usize]]),
                (_, children) => {
                    let of: Vec<Bounds> = children.iter().map(|c| self.bounds[*c as usize]).collect();
                    Bounds::merged(&of)
                }
            };
            self.bounds.push(bounds);
        }
        self.bounds.len() as u64
    }

    /// For every two triangles with overlapping boxes, calls `take` twice: with the edges of one triangle and
    /// the index of the other, and vice versa. Fails, without calling `take`, if these triangles have more
    /// than `most` pairs of features.
    pub fn features_near(
        mut self,
        step: &Step,
        most: usize,
        mut take: impl FnMut(&[u32; 3], u32),
    ) -> Result<(), Spent> {
        self.refit(step);
        let (mut counts, mut pairs) = (Counts::default(), Vec::new());
        let mut note = |event| {
            if let Event::Patches(Patch::Face(a), Patch::Face(b), Outcome::Leaf) = event {
                pairs.push((a, b));
            }
        };
        let mut walk = Walk::new(&self, step, &mut counts, &mut note, most);
        walk.alone(self.nodes.len() - 1);
        if walk.is_overfull() {
            return Err(Spent { most });
        }
        for (a, b) in pairs {
            take(&self.face_edges[a as usize], b);
            take(&self.face_edges[b as usize], a);
        }
        Ok(())
    }

    fn run(&mut self, step: &Step, observer: &mut impl FnMut(Event)) -> Found {
        let begin = Instant::now();
        let mut counts = Counts { refitted: self.refit(step), ..Counts::default() };
        let refit = begin.elapsed();
        let mut walk = Walk::new(self, step, &mut counts, observer, MOST_PAIRS);
        match self.space {
            Some(_) => walk.cells(),
            None => walk.alone(self.nodes.len() - 1),
        }
        if walk.is_overfull() {
            return Found { overfull: true, ..Found::default() };
        }
        let features = walk.features;
        let walked = begin.elapsed();
        let mut contacts = Vec::new();
        for features in features {
            if let Some(time) =
                decide(&self.mesh, step, features, self.stages.same_side, &mut counts, observer)
            {
                contacts.push(Contact { features, time });
                if contacts.len() > MOST_CONTACTS {
                    return Found { overfull: true, ..Found::default() };
                }
            }
        }
        let exact = begin.elapsed() - walked;
        let times = Times { refit, walk: walked - refit, exact };
        Found { contacts: sorted(contacts), counts, times, overfull: false }
    }
}

impl Detect for Tree<'_> {
    fn detect(&mut self, step: &Step) -> Found {
        self.run(step, &mut |_| {})
    }

    #[cfg(feature = "methods")]
    fn watch(&mut self, step: &Step, observer: &mut dyn FnMut(Event)) -> Found {
        self.run(step, &mut |event| observer(event))
    }
}

/// A traversal in progress: its counts, and the pairs of features that the exact tests will examine.
struct Walk<'a, T> {
    tree: &'a Tree<'a>,
    step: &'a Step,
    counts: &'a mut Counts,
    observer: &'a mut T,
    features: Vec<Features>,
    /// The traversal stops if it finds more pairs of features than this.
    most: usize,
}

impl<'a, T: FnMut(Event)> Walk<'a, T> {
    fn new(
        tree: &'a Tree<'a>,
        step: &'a Step,
        counts: &'a mut Counts,
        observer: &'a mut T,
        most: usize,
    ) -> Self {
        Self { tree, step, counts, observer, features: Vec::new(), most }
    }

    fn is_overfull(&self) -> bool {
        self.features.len() > self.most
    }

    /// Compares the triangles that share a cell of space.
    fn cells(&mut self) {
        let cost = self.tree.divide(&mut |seen| {
            let (a, b, outcome) = match seen {
                Seen::Cell(..) => {
                    self.counts.cells += 1;
                    return ControlFlow::Continue(());
                }
                Seen::Apart(a, b) => (a, b, Outcome::Boxes),
                Seen::Pair(a, b) => (a, b, Outcome::Leaf),
            };
            (self.observer)(Event::Patches(Patch::Face(a), Patch::Face(b), outcome));
            if outcome == Outcome::Leaf {
                self.triangles(a, b);
            }
            if self.is_overfull() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let cost = cost.unwrap_or_default();
        self.counts.box_tests += cost.box_tests;
        self.counts.entries += cost.cells;
    }

    /// Compares a patch with itself.
    fn alone(&mut self, index: usize) {
        let tree = self.tree;
        let node = &tree.nodes[index];
        let outcome = match node.patch {
            Patch::Face(_) => return,
            Patch::Node(_) => None,
            Patch::Cells { from, to } => {
                let cone = tree.bounds[index].cone;
                self.narrow(cone.is_narrow(), &cone.axis, &[(from, to)])
            }
        };
        (self.observer)(Event::Patches(node.patch, node.patch, outcome.unwrap_or(Outcome::Opened)));
        if outcome.is_some() {
            return;
        }
        for (place, child) in node.children.iter().enumerate() {
            self.alone(*child as usize);
            for other in &node.children[place + 1..] {
                self.pair(*child as usize, *other as usize);
            }
        }
    }

    /// Compares a patch with another patch.
    fn pair(&mut self, first: usize, second: usize) {
        if self.is_overfull() {
            return;
        }
        let tree = self.tree;
        let (a, b) = (&tree.nodes[first], &tree.nodes[second]);
        self.counts.box_tests += 1;
        let outcome = if !tree.bounds[first].aabb.overlaps(&tree.bounds[second].aabb) {
            Some(Outcome::Boxes)
        } else {
            self.adjacent(first, second)
        };
        let both = a.children.is_empty() && b.children.is_empty();
        let open = if both { Outcome::Leaf } else { Outcome::Opened };
        (self.observer)(Event::Patches(a.patch, b.patch, outcome.unwrap_or(open)));
        if outcome.is_some() {
            return;
        }
        match (a.patch, b.patch) {
            (Patch::Face(a), Patch::Face(b)) => self.triangles(a, b),
            _ if a.faces >= b.faces => a.children.iter().for_each(|child| self.pair(*child as usize, second)),
            _ => b.children.iter().for_each(|child| self.pair(first, *child as usize)),
        }
    }

    /// The result for two adjacent patches if their union is free of contacts; otherwise `None`.
    fn adjacent(&mut self, first: usize, second: usize) -> Option<Outcome> {
        let tree = self.tree;
        if tree.stages.cones == Cones::Off {
            return None;
        }
        let cone = tree.bounds[first].cone.merged(&tree.bounds[second].cone);
        match (tree.nodes[first].patch, tree.nodes[second].patch) {
            (Patch::Face(a), Patch::Face(b)) => {
                let [a, b] = [a, b].map(|face| tree.mesh.faces[face as usize]);
                let common = a.iter().filter(|p| b.contains(p)).count();
                // Triangles with a common side stay on different sides of it in the projection, so no contour
                // is needed.
                let enough = if tree.stages.cones == Cones::Alone { 1 } else { 2 };
                (common >= enough && cone.is_narrow()).then(|| {
                    self.counts.cone_prunes += 1;
                    Outcome::Cone
                })
            }
            (Patch::Cells { from: a, to: b }, Patch::Cells { from: c, to: d }) => {
                let gap = [0, 1].map(|i| i32::from(b[i].min(d[i])) - i32::from(a[i].max(c[i])));
                let touch = gap.iter().all(|g| *g >= 0);
                let with_side = touch && gap.iter().any(|g| *g > 0);
                let enough = if tree.stages.cones == Cones::Alone { touch } else { with_side };
                self.narrow(enough && cone.is_narrow(), &cone.axis, &[(a, b), (c, d)])
            }
            _ => None,
        }
    }

    /// The result for a patch if its narrow cone proves it free of contacts; otherwise `None`.
    fn narrow(&mut self, is_narrow: bool, axis: &Vector, patch: &[Cells]) -> Option<Outcome> {
        let stages = &self.tree.stages;
        if !is_narrow || stages.cones == Cones::Off {
            return None;
        }
        let outcome = if stages.cones == Cones::Alone {
            Outcome::Cone
        } else {
            let side = self.tree.mesh.side.unwrap_or(0);
            if !contour::is_simple(side, self.step, axis, patch, stages.span == Span::Swept) {
                self.counts.contour_refusals += 1;
                return None;
            }
            Outcome::Contour
        };
        self.counts.cone_prunes += 1;
        Some(outcome)
    }

    /// Compares two triangles: first their centroids, then their features.
    fn triangles(&mut self, first: u32, second: u32) {
        let (tree, mesh) = (self.tree, &*self.tree.mesh);
        self.counts.leaf_pairs += 1;
        if self.far_apart(first, second) {
            self.counts.centroid_drops += 1;
            (self.observer)(Event::Centroids(first, second));
            return;
        }
        let (once, all) = (tree.stages.once, [true; 3]);
        let mine = |owned: &[[bool; 3]], face: u32| if once { owned[face as usize] } else { all };
        let features = &mut self.features;
        let mut add = |pair: Features| {
            if !pair.share(mesh) {
                features.push(pair);
            }
        };
        for (one, other) in [(first, second), (second, first)] {
            for (vertex, mine) in mesh.faces[one as usize].iter().zip(mine(&tree.owned, one)) {
                if mine {
                    add(Features::VertexFace(*vertex, other));
                }
            }
        }
        for (a, mine_a) in tree.face_edges[first as usize].iter().zip(mine(&tree.owned_edges, first)) {
            for (b, mine_b) in tree.face_edges[second as usize].iter().zip(mine(&tree.owned_edges, second)) {
                if mine_a && mine_b {
                    add(Features::EdgeEdge(*a.min(b), *a.max(b)));
                }
            }
        }
    }

    fn far_apart(&self, first: u32, second: u32) -> bool {
        let corners =
            |face: u32, at: &[Point]| self.tree.mesh.faces[face as usize].map(|p| at[p as usize].coords);
        let middle = |c: &[Vector; 3]| (c[0] + c[1] + c[2]) / 3.0;
        match self.tree.stages.centroid {
            Centroid::Off => false,
            Centroid::Threshold(_) => {
                let [a, b] = [first, second].map(|face| middle(&corners(face, &self.step.end)));
                (a - b).norm() > self.tree.threshold
            }
            Centroid::Bound => {
                let mut reach = 0.0;
                let mut between = [Vector::zeros(); 2];
                let of = |face: u32| {
                    let at_ends = [&self.step.start, &self.step.end].map(|at| corners(face, at));
                    let middles = at_ends.map(|c| middle(&c));
                    let far = |end: usize| {
                        at_ends[end].iter().map(|p| (p - middles[end]).norm()).fold(0.0, f64::max)
                    };
                    (middles, far(0).max(far(1)))
                };
                let mut size = 0.0_f64;
                for (face, sign) in [(first, 1.0), (second, -1.0)] {
                    let (middles, far) = of(face);
                    reach += far;
                    (0..2).for_each(|end| between[end] += sign * middles[end]);
                    size = size.max(middles[0].amax()).max(middles[1].amax());
                }
                // About twenty rounding errors, each of at most 2⁻⁵³ of a coordinate.
                from_origin(&between) > reach + 1e-14 * (size + reach)
            }
        }
    }
}

/// Distance of the segment from the origin.
fn from_origin([a, b]: &[Vector; 2]) -> f64 {
    let along = b - a;
    let length = along.norm_squared();
    let t = if length > 0.0 { (-a.dot(&along) / length).clamp(0.0, 1.0) } else { 0.0 };
    (a + along * t).norm()
}
