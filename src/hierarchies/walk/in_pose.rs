//! Two trees in a pose, with the counters and the recording that every walk shares.

use super::descent::Below;
use crate::geometry::{Mesh, Vector};
use crate::hierarchies::placed::Placed;
use crate::hierarchies::query::Cost;
use crate::hierarchies::seen::{Outcome, Seen};
use crate::hierarchies::tree::Tree;
use crate::hierarchies::update::Turning;
use crate::hierarchies::volumes::Volume;

/// Rounding of volumes and their poses, as a share of how far from the origin of A's coordinates they lie.
pub const ROUNDING: f64 = 1e-14;

/// Two trees in a pose.
pub struct InPose<'a, V, S> {
    /// Of A and of B.
    pub trees: [&'a Tree<V>; 2],
    /// Over which they are.
    pub meshes: [&'a Mesh; 2],
    /// The pose.
    pub placed: Placed,
    /// Metres: volumes that are apart by no more count as overlapping, which covers the rounding of both.
    pub slack: f64,
    /// B's volumes in this pose.
    pub posed: &'a mut Posed<V>,
    /// Makes them.
    pub turning: &'a mut dyn Turning<V>,
    /// The work so far.
    pub cost: Cost,
    /// Gets every step.
    pub see: &'a mut S,
}

impl<V: Volume, S: FnMut(Seen)> InPose<'_, V, S> {
    /// How deep the volumes of two nodes overlap, metres; `None` if they are apart.
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

    /// Metres that what is below two nodes is at least apart, given that it is at least `known` apart, which holds for all that
    /// is below a pair with that bound: volumes need not lie in those above them, so their own bound may be smaller. `keep` is
    /// told it and says whether the pair is kept.
    #[inline]
    pub fn bound(&mut self, nodes: [u32; 2], known: f64, keep: impl FnOnce(f64) -> bool) -> Option<f64> {
        let bound = (self.test(nodes, V::distance) - self.slack).max(known);
        let is_kept = keep(bound);
        let outcome = if is_kept { Outcome::Kept } else { Outcome::Apart };
        (self.see)(Seen::Nodes { nodes, outcome, measure: bound, cost: &self.cost });
        is_kept.then_some(bound)
    }

    #[inline]
    fn test<T>(&mut self, [i, j]: [u32; 2], compare: impl FnOnce(&V, &V) -> T) -> T {
        let (a, b) = (&self.trees[0].nodes[i as usize], &self.trees[1].nodes[j as usize]);
        self.cost.test_volumes(usize::from(a.level.max(b.level)));
        let (tree, turning, cost) = (self.trees[1], &mut self.turning, &mut self.cost);
        let posed = self.posed.at(j, || {
            cost.updates += u64::from(turning.is_by_node());
            turning.volume(tree, j)
        });
        compare(&a.volume, posed)
    }

    /// What replaces a pair of nodes: the larger goes down.
    #[inline]
    pub fn below(&self, [i, j]: [u32; 2]) -> Below {
        let (a, b) = (&self.trees[0].nodes[i as usize], &self.trees[1].nodes[j as usize]);
        Below::of(a.children(), b.children(), a.volume.reach() >= b.volume.reach())
    }

    /// Calls `each` with the pairs of triangles of two leaves and their corners in A's coordinates, until it returns true.
    #[inline]
    pub fn triangles(
        &mut self,
        nodes: [u32; 2],
        mut each: impl FnMut(&mut Self, [u32; 2], [&[Vector; 3]; 2]) -> bool,
    ) -> bool {
        let [a, b] = self.trees;
        let (a, b) = (a.triangles(nodes[0]), b.triangles(nodes[1]));
        for &t in b {
            let of_b = self.corners_of_b(t);
            for &s in a {
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

/// The nodes of one tree that a walk has reached, each brought to its pose once; the memory is kept for the next walk.
#[derive(Debug)]
pub struct Posed<P> {
    volumes: Vec<P>,
    /// Per node of the tree, the walk that posed it last, and where in `volumes`.
    seen: Vec<(u32, u32)>,
    walk: u32,
}

impl<P> Default for Posed<P> {
    fn default() -> Self {
        Self { volumes: vec![], seen: vec![], walk: 0 }
    }
}

impl<P> Posed<P> {
    /// Begins a walk down a tree of so many nodes.
    pub fn begin(&mut self, nodes: usize) {
        self.volumes.clear();
        if self.walk == u32::MAX {
            self.seen.clear();
            self.walk = 0;
        }
        self.walk += 1;
        if self.seen.len() < nodes {
            self.seen.resize(nodes, (0, 0));
        }
    }

    /// The volume of a node, made by `pose` when the walk first comes to it.
    #[inline]
    pub fn at(&mut self, node: u32, pose: impl FnOnce() -> P) -> &P {
        let seen = &mut self.seen[node as usize];
        if seen.0 != self.walk {
            *seen = (self.walk, self.volumes.len() as u32);
            self.volumes.push(pose());
        }
        &self.volumes[seen.1 as usize]
    }
}
