//! Two oriented boxes by the 15 candidates for a separating axis (Gottschalk, Lin, Manocha 1996).
//!
//! Differs from the paper: Lin, Zou & Zhang (source 3) have it the wrong way round. *One* axis on which the
//! projections are apart proves the boxes disjoint; they intersect when *all* 15 overlap.
//! An edge–edge axis is a cross product and grows short as the edges become parallel, until rounding is all that
//! is left of both sides of the comparison. The slack, which is not scaled down with it, settles that as an
//! overlap: parallel edges add nothing that the six face axes have not said.

use crate::geometry::{Obb, Vector};

/// One of the 15 axes on which two boxes can be apart; indices are 0 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeparatingAxis {
    /// This axis of the first box.
    FaceOfA(u8),
    /// This axis of the second box.
    FaceOfB(u8),
    /// The cross product of this axis of the first and this axis of the second.
    Edges(u8, u8),
}

impl SeparatingAxis {
    /// Its direction along the world's axes: length 1 for faces, up to 1 for edges.
    pub fn direction(self, a: &Obb, b: &Obb) -> Vector {
        match self {
            Self::FaceOfA(i) => a.axes[usize::from(i)],
            Self::FaceOfB(j) => b.axes[usize::from(j)],
            Self::Edges(i, j) => a.axes[usize::from(i)].cross(&b.axes[usize::from(j)]),
        }
    }
}

/// Rounding in a pair's coordinates, as a share of how far the two reach from their centres.
pub const ROUNDING: f64 = 1e-14;

/// The first axis on which the boxes are apart, by more than rounding; `None` if they intersect or touch.
pub fn separating_axis(a: &Obb, b: &Obb) -> Option<SeparatingAxis> {
    let slack = ROUNDING * (a.half.sum() + b.half.sum());
    between((&a.axes, &a.half), (&b.axes, &b.half), &(b.center - a.center), slack)
}

/// The same for axes and half sides of two boxes, `offset` from the first's centre to the second's. Gaps up to
/// `slack` metres count as touching.
#[inline(always)]
pub fn between(
    a: (&[Vector; 3], &Vector),
    b: (&[Vector; 3], &Vector),
    offset: &Vector,
    slack: f64,
) -> Option<SeparatingAxis> {
    first_axis(a, b, offset, |_, along, reach| along.abs() > reach + slack)
}

/// The first axis on which `apart` says so: of how far the centres are apart along it, and how far the boxes
/// reach together from their centres, both in metres times the length of the axis.
// Left to the compiler, a pair that the first axis separates takes twice as long.
#[inline(always)]
pub fn first_axis(
    (a, a_half): (&[Vector; 3], &Vector),
    (b, b_half): (&[Vector; 3], &Vector),
    offset: &Vector,
    mut apart: impl FnMut(SeparatingAxis, f64, f64) -> bool,
) -> Option<SeparatingAxis> {
    // B's axes and the offset as A sees them, row by row, so that A's first axis can end it.
    let (mut t, mut r, mut abs) = ([0.0; 3], [[0.0; 3]; 3], [[0.0; 3]; 3]);
    for i in 0..3 {
        t[i] = offset.dot(&a[i]);
        for j in 0..3 {
            r[i][j] = a[i].dot(&b[j]);
            abs[i][j] = r[i][j].abs();
        }
        let axis = SeparatingAxis::FaceOfA(i as u8);
        let reach = a_half[i] + b_half[0] * abs[i][0] + b_half[1] * abs[i][1] + b_half[2] * abs[i][2];
        if apart(axis, t[i], reach) {
            return Some(axis);
        }
    }
    for j in 0..3 {
        let axis = SeparatingAxis::FaceOfB(j as u8);
        let along = t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j];
        let reach = b_half[j] + a_half[0] * abs[0][j] + a_half[1] * abs[1][j] + a_half[2] * abs[2][j];
        if apart(axis, along, reach) {
            return Some(axis);
        }
    }
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let axis = SeparatingAxis::Edges(i as u8, j as u8);
            let along = t[i2] * r[i1][j] - t[i1] * r[i2][j];
            let reach = a_half[i1] * abs[i2][j]
                + a_half[i2] * abs[i1][j]
                + b_half[j1] * abs[i][j2]
                + b_half[j2] * abs[i][j1];
            if apart(axis, along, reach) {
                return Some(axis);
            }
        }
    }
    None
}

/// A cross product of unit vectors shorter than this comes of edges that are nearly parallel: the axis adds
/// nothing to the face axes.
pub const PARALLEL: f64 = 1e-6;

/// One of the 15 axes, with both boxes projected on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisTest {
    /// Which of the 15 axes it is.
    pub axis: SeparatingAxis,
    /// Unit vector along the world's axes; zero for edges that are exactly parallel.
    pub direction: Vector,
    /// Interval of the first box along it, metres from the first box's centre.
    pub a: [f64; 2],
    /// Interval of the second box, from the same point.
    pub b: [f64; 2],
    /// Distance between the two intervals, metres; negative: how deep they overlap.
    pub gap: f64,
    /// Whether it is of parallel edges, see [`PARALLEL`]; the intervals are mostly rounding then.
    pub parallel: bool,
    /// Whether the test takes it as proof that the boxes are disjoint.
    pub separates: bool,
}

/// All 15 axes in the order of the test: faces of A, faces of B, edges. Which of them separate is decided by the test
/// itself, except that it stops at the first; its numbers are scaled by the length of the axis, these are in metres.
pub fn all_axes(a: &Obb, b: &Obb) -> [AxisTest; 15] {
    let slack = ROUNDING * (a.half.sum() + b.half.sum());
    axis_tests(a, b, &(b.center - a.center), slack)
}

/// The same with the boxes' centres apart by `offset`; gaps up to `slack` metres count as touching.
pub fn axis_tests(a: &Obb, b: &Obb, offset: &Vector, slack: f64) -> [AxisTest; 15] {
    let mut tests = Vec::with_capacity(15);
    first_axis((&a.axes, &a.half), (&b.axes, &b.half), offset, |axis, along, reach| {
        let cross = axis.direction(a, b);
        let direction = cross.try_normalize(0.0).unwrap_or_default();
        let reach_of = |o: &Obb| (0..3).map(|i| o.half[i] * o.axes[i].dot(&direction).abs()).sum::<f64>();
        let (middle, a_reach, b_reach) = (offset.dot(&direction), reach_of(a), reach_of(b));
        tests.push(AxisTest {
            axis,
            direction,
            a: [-a_reach, a_reach],
            b: [middle - b_reach, middle + b_reach],
            gap: middle.abs() - a_reach - b_reach,
            parallel: cross.norm() < PARALLEL,
            separates: along.abs() > reach + slack,
        });
        false
    });
    tests.try_into().expect("nothing ends the test before its 15th axis")
}
