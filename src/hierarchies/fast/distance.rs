//! The smallest distance and its closest points, best first.
//!
//! Pairs of nodes wait in one heap, the one with the least lower bound on top. The first bound that cannot better the
//! distance found so far ends the search. Boxes that overlap have negative keys, the deepest first, so that meshes which
//! touch are soon found to.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::closeness::distances_at_least;
use super::contacts::contacts;
use super::descent::{Children, expanded_by};
use super::lanes::{Simd, Task};
use super::nearest::raise;
use super::node::{LEAF, Ref};
use super::posed::Posed;
use super::rounding::LeafFrame;
use crate::hierarchies::query::{Cost, Tolerance};
use crate::hierarchies::triangles::distance::{Closest, closest};

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
    /// From A to B at the closest points, in the directions of `first`, a trifle shorter than 1.
    towards: [f32; 3],
    any: bool,
}

impl State<'_> {
    /// Measures a pair in f64; whether the search is over.
    fn measure(&mut self, first: u32, second: u32, cost: &mut Cost) -> bool {
        let [a, b] = self.posed.corners(first, second);
        let closest = closest(&a, &b);
        cost.triangle_tests += 1;
        let units = closest.distance * self.posed.first.scale;
        if units < self.best || self.nearest.is_none() && units <= self.best {
            self.best = units;
            self.nearest = Some(Nearest { triangles: self.posed.numbers(first, second), closest });
            let [p, q] = closest.points;
            let towards = self.posed.into_first(&(q - p));
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
        let mut state = State { posed, nearest: None, best: limit * scale, towards: [0.0; 3], any };
        heap.clear();
        heap.push(Reverse(Waiting { key: 0.0, refs: [posed.first.root, posed.second.root] }));
        while let Some(Reverse(Waiting { key, refs })) = heap.pop() {
            if is_enough(&tolerance, key, &state) {
                break;
            }
            if refs[0] & refs[1] & LEAF != 0 {
                if leaves::<S>(&mut state, key, refs, cost) {
                    break;
                }
                continue;
            }
            let (bounds, pairs): ([f32; 16], Children) = expanded_by::<S>(posed, refs, cost);
            for (lane, key) in bounds.iter().enumerate() {
                if *key <= f32::MAX && !is_enough(&tolerance, *key, &state) {
                    heap.push(Reverse(Waiting { key: *key, refs: pairs.refs(lane) }));
                }
            }
        }
        state.nearest
    }
}

/// Whether nothing with this key can better what was found by more than the tolerance, or be within the limit.
#[inline(always)]
fn is_enough(tolerance: &Tolerance, key: f32, state: &State) -> bool {
    let key = f64::from(key);
    if state.nearest.is_some() { key >= 0.0 && tolerance.is_enough(key, state.best) } else { key > state.best }
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
            state.measure(a.triangle[lane / 4], b.triangle[lane % 4], cost);
            return true;
        }
    }
    let mut bounds = distances_at_least::<S>(a, b, &frame, &state.towards);
    let mut is_raised = false;
    loop {
        // The least bound first. Those that are left over are worth better bounds, once.
        let (mut least, mut lane, mut left) = (f32::INFINITY, 0, 0);
        for (i, bound) in bounds.iter().enumerate() {
            left += u32::from(f64::from(*bound) <= state.best);
            if *bound < least {
                (least, lane) = (*bound, i);
            }
        }
        if left == 0 || least == f32::INFINITY {
            return false;
        }
        if left > 1 && !is_raised {
            is_raised = true;
            raise::<S>(a, b, &frame, &mut bounds);
            continue;
        }
        bounds[lane] = f32::INFINITY;
        if state.measure(a.triangle[lane / 4], b.triangle[lane % 4], cost) {
            return true;
        }
    }
}
