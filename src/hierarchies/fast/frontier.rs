//! The pairs of nodes that wait in a search for the smallest distance, the one with the least lower bound first.
//!
//! A step makes up to 16 pairs, and most are never looked at. So they stay together as one *group*, unsorted; the heap holds one
//! entry per group, for the least of its bounds, and a pair that is taken makes way for the next of its group.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::descent::Children;
use super::node::Ref;

/// What waits. Its memory is kept between searches.
#[derive(Default)]
pub struct Frontier {
    heap: BinaryHeap<Reverse<Entry>>,
    groups: Vec<Group>,
}

/// The pairs of children of one pair of nodes.
struct Group {
    children: Children,
    bounds: [f32; 16],
    /// The bits of those that wait.
    waiting: u32,
}

/// A group by its least bound.
struct Entry {
    bound: f32,
    lane: u32,
    group: u32,
}

impl Frontier {
    /// Nothing waits any more.
    pub fn clear(&mut self) {
        self.heap.clear();
        self.groups.clear();
    }

    /// Adds the pairs of a step, at least one: bits, bounds and children.
    #[inline(always)]
    pub fn add(&mut self, waiting: u32, bounds: [f32; 16], children: Children) {
        let lane = least(waiting, &bounds);
        let group = self.groups.len() as u32;
        self.groups.push(Group { children, bounds, waiting });
        self.heap.push(Reverse(Entry { bound: bounds[lane], lane: lane as u32, group }));
    }

    /// Takes the pair with the least bound and that bound; `None` if there is none below `cut`.
    #[inline(always)]
    pub fn next(&mut self, cut: f32) -> Option<(f32, [Ref; 2])> {
        let mut top = self.heap.peek_mut()?;
        let Entry { bound, lane, group } = top.0;
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

    /// What comes next if nothing is added.
    #[inline(always)]
    pub fn peek(&self) -> Option<[Ref; 2]> {
        let Entry { lane, group, .. } = self.heap.peek()?.0;
        Some(self.groups[group as usize].children.refs(lane as usize))
    }
}

/// Of some pairs, at least one, that with the least bound.
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

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound)
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}
