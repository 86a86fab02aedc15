//! Builds the tree from the top: each split is where the surface-area heuristic expects the fewest tests.
//!
//! A ray that hits a box hits a box inside it with a probability of about the ratio of their surfaces (Goldsmith &
//! Salmon 1987; MacDonald & Booth 1990). So a split costs `1 + (S(left)·n(left) + S(right)·n(right)) / S(node)`
//! tests, a leaf n. Splits are tried between [`BINS`] slices of the centroids on each axis (Wald, "On fast
//! Construction of SAH-based Bounding Volume Hierarchies", 2007).

use super::node::Node;
use crate::geometry::{Aabb, Point};

/// Slices of the centroids per axis, between which splits are tried.
const BINS: usize = 16;

/// From here on the list is halved, so that no branch is longer than this and 32 more for 2³² triangles.
const DEEPEST_HEURISTIC: u32 = 30;

/// One triangle while the tree is built.
struct Item {
    id: u32,
    bounds: Aabb,
    centroid: Point,
}

/// A range of the list, on the way to becoming a leaf or a node.
#[derive(Clone, Copy)]
struct Slice {
    bounds: Aabb,
    count: u32,
}

impl Slice {
    const EMPTY: Self = Self { bounds: Aabb::EMPTY, count: 0 };

    fn with(self, other: Self) -> Self {
        Self { bounds: self.bounds.union(&other.bounds), count: self.count + other.count }
    }

    /// Surface times count: what the heuristic adds up.
    fn cost(&self) -> f64 {
        if self.count == 0 { 0.0 } else { half_surface(&self.bounds) * f64::from(self.count) }
    }
}

/// Nodes, the root first, and the triangles' indices in the order of the leaves. At most `leaf_size` to a leaf.
pub fn build(corners: impl Iterator<Item = [Point; 3]>, leaf_size: u32) -> (Vec<Node>, Vec<u32>) {
    let item = |(id, [p, q, r]): (u32, [Point; 3])| {
        let bounds = Aabb::around([p, q, r]);
        Item { id, bounds, centroid: bounds.center() }
    };
    let mut items: Vec<Item> = (0..).zip(corners).map(item).collect();
    let mut builder = Builder { nodes: Vec::new(), leaf_size: leaf_size.max(1) };
    let bounds = items.iter().fold(Aabb::EMPTY, |all, item| all.union(&item.bounds));
    let root = builder.branch(&mut items, 0, &bounds, 0);
    // A tree of one leaf gets a node above it, with nothing on its other side.
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
    /// Returns what the node above notes: (node, 0), or (first triangle, how many) of a leaf.
    fn branch(&mut self, items: &mut [Item], first: u32, bounds: &Aabb, depth: u32) -> (u32, u32) {
        let count = items.len() as u32;
        let split = if depth < DEEPEST_HEURISTIC { best_split(items, bounds) } else { None };
        let cost = split.as_ref().map_or(f64::INFINITY, |split| split.cost);
        if count <= self.leaf_size && cost >= f64::from(count) {
            return (first, count);
        }
        let middle = match split {
            Some(split) => partition(items, |item| split.slice(item) < split.at),
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

/// A plane between two slices.
struct Split {
    axis: usize,
    /// Slices from this on go to the right.
    at: usize,
    /// Coordinate at which the first slice begins, metres.
    from: f64,
    slices_per_metre: f64,
    /// Expected tests, where a triangle and a node's pair of boxes cost one each.
    cost: f64,
}

impl Split {
    fn slice(&self, item: &Item) -> usize {
        (((item.centroid[self.axis] - self.from) * self.slices_per_metre) as usize).min(BINS - 1)
    }
}

/// The cheapest split of all axes; `None` if all centroids are at one place.
fn best_split(items: &[Item], bounds: &Aabb) -> Option<Split> {
    let centroids = Aabb::around(items.iter().map(|item| item.centroid));
    let mut best: Option<Split> = None;
    for axis in 0..3 {
        let slices_per_metre = BINS as f64 / (centroids.max[axis] - centroids.min[axis]);
        if !slices_per_metre.is_finite() {
            continue;
        }
        let mut split = Split { axis, at: 0, from: centroids.min[axis], slices_per_metre, cost: 0.0 };
        // 1. Every triangle into the slice of its centroid.
        let mut slices = [Slice::EMPTY; BINS];
        for item in items {
            let slice = &mut slices[split.slice(item)];
            *slice = slice.with(Slice { bounds: item.bounds, count: 1 });
        }
        // 2. What lies to the right of each plane, then the planes from the left.
        let mut right = [0.0; BINS];
        let mut all = Slice::EMPTY;
        for at in (1..BINS).rev() {
            all = all.with(slices[at]);
            right[at] = all.cost();
        }
        let mut left = Slice::EMPTY;
        for at in 1..BINS {
            left = left.with(slices[at - 1]);
            if left.count == 0 || left.count == items.len() as u32 {
                continue;
            }
            split.cost = 1.0 + (left.cost() + right[at]) / half_surface(bounds).max(f64::MIN_POSITIVE);
            if best.as_ref().is_none_or(|best| split.cost < best.cost) {
                best = Some(Split { at, ..split });
            }
        }
    }
    best
}

/// Half the surface of a box, square metres.
fn half_surface(bounds: &Aabb) -> f64 {
    let size = bounds.extents();
    size.x * size.y + size.y * size.z + size.z * size.x
}

/// Moves the items for which `holds` is true to the front; returns how many they are.
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
