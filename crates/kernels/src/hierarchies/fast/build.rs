//! Construction of a tree: median splits from the top, box fitting from the bottom.
//!
//! 1. Two rounds of median splits divide a node's triangles into four sets, each along the axis whose halves have the
//!    smallest boxes (`split.rs`). Leaves are full, and all subtrees except those on one path are complete ([`split`]),
//!    so no lane is wasted: a node tests four boxes at the cost of one.
//! 2. On the way back every child gets its box. Its orientation is fitted to a few *candidates*, corners that
//!    are extreme in some direction (`fit.rs`); its extents are measured over all corners, in f64.
//!
//! Cost: n log n, 4 to 5 µs per triangle on one core.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::fit::Fit;
use super::node::{Bounds, LEAF, Leaf, Node, Ref, Tree, WIDTH};
use super::principal::along;
use super::split::{SplitAxis, key};
use crate::geometry::{Aabb, Mesh, Point, Vector};
use crate::simd::level::Level;

/// Sample size for the choice of a split axis.
const SAMPLE: usize = 400;

/// Splits of at most this many triangles try six directions instead of twelve.
const FEW: usize = 32;

/// Subtrees with fewer triangles than this are not moved to another thread.
const WORTH_A_THREAD: usize = 4096;

/// Builds the tree on up to `threads` threads. `progress` is called on the caller's thread with the share of
/// work done; if it returns `false`, the result is `None`.
pub fn build(mesh: &Arc<Mesh>, threads: usize, progress: &mut dyn FnMut(f64) -> bool) -> Option<Tree> {
    let count = mesh.triangles().len();
    let used = || mesh.triangles().iter().flatten().map(|v| mesh.vertices()[*v as usize]);
    let bounds = Aabb::around(used());
    let center = Point::from(bounds.min.coords * 0.5 + bounds.max.coords * 0.5);
    let scale = unit(used().map(|p| p - center));
    let corners: Vec<[Vector; 3]> =
        (0..count).map(|t| mesh.corners(t).map(|p| (p - center) * scale)).collect();
    let centroids =
        corners.iter().map(|[a, b, c]| a + b + c).map(|sum| [sum.x as f32, sum.y as f32, sum.z as f32]);
    let mut order: Vec<u32> = (0..count as u32).collect();
    let leaf_count = leaves_of(count);
    let mut tree = Tree {
        mesh: mesh.clone(),
        center,
        scale,
        root: if leaf_count == 1 { LEAF } else { 0 },
        bounds: Leaf::EMPTY.bounds,
        nodes: vec![Node::EMPTY; nodes_of(leaf_count)],
        leaves: vec![Leaf::EMPTY; leaf_count],
        level: Level::best(),
        closed: OnceLock::new(),
        general: OnceLock::new(),
    };
    let done = AtomicUsize::new(0);
    let builder = SubtreeBuilder {
        corners: &corners,
        centroids: &centroids.collect::<Vec<_>>(),
        level: Level::best(),
        done: &done,
        cancelled: &AtomicBool::new(false),
    };
    let part =
        Part { triangles: &mut order, nodes: &mut tree.nodes, leaves: &mut tree.leaves, node: 0, leaf: 0 };
    let mut report = || progress(done.load(Ordering::Relaxed) as f64 / leaf_count as f64);
    tree.bounds = builder.child(part, threads, Some(&mut report))?.bounds;
    report().then_some(tree)
}

/// The power of two that scales the longest vector to between 1/2 and 1; 1 if all vectors are zero.
fn unit(vectors: impl Iterator<Item = Vector> + Clone) -> f64 {
    let power = |x: f64| (-x.log2().ceil()).clamp(-1000.0, 1000.0).exp2();
    let reach = vectors.clone().map(|v| v.amax()).fold(0.0, f64::max);
    if reach == 0.0 {
        return 1.0;
    }
    // In two steps: the first brings all numbers near 1, because the square of a large number would overflow.
    let near = power(reach);
    // At most 2¹⁰⁰⁰, so that the inverse is a number as well; a mesh that needs more counts as smaller than its unit.
    (near * power(vectors.map(|v| (v * near).norm()).fold(0.0, f64::max))).min(1000_f64.exp2())
}

