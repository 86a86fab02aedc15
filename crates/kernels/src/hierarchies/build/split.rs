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
const DEEPEST: u16 = 200;
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

/// The axis of a split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisChoice {
    /// The rule that chose it.
    pub rule: Rule,
    /// Index of the axis: of the volume's frame for rules that use one, otherwise 0, 1, 2 for x, y, z.
    pub axis: usize,
    /// The rule's number for each axis; `None` for rules that compare no axes. For [`Rule::MinSum`] the sum of the
    /// children's volumes and for [`Rule::MinMax`] the larger volume, cubic metres; for [`Rule::Splatter`] the variance
    /// of the centroids, square metres; for rules by length the side, metres.
    pub scores: Option<[f64; 3]>,
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
            let mut by_length = [0, 1, 2];
            by_length.sort_by(|&i, &j| frame.half[j].total_cmp(&frame.half[i]));
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
        sides.map(|side| [volume(&side), half_surface(&side)])
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

/// One of the lecture's three ways to build a tree (source 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// From the root: sets of triangles are split in two by a rule.
    TopDown(Rule),
    /// From the triangles: close triangles are merged, then the resulting clusters.
    BottomUp(Nearness),
    /// Triangles are inserted one by one where the total size of the boxes grows least.
    Insertion(Size),
}

/// Which clusters are close to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// Those with the smallest joint box, by surface.
    JointSurface,
    /// Those with the smallest gap between their boxes, then the closest centres: the distance of the lecture.
    Distance,
}

/// The size of a box that an insertion keeps small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Half the surface, square metres.
    Surface,
    /// The volume, cubic metres, as in the lecture; zero for flat boxes.
    Volume,
}

impl Size {
    /// The size of a box.
    pub fn of(self, bounds: &Aabb) -> f64 {
        match self {
            Self::Surface => half_surface(bounds),
            Self::Volume => volume(bounds),
        }
    }
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
    /// Whether a node gets its children only when a query first opens it; for top-down constructions.
    pub on_demand: bool,
}
