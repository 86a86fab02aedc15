//! Every box against every other: the definition, and the reference for tests of the other broad phases.

use super::candidates::{BroadCost, BroadPhase};
use crate::{geometry::Aabb, world::Pair};

/// Compares all pairs: n(n−1)/2 box tests per frame.
#[derive(Default)]
pub struct BruteForce {
    cost: BroadCost,
}

impl BroadPhase for BruteForce {
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (a, box_a) in boxes.iter().enumerate() {
            let partners = (a + 1..boxes.len()).filter(|&b| box_a.overlaps(&boxes[b]));
            pairs.extend(partners.map(|b| Pair { a, b }));
        }
        let n = boxes.len() as u64;
        self.cost = BroadCost { box_tests: n * n.saturating_sub(1) / 2, ..BroadCost::default() };
        pairs
    }

    fn cost(&self) -> BroadCost {
        self.cost
    }
}
