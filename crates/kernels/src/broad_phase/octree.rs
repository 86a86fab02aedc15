//! Octree: the subdivision of space into eight cubes, for bodies.

use std::ops::ControlFlow;

use super::candidates::{BroadCost, BroadPhase};
use super::pair_keys::PairKeys;
use super::subdivision::{Cut, Rules, Seen, Subdivision};
use crate::{geometry::Aabb, world::Pair};

/// Maximum number of boxes in a leaf, which are compared pair by pair.
const LEAF: usize = 16;

/// The broad phase; keeps only its buffers between frames.
pub struct Octree {
    cells: Subdivision,
    pairs: PairKeys,
    cost: BroadCost,
}

impl Default for Octree {
    fn default() -> Self {
        let cells = Subdivision::new(Rules { cut: Cut::Octree, leaf: LEAF, smallest: 1.0 });
        Self { cells, pairs: PairKeys::default(), cost: BroadCost::default() }
    }
}

impl BroadPhase for Octree {
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair> {
        self.pairs.clear();
        self.cost = self.cells.search(boxes, &mut |seen| {
            if let Seen::Pair(a, b) = seen {
                self.pairs.push(a, b);
            }
            ControlFlow::Continue(())
        });
        self.pairs.take_sorted(boxes.len())
    }

    fn cost(&self) -> BroadCost {
        self.cost
    }
}
