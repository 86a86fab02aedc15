//! Entry points for traversals: the lowest node whose cell contains the whole volume of a sweep.
//!
//! At every ancestor of the entry point the move stays on one side of the plane by more than the tolerance. A
//! traversal from the root would reach the same node without cutting the path, so the answers are the same. Entry
//! points are stored in grids over the level, one grid for each size of a swept box. A grid cell holds the node for
//! boxes of that size with their middle in the cell. Cost: one look-up per move; 4 bytes of memory per cell.

use super::flat::{Flat, LEAF};
use crate::geometry::{Aabb, Point, Vector};

/// The grids for one tree.
pub struct Entries {
    root: u32,
    low: Point,
    /// Grids from large boxes to small ones; each layer halves the size.
    layers: Vec<Layer>,
    /// Exponent of the largest box: the first layer serves boxes of up to 2^`largest` metres.
    largest: i32,
    /// Entry nodes of all layers.
    nodes: Vec<u32>,
}

/// A grid.
struct Layer {
    /// Index in `nodes` of the grid's first cell.
    first: usize,
    /// Cells along each axis.
    counts: [usize; 3],
    /// Size of a cell, metres.
    cell: f64,
    /// 1 / `cell`.
    inverse: f64,
    /// The largest size of a box with its middle in a cell, metres.
    size: f64,
}

/// A tree with fewer nodes has no grids: a traversal from the root is faster than a look-up.
const LEAST: usize = 4000;
/// Maximum number of cells in the finest grid, as a multiple of the number of nodes of the tree.
const CELLS: f64 = 2.0;
/// Size of the largest boxes, as a share of the level.
const LARGEST: f64 = 0.5;
/// Number of additional grids for smaller boxes. Their cells have the same size as those of the finest grid.
const FINER: i32 = 2;

impl Entries {
    /// Grids for a tree whose solid lies in `around`; the level's `tolerance` is in metres.
    pub fn of(flat: &Flat, around: &Aabb, tolerance: f64) -> Self {
        let extents = around.extents();
        let mut all = Self { root: flat.root, low: around.min, layers: vec![], largest: 0, nodes: vec![] };
        let budget = CELLS * flat.nodes.len() as f64;
        let counts = |cell: f64| [0, 1, 2].map(|i| (extents[i] / cell).ceil().max(1.0));
        let fits = |cell: f64| counts(cell).iter().product::<f64>() <= budget;
        all.largest = exponent(LARGEST * extents.max());
        let mut finest = 2.0_f64.powi(all.largest);
        if flat.nodes.len() < LEAST || !extents.max().is_normal() || !fits(finest) {
            return all;
        }
        let mut halvings = FINER;
        while fits(0.5 * finest) {
            finest *= 0.5;
            halvings += 1;
        }
        for layer in 0..halvings {
            let size = 2.0_f64.powi(all.largest - layer);
            let cell = (0.5 * size).max(finest);
            let counts = counts(cell).map(|count| count as usize);
            all.add(
                Layer { first: all.nodes.len(), counts, cell, inverse: 1.0 / cell, size },
                flat,
                tolerance,
            );
        }
        all
    }

    /// The entry node for a mover whose swept box has these corners.
    pub fn at(&self, min: &Vector, max: &Vector) -> u32 {
        let halved = (self.largest - exponent((max - min).max())).min(self.layers.len() as i32 - 1);
        match self.layers.get(halved as usize) {
            Some(layer) => self.entry(layer, &(0.5 * (min + max))).unwrap_or(self.root),
            None => self.root,
        }
    }

    fn entry(&self, layer: &Layer, middle: &Vector) -> Option<u32> {
        let mut index = 0;
        for i in 0..3 {
            let along = (middle[i] - self.low[i]) * layer.inverse;
            if !(along >= 0.0 && along < layer.counts[i] as f64) {
                return None;
            }
            index = index * layer.counts[i] + along as usize;
        }
        Some(self.nodes[layer.first + index])
    }

    fn add(&mut self, layer: Layer, flat: &Flat, tolerance: f64) {
        let half = 0.5 * (layer.cell + layer.size);
        // The slack covers the tolerance of the traversal, and rounding errors.
        let slack = 4.0 * tolerance + 1e-9 * layer.size;
        let [nx, ny, nz] = layer.counts;
        for (x, y, z) in (0..nx).flat_map(|x| (0..ny).flat_map(move |y| (0..nz).map(move |z| (x, y, z)))) {
            let middle =
                self.low.coords + Vector::new(x as f64, y as f64, z as f64).add_scalar(0.5) * layer.cell;
            // The box of the previous layer around the same point contains this box, so its entry node is an
            // ancestor.
            let above = self.layers.last().and_then(|above| self.entry(above, &middle));
            let mut at = above.unwrap_or(self.root);
            while at & LEAF == 0 {
                let (node, normal) = flat.node(at);
                let normal = &flat.normals[normal];
                let start = normal.dot(&middle) - node.offset;
                if start.abs() <= half * normal.abs().sum() + slack {
                    break;
                }
                at = flat.children(at, node)[usize::from(start > 0.0)];
            }
            self.nodes.push(at);
        }
        self.layers.push(layer);
    }
}

/// The smallest n with `size` < 2^n, for a positive number.
fn exponent(size: f64) -> i32 {
    (size.to_bits() >> 52) as i32 - 1022
}
