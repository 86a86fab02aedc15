//! Recording of one frame of sweep and prune: the lists before, every swap, and the lists after.
//!
//! A fresh sweep and prune processes the boxes of the last frame, then those of the current frame; the swaps
//! for the current frame are recorded. The first list is sorted from scratch, so equal ends may be in another
//! order than in a list that was repaired for many frames.

use super::{Endpoint, Swap, SweepAndPrune};
use crate::broad_phase::{BroadCost, BroadPhase};
use crate::geometry::Aabb;
use crate::world::Pair;

/// Maximum number of recorded swaps; further swaps are only counted.
pub const MOST_SWAPS: usize = 200_000;

/// The repair of the lists from one frame to the next.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Input of the repair, per axis: the ends in the last frame's order with the values of the current frame
    /// (metres).
    pub start: [Vec<Endpoint>; 3],
    /// The swaps in chronological order: all of x, then y, then z.
    pub swaps: Vec<Swap>,
    /// Number of swaps after the first [`MOST_SWAPS`].
    pub left_out: u64,
    /// The ends per axis after the repair.
    pub end: [Vec<Endpoint>; 3],
    /// The boxes of both frames, last frame's first.
    pub boxes: [Vec<Aabb>; 2],
    /// The candidate pairs of both frames, last frame's first.
    pub pairs: [Vec<Pair>; 2],
    /// Counters of the second frame. `rebuilt` means that there were too many swaps, and the lists were
    /// sorted from scratch.
    pub cost: BroadCost,
}

/// Records the repair of the lists of `before` for `now`, which has equally many boxes, all with `min ≤ max`.
pub fn record(before: &[Aabb], now: &[Aabb]) -> Trace {
    let mut sweep = SweepAndPrune::default();
    let pairs_before = sweep.find(before);
    let ends = |sweep: &SweepAndPrune| sweep.axes.clone();
    let mut start = ends(&sweep);
    for (axis, list) in start.iter_mut().enumerate() {
        for end in list {
            let this = &now[end.body as usize];
            end.value = if end.is_max { this.max[axis] } else { this.min[axis] };
        }
    }
    let (mut swaps, mut left_out) = (Vec::new(), 0);
    let pairs = sweep.find_watched(now, &mut |swap| {
        if swaps.len() < MOST_SWAPS {
            swaps.push(swap);
        } else {
            left_out += 1;
        }
    });
    Trace {
        start,
        swaps,
        left_out,
        end: ends(&sweep),
        boxes: [before.to_vec(), now.to_vec()],
        pairs: [pairs_before, pairs],
        cost: sweep.cost(),
    }
}

impl Trace {
    /// The list of an axis after the first `count` swaps, counted over all axes.
    pub fn list_after(&self, axis: usize, count: usize) -> Vec<Endpoint> {
        let mut list = self.start[axis].clone();
        for swap in self.swaps.iter().take(count).filter(|swap| usize::from(swap.axis) == axis) {
            list.swap(swap.place as usize, swap.place as usize + 1);
        }
        list
    }

    /// Whether the spans of two bodies overlap on each axis, in the last frame or in the current one.
    pub fn overlaps(&self, pair: Pair, this_frame: bool) -> [bool; 3] {
        let boxes = &self.boxes[usize::from(this_frame)];
        let (a, b) = (&boxes[pair.a], &boxes[pair.b]);
        [0, 1, 2].map(|axis| a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis])
    }
}
