//! Update by hill climbing (Klosowski and others 1998): every node keeps the convex hull of its vertices with their neighbours.
//! For each fixed direction the walk begins at the vertex that was extreme in the last pose, and goes to a neighbour that lies
//! farther, until none does. As tight as the fixed directions allow; a small turn takes a step or none.
//!
//! Hulls are made when a node is first met. A set that is flat, or of few vertices, has none: all its vertices are looked at.

use std::sync::Arc;

use super::Turning;
use crate::geometry::climb::Climb;
use crate::geometry::kdop::Kdop;
use crate::geometry::{Mesh, Point, hull};
use crate::hierarchies::placed::Placed;
use crate::hierarchies::tree::Tree;
use crate::hierarchies::volumes::vertices_of;

/// Sets of so few vertices are looked at whole: that takes no longer than a walk along every direction.
const FEW: usize = 24;

/// Hulls of the nodes that were met, and their extreme vertices in the last pose.
pub struct HillClimbing<const SLABS: usize> {
    mesh: Arc<Mesh>,
    placed: Option<Placed>,
    nodes: Vec<Option<Box<Extreme<SLABS>>>>,
    bytes: usize,
}

struct Extreme<const SLABS: usize> {
    vertices: Vec<Point>,
    /// No vertex is farther from the first along an axis of the coordinates, metres. 0 without a hull.
    size: f64,
    /// The neighbours, and per direction the extreme vertices of the last pose, backwards and forwards.
    hull: Option<(Climb, [[u32; 2]; SLABS])>,
}

impl<const SLABS: usize> HillClimbing<SLABS> {
    /// For trees over this mesh.
    pub fn new(mesh: Arc<Mesh>) -> Self {
        Self { mesh, placed: None, nodes: vec![], bytes: 0 }
    }
}

impl<const SLABS: usize> Turning<Kdop<SLABS>> for HillClimbing<SLABS> {
    fn begin(&mut self, tree: &Tree<Kdop<SLABS>>, placed: &Placed) -> u64 {
        self.placed = Some(*placed);
        if self.nodes.is_empty() {
            self.nodes.resize_with(tree.nodes.len(), || None);
            self.bytes = size_of_val(self.nodes.as_slice());
        }
        0
    }

    fn volume(&mut self, tree: &Tree<Kdop<SLABS>>, node: u32) -> Kdop<SLABS> {
        let placed = self.placed.as_ref().expect("a pose was begun");
        let Self { mesh, nodes, bytes, .. } = self;
        let Extreme { vertices, size, hull } = &mut **nodes[node as usize].get_or_insert_with(|| {
            let extreme = Box::new(Extreme::of(mesh, tree.triangles(node)));
            *bytes += size_of_val(extreme.vertices.as_slice());
            *bytes += extreme.hull.as_ref().map_or(0, |(climb, _)| climb.bytes());
            extreme
        });
        let Some((climb, extreme)) = hull else {
            return Kdop::around(vertices.iter().map(|p| placed.point(p)));
        };
        let mut met = Vec::with_capacity(2 * SLABS);
        for (direction, extreme) in Kdop::<SLABS>::directions().iter().zip(extreme) {
            // The direction as the mesh sees it.
            let direction = placed.turn.tr_mul(direction);
            for (end, direction) in extreme.iter_mut().zip([-direction, direction]) {
                *end = climb.from(*end, vertices, &direction);
                met.push(placed.point(&vertices[*end as usize]));
            }
        }
        // The hull may be out of convexity by rounding, and a climb short of the top by as much.
        let mut tight = Kdop::around(met);
        for i in 0..SLABS {
            tight.min[i] -= 1e-8 * *size;
            tight.max[i] += 1e-8 * *size;
        }
        tight
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl<const SLABS: usize> Extreme<SLABS> {
    fn of(mesh: &Mesh, triangles: &[u32]) -> Self {
        let vertices = vertices_of(mesh, triangles);
        if vertices.len() <= FEW {
            return Self { vertices, size: 0.0, hull: None };
        }
        let Ok(hull) = hull::convex_hull(&vertices) else { return Self { vertices, size: 0.0, hull: None } };
        let first = hull.triangles()[0][0];
        let climb = Climb::of(&hull);
        let vertices = hull.vertices().to_vec();
        let size = vertices.iter().map(|p| (p - vertices[0]).amax()).fold(0.0, f64::max);
        Self { vertices, size, hull: Some((climb, [[first; 2]; SLABS])) }
    }
}