/// Shared state of the construction of all subtrees.
struct SubtreeBuilder<'a> {
    /// Corners of all triangles, tree units.
    corners: &'a [[Vector; 3]],
    /// Three times the centroids, which is enough for sorting.
    centroids: &'a [[f32; 3]],
    level: Level,
    /// Number of finished leaves.
    done: &'a AtomicUsize,
    cancelled: &'a AtomicBool,
}

/// A subtree to build: its triangles, and the memory for its nodes and leaves.
struct Part<'a> {
    triangles: &'a mut [u32],
    nodes: &'a mut [Node],
    leaves: &'a mut [Leaf],
    /// Indices of the first node and of the first leaf.
    node: u32,
    leaf: u32,
}

/// Progress callback, used only on the thread that called [`build`]; `false` cancels.
type Report<'a> = Option<&'a mut dyn FnMut() -> bool>;

/// Result of a finished subtree: its box, and the corners of its triangles that are extreme in some direction.
struct Finished {
    bounds: Bounds,
    candidates: Vec<Vector>,
}

impl SubtreeBuilder<'_> {
    /// Builds a subtree and fits its box; `None` if cancelled.
    fn child(&self, mut part: Part, threads: usize, report: Report) -> Option<Finished> {
        if part.nodes.is_empty() {
            return Some(self.leaf(part));
        }
        let mut candidates = self.node(&mut part, threads, report)?;
        let axes = self.level.run(Fit(&mut candidates));
        let corners = part.triangles.iter().flat_map(|t| self.corners[*t as usize]);
        Some(Finished { bounds: Bounds::around(&axes, corners), candidates })
    }

    fn leaf(&self, part: Part) -> Finished {
        let triangles = part.triangles.iter().map(|t| (*t, self.corners[*t as usize]));
        let mut candidates: Vec<Vector> = triangles.clone().flat_map(|(_, corners)| corners).collect();
        let axes = self.level.run(Fit(&mut candidates));
        let bounds = Bounds::around(&axes, candidates.iter().copied());
        part.leaves[0] = Leaf::new(bounds, triangles);
        self.done.fetch_add(1, Ordering::Relaxed);
        Finished { bounds, candidates }
    }

    /// Splits the triangles in four, builds the children and fills in the node. Returns the candidates of all
    /// children: corners that are extreme in some direction.
    fn node(&self, part: &mut Part, threads: usize, mut report: Report) -> Option<Vec<Vector>> {
        if self.cancelled.load(Ordering::Relaxed) {
            return None;
        }
        if report.as_mut().is_some_and(|report| !report()) {
            self.cancelled.store(true, Ordering::Relaxed);
            return None;
        }
        let is_worth = threads > 1 && part.triangles.len() > WORTH_A_THREAD;
        let sizes = split(part.leaves.len());
        let (node, children) = self.split(part, &sizes);
        let references: Vec<Ref> =
            children.iter().map(|c| if c.nodes.is_empty() { c.leaf | LEAF } else { c.node }).collect();
        let finished: Vec<Option<Finished>> = if is_worth {
            self.on_threads(children, threads, report)
        } else {
            children
                .into_iter()
                .map(|child| self.child(child, 1, report.as_deref_mut().map(|r| r as _)))
                .collect()
        };
        let mut candidates = vec![];
        for (lane, (child, reference)) in finished.into_iter().zip(references).enumerate() {
            let child = child?;
            node.set(lane, &child.bounds, reference);
            candidates.extend(child.candidates);
        }
        Some(candidates)
    }

    /// Builds the first half of the children on another thread and the second half on the current thread.
    fn on_threads(
        &self,
        mut children: Vec<Part>,
        threads: usize,
        mut report: Report,
    ) -> Vec<Option<Finished>> {
        let here = children.split_off(children.len() / 2);
        std::thread::scope(|scope| {
            let there = scope.spawn(move || {
                children.into_iter().map(|child| self.child(child, threads / 2, None)).collect::<Vec<_>>()
            });
            let mut finished = vec![];
            for child in here {
                finished.push(self.child(
                    child,
                    threads - threads / 2,
                    report.as_deref_mut().map(|r| r as _),
                ));
            }
            let mut all = there.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all.append(&mut finished);
            all
        })
    }

    /// Splits a subtree into four parts with the given numbers of leaves, by two levels of median splits.
    /// Returns the node above the parts, and the parts that have leaves.
    fn split<'p>(&self, part: &'p mut Part, leaves: &[usize; WIDTH]) -> (&'p mut Node, Vec<Part<'p>>) {
        let [a, b, c, d] = leaves.map(|leaves| leaves * WIDTH);
        let left = (a + b).min(part.triangles.len());
        self.median(part.triangles, left);
        let (first, second) = part.triangles.split_at_mut(left);
        let at = a.min(first.len());
        self.median(first, at);
        let at = c.min(second.len());
        self.median(second, at);
        let (node, mut nodes) = part.nodes.split_first_mut().expect("it has one itself");
        let (mut triangles, mut rest) = (&mut part.triangles[..], &mut part.leaves[..]);
        let (mut next_node, mut next_leaf) = (part.node + 1, part.leaf);
        let mut children = vec![];
        for (triangle_count, leaf_count) in [a, b, c, d].into_iter().zip(leaves).filter(|(_, n)| **n > 0) {
            let triangles = triangles.split_off_mut(..triangle_count.min(triangles.len())).expect("in range");
            let node_count = nodes_of(*leaf_count);
            let child = Part {
                triangles,
                nodes: nodes.split_off_mut(..node_count).expect("counted"),
                leaves: rest.split_off_mut(..*leaf_count).expect("counted"),
                node: next_node,
                leaf: next_leaf,
            };
            next_node += node_count as u32;
            next_leaf += *leaf_count as u32;
            children.push(child);
        }
        (node, children)
    }

    /// Moves the `at` triangles that are lowest along the split axis to the front.
    fn median(&self, triangles: &mut [u32], at: usize) {
        if at == 0 || at >= triangles.len() {
            return;
        }
        let sample = triangles.iter().step_by(triangles.len().div_ceil(SAMPLE));
        let sample: Vec<[Vector; 3]> = sample.map(|t| self.corners[*t as usize]).collect();
        let share = at as f64 / triangles.len() as f64;
        let axis = self.level.run(SplitAxis {
            triangles: &sample,
            at: ((sample.len() as f64 * share).round() as usize).clamp(1, sample.len() - 1),
            diagonals: triangles.len() > FEW,
        });
        let mut keys: Vec<u64> =
            triangles.iter().map(|t| key(along(&axis, &self.centroids[*t as usize]), *t)).collect();
        keys.select_nth_unstable(at);
        triangles.iter_mut().zip(keys).for_each(|(t, key)| *t = key as u32);
    }
}

