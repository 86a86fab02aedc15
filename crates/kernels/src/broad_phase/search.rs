//! The candidate pairs of a world of *n* moving and *m* resting bodies (Northeastern lecture, source 2, "Many objects").
//!
//! A broad phase of [`BROAD_PHASES`](super::BROAD_PHASES) finds the pairs of moving bodies. The boxes of resting bodies
//! lie in a tree that is built once, and each moving box is compared with it; two resting bodies are never a pair.
//! Resting bodies cost only a few node tests per moving body: their boxes are neither computed nor sorted again, unless
//! one was displaced by hand.
//! Cost: that of the broad phase for n bodies, plus n times the depth of the tree.

use std::cell::Cell;

use super::aabb_tree::Tree;
use super::candidates::{BroadCost, BroadPhase, BroadPhaseRow};
use crate::geometry::{Aabb, Pose};
use crate::world::{Body, Pair};

/// A broad phase with its state, and the tree of the resting bodies.
pub struct CandidateSearch {
    row: &'static BroadPhaseRow,
    phase: Box<dyn BroadPhase>,
    /// Poses of the resting bodies when their boxes were computed.
    poses: Vec<Pose>,
    /// Boxes of all bodies.
    boxes: Vec<Aabb>,
    /// Tree of the resting bodies' boxes.
    resting: Tree,
    cost: BroadCost,
}

impl CandidateSearch {
    /// A search by this broad phase, without state.
    pub fn new(row: &'static BroadPhaseRow) -> Self {
        let (poses, boxes) = (Vec::new(), Vec::new());
        Self { row, phase: (row.make)(), poses, boxes, resting: Tree::default(), cost: BroadCost::default() }
    }

    /// The broad phase among moving bodies.
    pub fn row(&self) -> &'static BroadPhaseRow {
        self.row
    }

    /// Axis-aligned box of each body, world coordinates in metres. Only the first `moving` bodies move.
    pub fn fit(&mut self, bodies: &[Body], moving: usize) -> &[Aabb] {
        let resting = &bodies[moving.min(bodies.len())..];
        let keeps = self.boxes.len() == bodies.len() && self.poses.len() == resting.len();
        if !keeps {
            self.boxes = bodies.iter().map(Body::aabb).collect();
            self.poses = resting.iter().map(|body| body.pose).collect();
            self.resting.build(self.boxes[bodies.len() - resting.len()..].iter().copied());
            return &self.boxes;
        }
        let (boxes, resting_boxes) = self.boxes.split_at_mut(bodies.len() - resting.len());
        boxes.iter_mut().zip(bodies).for_each(|(bounds, body)| *bounds = body.aabb());
        for (index, (body, pose)) in resting.iter().zip(&mut self.poses).enumerate() {
            if *pose != body.pose {
                (*pose, resting_boxes[index]) = (body.pose, body.aabb());
                self.resting.take_out(index as u32);
                self.resting.insert(index as u32, resting_boxes[index]);
            }
        }
        &self.boxes
    }

    /// All pairs of overlapping boxes of which at least one moves, sorted: those of the last [`CandidateSearch::fit`].
    pub fn find(&mut self) -> Vec<Pair> {
        let moving = self.boxes.len() - self.poses.len();
        let boxes = &self.boxes[..moving];
        let mut pairs = self.phase.find(boxes);
        self.cost = self.phase.cost();
        if self.poses.is_empty() {
            return pairs;
        }
        let node_tests = Cell::new(0);
        for (a, bounds) in boxes.iter().enumerate() {
            let meets = |node: &Aabb| {
                node_tests.set(node_tests.get() + 1);
                node.overlaps(bounds).then_some(())
            };
            self.resting.descend(meets, |leaf, ()| pairs.push(Pair { a, b: moving + leaf as usize }));
        }
        self.cost.node_tests += node_tests.get();
        pairs.sort_unstable();
        pairs
    }

    /// Counters of the last [`CandidateSearch::find`].
    pub fn cost(&self) -> BroadCost {
        self.cost
    }
}
