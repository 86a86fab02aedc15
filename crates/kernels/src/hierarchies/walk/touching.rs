//! Detection and determination: finds the first touching pair of triangles, or all.

use super::descent::{Below, Search, descend};
use super::in_pose::InPose;
use crate::hierarchies::pair::Seen;
use crate::hierarchies::query::{Answer, MOST_PAIRS};
use crate::hierarchies::triangles::exact::Triangle;
use crate::hierarchies::triangles::touch::meets;
use crate::hierarchies::volumes::Volume;

struct Touching<'a, 'b, V, S> {
    pose: &'b mut InPose<'a, V, S>,
    all: bool,
    pairs: Vec<[u32; 2]>,
}

/// All touching pairs of triangles, or only the first, starting from the roots. The child pair with the
/// deepest overlap is expanded first. The optional pair of triangles `first` is tried before all others.
#[inline]
pub fn touching<V: Volume, S: FnMut(Seen)>(
    pose: &mut InPose<V, S>,
    all: bool,
    first: Option<[u32; 2]>,
    open: &mut Vec<([u32; 2], f64)>,
) -> Answer {
    let mut search = Touching { pose, all, pairs: vec![] };
    let is_found = !all && first.is_some_and(|pair| search.try_first(pair));
    if !is_found && search.test([0, 0]).is_some() {
        descend(&mut search, [0, 0], open);
    }
    let pairs = search.pairs;
    Answer { colliding: !pairs.is_empty(), pairs, cost: pose.cost, ..Answer::default() }
}

impl<V: Volume, S: FnMut(Seen)> Touching<'_, '_, V, S> {
    fn try_first(&mut self, [s, t]: [u32; 2]) -> bool {
        let (a, b) = (self.pose.corners_of_a(s), self.pose.corners_of_b(t));
        self.pose.cost.triangle_tests += 1;
        let found = test(self.pose, [0, 0], [s, t], [&a, &b]);
        self.pairs.extend(found.then_some([s, t]));
        found
    }
}

#[inline]
fn test<V, S: FnMut(Seen)>(
    pose: &mut InPose<V, S>,
    nodes: [u32; 2],
    triangles: [u32; 2],
    corners: [&Triangle; 2],
) -> bool {
    let found = meets(corners[0], corners[1]);
    (pose.see)(Seen::Triangles { nodes, triangles, corners, found, distance: None, cost: &pose.cost });
    found
}

impl<V: Volume, S: FnMut(Seen)> Search for Touching<'_, '_, V, S> {
    #[inline]
    fn below(&mut self, nodes: [u32; 2]) -> Below {
        self.pose.below(nodes)
    }

    #[inline]
    fn test(&mut self, nodes: [u32; 2]) -> Option<f64> {
        self.pose.overlap(nodes)
    }

    #[inline]
    fn leaves(&mut self, nodes: [u32; 2]) -> bool {
        let (all, pairs) = (self.all, &mut self.pairs);
        self.pose.triangles(nodes, |pose, triangles, corners| {
            let found = test(pose, nodes, triangles, corners);
            pairs.extend(found.then_some(triangles));
            found && !all || pairs.len() >= MOST_PAIRS
        })
    }
}