/// Number of leaves needed for this many triangles.
fn leaves_of(triangles: usize) -> usize {
    triangles.div_ceil(WIDTH)
}

/// Numbers of leaves of the four children of a node with `leaves` leaves, two or more. 0 means no child. The
/// first two children form one half of the node and the last two the other.
fn split(leaves: usize) -> [usize; WIDTH] {
    // Case 1: two to four complete subtrees of equal size.
    let largest = WIDTH.pow((leaves - 1).ilog(WIDTH));
    if leaves.is_multiple_of(largest) {
        return match leaves / largest {
            2 => [largest, 0, largest, 0],
            3 => [largest, 0, largest, largest],
            _ => [largest; WIDTH],
        };
    }
    // Case 2: complete subtrees of a quarter of that size, five to 15 of them, and a remainder, distributed
    // about evenly.
    let block = largest / WIDTH;
    let half = |leaves: usize| leaves / block / 2 * block;
    let (left, right) = (half(leaves), leaves - half(leaves));
    [half(left), left - half(left), half(right), right - half(right)]
}

/// Number of nodes of a tree with this many leaves; 0 for a single leaf.
fn nodes_of(leaves: usize) -> usize {
    if leaves <= 1 {
        return 0;
    }
    let complete = leaves == WIDTH.pow(leaves.ilog(WIDTH));
    if complete {
        return (leaves - 1) / (WIDTH - 1);
    }
    1 + split(leaves).map(nodes_of).iter().sum::<usize>()
}
