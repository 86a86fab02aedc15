//! The choices that define a construction, and the rules that split a set of triangles in two by their centroids.

use super::parts::Pieces;
use super::surface_area::{self, Item, half_surface};
use crate::geometry::{Aabb, Obb, Vector};

/// A split rule. The first three split along the longest axis of the node's volume that yields two nonempty
/// parts; the others use x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Split at the mean of the centroids (RAPID, PQP).
    Mean,
    /// Split at the median of the centroids.
    Median,
    /// Split at the middle of the volume (OBBTree, Gottschalk, Lin, Manocha 1996).
    Middle,
    /// Split at the mean, on the axis with the smallest sum of the children's volumes (Klosowski and others
    /// 1998).
    MinSum,
    /// Split at the mean, on the axis on which the larger child is smallest (Klosowski and others 1998).
    MinMax,
    /// Split at the mean, on the axis with the largest variance of the centroids (Klosowski and others 1998,
    /// who call it best).
    Splatter,
    /// Split at the mean, on the axis of the longest side (Klosowski and others 1998).
    LongestSide,
    /// Split where the surface-area heuristic expects the fewest tests.
    SurfaceArea,
    /// Unbalanced on purpose: splits off the eighth with the largest x, halves it by the median, and goes on with the
    /// rest. So triangles with large x lie in a balanced tree near the root, and the others deep.
    Unbalanced,
}

/// From this level on, sets are simply halved. Bounds the depth for every rule: at most 32 more levels for
/// 2³² triangles.
const DEEPEST: usize = 200;
/// [`Rule::Unbalanced`] splits off one in this many triangles.
const SPLIT_OFF: usize = 8;

impl Rule {
    /// Whether the rule uses the axes of the node's volume.
    pub fn is_along_the_volume(self) -> bool {
        matches!(self, Self::Mean | Self::Median | Self::Middle)
    }

    /// The rules that split the two parts of a set that this rule has split.
    pub fn of_parts(self) -> [Self; 2] {
        match self {
            Self::Unbalanced => [Self::Median, Self::Unbalanced],
            _ => [self; 2],
        }
    }
}

/// Partitions the triangles, two or more, into two nonempty parts and returns the start of the second.
/// `frame` is the box around the volume, for rules that use its axes.
pub fn divide(
    pieces: &Pieces,
    triangles: &mut [u32],
    rule: Rule,
    frame: Option<&Obb>,
    level: usize,
) -> usize {
    let middle = if level >= DEEPEST { None } else { by_rule(pieces, triangles, rule, frame) };
    middle.filter(|middle| (1..triangles.len()).contains(middle)).unwrap_or_else(|| {
        triangles.sort_unstable();
        triangles.len() / 2
    })
}

fn by_rule(pieces: &Pieces, triangles: &mut [u32], rule: Rule, frame: Option<&Obb>) -> Option<usize> {
    let centroid = |t: u32| &pieces.centroids[t as usize];
    match (rule, frame) {
        (Rule::Mean | Rule::Median | Rule::Middle, Some(frame)) => {
            let mut by_length = [0, 1, 2];
            by_length.sort_by(|&i, &j| frame.half[j].total_cmp(&frame.half[i]));
            by_length.map(|i| frame.axes[i]).into_iter().find_map(|axis| {
                let at = match rule {
                    Rule::Middle => frame.center.coords,
                    Rule::Median => return at_median(pieces, triangles, triangles.len() / 2, &axis),
                    _ => mean(pieces, triangles),
                };
                partition(triangles, |t| axis.dot(&(centroid(t) - at)) < 0.0)
            })
        }
        (Rule::Unbalanced, _) => {
            let first = (triangles.len() / SPLIT_OFF).max(1);
            at_median(pieces, triangles, first, &-Vector::x())
        }
        (Rule::SurfaceArea, _) => by_surface_area(pieces, triangles),
        _ => {
            let mean = mean(pieces, triangles);
            let by_cost = axes_by_cost(pieces, triangles, rule, &mean);
            by_cost.into_iter().find_map(|axis| partition(triangles, |t| centroid(t)[axis] < mean[axis]))
        }
    }
}

