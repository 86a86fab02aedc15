//! A static binary tree of axis-aligned boxes over the triangles, built top-down by the surface-area heuristic.
//!
//! The lecture on rays against the environment (source 2) asks for a hierarchy. The idea: a ray that misses a box
//! misses all triangles in it. The nearer of a node's two boxes is entered first, so that most farther boxes lie
//! behind the first hit and are never opened. Exact: no box is skipped that could contain the nearest hit. Of
//! equally near triangles the one with the lowest index wins, as in brute force, whatever the order of visits. A
//! node stores the boxes of *both* children in 128 contiguous bytes (two cache lines), so a visit reads memory once.
//! Cost: about log n nodes for a surface; 72 bytes per triangle and 128 per node.
//!
//! **No box is missed.** A box may be skipped only if no triangle in it could have given a nearer hit *as
//! computed*. Three facts prove that, without a bound on the rounding error of `t`:
//! 1. [`PreparedRay::interval`] uses only subtraction, multiplication and comparison, which round monotonically: a box
//!    inside another gets an interval inside the other's, to the last bit.
//! 2. `Nearest::test` clamps every accepted hit to the interval of its own triangle's box. So
//!    `near(node) ≤ near(triangle) ≤ t ≤ far(triangle) ≤ far(node)`.
//! 3. The interval of a triangle that the watertight test accepts is not empty. With u = 2⁻⁵³ and R the
//!    distance of the farthest corner along an axis, that test is exact for corners whose sheared positions
//!    have rounding errors of at most 6uR, so the ray passes the triangle's box within 6uR. The box's planes
//!    are moved outwards by `SLACK`·(R + |origin|), where `SLACK` is 32u. Rounding takes u in the shifted
//!    origin and 3u in the interval; the remaining 28u exceed the 6u that are needed. (Ize, "Robust BVH Ray
//!    Traversal", JCGT 2(2), 2013, moves only the far plane, by a relative 2 ulp: enough for a box, but not
//!    for a triangle whose box the ray just misses.)

use std::marker::PhantomData;

use super::node::{Child, Node};
use crate::geometry::{Aabb, Mesh, Point};
use crate::hierarchies::build::surface_area::{Item, best_split};
use crate::road::ray::{Cast, LookedAt, PreparedRay, Ray, RayCaster};
use crate::road::triangle::{Nearest, TriangleTest};

/// Maximum depth of the tree. `build.rs` splits at most 30 levels by the surface-area heuristic; below these it
/// halves the lists, at most 32 times.
const DEEPEST: usize = 64;

/// A step of the traversal, as reported to a callback. In timed runs the callback is empty and costs nothing, so that
/// recordings and timed runs share one traversal.
#[derive(Clone, Copy, Debug)]
pub enum Seen {
    /// A node was opened and its two boxes were tested.
    Opened {
        /// Index of the node.
        node: u32,
        /// Parameters, in lengths of the ray's direction, at which the ray enters and leaves each box; enter > leave
        /// if the ray misses the box.
        intervals: [[f64; 2]; 2],
        /// The decision about each of the two boxes.
        fates: [Fate; 2],
        /// Parameter of the nearest hit so far: boxes behind it are skipped.
        limit: f64,
    },
    /// A triangle of a leaf was tested.
    Tested {
        /// Index into the mesh's triangles.
        triangle: u32,
        /// Parameter of the hit; `None` if the ray misses or the hit is behind the origin.
        t: Option<f64>,
        /// Parameter of the nearest hit, including this one.
        limit: f64,
    },
    /// The child of a node that was postponed is skipped, because a hit found since then is nearer than the child's
    /// box.
    Dropped {
        /// Parent node of the child.
        node: u32,
        /// Side of the child: 0 or 1.
        side: usize,
        /// Parameter at which the ray enters the child's box.
        near: f64,
        /// Parameter of the nearest hit.
        limit: f64,
    },
}

/// The decision about a child's box when its parent node is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Visited next.
    Next,
    /// Postponed until the nearer child is finished.
    Waits,
    /// The ray misses the box.
    Missed,
    /// The box lies behind the ray's origin.
    BehindOrigin,
    /// The ray enters the box beyond the nearest hit so far.
    BehindHit,
}

/// The tree of one mesh.
#[derive(Debug)]
pub struct AabbTree<T> {
    bounds: Aabb,
    nodes: Vec<Node>,
    /// Corners in leaf order, so that a leaf's triangles are contiguous in memory.
    corners: Vec<[Point; 3]>,
    /// Indices of the same triangles in the mesh.
    ids: Vec<u32>,
    test: PhantomData<T>,
}

impl<T: TriangleTest> AabbTree<T> {
    /// Builds the tree: O(n log n), about a microsecond per triangle.
    pub fn new(mesh: &Mesh, leaf_size: u32) -> Self {
        let (nodes, ids) = build((0..mesh.triangles().len()).map(|i| mesh.corners(i)), leaf_size);
        let corners = ids.iter().map(|&id| mesh.corners(id as usize)).collect();
        Self { bounds: mesh.aabb(), nodes, corners, ids, test: PhantomData }
    }

    /// All nodes; the root is the first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node's child on this side; `None` only for the missing side of a tree that is a single leaf.
    pub fn child(&self, node: u32, side: usize) -> Option<Child> {
        self.nodes[node as usize].child(side)
    }

