//! Query *within*: descends to the first pair of triangles within a distance, closer volumes first.

use super::closest::{Nearest, measure};
use super::descent::{Below, Search, descend};
use super::in_pose::InPose;
use crate::hierarchies::pair::Seen;
use crate::hierarchies::query::Answer;
use crate::hierarchies::volumes::Volume;

struct Within<'a, 'b, V, S> {
    pose: &'b mut InPose<'a, V, S>,
    distance: f64,
    found: Option<Nearest>,
}

/// The first pair of triangles at most `distance` metres apart. The optional pair `first` is tried before all
/// others.
pub fn within<V: Volume, S: FnMut(Seen)>(
    pose: &mut InPose<V, S>,
    distance: f64,
    first: Option<[u32; 2]>,
    open: &mut Vec<([u32; 2], f64)>,
) -> Answer {
    let mut search = Within { pose, distance, found: None };
    let is_found = first.is_some_and(|[s, t]| {
        let (a, b) = (search.pose.corners_of_a(s), search.pose.corners_of_b(t));
        search.pose.cost.triangle_tests += 1;
        measure(search.pose, [0, 0], [s, t], [&a, &b], &mut search.found) <= distance
    });
    let is_found = is_found || search.test([0, 0]).is_some() && descend(&mut search, [0, 0], open);
    let (found, mut answer) = (search.found, Answer { cost: pose.cost, ..Answer::default() });
    if is_found {
        Nearest::store(found, &mut answer);
        answer.colliding = true;
    }
    answer
}

impl<V: Volume, S: FnMut(Seen)> Search for Within<'_, '_, V, S> {
    fn below(&mut self, nodes: [u32; 2]) -> Below {
        self.pose.below(nodes)
    }

    fn test(&mut self, nodes: [u32; 2]) -> Option<f64> {
        let distance = self.distance;
        self.pose.bound(nodes, 0.0, |bound| bound <= distance).map(|bound| -bound)
    }

    fn leaves(&mut self, nodes: [u32; 2]) -> bool {
        let (distance, found) = (self.distance, &mut self.found);
        self.pose.triangles(nodes, |pose, triangles, corners| {
            measure(pose, nodes, triangles, corners, found) <= distance
        })
    }
}
