//! Collision determination: finds all pairs of triangles that touch, level by level.

use super::boxes::Overlaps;
use super::contacts::contacts;
use super::descent::{decided, expanded};
use super::node::{LEAF, Ref};
use super::posed::Posed;
use super::rounding::LeafFrame;
use crate::hierarchies::query::{Cost, MOST_PAIRS};
use crate::simd::lanes::{Lanes, Task};

/// Lists of overlapping pairs of nodes: those of the current level, of the next level, and pairs of leaves.
#[derive(Default)]
pub struct Lists {
    level: Vec<[Ref; 2]>,
    next: Vec<[Ref; 2]>,
    leaves: Vec<[Ref; 2]>,
}

/// A breadth-first search that uses lists instead of a stack: the next pairs are known, so memory can be
/// prefetched. `run` returns `false` if a list becomes too long.
pub struct AllPairs<'a> {
    /// The trees in their pose.
    pub posed: &'a Posed<'a>,
    /// Memory that is reused between searches.
    pub lists: &'a mut Lists,
    /// Counted work.
    pub cost: &'a mut Cost,
    /// Output: the pairs, A's triangle first.
    pub found: &'a mut Vec<[u32; 2]>,
}

/// Limit on the pairs in a list, 8 bytes each. Queries with longer lists fall back to a depth-first traversal.
const LONGEST: usize = 8_000_000;

/// Number of pairs by which prefetching runs ahead of the pair that is tested.
const AHEAD: usize = 4;

impl Task for AllPairs<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        let Self { posed, lists, cost, found } = self;
        let Lists { level, next, leaves } = lists;
        level.clear();
        leaves.clear();
        let roots = [posed.first.root, posed.second.root];
        if roots[0] & roots[1] & LEAF != 0 {
            leaves.push(roots)
        } else {
            level.push(roots)
        }
        let mut overlaps = Overlaps::default();
        while !level.is_empty() {
            next.clear();
            for i in 0..level.len() {
                if let Some(ahead) = level.get(i + AHEAD) {
                    posed.prefetch(*ahead);
                }
                let pairs = expanded::<L>(posed, level[i], &mut overlaps, cost);
                let mut left = overlaps.pairs;
                while left != 0 {
                    let refs = pairs.refs(left.trailing_zeros() as usize);
                    left &= left - 1;
                    if refs[0] & refs[1] & LEAF != 0 { leaves.push(refs) } else { next.push(refs) }
                }
                if leaves.len().max(next.len()) > LONGEST {
                    return false;
                }
            }
            std::mem::swap(level, next);
        }
        touching::<L>(posed, leaves, cost, found);
        true
    }
}

/// Finds the touching triangles in pairs of leaves; stops at [`MOST_PAIRS`].
#[inline(always)]
fn touching<L: Lanes>(posed: &Posed, leaves: &[[Ref; 2]], cost: &mut Cost, found: &mut Vec<[u32; 2]>) {
    for i in 0..leaves.len() {
        if let Some(ahead) = leaves.get(i + AHEAD) {
            posed.prefetch(*ahead);
        }
        let [a, b] = leaves[i];
        let (a, b) = (posed.first.leaf(a), posed.second.leaf(b));
        let decisions = contacts::<L>(a, b, &LeafFrame::new(&posed.frame, a, b));
        cost.triangle_tests += u64::from(a.count) * u64::from(b.count);
        let mut left = decisions.touching | decisions.open;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let (first, second) = (a.triangle[lane / 4], b.triangle[lane % 4]);
            if decisions.touching & (1 << lane) != 0 || decided(posed, first, second) {
                found.push(posed.numbers(first, second));
            }
        }
        if found.len() >= MOST_PAIRS {
            found.truncate(MOST_PAIRS);
            return;
        }
    }
}
