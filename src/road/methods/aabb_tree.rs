//! A static binary tree of axis-aligned boxes over the triangles.
//!
//! Source 2, rays against the environment, asks for a hierarchy. The idea: a ray that misses a box misses all
//! triangles in it. Of a node's two boxes the nearer is entered first, so that most of the farther ones are behind
//! the first hit and are never opened. Exact: no box is skipped that could hold the nearest hit; of equally near
//! triangles the lowest index wins, as in brute force, whatever the order of visits. A node holds the boxes of *both*
//! its children in one 128-byte line pair, so a visit reads memory once. Cost: about log n nodes for a surface; memory
//! 72 bytes a triangle and 128 a node.
//!
//! **No box is missed.** A box may be skipped only if no triangle in it could have given a nearer hit *as computed*.
//! Three facts prove it, without any bound on how large the rounding of `t` is:
//! 1. [`PreparedRay::interval`] uses only subtraction, multiplication and comparison, which round monotonically: a box
//!    inside another gets an interval inside the other's, to the last bit.
//! 2. `Nearest::test` clamps every accepted hit to the interval of its own triangle's box. So
//!    `near(node) ≤ near(triangle) ≤ t ≤ far(triangle) ≤ far(node)`.
//! 3. The interval of a triangle that the watertight test accepts is not empty. With u = 2⁻⁵³ and R the distance of the
//!    farthest corner along an axis, that test is exact on corners whose sheared places are rounded by at most 6uR, so
//!    the ray passes the triangle's box within 6uR. The box's planes are moved outwards by `SLACK`·(R + |origin|), where
//!    `SLACK` is 32u. Rounding costs u in the shifted origin and 3u in the interval; the 28u left are more than the 6u
//!    that are needed. (Ize, "Robust BVH Ray Traversal", JCGT 2(2), 2013, moves the far plane only, by a relative 2 ulp:
//!    enough for a box, but not for a triangle that the ray passes beside its box.)

use std::marker::PhantomData;

use super::build::build;
use super::node::{Child, Node};
use crate::geometry::{Aabb, Mesh, Point};
use crate::road::caster::{Cast, RayCaster};
use crate::road::ray::{PreparedRay, Ray};
use crate::road::triangle::{Nearest, TriangleTest};

/// Longest branch: what `build.rs` allows, 30 levels by the heuristic and 32 of halving.
const DEEPEST: usize = 64;

/// What a descent shows to a closure. The one that is timed does nothing and costs nothing, so a recording sees the
/// comparisons that decide.
#[derive(Clone, Copy, Debug)]
pub enum Seen {
    /// A node was opened and its two boxes were tested.
    Opened {
        /// Index of the node.
        node: u32,
        /// Where the ray enters and leaves each box, direction lengths; empty (enter > leave) if it passes beside it.
        intervals: [[f64; 2]; 2],
        /// What became of each.
        fates: [Fate; 2],
        /// Where the nearest hit so far is: boxes behind it are skipped.
        limit: f64,
    },
    /// A triangle of a leaf was tested.
    Tested {
        /// Index into the mesh's triangles.
        triangle: u32,
        /// Where it is hit; `None` if the ray misses or it is behind the origin.
        t: Option<f64>,
        /// Where the nearest hit is, this one included.
        limit: f64,
    },
    /// A child that waited is behind a hit that was found meanwhile.
    Dropped {
        /// The node that it is a child of.
        node: u32,
        /// Which of the two.
        side: usize,
        /// Where the ray enters it.
        near: f64,
        /// Where the nearest hit is.
        limit: f64,
    },
}

/// What becomes of a child's box when its node is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is next.
    Next,
    /// It waits until the nearer one is done.
    Waits,
    /// The ray passes beside it.
    Missed,
    /// It lies behind the ray's origin.
    BehindOrigin,
    /// The ray enters it behind the nearest hit so far.
    BehindHit,
}

/// The tree of one mesh.
#[derive(Debug)]
pub struct AabbTree<T> {
    bounds: Aabb,
    nodes: Vec<Node>,
    /// In the order of the leaves, so that a leaf's triangles are neighbours in memory.
    corners: Vec<[Point; 3]>,
    /// The same triangles' indices in the mesh.
    ids: Vec<u32>,
    test: PhantomData<T>,
}