    /// The bounding box of all triangles.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Mesh indices of a leaf's triangles.
    pub fn triangles(&self, first: u32, count: u32) -> &[u32] {
        &self.ids[first as usize..(first + count) as usize]
    }

    /// Traverses the tree for one ray; reports every step to `see`.
    #[inline(always)]
    pub fn descend(&self, ray: &Ray, max: f64, see: &mut impl FnMut(Seen)) -> Cast {
        let ray = PreparedRay::new(ray, &self.bounds);
        let mut nearest = Nearest::up_to(max);
        let mut cast = Cast::default();
        // Postponed children, each as `2 * node + side`, and the parameters at which the ray enters their boxes.
        let (mut waiting, mut entered) = ([0u32; DEEPEST], [0.0; DEEPEST]);
        let mut waits = 0;
        let mut node = 0;
        loop {
            // 1. Open the node: find the boxes that may contain a nearer hit.
            cast.nodes += 1;
            let opened = &self.nodes[node as usize];
            let [near, far] = opened.intervals(&ray);
            let limit = nearest.limit();
            let opens = |i: usize| near[i] <= far[i] && far[i] >= 0.0 && near[i] <= limit;
            let open = [opens(0), opens(1)];
            // 2. Visit the nearer box and postpone the farther.
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
            // 3. Descend to the next inner node, testing leaves on the way.
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

    fn looked_at(&self, ray: &Ray, max: f64) -> Option<LookedAt> {
        let mut looked = LookedAt::default();
        self.descend(ray, max, &mut |seen| match seen {
            Seen::Opened { node, fates, .. } => {
                let entered = (0..2).filter(|side| matches!(fates[*side], Fate::Next | Fate::Waits));
                looked.boxes.extend(entered.map(|side| self.nodes[node as usize].bounds(side)));
            }
            Seen::Tested { triangle, .. } => looked.triangles.push(triangle),
            Seen::Dropped { .. } => {}
        });
        Some(looked)
    }
}

/// The decision about a box: the first of these conditions that holds.
fn fate([near, far]: [f64; 2], limit: f64, next: bool) -> Fate {
    match () {
        () if next => Fate::Next,
        () if near > far => Fate::Missed,
        () if far < 0.0 => Fate::BehindOrigin,
        () if near > limit => Fate::BehindHit,
        () => Fate::Waits,
    }
}

/// Below this depth, the lists of triangles are halved instead of split by the heuristic. So no branch is longer
/// than this depth plus 32 levels, which suffice for 2³² triangles.
const DEEPEST_HEURISTIC: u32 = 30;

/// Builds the tree. Returns the nodes, with the root first, and the indices of the triangles in the order of the
/// leaves. A leaf has at most `leaf_size` triangles.
fn build(corners: impl Iterator<Item = [Point; 3]>, leaf_size: u32) -> (Vec<Node>, Vec<u32>) {
    let item = |(id, [p, q, r]): (u32, [Point; 3])| {
        let bounds = Aabb::around([p, q, r]);
        Item { id, bounds, centroid: bounds.center() }
    };
    let mut items: Vec<Item> = (0..).zip(corners).map(item).collect();
    let mut builder = Builder { nodes: Vec::new(), leaf_size: leaf_size.max(1) };
    let bounds = items.iter().fold(Aabb::EMPTY, |all, item| all.union(&item.bounds));
    let root = builder.branch(&mut items, 0, &bounds, 0);
    // A tree that is a single leaf gets a root whose other side is empty.
    if root.1 > 0 {
        let mut node = Node::default();
        node.set(0, &bounds, root);
        builder.nodes.push(node);
    }
    (builder.nodes, items.iter().map(|item| item.id).collect())
}

struct Builder {
    nodes: Vec<Node>,
    leaf_size: u32,
}

impl Builder {
    /// Builds the subtree of `items`, whose first triangle has the position `first` in the order of the leaves.
    /// Returns the subtree as its parent stores it: (node, 0), or (first triangle, count) for a leaf.
    fn branch(&mut self, items: &mut [Item], first: u32, bounds: &Aabb, depth: u32) -> (u32, u32) {
        let count = items.len() as u32;
        let split = if depth < DEEPEST_HEURISTIC { best_split(items, bounds) } else { None };
        let cost = split.as_ref().map_or(f64::INFINITY, |split| split.cost);
        if count <= self.leaf_size && cost >= f64::from(count) {
            return (first, count);
        }
        let middle = match split {
            Some(split) => partition(items, |item| split.is_before(&item.centroid)),
            None => items.len() / 2,
        };
        let index = self.nodes.len();
        self.nodes.push(Node::default());
        let (left, right) = items.split_at_mut(middle);
        for (side, part, first) in [(0, left, first), (1, right, first + middle as u32)] {
            let bounds = part.iter().fold(Aabb::EMPTY, |all, item| all.union(&item.bounds));
            let child = self.branch(part, first, &bounds, depth + 1);
            self.nodes[index].set(side, &bounds, child);
        }
        (index as u32, 0)
    }
}

/// Moves the items for which `holds` is true to the front; returns their number.
fn partition(items: &mut [Item], holds: impl Fn(&Item) -> bool) -> usize {
    let mut front = 0;
    for i in 0..items.len() {
        if holds(&items[i]) {
            items.swap(front, i);
            front += 1;
        }
    }
    front
}
