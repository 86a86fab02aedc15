//! Sweep and prune: the Northeastern lecture (source 2), "Many objects: the two-level system" (I-COLLIDE,
//! Cohen et al. 1995).
//!
//! On each axis one sorted list holds both ends of every box. Bodies move little between frames, so insertion
//! sort repairs the last frame's order with few swaps, and an overlap can begin only where a minimum passes a
//! maximum.
//!
//! Differs from the paper: ended pairs are found by comparing the boxes of the last frame's pairs, which are
//! few, instead of at every swap that might end a pair. If the number of swaps exceeds a limit, or the number
//! of bodies changes, the lists are sorted from scratch, and box pruning finds the pairs (see
//! `box_pruning/`).
//!
//! Cost: the number of swaps. At equal density, a slice of space that is one body thick holds about n^(2/3) of n
//! bodies. When everything moves, each end passes that many others: n^(5/3) swaps in total, with a small factor.
//! The near-linear growth of the paper holds for few or slow bodies. Sweep and prune does not pay when all bodies
//! jump: then insertion sort is quadratic.

pub mod trace;

use super::box_pruning::BoxPruning;
use super::candidates::{BroadCost, BroadPhase};
use super::pair_keys::{PairKeys, unpack};
use crate::{geometry::Aabb, world::Pair};

/// Limit on swaps per list entry and axis, above which the lists are sorted from scratch. Measured with
/// 100,000 bodies of the published experiment, CPU time: 29 swaps per entry and axis took 115 ms. Sorting and
/// sweeping from scratch took 77 ms in strips, and box pruning is faster still. So rebuilding is certainly
/// cheaper above this limit.
const SWAPS_PER_ENDPOINT: u64 = 32;

/// The broad phase; keeps the three lists and the pairs of the last frame.
#[derive(Default)]
pub struct SweepAndPrune {
    axes: [Vec<Endpoint>; 3],
    /// Lower and upper end per axis and box, metres; stored apart from the lists so that the ends compared at
    /// a swap are close in memory.
    spans: [Vec<[f64; 2]>; 3],
    /// Pairs of the last frame, sorted between frames.
    pairs: PairKeys,
    begun: PairKeys,
    pruning: BoxPruning,
    cost: BroadCost,
}

/// One end of one box on one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// Coordinate on the axis, metres.
    pub value: f64,
    /// Index of the box.
    pub body: u32,
    /// Whether this is the box's upper end.
    pub is_max: bool,
}

/// An exchange of two neighbouring ends in a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swap {
    /// The list's axis: 0, 1, 2 for x, y, z.
    pub axis: u8,
    /// Index of the lower of the two places in the list.
    pub place: u32,
    /// The end that moves down, to the place `place`.
    pub moved: Endpoint,
    /// The end that moves up, to the place after `place`.
    pub passed: Endpoint,
    /// `Some` if a minimum passes a maximum, so that the two boxes' spans begin to overlap on this axis.
    /// `Some(true)` if they overlap on the other two axes as well, so that a pair begins. `None` for other
    /// swaps.
    pub begins: Option<bool>,
}

impl Endpoint {
    /// Order by value; at equal values minima come before maxima, so that touching boxes overlap.
    pub fn is_before(&self, other: &Self) -> bool {
        self.value < other.value || (self.value == other.value && !self.is_max && other.is_max)
    }
}

impl BroadPhase for SweepAndPrune {
    fn find(&mut self, boxes: &[Aabb]) -> Vec<Pair> {
        self.find_watched(boxes, &mut |_| ())
    }

    fn cost(&self) -> BroadCost {
        self.cost
    }
}

impl SweepAndPrune {
    /// The search. `see` observes every swap; for a timed search it is empty and compiled away.
    #[inline]
    fn find_watched(&mut self, boxes: &[Aabb], see: &mut impl FnMut(Swap)) -> Vec<Pair> {
        self.cost = BroadCost::default();
        let is_same_count = self.axes[0].len() == 2 * boxes.len();
        for (axis, spans) in self.spans.iter_mut().enumerate() {
            spans.clear();
            spans.extend(boxes.iter().map(|b| [b.min[axis], b.max[axis]]));
        }
        if is_same_count && (0..3).all(|axis| self.repair(axis, see)) {
            self.end_and_begin(boxes);
        } else {
            self.rebuild(boxes);
        }
        self.begun.clear();
        self.pairs.0.iter().map(|&key| unpack(key)).collect()
    }

    /// Repairs the last frame's list of an axis by insertion sort, and records the pairs that may begin.
    /// Returns `false` if it stopped because too much has changed.
    fn repair(&mut self, axis: usize, see: &mut impl FnMut(Swap)) -> bool {
        let Self { axes, spans, begun, cost, .. } = self;
        let list = &mut axes[axis];
        for end in list.iter_mut() {
            end.value = spans[axis][end.body as usize][usize::from(end.is_max)];
        }
        // The other two axes are tested first: on this axis the spans of a beginning pair certainly overlap.
        let order = [1, 2, 0].map(|step| &spans[(axis + step) % 3]);
        let most_swaps = cost.swaps + SWAPS_PER_ENDPOINT * list.len() as u64;
        for i in 1..list.len() {
            let moved = list[i];
            let mut place = i;
            while place > 0 && moved.is_before(&list[place - 1]) {
                let passed = list[place - 1];
                list[place] = passed;
                place -= 1;
                let mut begins = None;
                if !moved.is_max && passed.is_max {
                    // The spans of all three axes are known, so the pair is tested immediately, even if the
                    // other lists are not sorted yet.
                    cost.box_tests += 1;
                    let (a, b) = (moved.body as usize, passed.body as usize);
                    let all = order.iter().all(|span| span[a][0] <= span[b][1] && span[b][0] <= span[a][1]);
                    if all {
                        begun.push(moved.body, passed.body);
                    }
                    begins = Some(all);
                }
                see(Swap { axis: axis as u8, place: place as u32, moved, passed, begins });
            }
            list[place] = moved;
            cost.swaps += (i - place) as u64;
            if cost.swaps > most_swaps {
                return false;
            }
        }
        true
    }

    /// Keeps the last frame's pairs that still overlap, and adds those that have begun.
    fn end_and_begin(&mut self, boxes: &[Aabb]) {
        self.cost.box_tests += self.pairs.0.len() as u64;
        self.pairs.0.retain(|&key| {
            let Pair { a, b } = unpack(key);
            boxes[a].overlaps(&boxes[b])
        });
        self.pairs.0.append(&mut self.begun.0);
        self.pairs.sort();
    }

    /// Sorts the three lists from scratch and finds the pairs by box pruning.
    fn rebuild(&mut self, boxes: &[Aabb]) {
        self.cost.rebuilt = true;
        for (list, spans) in self.axes.iter_mut().zip(&self.spans) {
            list.clear();
            for (body, span) in (0u32..).zip(spans) {
                list.extend([false, true].map(|is_max| Endpoint {
                    value: span[usize::from(is_max)],
                    body,
                    is_max,
                }));
            }
            list.sort_unstable_by(|a, b| {
                let by_value = a.value.partial_cmp(&b.value).unwrap_or(std::cmp::Ordering::Equal);
                by_value.then(a.is_max.cmp(&b.is_max))
            });
        }
        self.pairs.clear();
        self.cost.box_tests += self.pruning.find_keys(boxes, &mut self.pairs).box_tests;
        self.pairs.sort();
    }
}
