//! Collision detection: finds one pair of triangles that touch.

use super::boxes::Overlaps;
use super::contacts::contacts;
use super::descent::{decided, expanded};
use super::node::{LEAF, Ref};
use super::posed::Posed;
use super::rounding::LeafFrame;
use crate::hierarchies::query::Cost;
use crate::simd::lanes::{Lanes, Task};

/// A depth-first search. The child pair with the deepest overlap comes first, because touching triangles are
/// likely there. The other pairs are stacked unsorted: sorting saves 2 % of the tests but costs more time.
pub struct Detect<'a> {
    /// The trees in their pose.
    pub posed: &'a Posed<'a>,
    /// Stack of pairs of nodes; its memory is reused between searches.
    pub stack: &'a mut Vec<[Ref; 2]>,
    /// Counted work.
    pub cost: &'a mut Cost,
}

impl Task for Detect<'_> {
    type Out = Option<[u32; 2]>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Option<[u32; 2]> {
        let Self { posed, stack, cost } = self;
        stack.clear();
        let mut found = Overlaps::default();
        let mut next = Some([posed.first.root, posed.second.root]);
        while let Some(refs) = next.take().or_else(|| stack.pop()) {
            if refs[0] & refs[1] & LEAF != 0 {
                if let Some(found) = touching::<L>(posed, refs, cost) {
                    return Some(found);
                }
                continue;
            }
            let pairs = expanded::<L>(posed, refs, &mut found, cost);
            if found.pairs == 0 {
                continue;
            }
            // Branch-free, because the deepest pair is unpredictable.
            let mut left = found.pairs;
            let mut deepest = left.trailing_zeros() as usize;
            left &= left - 1;
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let deeper = found.excess[lane] < found.excess[deepest];
                let waits = if deeper { deepest } else { lane };
                deepest = if deeper { lane } else { deepest };
                let refs = pairs.refs(waits);
                posed.prefetch(refs);
                stack.push(refs);
            }
            next = Some(pairs.refs(deepest));
        }
        None
    }
}

/// The first touching pair of triangles of two leaves.
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
