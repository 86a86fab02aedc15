//! Collision determination: all pairs of triangles that touch, level by level.

use super::boxes::Overlaps;
use super::contacts::contacts;
use super::descent::{decided, expanded};
use super::node::{LEAF, Ref};
use super::posed::Posed;
use super::rounding::LeafFrame;
use crate::hierarchies::query::{Cost, MOST_PAIRS};
use crate::simd::lanes::{Lanes, Task};

/// Pairs of nodes that overlap: of the level at hand, of the next one, and of leaves.
#[derive(Default)]
pub struct Lists {
    level: Vec<[Ref; 2]>,
    next: Vec<[Ref; 2]>,
    leaves: Vec<[Ref; 2]>,
}

/// The search; `false` if its lists become too long. Lists in place of a stack: what comes next is known, so memory can be asked for ahead.
pub struct AllPairs<'a> {
    /// The trees.
    pub posed: &'a Posed<'a>,
    /// Memory that is kept between searches.
    pub lists: &'a mut Lists,
    /// Counts.
    pub cost: &'a mut Cost,
    /// Takes the pairs, A's triangle first.
    pub found: &'a mut Vec<[u32; 2]>,
}

/// Pairs of nodes in a list, 8 bytes each. A walk with longer ones is left to one that goes down depth first.
const LONGEST: usize = 8_000_000;

/// How many pairs ahead memory is asked for.
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

/// The pairs of triangles that touch among those of pairs of leaves. As many as are listed end it.
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
