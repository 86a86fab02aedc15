//! The smallest distance by best-first search: expands the pair of nodes with the smallest lower bound until
//! no pair can be closer than the best pair of triangles.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::descent::Below;
use super::in_pose::InPose;
use crate::geometry::Point;
use crate::hierarchies::pair::Seen;
use crate::hierarchies::query::{Answer, Tolerance};
use crate::hierarchies::triangles::distance::{Closest, closest};
use crate::hierarchies::triangles::exact::Triangle;
use crate::hierarchies::volumes::Volume;

/// A pair of nodes to be expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Open {
    /// Lower bound on the distance of the contents, metres.
    pub bound: f64,
    /// The nodes.
    pub nodes: [u32; 2],
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    /// Reversed, because the heap must return the closest pair first, and the deeper pair among equals.
    fn cmp(&self, other: &Self) -> Ordering {
        let down = |open: &Self| u64::from(open.nodes[0]) + u64::from(open.nodes[1]);
        other.bound.total_cmp(&self.bound).then_with(|| down(self).cmp(&down(other)))
    }
}

/// The closest pair of triangles so far.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// The triangles.
    pub triangles: [u32; 2],
    /// The closest points of the two triangles.
    pub closest: Closest,
}

impl Nearest {
    /// Stores the result in an answer.
    pub fn store(nearest: Option<Self>, answer: &mut Answer) {
        let Some(Self { triangles, closest: Closest { distance, points } }) = nearest else { return };
        answer.pairs = vec![triangles];
        answer.distance = Some(distance);
        answer.closest = Some(points.map(Point::from));
    }
}

/// The smallest distance. The optional pair of triangles `first` is measured before all others.
pub fn distance<V: Volume, S: FnMut(Seen)>(
    pose: &mut InPose<V, S>,
    tolerance: Tolerance,
    first: Option<[u32; 2]>,
    heap: &mut BinaryHeap<Open>,
) -> Answer {
    heap.clear();
    let mut best = None;
    if let Some([s, t]) = first {
        let (a, b) = (pose.corners_of_a(s), pose.corners_of_b(t));
        pose.cost.triangle_tests += 1;
        measure(pose, [0, 0], [s, t], [&a, &b], &mut best);
    }
    let is_enough = |bound: f64, best: &Option<Nearest>| {
        best.as_ref().is_some_and(|best| tolerance.is_enough(bound, best.closest.distance))
    };
    if let Some(bound) = pose.bound([0, 0], 0.0, |bound| !is_enough(bound, &best)) {
        heap.push(Open { bound, nodes: [0, 0] });
    }
    while let Some(Open { bound, nodes }) = heap.pop() {
        if is_enough(bound, &best) {
            // The remaining pairs can be dropped as well: their bounds are larger.
            (pose.see)(Seen::Dropped { nodes, bound });
            break;
        }
        (pose.see)(Seen::Opened { nodes });
        match pose.below(nodes) {
            Below::Leaves => {
                pose.triangles(nodes, |pose, triangles, corners| {
                    measure(pose, nodes, triangles, corners, &mut best) == 0.0
                });
            }
            below => {
                let parent_bound = bound;
                for nodes in below.pairs(nodes) {
                    if let Some(bound) = pose.bound(nodes, parent_bound, |bound| !is_enough(bound, &best)) {
                        heap.push(Open { bound, nodes });
                    }
                }
            }
        }
    }
    let mut answer = Answer { cost: pose.cost, ..Answer::default() };
    Nearest::store(best, &mut answer);
    answer.colliding = answer.distance == Some(0.0);
    answer
}

/// Measures two triangles and keeps them if they are the closest so far. Returns their distance, metres.
pub fn measure<V, S: FnMut(Seen)>(
    pose: &mut InPose<V, S>,
    nodes: [u32; 2],
    triangles: [u32; 2],
    corners: [&Triangle; 2],
    best: &mut Option<Nearest>,
) -> f64 {
    let closest = closest(corners[0], corners[1]);
    let distance = closest.distance;
    let found = best.as_ref().is_none_or(|best| distance < best.closest.distance);
    if found {
        *best = Some(Nearest { triangles, closest });
    }
    (pose.see)(Seen::Triangles {
        nodes,
        triangles,
        corners,
        found,
        distance: Some(distance),
        cost: &pose.cost,
    });
    distance
}