/// The axes x, y and z as indices, the axis that the rule prefers first.
fn axes_by_cost(pieces: &Pieces, triangles: &[u32], rule: Rule, mean: &Vector) -> [usize; 3] {
    // The volumes of both children; their surfaces break ties between flat boxes.
    let children = |axis: usize| {
        let mut sides = [Aabb::EMPTY; 2];
        for &t in triangles {
            let side = &mut sides[usize::from(pieces.centroids[t as usize][axis] >= mean[axis])];
            *side = side.union(&pieces.bounds[t as usize]);
        }
        sides.map(|side| [volume(&side), half_surface(&side)])
    };
    let cost = |axis: usize| match rule {
        // Differs from the paper: volumes are those of axis-aligned boxes, whatever the k of the k-DOPs.
        Rule::MinSum => {
            let [a, b] = children(axis);
            [a[0] + b[0], a[1] + b[1]]
        }
        Rule::MinMax => {
            let [a, b] = children(axis);
            [a[0].max(b[0]), a[1].max(b[1])]
        }
        Rule::Splatter => {
            let from_mean = |t: &u32| pieces.centroids[*t as usize][axis] - mean[axis];
            [-triangles.iter().map(|t| from_mean(t).powi(2)).sum::<f64>(), 0.0]
        }
        _ => [-pieces.around(triangles).extents()[axis], 0.0],
    };
    let costs = [0, 1, 2].map(cost);
    let mut axes = [0, 1, 2];
    axes.sort_by(|&i, &j| {
        costs[i][0].total_cmp(&costs[j][0]).then_with(|| costs[i][1].total_cmp(&costs[j][1]))
    });
    axes
}

fn volume(bounds: &Aabb) -> f64 {
    let size = bounds.extents().map(|side| side.max(0.0));
    size.x * size.y * size.z
}

fn mean(pieces: &Pieces, triangles: &[u32]) -> Vector {
    // The mean is computed relative to the first centroid, so that sets far from the origin lose no precision.
    let first = pieces.centroids[triangles[0] as usize];
    let sum = triangles.iter().map(|&t| pieces.centroids[t as usize] - first).sum::<Vector>();
    first + sum / triangles.len() as f64
}

/// Moves the triangles for which `before` is true to the front and keeps the order within both groups; `None`
/// if one group is empty.
fn partition(triangles: &mut [u32], before: impl Fn(u32) -> bool) -> Option<usize> {
    let (first, second): (Vec<u32>, Vec<u32>) = triangles.iter().partition(|t| before(**t));
    let middle = first.len();
    triangles[..middle].copy_from_slice(&first);
    triangles[middle..].copy_from_slice(&second);
    (0 < middle && middle < triangles.len()).then_some(middle)
}

/// Moves the `count` triangles with the lowest centroids along the axis to the front.
fn at_median(pieces: &Pieces, triangles: &mut [u32], count: usize, axis: &Vector) -> Option<usize> {
    let along = |t: &u32| axis.dot(&pieces.centroids[*t as usize]);
    triangles.select_nth_unstable_by(count, |s, t| along(s).total_cmp(&along(t)).then(s.cmp(t)));
    Some(count)
}

fn by_surface_area(pieces: &Pieces, triangles: &mut [u32]) -> Option<usize> {
    let item = |&t: &u32| {
        let (bounds, centroid) = (pieces.bounds[t as usize], pieces.centroids[t as usize].into());
        Item { id: t, bounds, centroid }
    };
    let items: Vec<Item> = triangles.iter().map(item).collect();
    let split = surface_area::best_split(&items, &pieces.around(triangles))?;
    partition(triangles, |t| split.is_before(&pieces.centroids[t as usize].into()))
}

/// One of the lecture's three ways to build a tree (source 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// From the root: sets of triangles are split in two by a rule.
    TopDown(Rule),
    /// From the triangles: close triangles are merged, then the resulting clusters.
    BottomUp,
    /// Triangles are inserted one by one where the boxes grow least.
    Insertion,
}

/// The choices for one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Construction method.
    pub construction: Construction,
    /// Maximum number of children of a node, 2 or more.
    pub arity: usize,
    /// Maximum number of triangles in a leaf, 1 or more.
    pub leaf_size: usize,
}
