//! A tree of boxes that is kept from frame to frame (dynamic AABB tree).
//!
//! The Northeastern lecture (source 2), "Bounding volume hierarchies": *incremental insertion*, a box goes
//! where the total size grows least; kept alive as by Catto 2019, "Dynamic Bounding Volume Hierarchies". The
//! tree holds every box with a margin around it. While a box stays inside its margin nothing has to be done
//! for it; one that has left is taken out, put in elsewhere, and compared with the tree. The pairs of boxes
//! with margins are kept too, and the true boxes of those pairs are what is compared every frame.
//!
//! It fails to pay where everything jumps, or moves farther in a frame than its margin (points have none):
//! past half of the boxes the whole tree is built anew, top-down. Cost under coherence: linear in pairs, and
//! boxes that left their margin times the depth of the tree.

mod tree;

use super::candidates::{BroadCost, BroadPhase};
use super::pair_keys::{PairKeys, unpack};
use crate::{
    geometry::{Aabb, Vector},
    world::Pair,
};
use tree::Tree;

/// Margin on every side of a box, as a share of the box's longest side.
const MARGIN: f64 = 0.15;
/// A box that has shrunk within its margin is taken out, too, once it has so many margins of room on a side.
const LOOSEST: f64 = 4.0;
/// Past this share of boxes that left their margin the tree is built anew.
const REBUILD_SHARE: f64 = 0.5;
/// Past this share the whole tree is compared with itself instead of each such box with the tree.
const TRAVERSE_SHARE: f64 = 0.25;

/// Keeps the tree, and the pairs whose boxes with margins overlap.
#[derive(Default)]
pub struct AabbTree {
    tree: Tree,
    /// Per box: whether it left its margin, or is gone.
    is_stray: Vec<bool>,
    strays: Vec<u32>,
    /// Pairs of boxes whose margins overlap, sorted between frames.
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
    /// Finds the boxes that have to be put in, and takes out those of bodies that are gone.
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
        for gone in (boxes.len()..before).rev() {
            self.tree.remove(gone as u32);
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

    /// Drops the loose pairs of strays and of bodies that are gone, and finds those of strays again.
    fn renew_pairs_of_strays(&mut self) {
        let Self { tree, is_stray, strays, loose_pairs, cost } = self;
        loose_pairs.0.retain(|&key| {
            let Pair { a, b } = unpack(key);
            !is_stray[a] && !is_stray[b]
        });
        for &body in &*strays {
            cost.node_tests += tree.for_each_overlap(body, |other| {
                // Two strays find each other: the one with the smaller index reports the pair.
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

/// The box, larger on every side by `share` of its longest side.
fn grown(b: &Aabb, share: f64) -> Aabb {
    let margin = Vector::repeat(share * b.extents().max());
    Aabb { min: b.min - margin, max: b.max + margin }
}
