//! Collision detection: the first pair of triangles that touch.

use super::contacts::contacts;
use super::descent::{decided, expanded};
use super::lanes::{Lanes, Task};
use super::node::{LEAF, Ref};
use super::posed::Posed;
use super::rounding::LeafFrame;
use crate::hierarchies::query::Cost;

/// A pair of nodes that waits.
#[derive(Clone, Copy)]
pub struct Open {
    /// The less, the deeper the boxes overlap.
    excess: f32,
    refs: [Ref; 2],
}

/// The search: depth first, of the children of a pair those first whose boxes overlap most, because triangles that touch are
/// likely there.
pub struct Detect<'a> {
    /// The trees.
    pub posed: &'a Posed<'a>,
    /// Memory that is kept between searches.
    pub stack: &'a mut Vec<Open>,
    /// Counts.
    pub cost: &'a mut Cost,
}

impl Task for Detect<'_> {
    type Out = Option<[u32; 2]>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Option<[u32; 2]> {
        let Self { posed, stack, cost } = self;
        stack.clear();
        stack.push(Open { excess: 0.0, refs: [posed.first.root, posed.second.root] });
        while let Some(Open { refs, .. }) = stack.pop() {
            if refs[0] & refs[1] & LEAF != 0 {
                if let Some(found) = touching::<L>(posed, refs, cost) {
                    return Some(found);
                }
                continue;
            }
            // What comes next, if nothing below this pair overlaps.
            if let Some(next) = stack.last() {
                posed.prefetch(next.refs);
            }
            let (found, pairs) = expanded::<L>(posed, refs, cost);
            let from = stack.len();
            let mut left = found.pairs;
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                // Kept in order: the deepest last, to be next.
                let one = Open { excess: found.excess[lane], refs: pairs.refs(lane) };
                let mut at = stack.len();
                stack.push(one);
                while at > from && stack[at - 1].excess < one.excess {
                    stack[at] = stack[at - 1];
                    at -= 1;
                }
                stack[at] = one;
            }
        }
        None
    }
}

/// The first pair of triangles of two leaves that touch.
#[inline(always)]
fn touching<L: Lanes>(posed: &Posed, refs: [Ref; 2], cost: &mut Cost) -> Option<[u32; 2]> {
    let (a, b) = (posed.first.leaf(refs[0]), posed.second.leaf(refs[1]));
    let found = contacts::<L>(a, b, &LeafFrame::new(&posed.frame, a, b));
    cost.triangle_tests += u64::from(a.count) * u64::from(b.count);
    let numbers = |lane: usize| (a.triangle[lane / 4], b.triangle[lane % 4]);
    if found.touching != 0 {
        let (a, b) = numbers(found.touching.trailing_zeros() as usize);
        return Some(posed.numbers(a, b));
    }
    let mut open = found.open;
    while open != 0 {
        let (a, b) = numbers(open.trailing_zeros() as usize);
        if decided(posed, a, b) {
            return Some(posed.numbers(a, b));
        }
        open &= open - 1;
    }
    None
}
