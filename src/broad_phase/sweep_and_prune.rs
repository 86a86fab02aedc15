//! Sweep and prune: source 2, "Many objects: the two-level system" (I-COLLIDE, Cohen et al. 1995).
//!
//! On each axis the two ends of every box stand in one sorted list. From frame to frame bodies move
//! little, so insertion sort repairs last frame's order in a few swaps, and only a swap can change the set
//! of overlapping pairs: a minimum that passes a maximum opens an overlap, a maximum that passes a minimum
//! ends one. A pair is kept while it overlaps on all three axes.
//!
//! Cost: near-linear in the bodies under coherence. It fails to pay when everything jumps: insertion sort
//! is quadratic then. Differs from the paper: past a bound on the swaps, and when the number of bodies
//! changes, the lists are sorted from scratch and swept once.

use std::{cmp::Ordering, collections::BTreeSet};

use super::{BroadCost, BroadPhase};
use crate::{geometry::Aabb, world::Pair};

/// Above so many swaps per list entry and axis, sorting from scratch is cheaper.
const SWAPS_PER_ENDPOINT: usize = 64;

/// Keeps the three lists, the boxes and the pairs of the last frame.
#[derive(Default)]
pub struct SweepAndPrune {
    axes: [Vec<Endpoint>; 3],
    boxes: Vec<Aabb>,
    pairs: BTreeSet<Pair>,
    cost: BroadCost,
}

/// One end of one box on one axis.
#[derive(Clone, Copy)]
struct Endpoint {
    value: f64,
    body: u32,
    is_max: bool,
}

impl Endpoint {
    /// By value; where values tie, minima stand before maxima, so that boxes that touch overlap.
    fn order(&self, other: &Self) -> Ordering {
        let by_value = self.value.partial_cmp(&other.value).unwrap_or(Ordering::Equal);
        by_value.then(self.is_max.cmp(&other.is_max))
    }
}

impl BroadPhase for SweepAndPrune {
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair> {
        self.cost = BroadCost::default();
        if self.boxes.len() != boxes.len() || !self.update(boxes) {
            self.rebuild(boxes);
        }
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.pairs.iter().copied().collect()
    }

    fn cost(&self) -> BroadCost {
        self.cost
    }
}

impl SweepAndPrune {
    /// Carries last frame's lists and pairs over to `boxes`. `false`: given up, too much has changed.
    fn update(&mut self, boxes: &[Aabb]) -> bool {
        let Self { axes, boxes: last_boxes, pairs, cost } = self;
        for (axis, list) in axes.iter_mut().enumerate() {
            for end in list.iter_mut() {
                let b = &boxes[end.body as usize];
                end.value = if end.is_max { b.max[axis] } else { b.min[axis] };
            }
            let mut swaps_left = SWAPS_PER_ENDPOINT * list.len();
            for i in 1..list.len() {
                let mut place = i;
                while place > 0 && list[place].order(&list[place - 1]).is_lt() {
                    if swaps_left == 0 {
                        return false;
                    }
                    swaps_left -= 1;
                    cost.swaps += 1;
                    list.swap(place - 1, place);
                    place -= 1;
                    let (moved, passed) = (list[place], list[place + 1]);
                    let (i, j) = (moved.body as usize, passed.body as usize);
                    if moved.is_max == passed.is_max || i == j {
                        continue;
                    }
                    // The boxes of all three axes are known, so a pair is judged at once; that the other
                    // lists are not sorted yet does not matter.
                    cost.box_tests += 1;
                    if passed.is_max && boxes[i].overlaps(&boxes[j]) {
                        pairs.insert(Pair::new(i, j));
                    } else if moved.is_max && last_boxes[i].overlaps(&last_boxes[j]) {
                        pairs.remove(&Pair::new(i, j));
                    }
                }
            }
        }
        true
    }

    /// Sorts the three lists anew and sweeps along the one on which the boxes are spread most.
    fn rebuild(&mut self, boxes: &[Aabb]) {
        self.cost.rebuilt = true;
        self.pairs.clear();
        for (axis, list) in self.axes.iter_mut().enumerate() {
            list.clear();
            for (body, b) in (0u32..).zip(boxes) {
                list.push(Endpoint { value: b.min[axis], body, is_max: false });
                list.push(Endpoint { value: b.max[axis], body, is_max: true });
            }
            list.sort_by(Endpoint::order);
        }

        let mut open: Vec<u32> = Vec::new();
        let mut place_in_open = vec![0; boxes.len()];
        for end in &self.axes[widest_axis(boxes)] {
            let body = end.body as usize;
            if end.is_max {
                let place: usize = place_in_open[body];
                open.swap_remove(place);
                if let Some(&moved) = open.get(place) {
                    place_in_open[moved as usize] = place;
                }
                continue;
            }
            self.cost.box_tests += open.len() as u64;
            let partners = open.iter().filter(|&&o| boxes[o as usize].overlaps(&boxes[body]));
            self.pairs.extend(partners.map(|&o| Pair::new(o as usize, body)));
            place_in_open[body] = open.len();
            open.push(end.body);
        }
    }
}

/// The axis with the most room in comparison with the boxes: the fewest of them overlap there.
fn widest_axis(boxes: &[Aabb]) -> usize {
    let around = boxes.iter().fold(Aabb::EMPTY, |sum, b| sum.union(b)).extents();
    let sides = boxes.iter().fold(crate::geometry::Vector::zeros(), |sum, b| sum + b.extents());
    let room = |axis: usize| if sides[axis] > 0.0 { around[axis] / sides[axis] } else { f64::INFINITY };
    (1..3).fold(0, |best, axis| if room(axis) > room(best) { axis } else { best })
}