impl<T: TriangleTest> AabbTree<T> {
    /// Builds the tree: n log n, about a microsecond per triangle.
    pub fn new(mesh: &Mesh, leaf_size: u32) -> Self {
        let (nodes, ids) = build((0..mesh.triangles().len()).map(|i| mesh.corners(i)), leaf_size);
        let corners = ids.iter().map(|&id| mesh.corners(id as usize)).collect();
        Self { bounds: mesh.aabb(), nodes, corners, ids, test: PhantomData }
    }

    /// All nodes; the root is the first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node's child on this side; `None` only beside the one leaf of a tiny tree.
    pub fn child(&self, node: u32, side: usize) -> Option<Child> {
        self.nodes[node as usize].child(side)
    }

    /// The box around everything.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The mesh's triangles in a leaf.
    pub fn triangles(&self, first: u32, count: u32) -> &[u32] {
        &self.ids[first as usize..(first + count) as usize]
    }

    /// The descent itself; every step is shown to `see`.
    #[inline(always)]
    pub fn descend(&self, ray: &Ray, max: f64, see: &mut impl FnMut(Seen)) -> Cast {
        let ray = PreparedRay::new(ray, &self.bounds);
        let mut nearest = Nearest::up_to(max);
        let mut cast = Cast::default();
        // Children that wait, each as `2 * node + side`, and where the ray enters their boxes.
        let (mut waiting, mut entered) = ([0u32; DEEPEST], [0.0; DEEPEST]);
        let mut waits = 0;
        let mut node = 0;
        loop {
            // 1. Open the node: which of its two boxes may hold a nearer hit?
            cast.nodes += 1;
            let opened = &self.nodes[node as usize];
            let [near, far] = opened.intervals(&ray);
            let limit = nearest.limit();
            let opens = |i: usize| near[i] <= far[i] && far[i] >= 0.0 && near[i] <= limit;
            let open = [opens(0), opens(1)];
            // 2. The nearer first, the other waits.
            let side = if open[0] && open[1] {
                let nearer = usize::from(near[1] < near[0]);
                waiting[waits] = 2 * node + 1 - nearer as u32;
                entered[waits] = near[1 - nearer];
                waits += 1;
                Some(nearer)
            } else if open[0] || open[1] {
                Some(usize::from(open[1]))
            } else {
                None
            };
            see(Seen::Opened {
                node,
                intervals: [[near[0], far[0]], [near[1], far[1]]],
                fates: [
                    fate([near[0], far[0]], limit, side == Some(0)),
                    fate([near[1], far[1]], limit, side == Some(1)),
                ],
                limit,
            });
            let mut next = side.map(|side| (node, side));
            // 3. Down to the next inner node, by way of any leaves.
            loop {
                let Some((parent, side)) = next.take() else {
                    if waits == 0 {
                        cast.hit = nearest.hit();
                        return cast;
                    }
                    waits -= 1;
                    let (node, side, near) =
                        (waiting[waits] / 2, (waiting[waits] % 2) as usize, entered[waits]);
                    if near <= nearest.limit() {
                        next = Some((node, side));
                    } else {
                        see(Seen::Dropped { node, side, near, limit: nearest.limit() });
                    }
                    continue;
                };
                let (first, count) = self.nodes[parent as usize].below(side);
                if count == 0 {
                    node = first;
                    break;
                }
                cast.triangles += count;
                let leaf = first as usize..(first + count) as usize;
                for (&triangle, corners) in self.ids[leaf.clone()].iter().zip(&self.corners[leaf]) {
                    let t = nearest.test::<T>(&ray, triangle, corners);
                    see(Seen::Tested { triangle, t, limit: nearest.limit() });
                }
            }
        }
    }
}

impl<T: TriangleTest> RayCaster for AabbTree<T> {
    fn cast(&self, ray: &Ray, max: f64) -> Cast {
        self.descend(ray, max, &mut |_| {})
    }
}

/// Why a box is opened or not, in the order of the comparisons.
fn fate([near, far]: [f64; 2], limit: f64, next: bool) -> Fate {
    match () {
        () if next => Fate::Next,
        () if near > far => Fate::Missed,
        () if far < 0.0 => Fate::BehindOrigin,
        () if near > limit => Fate::BehindHit,
        () => Fate::Waits,
    }
}
