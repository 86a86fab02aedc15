//! `brute-force`: every triangle of A against every triangle of B, in f64 with exact predicates. All other
//! methods are compared with its answers.
//!
//! Bounding boxes of the triangles, along the axes of A, save most of the arithmetic without changing the
//! answer: triangles in separated boxes share no point, and their distance is at least that of the boxes. A
//! pair settled by its boxes still counts as one triangle test.

use std::sync::Arc;

use super::pair::{Built, MeshPair, Partial, Seen};
use super::query::{Answer, Cost, Placed, Query};
use super::tree::TreeView;
use super::triangles::distance::{Closest, closest};
use super::triangles::exact::Triangle;
use super::triangles::touch::meets;
use crate::geometry::{Aabb, Mesh, Point, Pose};

/// Two meshes without any search structure.
pub struct BruteForce {
    meshes: [Arc<Mesh>; 2],
}

impl BruteForce {
    /// Creates the method for two meshes; nothing is prepared.
    pub fn new(meshes: &[Arc<Mesh>; 2]) -> Self {
        Self { meshes: meshes.clone() }
    }

    fn run(&self, b_in_a: &Pose, query: &Query, see: &mut impl FnMut(Seen)) -> Answer {
        let placed = Placed::new(b_in_a);
        let [a, b] = &self.meshes;
        let all = |mesh: &Mesh| 0..mesh.triangles().len();
        let a: Vec<Boxed> = all(a).map(|t| Boxed::new(a.corners(t).map(|p| p.coords))).collect();
        let b: Vec<Boxed> = all(b).map(|t| Boxed::new(placed.triangle(&b.corners(t)))).collect();
        let mut answer = Answer::default();
        for (i, s) in (0..).zip(&a) {
            for (j, t) in (0..).zip(&b) {
                answer.cost.triangle_tests += 1;
                let measured = match query {
                    Query::Detect | Query::Determine => None,
                    Query::Distance(_) => s.closest(t, answer.distance.unwrap_or(f64::INFINITY)),
                    Query::Within(distance) => s.closest(t, *distance),
                };
                let found = match query {
                    Query::Detect | Query::Determine => s.meets(t),
                    Query::Distance(_) => measured
                        .is_some_and(|closest| answer.distance.is_none_or(|best| closest.distance < best)),
                    Query::Within(distance) => measured.is_some_and(|closest| closest.distance <= *distance),
                };
                if found {
                    if let Some(Closest { distance, points }) = measured {
                        answer.pairs.clear();
                        (answer.distance, answer.closest) = (Some(distance), Some(points.map(Point::from)));
                    }
                    answer.pairs.push([i, j]);
                }
                see(Seen::Triangles {
                    nodes: [0, 0],
                    triangles: [i, j],
                    corners: [&s.triangle, &t.triangle],
                    found,
                    distance: measured.map(|closest| closest.distance),
                    cost: &answer.cost,
                });
                answer.colliding = match query {
                    Query::Distance(_) => answer.distance == Some(0.0),
                    _ => !answer.pairs.is_empty(),
                };
                if answer.is_full() || answer.colliding && *query != Query::Determine {
                    return answer;
                }
            }
        }
        answer
    }
}

/// A triangle with its bounding box.
struct Boxed {
    triangle: Triangle,
    bounds: Aabb,
}

impl Boxed {
    fn new(triangle: Triangle) -> Self {
        Self { triangle, bounds: Aabb::around(triangle.map(Point::from)) }
    }

    fn meets(&self, other: &Self) -> bool {
        self.bounds.overlaps(&other.bounds) && meets(&self.triangle, &other.triangle)
    }

    /// The closest points; `None` if the boxes are farther apart than `reach` metres.
    fn closest(&self, other: &Self, reach: f64) -> Option<Closest> {
        let (a, b) = (&self.bounds, &other.bounds);
        let gaps = (0..3).map(|i| (a.min[i] - b.max[i]).max(b.min[i] - a.max[i]).max(0.0));
        // The gap of the boxes is reduced slightly: rounding may make the triangles' distance smaller than it.
        let gap = gaps.map(|gap| gap * gap).sum::<f64>().sqrt() * (1.0 - 1e-12);
        (gap <= reach).then(|| closest(&self.triangle, &other.triangle))
    }
}

impl MeshPair for BruteForce {
    fn answer(&mut self, b_in_a: &Pose, query: &Query) -> Answer {
        self.run(b_in_a, query, &mut |_| ())
    }

    fn watch(&mut self, b_in_a: &Pose, query: &Query, see: &mut dyn FnMut(Seen)) -> Answer {
        self.run(b_in_a, query, &mut |seen| see(seen))
    }

    /// Always `None`: without bounding volumes there is no order of promising pairs.
    fn answer_within(&mut self, _: &Pose, _: &Query, _: &mut dyn FnMut(&Cost) -> bool) -> Option<Partial> {
        None
    }

    fn built(&self) -> Built {
        Built { shared: Arc::ptr_eq(&self.meshes[0], &self.meshes[1]), ..Built::default() }
    }

    fn tree(&self, _: usize) -> Option<&dyn TreeView> {
        None
    }

    fn front(&self) -> Vec<[u32; 2]> {
        vec![]
    }
}
