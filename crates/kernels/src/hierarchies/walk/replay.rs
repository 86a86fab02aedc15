//! The work of a traversal, repeated without it: recorded tests and updates run again, each kind in a loop of
//! its own, so that a clock can tell their costs apart.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Instant;

use super::in_pose::InPose;
use crate::geometry::Vector;
use crate::hierarchies::pair::Seen;
use crate::hierarchies::query::Query;
use crate::hierarchies::triangles::distance::closest;
use crate::hierarchies::triangles::touch::meets;
use crate::hierarchies::unit_costs::Replayed;
use crate::hierarchies::volumes::Volume;

/// Maximum number of recorded tests of each kind; later ones are left out.
const MOST: usize = 4_000_000;

/// Tests and updates of a traversal, in order.
#[derive(Default)]
pub struct Work {
    /// Pairs of nodes whose volumes were tested.
    nodes: Vec<[u32; 2]>,
    /// Pairs of triangles that were tested.
    triangles: Vec<[u32; 2]>,
    /// Nodes of B, at their first visit.
    visited: Vec<u32>,
    is_visited: HashSet<u32>,
}

impl Work {
    /// Records a step of the traversal.
    pub fn record(&mut self, seen: &Seen) {
        match *seen {
            Seen::Nodes { nodes, .. } if self.nodes.len() < MOST => {
                self.nodes.push(nodes);
                if self.is_visited.insert(nodes[1]) {
                    self.visited.push(nodes[1]);
                }
            }
            Seen::Triangles { triangles, .. } if self.triangles.len() < MOST => {
                self.triangles.push(triangles)
            }
            _ => {}
        }
    }

    /// Repeats the updates, then the volume tests, then the triangle tests, in the pose in which they were
    /// recorded.
    pub fn replay<V: Volume, S: FnMut(Seen)>(&self, pose: &mut InPose<V, S>, query: &Query) -> Replayed {
        let is_overlap = matches!(query, Query::Detect | Query::Determine);
        let tree = &pose.trees[1];

        let begin = Instant::now();
        let at_once = pose.turning.begin(tree, &pose.placed);
        for &node in &self.visited {
            pose.posed.at(node, || pose.turning.volume(tree, node));
        }
        let updating = begin.elapsed();

        let begin = Instant::now();
        for &nodes in &self.nodes {
            if is_overlap {
                black_box(pose.overlap(nodes));
            } else {
                black_box(pose.bound(nodes, 0.0, |_| true));
            }
        }
        let testing_volumes = begin.elapsed();

        let begin = Instant::now();
        // As in the traversal, a triangle of B is transformed once for a whole leaf of A.
        let mut of_b = (u32::MAX, [Vector::zeros(); 3]);
        for &[s, t] in &self.triangles {
            if of_b.0 != t {
                of_b = (t, pose.corners_of_b(t));
            }
            let of_a = pose.corners_of_a(s);
            if is_overlap {
                black_box(meets(&of_a, &of_b.1));
            } else {
                black_box(closest(&of_a, &of_b.1));
            }
        }
        let testing_triangles = begin.elapsed();

        let updates = if pose.turning.is_by_node() { self.visited.len() as u64 } else { at_once };
        Replayed {
            numbers: [self.nodes.len() as u64, self.triangles.len() as u64, updates],
            times: [testing_volumes, testing_triangles, updating],
        }
    }
}
