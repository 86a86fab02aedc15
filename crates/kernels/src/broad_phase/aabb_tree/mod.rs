//! A persistent tree of boxes (dynamic AABB tree).
//!
//! After the Northeastern lecture (source 2), "Bounding volume hierarchies": *incremental insertion* puts a
//! box where the total size grows least. Between frames the tree is maintained as by Catto 2019, "Dynamic
//! Bounding Volume Hierarchies". The tree stores every box with a margin. A box needs no update while it
//! stays inside its margin; a box that leaves it is removed, inserted elsewhere, and compared with the tree.
//! The pairs of boxes with overlapping margins are kept as well, and every frame compares the true boxes of
//! these pairs.
//!
//! It does not pay where all boxes jump, or move farther per frame than their margin (points have none): if
//! more than half of the boxes leave their margins, the whole tree is rebuilt top-down. Cost under coherence:
//! linear in the pairs, plus the number of boxes that left their margin times the depth of the tree.

mod tree;

use super::candidates::{BroadCost, BroadPhase};
use super::pair_keys::{PairKeys, unpack};
use crate::{
    geometry::{Aabb, Vector},
    world::Pair,
};
pub(crate) use tree::Tree;

/// Margin on every side of a box, as a share of the box's longest side.
const MARGIN: f64 = 0.15;
/// A box that has shrunk is reinserted, too, if its margin on some side exceeds this multiple of the normal
/// margin.
const LOOSEST: f64 = 4.0;
/// Share of boxes that left their margins. Above it, the whole tree is rebuilt.
const REBUILD_SHARE: f64 = 0.5;
/// Share of boxes that left their margins. Above it, the tree is compared with itself, instead of each such
/// box with the tree.
const TRAVERSE_SHARE: f64 = 0.25;

/// The broad phase; keeps the tree, and the pairs whose boxes with margins overlap.
#[derive(Default)]
pub struct AabbTree {
    tree: Tree,
    /// For each box, whether it left its margin or was removed.
    is_stray: Vec<bool>,
    strays: Vec<u32>,
    /// Pairs of boxes with overlapping margins, sorted between frames.
    loose_pairs: PairKeys,
    cost: BroadCost,
}

impl BroadPhase for AabbTree {
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair> {
        self.cost = BroadCost::default();
        self.note_strays(boxes);
        if self.strays.len() as f64 > REBUILD_SHARE * boxes.len() as f64 {
            self.cost.rebuilt = true;
            self.tree.build(boxes.iter().map(with_margin));
        } else {
            self.reinsert_strays(boxes);
        }
        if self.strays.len() as f64 > TRAVERSE_SHARE * boxes.len() as f64 {
            self.loose_pairs.clear();
            self.cost.node_tests += self.tree.pairs_within(&mut self.loose_pairs);
            self.loose_pairs.sort();
        } else {
            self.renew_pairs_of_strays();
        }

        self.cost.box_tests = self.loose_pairs.0.len() as u64;
        let pairs = self.loose_pairs.0.iter().map(|&key| unpack(key));
        pairs.filter(|pair| boxes[pair.a].overlaps(&boxes[pair.b])).collect()
    }

    fn cost(&self) -> BroadCost {
        self.cost
    }
}

impl AabbTree {
    /// Finds the boxes to be reinserted, and removes those of bodies that no longer exist.
    fn note_strays(&mut self, boxes: &[Aabb]) {
        let before = self.tree.leaf_count();
        self.is_stray.clear();
        self.is_stray.resize(boxes.len().max(before), true);
        self.strays.clear();
        for (body, b) in (0u32..).zip(boxes) {
            let fits = (body as usize) < before && {
                let bounds = self.tree.leaf_bounds(body);
                bounds.contains(b, 0.0) && grown(b, LOOSEST * MARGIN).contains(bounds, 0.0)
            };
            self.is_stray[body as usize] = !fits;
            if !fits {
                self.strays.push(body);
            }
        }
        for removed in (boxes.len()..before).rev() {
            self.tree.remove(removed as u32);
        }
    }

    fn reinsert_strays(&mut self, boxes: &[Aabb]) {
        for &body in &self.strays {
            if (body as usize) < self.tree.leaf_count() {
                self.cost.reinserted += 1;
                self.tree.take_out(body);
            }
            self.cost.node_tests += self.tree.insert(body, with_margin(&boxes[body as usize]));
        }
    }

    /// Drops the loose pairs of strays and of removed bodies, and finds the new pairs of strays.
    fn renew_pairs_of_strays(&mut self) {
        let Self { tree, is_stray, strays, loose_pairs, cost } = self;
        loose_pairs.0.retain(|&key| {
            let Pair { a, b } = unpack(key);
            !is_stray[a] && !is_stray[b]
        });
        for &body in &*strays {
            cost.node_tests += tree.for_each_overlap(body, |other| {
                // A pair of two strays is found twice; only the search for the smaller index reports it.
                if !is_stray[other as usize] || body < other {
                    loose_pairs.push(body, other);
                }
            });
        }
        loose_pairs.sort();
    }
}

fn with_margin(b: &Aabb) -> Aabb {
    grown(b, MARGIN)
}

/// The box enlarged on every side by `share` of its longest side.
fn grown(b: &Aabb, share: f64) -> Aabb {
    let margin = Vector::repeat(share * b.extents().max());
    Aabb { min: b.min - margin, max: b.max + margin }
}
