//! Two trees in a pose, with the counters and the observer that all traversals share.

use super::descent::{Below, DescentRule};
use crate::geometry::{Mesh, Vector};
use crate::hierarchies::build::on_demand::Walked;
use crate::hierarchies::pair::{Outcome, Seen};
use crate::hierarchies::query::{Cost, Placed};
use crate::hierarchies::update::Turning;
use crate::hierarchies::volumes::Volume;

/// Rounding error of volumes and their poses, as a share of their distance from the origin of A's coordinates.
pub const ROUNDING: f64 = 1e-14;

/// Two trees in a pose.
pub struct InPose<'a, V, S> {
    /// The trees of A and B.
    pub trees: [Walked<'a, V>; 2],
    /// The meshes of A and B.
    pub meshes: [&'a Mesh; 2],
    /// The pose.
    pub placed: Placed,
    /// The descent rule.
    pub rule: DescentRule,
    /// Gap in metres up to which volumes count as overlapping; covers the rounding of both.
    pub slack: f64,
    /// B's volumes in this pose, computed so far.
    pub posed: &'a mut Posed<V>,
    /// Computes B's volumes.
    pub turning: &'a mut dyn Turning<V>,
    /// Counted work so far.
    pub cost: Cost,
    /// Observer of every step.
    pub see: &'a mut S,
}

impl<V: Volume, S: FnMut(Seen)> InPose<'_, V, S> {
    /// Overlap depth of the volumes of two nodes, metres; `None` if they are separated.
    #[inline]
    pub fn overlap(&mut self, nodes: [u32; 2]) -> Option<f64> {
        let slack = self.slack;
        let depth = self.test(nodes, |a, b| a.overlap(b, slack));
        let (outcome, measure) = match depth {
            Some(depth) => (Outcome::Kept, depth),
            None => (Outcome::Apart, -slack),
        };
        (self.see)(Seen::Nodes { nodes, outcome, measure, cost: &self.cost });
        depth
    }

    /// Lower bound on the distance of the contents of two nodes, metres. `parent_bound` is the bound of the parent
    /// pair, which holds here too: volumes need not lie inside their parents' volumes, so their own bound may
    /// be smaller. `keep` receives the bound and returns whether the pair is kept.
    #[inline]
    pub fn bound(
        &mut self,
        nodes: [u32; 2],
        parent_bound: f64,
        keep: impl FnOnce(f64) -> bool,
    ) -> Option<f64> {
        let bound = (self.test(nodes, V::distance) - self.slack).max(parent_bound);
        let is_kept = keep(bound);
        let outcome = if is_kept { Outcome::Kept } else { Outcome::Apart };
        (self.see)(Seen::Nodes { nodes, outcome, measure: bound, cost: &self.cost });
        is_kept.then_some(bound)
    }

    #[inline]
    fn test<T>(&mut self, [i, j]: [u32; 2], compare: impl FnOnce(&V, &V) -> T) -> T {
        let (a, b) = (&self.trees[0].nodes[i as usize], &self.trees[1].nodes[j as usize]);
        self.cost.test_volumes(usize::from(a.level.max(b.level)));
        let (tree, turning, cost) = (&self.trees[1], &mut self.turning, &mut self.cost);
        let posed = self.posed.at(j, || {
            cost.updates += u64::from(turning.is_by_node());
            turning.volume(tree, j)
        });
        compare(&a.volume, posed)
    }

    /// The child pairs that replace a pair of nodes, by the descent rule. Unbuilt nodes get their children.
    #[inline]
    pub fn below(&mut self, [i, j]: [u32; 2]) -> Below {
        let [a, b] = &mut self.trees;
        let opens = self.rule.opens_of(&a.nodes[i as usize], &b.nodes[j as usize]);
        if opens[0] {
            a.open(i);
        }
        if opens[1] {
            b.open(j);
            self.posed.grow(b.nodes.len());
        }
        Below::of(a.nodes[i as usize].children(), b.nodes[j as usize].children(), opens)
    }

    /// Calls `each` with the triangle pairs of two leaves and their corners in A's coordinates, until it
    /// returns true.
    #[inline]
    pub fn triangles(
        &mut self,
        nodes: [u32; 2],
        mut each: impl FnMut(&mut Self, [u32; 2], [&[Vector; 3]; 2]) -> bool,
    ) -> bool {
        let [of_a, of_b] = [0, 1].map(|body: usize| self.trees[body].nodes[nodes[body] as usize].places());
        for t in of_b {
            let t = self.trees[1].order[t];
            let of_b = self.corners_of_b(t);
            for s in of_a.clone() {
                let s = self.trees[0].order[s];
                let of_a = self.corners_of_a(s);
                self.cost.triangle_tests += 1;
                if each(self, [s, t], [&of_a, &of_b]) {
                    return true;
                }
            }
        }
        false
    }

    /// Corners of a triangle of A.
    #[inline]
    pub fn corners_of_a(&self, triangle: u32) -> [Vector; 3] {
        self.meshes[0].corners(triangle as usize).map(|p| p.coords)
    }

    /// Corners of a triangle of B, in A's coordinates.
    #[inline]
    pub fn corners_of_b(&self, triangle: u32) -> [Vector; 3] {
        self.placed.triangle(&self.meshes[1].corners(triangle as usize))
    }
}

/// Volumes of visited nodes of one tree, each updated to the pose once per traversal; memory is reused.
#[derive(Debug)]
pub struct Posed<P> {
    volumes: Vec<P>,
    /// For each node, the last traversal that updated it, and the index in `volumes`.
    slots: Vec<(u32, u32)>,
    walk: u32,
}

impl<P> Default for Posed<P> {
    fn default() -> Self {
        Self { volumes: vec![], slots: vec![], walk: 0 }
    }
}

impl<P> Posed<P> {
    /// Starts a traversal of a tree with this many nodes.
    pub fn begin(&mut self, nodes: usize) {
        self.volumes.clear();
        if self.walk == u32::MAX {
            self.slots.clear();
            self.walk = 0;
        }
        self.walk += 1;
        self.grow(nodes);
    }

    /// Makes room for a tree that has grown to this many nodes.
    #[inline]
    pub fn grow(&mut self, nodes: usize) {
        if self.slots.len() < nodes {
            self.slots.resize(nodes, (0, 0));
        }
    }

    /// The volume of a node, computed by `pose` on the first visit.
    #[inline]
    pub fn at(&mut self, node: u32, pose: impl FnOnce() -> P) -> &P {
        let slot = &mut self.slots[node as usize];
        if slot.0 != self.walk {
            *slot = (self.walk, self.volumes.len() as u32);
            self.volumes.push(pose());
        }
        &self.volumes[slot.1 as usize]
    }
}
