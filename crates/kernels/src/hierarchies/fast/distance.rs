//! The smallest distance and its closest points, by best-first search.
//!
//! Pairs of nodes are taken in order of their lower bounds (`frontier.rs`). The search ends at the first
//! bound that cannot improve on the distance found so far. Overlapping boxes have negative bounds, lower for
//! a deeper overlap, so a contact is found early.

use super::boxes::Gaps;
use super::contacts::{contacts, present};
use super::descent::expanded_below;
use super::frontier::{Frontier, least};
use super::nearest::{distances_at_least, raise};
use super::node::{LEAF, Ref};
use super::posed::Posed;
use super::rounding::LeafFrame;
use crate::hierarchies::query::{Cost, Tolerance};
use crate::hierarchies::triangles::distance::{Closest, closest, closest_apart, closest_touching};
use crate::simd::lanes::{Lanes, Task};

/// The pair of triangles with the closest points found so far.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// Indices of the triangles, A's first.
    pub triangles: [u32; 2],
    /// Distance and closest points, metres, in A's coordinates.
    pub closest: Closest,
}

/// The search.
pub struct Distance<'a> {
    /// The trees in their pose.
    pub posed: &'a Posed<'a>,
    /// Queue of node pairs; its memory is reused between searches.
    pub frontier: &'a mut Frontier,
    /// Counted work.
    pub cost: &'a mut Cost,
    /// Tolerance of the result.
    pub tolerance: Tolerance,
    /// Search radius in metres; may be infinite.
    pub limit: f64,
    /// Whether the first pair within the limit ends the search.
    pub any: bool,
}

/// State of the search.
struct State<'a> {
    posed: &'a Posed<'a>,
    nearest: Option<Nearest>,
    /// Smallest distance so far, tree units; the limit at first.
    best: f64,
    /// Pairs with a lower bound of at least this are pruned. Never below 0, so overlapping boxes are always
    /// kept.
    cut: f32,
    tolerance: Tolerance,
    /// Direction from A to B at the closest points, in coordinates of `first`; its length is slightly below 1.
    towards: [f32; 3],
    any: bool,
}

impl State<'_> {
    /// Measures a pair in f64, given a lower bound on its distance. Returns whether the search is over.
    #[inline(never)]
    fn measure(&mut self, first: u32, second: u32, bound: f32, cost: &mut Cost) -> bool {
        let [a, b] = self.posed.corners(first, second);
        self.offer(first, second, if bound > 0.0 { closest_apart(&a, &b) } else { closest(&a, &b) }, cost)
    }

    /// Records the closest points of a pair if they are better. Returns whether the search is over.
    fn offer(&mut self, first: u32, second: u32, closest: Closest, cost: &mut Cost) -> bool {
        cost.triangle_tests += 1;
        // Only a common point has distance 0, which ends the search: a positive distance stays positive.
        let least = if closest.distance > 0.0 { f64::MIN_POSITIVE } else { 0.0 };
        let units = (closest.distance * self.posed.first.scale).max(least);
        if units < self.best || self.nearest.is_none() && units <= self.best {
            self.best = units;
            let Tolerance { relative, absolute } = self.tolerance;
            let enough = (units - absolute).min(units / (1.0 + relative)).max(0.0);
            self.cut = (enough as f32).next_up();
            self.nearest = Some(Nearest { triangles: self.posed.numbers(first, second), closest });
            let [p, q] = closest.points;
            let towards = self.posed.seen_from_first(&(q - p));
            if let Some(unit) = towards.try_normalize(0.0) {
                self.towards = [unit.x, unit.y, unit.z].map(|x| (x * (1.0 - 1e-6)) as f32);
            }
            return units == 0.0 || self.any;
        }
        false
    }
}

impl Task for Distance<'_> {
    type Out = Option<Nearest>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Option<Nearest> {
        let Self { posed, frontier, cost, tolerance, limit, any } = self;
        let scale = posed.first.scale;
        let tolerance = Tolerance { absolute: tolerance.absolute * scale, ..tolerance };
        let best = limit * scale;
        let cut = (best as f32).next_up();
        let mut state = State { posed, nearest: None, best, cut, tolerance, towards: [0.0; 3], any };
        frontier.clear();
        let mut next = Some((0.0, [posed.first.root, posed.second.root]));
        while let Some((bound, refs)) = next.take().or_else(|| frontier.next(state.cut)) {
            if let Some(after) = frontier.peek() {
                posed.prefetch(after);
            }
            if refs[0] & refs[1] & LEAF != 0 {
                if leaves::<L>(&mut state, bound, refs, cost) {
                    break;
                }
                continue;
            }
            let (Gaps { mut pairs, bounds, .. }, children) =
                expanded_below::<L>(posed, refs, state.cut, cost);
            // Go straight down to a first pair of triangles: its distance prunes most other pairs.
            if state.nearest.is_none() && pairs != 0 {
                let lane = least(pairs, &bounds);
                pairs &= !(1 << lane);
                next = Some((bounds[lane], children.refs(lane)));
            }
            if pairs != 0 {
                frontier.add(pairs, bounds, children);
            }
        }
        state.nearest
    }
}

/// Processes the pairs of two leaves. Returns whether the search is over.
#[inline(always)]
fn leaves<L: Lanes>(state: &mut State, bound: f32, refs: [Ref; 2], cost: &mut Cost) -> bool {
    let (a, b) = (state.posed.first.leaf(refs[0]), state.posed.second.leaf(refs[1]));
    let frame = LeafFrame::new(&state.posed.frame, a, b);
    if bound <= 0.0 {
        let touching = contacts::<L>(a, b, &frame).touching;
        if touching != 0 {
            let lane = touching.trailing_zeros() as usize;
            let (first, second) = (a.triangle[lane / 4], b.triangle[lane % 4]);
            let [a, b] = state.posed.corners(first, second);
            return state.offer(first, second, closest_touching(&a, &b), cost);
        }
    }
    let mut bounds = distances_at_least::<L>(a, b, &frame, &state.towards);
    let mut left = below(&bounds, state.cut) & present(a, b);
    // If several pairs remain, tighter bounds are worth their cost.
    if left.count_ones() > 1 {
        raise::<L>(a, b, &frame, &mut bounds);
        left &= below(&bounds, state.cut);
    }
    while left != 0 {
        let lane = least(left, &bounds);
        if state.measure(a.triangle[lane / 4], b.triangle[lane % 4], bounds[lane], cost) {
            return true;
        }
        left &= !(1 << lane) & below(&bounds, state.cut);
    }
    false
}

/// Mask of the pairs with a bound below `cut`.
#[inline(always)]
fn below(bounds: &[f32; 16], cut: f32) -> u32 {
    bounds.iter().enumerate().map(|(lane, bound)| u32::from(*bound < cut) << lane).sum()
}
