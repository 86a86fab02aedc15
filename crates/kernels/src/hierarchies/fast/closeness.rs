//! Four triangles against four others: lower bounds on their distances, to select the pairs to measure in f64.
//!
//! Along any direction of length 1 or less, the gap between the projections of two triangles is at most their
//! distance. Three directions are tried: both normals, and the direction between the closest points found so
//! far, which is nearly right for neighbours of the closest pair too. A better direction only makes the bound
//! tighter.

use super::contacts::{corners, moved_corners};
use super::node::Leaf;
use super::rounding::{LeafFrame, SURELY};
use crate::simd::lanes::{Lanes, cross, dot, for3, minus};

/// Lower bounds on the distances of the 16 pairs, tree units. `towards` points from A to B at the closest
/// points found so far; its length is at most 1.
#[inline(always)]
pub fn distances_at_least<L: Lanes>(a: &Leaf, b: &Leaf, frame: &LeafFrame, towards: &[f32; 3]) -> [f32; 16] {
    let towards = for3!(i => L::splat(towards[i]));
    let of_b = moved_corners::<L>(b, frame);
    let normal_b = normal(&of_b);
    let (start, _) = ends(&towards, &of_b);
    let (b_low, b_high) = ends(&normal_b, &of_b);
    let mut found = [f32::INFINITY; 16];
    for part in 0..L::PARTS {
        let of_a = corners::<L>(a, part);
        // 1. Along the direction between the closest points so far.
        let (_, end) = ends(&towards, &of_a);
        let mut bound = start - end;
        // 2. Along A's normal, in both directions.
        let normal_a = normal(&of_a);
        let (a_low, a_high) = ends(&normal_a, &of_a);
        let (low, high) = ends(&normal_a, &of_b);
        bound = bound.max(low - a_high).max(a_low - high);
        // 3. Along B's normal.
        let (low, high) = ends(&normal_b, &of_a);
        bound = bound.max(low - b_high).max(b_low - high);
        (bound - L::splat(frame.gap_error)).store(&mut found, part);
    }
    found
}

/// A normal of length 1 or slightly less; shorter, even zero, for a triangle without area.
#[inline(always)]
fn normal<L: Lanes>(corner: &[[L; 3]; 3]) -> [L; 3] {
    let normal = cross(&minus(&corner[1], &corner[0]), &minus(&corner[2], &corner[0]));
    let squared = dot(&normal, &normal).max(L::splat(f32::MIN_POSITIVE));
    let share = L::splat(SURELY).div(squared.sqrt());
    for3!(i => normal[i] * share)
}

/// The smallest and the largest projection of three corners.
#[inline(always)]
pub fn ends<L: Lanes>(direction: &[L; 3], corner: &[[L; 3]; 3]) -> (L, L) {
    let [p, q, r] = for3!(k => dot(direction, &corner[k]));
    (p.min(q).min(r), p.max(q).max(r))
}
