//! The rules that split a set of triangles in two by their centroids.

use super::parts::Pieces;
use super::plan::{AxisChoice, Rule, Size};
use super::surface_area::{self, Item, half_surface};
use crate::geometry::obb::descending;
use crate::geometry::{Aabb, Obb, Vector};

/// From this level on, sets are simply halved. Bounds the depth for every rule: at most 32 more levels for
/// 2³² triangles.
const DEEPEST: u16 = 200;
/// [`Rule::Unbalanced`] splits off one in this many triangles.
const SPLIT_OFF: usize = 8;

/// Partitions the triangles, two or more, into two nonempty parts and returns the start of the second.
/// `frame` is the box around the volume, for rules that use its axes; `splits` is the number of splits so far.
pub fn divide(
    pieces: &Pieces,
    triangles: &mut [u32],
    rule: Rule,
    frame: Option<&Obb>,
    splits: u16,
) -> (usize, Option<AxisChoice>) {
    let divided = if splits >= DEEPEST { None } else { by_rule(pieces, triangles, rule, frame) };
    match divided.filter(|(middle, _)| (1..triangles.len()).contains(middle)) {
        Some((middle, choice)) => (middle, Some(choice)),
        None => {
            triangles.sort_unstable();
            (triangles.len() / 2, None)
        }
    }
}

fn by_rule(
    pieces: &Pieces,
    triangles: &mut [u32],
    rule: Rule,
    frame: Option<&Obb>,
) -> Option<(usize, AxisChoice)> {
    let centroid = |t: u32| &pieces.centroids[t as usize];
    match (rule, frame) {
        (Rule::Mean | Rule::Median | Rule::Middle, Some(frame)) => {
            let by_length = descending(frame.half.into());
            let scores = Some([0, 1, 2].map(|i| 2.0 * frame.half[i]));
            by_length.into_iter().find_map(|i| {
                let axis = frame.axes[i];
                let middle = match rule {
                    Rule::Median => at_median(pieces, triangles, triangles.len() / 2, &axis),
                    _ => {
                        let is_middle = rule == Rule::Middle;
                        let at = if is_middle { frame.center.coords } else { mean(pieces, triangles) };
                        partition(triangles, |t| axis.dot(&(centroid(t) - at)) < 0.0)?
                    }
                };
                Some((middle, AxisChoice { rule, axis: i, scores }))
            })
        }
        (Rule::Unbalanced, _) => {
            let first = (triangles.len() / SPLIT_OFF).max(1);
            Some((
                at_median(pieces, triangles, first, &-Vector::x()),
                AxisChoice { rule, axis: 0, scores: None },
            ))
        }
        (Rule::SurfaceArea, _) => by_surface_area(pieces, triangles),
        _ => {
            let mean = mean(pieces, triangles);
            let (axes, scores) = axes_by_score(pieces, triangles, rule, &mean);
            axes.into_iter().find_map(|axis| {
                let middle = partition(triangles, |t| centroid(t)[axis] < mean[axis])?;
                Some((middle, AxisChoice { rule, axis, scores: Some(scores) }))
            })
        }
    }
}

/// The axes x, y and z as indices, the axis that the rule prefers first, and the rule's number for each axis.
fn axes_by_score(pieces: &Pieces, triangles: &[u32], rule: Rule, mean: &Vector) -> ([usize; 3], [f64; 3]) {
    // The volumes of both children; their surfaces break ties between flat boxes.
    let children = |axis: usize| {
        let mut sides = [Aabb::EMPTY; 2];
        for &t in triangles {
            let side = &mut sides[usize::from(pieces.centroids[t as usize][axis] >= mean[axis])];
            *side = side.union(&pieces.bounds[t as usize]);
        }
        sides.map(|side| [Size::Volume.of(&side), half_surface(&side)])
    };
    // The first number is smallest for the best axis; the second breaks ties.
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
            [-triangles.iter().map(|t| from_mean(t).powi(2)).sum::<f64>() / triangles.len() as f64, 0.0]
        }
        _ => [-pieces.around(triangles).extents()[axis], 0.0],
    };
    let costs = [0, 1, 2].map(cost);
    let mut axes = [0, 1, 2];
    axes.sort_by(|&i, &j| {
        costs[i][0].total_cmp(&costs[j][0]).then_with(|| costs[i][1].total_cmp(&costs[j][1]))
    });
    (axes, costs.map(|[first, _]| first.abs()))
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
fn at_median(pieces: &Pieces, triangles: &mut [u32], count: usize, axis: &Vector) -> usize {
    let along = |t: &u32| axis.dot(&pieces.centroids[*t as usize]);
    triangles.select_nth_unstable_by(count, |s, t| along(s).total_cmp(&along(t)).then(s.cmp(t)));
    count
}

fn by_surface_area(pieces: &Pieces, triangles: &mut [u32]) -> Option<(usize, AxisChoice)> {
    let item = |&t: &u32| {
        let (bounds, centroid) = (pieces.bounds[t as usize], pieces.centroids[t as usize].into());
        Item { id: t, bounds, centroid }
    };
    let items: Vec<Item> = triangles.iter().map(item).collect();
    let split = surface_area::best_split(&items, &pieces.around(triangles))?;
    let middle = partition(triangles, |t| split.is_before(&pieces.centroids[t as usize].into()))?;
    Some((middle, AxisChoice { rule: Rule::SurfaceArea, axis: split.axis, scores: None }))
}
