//! The surface-area heuristic: splits a set of boxes where the fewest tests are expected.
//!
//! A ray or a body that hits a box also hits a box inside it with a probability of about the ratio of their
//! surfaces (Goldsmith & Salmon 1987; MacDonald & Booth 1990). So a split costs
//! `1 + (S(left)·n(left) + S(right)·n(right)) / S(node)` tests, and a leaf of n triangles costs n. Splits are
//! tried between `BINS` slices of the centroids on each axis (Wald, "On fast Construction of SAH-based Bounding
//! Volume Hierarchies", 2007).

use crate::geometry::{Aabb, Point};

/// Number of slices per axis; splits are tried between them.
const BINS: usize = 16;

/// A triangle to be placed in a tree.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Index of the triangle.
    pub id: u32,
    /// Bounding box.
    pub bounds: Aabb,
    /// Centroid, which determines the slice.
    pub centroid: Point,
}

/// A splitting plane between two slices.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// Index of the axis: 0, 1, 2 for x, y, z.
    pub axis: usize,
    /// Index of the first slice on the right side of the plane.
    at: usize,
    /// Coordinate on the axis where slice 0 begins, metres.
    from: f64,
    slices_per_metre: f64,
    /// Expected number of tests, where a triangle and a pair of boxes cost one each.
    pub cost: f64,
}

impl Split {
    /// Whether a centroid is on the left side of the plane.
    pub fn is_before(&self, centroid: &Point) -> bool {
        self.slice(centroid) < self.at
    }

    fn slice(&self, centroid: &Point) -> usize {
        (((centroid[self.axis] - self.from) * self.slices_per_metre) as usize).min(BINS - 1)
    }
}

/// Box and number of the triangles in one or several slices.
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

    /// Surface times count, the summand of the heuristic.
    fn cost(&self) -> f64 {
        if self.count == 0 { 0.0 } else { half_surface(&self.bounds) * f64::from(self.count) }
    }
}

/// The cheapest split over all axes; `None` if all centroids coincide. `bounds` is the box around all items.
pub fn best_split(items: &[Item], bounds: &Aabb) -> Option<Split> {
    let centroids = Aabb::around(items.iter().map(|item| item.centroid));
    let mut best: Option<Split> = None;
    for axis in 0..3 {
        let slices_per_metre = BINS as f64 / (centroids.max[axis] - centroids.min[axis]);
        if !slices_per_metre.is_finite() {
            continue;
        }
        let mut split = Split { axis, at: 0, from: centroids.min[axis], slices_per_metre, cost: 0.0 };
        // 1. Sort the triangles into slices by their centroids.
        let mut slices = [Slice::EMPTY; BINS];
        for item in items {
            let slice = &mut slices[split.slice(&item.centroid)];
            *slice = slice.with(Slice { bounds: item.bounds, count: 1 });
        }
        // 2. Sum the costs of the right sides for all planes, then add the costs of the left sides in a
        // second sweep.
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
pub fn half_surface(bounds: &Aabb) -> f64 {
    let size = bounds.extents();
    size.x * size.y + size.y * size.z + size.z * size.x
}
