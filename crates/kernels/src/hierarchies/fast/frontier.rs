//! Priority queue of node pairs for the search of the smallest distance, ordered by lower bounds.
//!
//! A step makes up to 16 pairs, and most are never visited. So they are stored as one unsorted *group*. The
//! heap has one entry per group, with the group's smallest bound; when that pair is taken, the next smallest
//! replaces it.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::descent::Children;
use super::node::Ref;

/// The queue. Its memory is reused between searches.
#[derive(Default)]
pub struct Frontier {
    heap: BinaryHeap<Reverse<HeapEntry>>,
    groups: Vec<ChildPairs>,
}

/// The pairs of children of one pair of nodes.
struct ChildPairs {
    children: Children,
    bounds: [f32; 16],
    /// Mask of the pairs still in the queue.
    waiting: u32,
}

/// Heap entry: a group with its smallest bound.
struct HeapEntry {
    bound: f32,
    lane: u32,
    group: u32,
}

impl Frontier {
    /// Empties the queue.
    pub fn clear(&mut self) {
        self.heap.clear();
        self.groups.clear();
    }

    /// Adds the child pairs of one step as a group. `waiting` is the mask of the pairs to add, at least one;
    /// `bounds` are their lower bounds.
    #[inline(always)]
    pub fn add(&mut self, waiting: u32, bounds: [f32; 16], children: Children) {
        let lane = least(waiting, &bounds);
        let group = self.groups.len() as u32;
        self.groups.push(ChildPairs { children, bounds, waiting });
        self.heap.push(Reverse(HeapEntry { bound: bounds[lane], lane: lane as u32, group }));
    }

    /// Removes and returns the pair with the smallest bound; `None` if no bound is below `cut`.
    #[inline(always)]
    pub fn next(&mut self, cut: f32) -> Option<(f32, [Ref; 2])> {
        let mut top = self.heap.peek_mut()?;
        let HeapEntry { bound, lane, group } = top.0;
        if bound >= cut {
            return None;
        }
        let group = &mut self.groups[group as usize];
        group.waiting &= !(1 << lane);
        let refs = group.children.refs(lane as usize);
        if group.waiting == 0 {
            PeekMut::pop(top);
        } else {
            let lane = least(group.waiting, &group.bounds);
            (top.0.bound, top.0.lane) = (group.bounds[lane], lane as u32);
        }
        Some((bound, refs))
    }

    /// The pair that comes next, for prefetching; it stays in the queue.
    #[inline(always)]
    pub fn peek(&self) -> Option<[Ref; 2]> {
        let HeapEntry { lane, group, .. } = self.heap.peek()?.0;
        Some(self.groups[group as usize].children.refs(lane as usize))
    }
}

/// Index of the pair with the smallest bound among the pairs of the mask `pairs`, which is not empty.
#[inline(always)]
pub fn least(mut pairs: u32, bounds: &[f32; 16]) -> usize {
    let mut lane = pairs.trailing_zeros() as usize;
    while pairs != 0 {
        let next = pairs.trailing_zeros() as usize;
        pairs &= pairs - 1;
        lane = if bounds[next] < bounds[lane] { next } else { lane };
    }
    lane
}

impl Ord for HeapEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound)
    }
}

impl PartialOrd for HeapEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for HeapEntry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for HeapEntry {}
