//! The boundary of a union of brushes: the parts of their faces that lie in no other brush.
//!
//! Where faces of two brushes lie in one plane and face the same way, the first brush's face stays. Faces
//! that face each other have solid on both sides, and both are dropped.

use std::collections::HashSet;

use super::brush::Brush;
use super::error::{Budget, CUT, LevelError};
use super::plane::Plane;
use super::polygon::{Cut, Polygon};
use crate::broad_phase::Tree;
use crate::geometry::{Aabb, Vector};

/// A tree over the boxes of brushes.
pub struct Boxes(Tree);

impl Boxes {
    /// A tree over these boxes, each grown by `by` metres.
    pub fn of<'b>(boxes: impl IntoIterator<Item = &'b Aabb>, by: f64) -> Self {
        let mut tree = Tree::default();
        tree.build(boxes.into_iter().map(|bounds| bounds.grown(by)));
        Self(tree)
    }

    /// The brushes whose boxes share a point with `bounds`, in ascending order.
    pub fn near(&self, bounds: &Aabb) -> Vec<usize> {
        let mut found = Vec::new();
        self.0.descend(|node| node.overlaps(bounds).then_some(()), |leaf, ()| found.push(leaf as usize));
        found.sort_unstable();
        found
    }

    /// Appends the brushes whose boxes are touched by a box that moves by `path` between times 0 and 1, each
    /// with the time of first contact, unordered.
    pub fn along(&self, moved: &Aabb, path: &Vector, into: &mut Vec<(f64, usize)>) {
        let inverse = path.map(f64::recip);
        let meets = |node: &Aabb| {
            let (mut first, mut last) = (0.0_f64, 1.0_f64);
            for i in 0..3 {
                let (below, above) = (node.min[i] - moved.max[i], node.max[i] - moved.min[i]);
                if !inverse[i].is_finite() {
                    if below > 0.0 || above < 0.0 {
                        return None;
                    }
                } else {
                    let (a, b) = (below * inverse[i], above * inverse[i]);
                    first = first.max(a.min(b));
                    last = last.min(a.max(b));
                }
            }
            (first <= last).then_some(first)
        };
        self.0.descend(meets, |leaf, time| into.push((time, leaf as usize)));
    }
}

/// The parts of the brushes' own faces that bound their union; and, for each face of each brush, whether any
/// part of it is left. `boxes` is the tree over the brushes. Points closer than `tolerance` metres to a plane
/// count as lying in it. `go_on` receives the numbers of finished brushes and of all brushes, and cancels by
/// returning false.
pub fn boundary(
    brushes: &[Brush],
    boxes: &Boxes,
    tolerance: f64,
    budget: &Budget,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<(Vec<Polygon>, Vec<Vec<bool>>), LevelError> {
    let (mut faces, mut left) = (Vec::new(), Vec::with_capacity(brushes.len()));
    let (mut held, mut overlaps) = (0, 0);
    let is_first = firsts(brushes);
    for (i, brush) in brushes.iter().enumerate() {
        let mut is_left = vec![false; brush.faces.len()];
        for (index, face) in brush.faces.iter().enumerate() {
            if !brush.own[index] || !is_first[i] {
                continue;
            }
            let mut parts = vec![face.clone()];
            let near = boxes.near(&face.bounds());
            let found = FOUND * near.len() as u64;
            overlaps += found;
            budget.spend(found)?;
            if overlaps > budget.overlaps {
                return Err(LevelError::TooLarge);
            }
            for j in near {
                if parts.is_empty() {
                    break;
                }
                if j != i && is_first[j] {
                    let mut cuts = 0;
                    parts = parts
                        .into_iter()
                        .flat_map(|part| outside(part, &brushes[j], j < i, tolerance, &mut cuts))
                        .collect();
                    overlaps += CUT * cuts;
                    if overlaps > budget.overlaps {
                        return Err(LevelError::TooLarge);
                    }
                    budget.spend(CUT * cuts)?;
                    budget.check(faces.len() + parts.len(), held + parts.len() * size_of::<Polygon>())?;
                }
            }
            held += parts.iter().map(Polygon::bytes).sum::<usize>();
            is_left[index] = !parts.is_empty();
            faces.extend(parts);
        }
        left.push(is_left);
        if !go_on(i + 1, brushes.len()) {
            return Err(LevelError::Stopped);
        }
    }
    Ok((faces, left))
}

/// Work of finding one brush near a face, in the units of [`Budget::spend`].
const FOUND: u64 = 16;

/// For each brush, false if it has the same faces as an earlier brush: then it bounds nothing.
fn firsts(brushes: &[Brush]) -> Vec<bool> {
    let mut known = HashSet::new();
    let bits = |face: &Polygon| {
        let Plane { normal: n, offset, .. } = face.plane;
        [n.x, n.y, n.z, offset].map(f64::to_bits)
    };
    let is_first = |brush: &Brush| {
        let mut faces: Vec<_> = brush.faces.iter().map(bits).collect();
        faces.sort_unstable();
        faces.is_empty() || known.insert(faces)
    };
    brushes.iter().map(is_first).collect()
}

/// The parts of the polygon outside the brush. A polygon that lies in the plane of a face of the brush, with the
/// same normal, counts as inside if `comes_first`: the brush then precedes the polygon's brush. Adds the number of
/// tested planes to `cuts`.
fn outside(
    polygon: Polygon,
    brush: &Brush,
    comes_first: bool,
    tolerance: f64,
    cuts: &mut u64,
) -> Vec<Polygon> {
    if brush.faces.is_empty() {
        return vec![polygon];
    }
    let mut parts = Vec::new();
    let mut rest = polygon.clone();
    for plane in brush.planes() {
        *cuts += 1;
        match rest.cut(plane, tolerance) {
            Cut::Front => return vec![polygon],
            Cut::Back => {}
            Cut::In => {
                if looks_the_same_way(plane, &polygon.plane) && !comes_first {
                    return vec![polygon];
                }
            }
            Cut::Both(front, back) => {
                parts.push(front);
                rest = back;
            }
        }
    }
    parts
}

fn looks_the_same_way(a: &Plane, b: &Plane) -> bool {
    a.normal.dot(&b.normal) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::level::brush::{Extent, ROUNDING};

    #[test]
    fn brushes_that_lie_in_each_other_are_refused_after_so_much_work() {
        let brush = |i: usize| {
            let min = Point::new(i as f64 * 0.01, i as f64 * 0.02, i as f64 * 0.03);
            let planes = Brush::planes_of_box(&min, &(min + Vector::repeat(1.0)));
            let Extent::Bounded(brush, middle) = Brush::alone(&planes) else { panic!("it has an end") };
            brush.seen_from(&middle, &Point::origin())
        };
        let brushes: Vec<Brush> = (0..20).map(brush).collect();
        let boxes = Boxes::of(brushes.iter().map(|brush| &brush.bounds), ROUNDING);
        let made = |budget: &Budget| boundary(&brushes, &boxes, ROUNDING, budget, &mut |_, _| true).err();
        assert_eq!(made(&Budget::default()), None);
        assert_eq!(made(&Budget { overlaps: 1000, ..Budget::default() }), Some(LevelError::TooLarge));
        assert_eq!(made(&Budget { work: 1000, ..Budget::default() }), Some(LevelError::TooLarge));
    }
}
