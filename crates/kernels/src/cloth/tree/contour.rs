//! The contour test: whether the outline of a patch, seen along the axis of its cone, may cross itself.
//!
//! Volino and Magnenat-Thalmann 1994. A cone of normals narrower than a half-space is not enough to exclude
//! self-collision: a flat spiral ramp has similar normals everywhere, yet overlaps itself. A narrow cone
//! together with a simple contour is enough:
//!
//! *Proof.* Project along the axis. At any time all triangles of the patch keep their orientation, because
//! their normals are less than 90° from the axis. The patch is a disk, so the number of triangles over a
//! point of the plane that is on no edge is the winding number of the projected contour around it. If the
//! contour is a simple curve, that is 0 or 1: no two triangles overlap, not even in the projection, and
//! features without a common particle do not touch. This holds during the whole step if the contour is simple
//! during the whole step. The test shows two things: edges without a common particle are separated along one
//! of four directions at both ends of the step, and so in between, since they move linearly; and edges with a
//! common particle never fold back onto each other.

use crate::cloth::step::Step;
use crate::geometry::{Point, Vector};

/// The cells from (u, v) = `from` up to but excluding `to`.
pub type Cells = ([u16; 2], [u16; 2]);

/// True if the contour of the patch, one rectangle of cells or two with a common side, is proved to be a
/// simple curve during the whole step. `side` is the number of particles along a side of the cloth; if
/// `swept` is false, only the end of the step is tested.
pub fn is_simple(side: usize, step: &Step, axis: &Vector, patch: &[Cells], swept: bool) -> bool {
    let Some(contour) = outline(side, patch) else { return false };
    let (across, up) = basis(axis);
    let flat = |p: &Point| [across.dot(&p.coords), up.dot(&p.coords)];
    let start = if swept { &step.start } else { &step.end };
    let points: Vec<[[f64; 2]; 2]> =
        contour.iter().map(|p| [flat(&start[*p as usize]), flat(&step.end[*p as usize])]).collect();
    let count = points.len();
    let size = points.as_flattened().as_flattened().iter().fold(0.0_f64, |most, x| x.abs().max(most));
    let rounding = 1e-13 * size;
    let side = |i: usize| [points[i], points[(i + 1) % count]];

    // Neighbouring edges must not fold.
    let folds = |i: usize| {
        let ([a, b], [_, c]) = (side(i), side((i + 1) % count));
        let along =
            |p: [[f64; 2]; 2], q: [[f64; 2]; 2]| [0, 1].map(|t| [q[t][0] - p[t][0], q[t][1] - p[t][1]]);
        may_fold(along(a, b), along(b, c), rounding)
    };
    if (0..count).any(folds) {
        return false;
    }

    // Test all other pairs, by a sweep along the first direction.
    let mut edges: Vec<(usize, Shadow)> = (0..count).map(|i| (i, Shadow::of(side(i)))).collect();
    let reach = |shadow: &Shadow, far: bool| {
        let [a, b] = [0, 1].map(|end| shadow.0[end][0][usize::from(far)]);
        if far { a.max(b) } else { a.min(b) }
    };
    edges.sort_by(|a, b| reach(&a.1, false).total_cmp(&reach(&b.1, false)));
    for (place, (i, first)) in edges.iter().enumerate() {
        let far = reach(first, true) + rounding;
        for (j, second) in edges[place + 1..].iter().take_while(|(_, other)| reach(other, false) <= far) {
            let apart = i.abs_diff(*j);
            if apart > 1 && apart < count - 1 && !first.apart(second, rounding) {
                return false;
            }
        }
    }
    true
}

/// The particles around the patch in order, each once; `None` if the patch is not a disk.
fn outline(side: usize, patch: &[Cells]) -> Option<Vec<u32>> {
    let mut next: Vec<(u32, u32)> = patch.iter().flat_map(|cells| around(side, *cells)).collect();
    // A side that both rectangles share occurs in both directions and is not on the outline.
    next.sort_unstable();
    let all = next.clone();
    next.retain(|(a, b)| all.binary_search(&(*b, *a)).is_err());
    let first = next.first()?.0;
    let (mut contour, mut at) = (Vec::with_capacity(next.len()), first);
    loop {
        contour.push(at);
        let place = next.partition_point(|(from, _)| *from < at);
        at = next.get(place).filter(|(from, _)| *from == at)?.1;
        if at == first {
            break;
        }
        if contour.len() > next.len() {
            return None;
        }
    }
    (contour.len() == next.len()).then_some(contour)
}

/// The directed edges around a rectangle of cells.
fn around(side: usize, (from, to): Cells) -> Vec<(u32, u32)> {
    let at = |u: u16, v: u16| u32::from(v) * side as u32 + u32::from(u);
    let mut corners = Vec::new();
    corners.extend((from[0]..to[0]).map(|u| at(u, from[1])));
    corners.extend((from[1]..to[1]).map(|v| at(to[0], v)));
    corners.extend((from[0] + 1..=to[0]).rev().map(|u| at(u, to[1])));
    corners.extend((from[1] + 1..=to[1]).rev().map(|v| at(from[0], v)));
    (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()])).collect()
}

/// Extents of an edge along four directions at both ends of the step: by end, direction, minimum and maximum.
struct Shadow([[[f64; 2]; 4]; 2]);

impl Shadow {
    fn of([a, b]: [[[f64; 2]; 2]; 2]) -> Self {
        Self([0, 1].map(|end| {
            let along = |[x, y]: [f64; 2]| [x, y, x + y, x - y];
            let (p, q) = (along(a[end]), along(b[end]));
            [0, 1, 2, 3].map(|i| [p[i].min(q[i]), p[i].max(q[i])])
        }))
    }

    /// True if one direction separates the edges, in the same order at both ends of the step.
    fn apart(&self, other: &Self, rounding: f64) -> bool {
        let before =
            |a: &Self, b: &Self, i: usize| (0..2).all(|end| a.0[end][i][1] + 4.0 * rounding < b.0[end][i][0]);
        (0..4).any(|i| before(self, other, i) || before(other, self, i))
    }
}

/// True if two consecutive edges of the contour, given as vectors at both ends of the step, may lie on each
/// other at some time: then their cross product is 0 and their scalar product negative. Both are quadratic in
/// time and lie in the convex hull of their Bernstein coefficients.
fn may_fold(first: [[f64; 2]; 2], second: [[f64; 2]; 2], rounding: f64) -> bool {
    let coefficients = |product: &dyn Fn([f64; 2], [f64; 2]) -> f64| {
        let mixed = 0.5 * (product(first[0], second[1]) + product(first[1], second[0]));
        [product(first[0], second[0]), mixed, product(first[1], second[1])]
    };
    let cross = coefficients(&|a, b| a[0] * b[1] - a[1] * b[0]);
    let scalar = coefficients(&|a, b| a[0] * b[0] + a[1] * b[1]);
    let longest = first.iter().chain(&second).flatten().fold(0.0_f64, |most, x| x.abs().max(most));
    let bound = 8.0 * longest * (rounding + 1e-15 * longest);
    let positive = |c: [f64; 3]| c.iter().all(|c| *c > bound);
    !(positive(cross) || positive(cross.map(|c| -c)) || positive(scalar))
}

/// Two unit vectors that are perpendicular to the axis and to each other.
fn basis(axis: &Vector) -> (Vector, Vector) {
    let least = axis.iamin();
    let across = axis.cross(&Vector::ith(least, 1.0)).normalize();
    (across, axis.cross(&across))
}
