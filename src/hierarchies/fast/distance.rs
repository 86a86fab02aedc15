//! The smallest distance and its closest points, best first.
//!
//! Pairs of nodes wait in one heap, the one with the least lower bound on top. The first bound that cannot better the
//! distance found so far ends the search. Boxes that overlap have negative keys, the deepest first, so that meshes which
//! touch are soon found to.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::closeness::distances_at_least;
use super::contacts::{contacts, present};
use super::descent::expanded_below;
use super::lanes::{Simd, Task};
use super::nearest::raise;
use super::node::{LEAF, Ref};
use super::posed::Posed;
use super::rounding::LeafFrame;
use crate::hierarchies::query::{Cost, Tolerance};
use crate::hierarchies::triangles::distance::{Closest, closest, closest_apart};

/// A pair of nodes that waits.
pub struct Waiting {
    /// A lower bound of the distance, or how deep the boxes overlap, negative.
    key: f32,
    refs: [Ref; 2],
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.total_cmp(&other.key)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

/// The pair of triangles with the closest points found so far.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// Numbers of the triangles, A's first.
    pub triangles: [u32; 2],
    /// Metres, in A's coordinates.
    pub closest: Closest,
}

/// The search.
pub struct Distance<'a> {
    /// The trees.
    pub posed: &'a Posed<'a>,
    /// Memory that is kept between searches.
    pub heap: &'a mut BinaryHeap<Reverse<Waiting>>,
    /// Counts.
    pub cost: &'a mut Cost,
    /// How good is good enough.
    pub tolerance: Tolerance,
    /// Nothing farther away than this is looked for, metres; infinite: everything is.
    pub limit: f64,
    /// Whether anything within the limit ends the search.
    pub any: bool,
}

/// What is known while searching.
struct State<'a> {
    posed: &'a Posed<'a>,
    nearest: Option<Nearest>,
    /// Tree units; the limit at first.
    best: f64,
    /// What has a key of at least this is not worth looking at. Never below 0: boxes that overlap always are.
    cut: f32,
    tolerance: Tolerance,
    /// From A to B at the closest points, in the directions of `first`, a trifle shorter than 1.
    towards: [f32; 3],
    any: bool,
}

impl State<'_> {
    /// Measures a pair in f64, with a lower bound of its distance; whether the search is over.
    #[inline(never)]
    fn measure(&mut self, first: u32, second: u32, bound: f32, cost: &mut Cost) -> bool {
        let [a, b] = self.posed.corners(first, second);
        let closest = if bound > 0.0 { closest_apart(&a, &b) } else { closest(&a, &b) };
        cost.triangle_tests += 1;
        let units = closest.distance * self.posed.first.scale;
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
    fn run<S: Simd>(self) -> Option<Nearest> {
        let Self { posed, heap, cost, tolerance, limit, any } = self;
        let scale = posed.first.scale;
        let tolerance = Tolerance { absolute: tolerance.absolute * scale, ..tolerance };
        let best = limit * scale;
        let cut = (best as f32).next_up();
        let mut state = State { posed, nearest: None, best, cut, tolerance, towards: [0.0; 3], any };
        heap.clear();
        let mut next = Some(Waiting { key: 0.0, refs: [posed.first.root, posed.second.root] });
        while let Some(Waiting { key, refs }) = next.take().or_else(|| heap.pop().map(|top| top.0)) {
            if key >= state.cut {
                break;
            }
            if let Some(top) = heap.peek() {
                posed.prefetch(top.0.refs);
            }
            if refs[0] & refs[1] & LEAF != 0 {
                if leaves::<S>(&mut state, key, refs, cost) {
                    break;
                }
                continue;
            }
            let (mut pairs, bounds, children) = expanded_below::<S>(posed, refs, state.cut, cost);
            // Straight down to a first pair of triangles: its distance keeps most of the others out of the heap.
            if state.nearest.is_none() && pairs != 0 {
                let lane = least(pairs, &bounds);
                pairs &= !(1 << lane);
                next = Some(Waiting { key: bounds[lane], refs: children.refs(lane) });
            }
            while pairs != 0 {
                let lane = pairs.trailing_zeros() as usize;
                pairs &= pairs - 1;
                heap.push(Reverse(Waiting { key: bounds[lane], refs: children.refs(lane) }));
            }
        }
        state.nearest
    }
}

/// Looks at the pairs of two leaves; whether the search is over.
#[inline(always)]
fn leaves<S: Simd>(state: &mut State, key: f32, refs: [Ref; 2], cost: &mut Cost) -> bool {
    let (a, b) = (state.posed.first.leaf(refs[0]), state.posed.second.leaf(refs[1]));
    let frame = LeafFrame::new(&state.posed.frame, a, b);
    if key <= 0.0 {
        let touching = contacts::<S>(a, b, &frame).touching;
        if touching != 0 {
            let lane = touching.trailing_zeros() as usize;
            state.measure(a.triangle[lane / 4], b.triangle[lane % 4], 0.0, cost);
            return true;
        }
    }
    let mut bounds = distances_at_least::<S>(a, b, &frame, &state.towards);
    let mut left = below(&bounds, state.cut) & present(a, b);
    // Those that are left over are worth better bounds.
    if left.count_ones() > 1 {
        raise::<S>(a, b, &frame, &mut bounds);
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

/// Of some pairs, at least one, that with the least bound.
#[inline(always)]
fn least(mut pairs: u32, bounds: &[f32; 16]) -> usize {
    let mut lane = pairs.trailing_zeros() as usize;
    while pairs != 0 {
        let next = pairs.trailing_zeros() as usize;
        pairs &= pairs - 1;
        lane = if bounds[next] < bounds[lane] { next } else { lane };
    }
    lane
}

/// The pairs with a bound below `cut`.
#[inline(always)]
fn below(bounds: &[f32; 16], cut: f32) -> u32 {
    bounds.iter().enumerate().map(|(lane, bound)| u32::from(*bound < cut) << lane).sum()
}
