//! One sweep along one axis, from scratch: box pruning (Terdiman 2002), in strips.
//!
//! Boxes come in the order of their minima on the sweep's axis and are compared with those that have not
//! ended yet. At 100,000 bodies thousands of them have not, so they are kept in strips across a second axis,
//! and a box looks only into the strips that it touches (as Tracy, Buss and Woods 2009 cut up space).

use super::pair_keys::PairKeys;
use crate::geometry::{Aabb, Vector};

/// Width of a strip, at least, in mean widths of a box.
const STRIP_WIDTH: f64 = 1.0;

/// Finds all pairs. `by_minimum`: every box, sorted by its minimum on `axis`. Returns the number of boxes
/// compared.
pub fn sweep(
    boxes: &[Aabb],
    axis: usize,
    by_minimum: impl Iterator<Item = u32>,
    pairs: &mut PairKeys,
) -> u64 {
    let around = boxes.iter().fold(Aabb::EMPTY, |sum, b| sum.union(b));
    let room = room(boxes);
    let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
    let across = if room[second] >= room[third] { second } else { third };
    // As many as mean widths of a box fit in, but not more than boxes.
    let count = (room[across] * boxes.len() as f64 / STRIP_WIDTH).min(boxes.len() as f64) as usize;
    let count = count.max(1);
    let per_metre = count as f64 / around.extents()[across];
    // Monotone in the coordinate, however it is rounded; no number (of 0 · ∞) gives the first strip.
    let strip_of = |at: f64| (((at - around.min[across]) * per_metre) as usize).min(count - 1);

    let mut strips: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut tests = 0;
    for body in by_minimum {
        let b = &boxes[body as usize];
        let [first, last] = [b.min, b.max].map(|p| strip_of(p[across]));
        for (strip, open) in (first..).zip(&mut strips[first..=last]) {
            let mut place = 0;
            while let Some(&other) = open.get(place) {
                let o = &boxes[other as usize];
                if o.max[axis] < b.min[axis] {
                    open.swap_remove(place);
                    continue;
                }
                place += 1;
                tests += 1;
                // Each pair in the first strip that both touch, only.
                if o.overlaps(b) && strip == first.max(strip_of(o.min[across])) {
                    pairs.push(other, body);
                }
            }
            open.push(body);
        }
    }
    tests
}

/// The axis with the most room in comparison with the boxes: the fewest of them overlap there.
pub fn widest_axis(boxes: &[Aabb]) -> usize {
    room(boxes).imax()
}

/// Per axis, how wide the place is in sums of all boxes' widths. Infinite on an axis without width.
fn room(boxes: &[Aabb]) -> Vector {
    let around = boxes.iter().fold(Aabb::EMPTY, |sum, b| sum.union(b)).extents();
    let sides = boxes.iter().fold(Vector::zeros(), |sum, b| sum + b.extents());
    Vector::from_fn(|axis, _| if sides[axis] > 0.0 { around[axis] / sides[axis] } else { f64::INFINITY })
}
