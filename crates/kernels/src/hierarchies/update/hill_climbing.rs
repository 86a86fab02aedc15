//! Update by hill climbing (Klosowski and others 1998): every node keeps the convex hull of its vertices and
//! their neighbours. For each fixed direction the search starts at the extreme vertex of the last pose and
//! moves to farther neighbours until there is none. The result is as tight as the fixed directions allow; a
//! small rotation needs at most a few steps.
//!
//! Hulls are computed on the first visit of a node. Flat sets and sets of few vertices have no hull: all
//! their vertices are examined.

use std::sync::Arc;

use super::Turning;
use crate::geometry::climb::Climb;
use crate::geometry::kdop::Kdop;
use crate::geometry::{Mesh, Point, hull};
use crate::hierarchies::query::Placed;
use crate::hierarchies::tree::Tree;
use crate::hierarchies::volumes::vertices_of;

/// Sets of at most this many vertices are examined completely, which is as fast as climbing.
const FEW: usize = 24;

/// Hulls of visited nodes, and their extreme vertices in the last pose.
pub struct HillClimbing<const SLABS: usize> {
    mesh: Arc<Mesh>,
    placed: Option<Placed>,
    nodes: Vec<Option<Box<Extreme<SLABS>>>>,
    bytes: usize,
}

struct Extreme<const SLABS: usize> {
    vertices: Vec<Point>,
    /// Largest coordinate difference between a vertex and the first vertex, metres; 0 without a hull.
    size: f64,
    /// Neighbours of the hull's vertices, and the extreme vertices of the last pose per direction: lowest and
    /// highest.
    hull: Option<(Climb, [[u32; 2]; SLABS])>,
}

impl<const SLABS: usize> HillClimbing<SLABS> {
    /// Creates the update for trees over this mesh.
    pub fn new(mesh: Arc<Mesh>) -> Self {
        Self { mesh, placed: None, nodes: vec![], bytes: 0 }
    }

    /// Makes room for a tree that has grown to this many nodes.
    #[inline]
    fn grow(&mut self, nodes: usize) {
        let known = self.nodes.len();
        if known < nodes {
            self.nodes.resize_with(nodes, || None);
            self.bytes += size_of_val(&self.nodes[known..]);
        }
    }
}

impl<const SLABS: usize> Turning<Kdop<SLABS>> for HillClimbing<SLABS> {
    fn begin(&mut self, tree: &Tree<Kdop<SLABS>>, placed: &Placed) -> u64 {
        self.placed = Some(*placed);
        self.grow(tree.nodes.len());
        0
    }

    fn volume(&mut self, tree: &Tree<Kdop<SLABS>>, node: u32) -> Kdop<SLABS> {
        self.grow(tree.nodes.len());
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
        let mut extremes = Vec::with_capacity(2 * SLABS);
        for (direction, extreme) in Kdop::<SLABS>::directions().iter().zip(extreme) {
            // The direction in the mesh's coordinates.
            let direction = placed.turn.tr_mul(direction);
            for (end, direction) in extreme.iter_mut().zip([-direction, direction]) {
                *end = climb.from(*end, vertices, &direction);
                extremes.push(placed.point(&vertices[*end as usize]));
            }
        }
        // Rounding may make the hull slightly concave, so a climb may end slightly before the extreme vertex.
        // The volume is enlarged to include it.
        let mut tight = Kdop::around(extremes);
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
