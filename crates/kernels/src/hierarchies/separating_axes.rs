//! Test of two oriented boxes with the 15 candidates for a separating axis (Gottschalk, Lin, Manocha 1996).
//!
//! Differs from the paper: Lin, Zou & Zhang (source 3) state the criterion the wrong way round. *One* axis
//! with separated projections proves the boxes disjoint; they intersect if the projections overlap on *all*
//! 15.
//! The cross product of two edges becomes short as the edges become parallel, until both sides of the comparison
//! contain only rounding errors. The slack is not scaled down with the length of such an axis, so the axis counts
//! as an overlap. No separation is missed: for parallel edges the six face axes suffice.

use crate::geometry::{Obb, Vector};

/// One of the 15 candidate axes that may separate two boxes; indices are 0 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeparatingAxis {
    /// An axis of the first box.
    FaceOfA(u8),
    /// An axis of the second box.
    FaceOfB(u8),
    /// The cross product of an axis of the first box and an axis of the second.
    Edges(u8, u8),
}

impl SeparatingAxis {
    /// Direction in world coordinates: of length 1 for a face axis, and of at most 1 for a cross product of
    /// edges.
    pub fn direction(self, a: &Obb, b: &Obb) -> Vector {
        match self {
            Self::FaceOfA(i) => a.axes[usize::from(i)],
            Self::FaceOfB(j) => b.axes[usize::from(j)],
            Self::Edges(i, j) => a.axes[usize::from(i)].cross(&b.axes[usize::from(j)]),
        }
    }
}

/// Rounding error in the coordinates of two boxes, as a share of the sum of the boxes' half sides.
pub const ROUNDING: f64 = 1e-14;

/// The first axis that separates the boxes by more than rounding; `None` if they intersect or touch.
pub fn separating_axis(a: &Obb, b: &Obb) -> Option<SeparatingAxis> {
    let slack = ROUNDING * (a.half.sum() + b.half.sum());
    between((&a.axes, &a.half), (&b.axes, &b.half), &(b.center - a.center), slack)
}

/// [`separating_axis`] for boxes given by axes and half sides, with `offset` from the first centre to the
/// second. Gaps up to `slack` metres count as touching.
#[inline(always)]
pub fn between(
    a: (&[Vector; 3], &Vector),
    b: (&[Vector; 3], &Vector),
    offset: &Vector,
    slack: f64,
) -> Option<SeparatingAxis> {
    first_axis(a, b, offset, |_, along, reach| along.abs() > reach + slack)
}

/// The first axis for which `separates` returns true. `separates` receives the axis, the distance of the
/// centres along it, and the sum of half the lengths of the boxes' projections on it. Both lengths are in
/// metres times the length of the axis.
// Without forced inlining, a pair that the first axis separates takes twice as long.
#[inline(always)]
pub fn first_axis(
    (a, a_half): (&[Vector; 3], &Vector),
    (b, b_half): (&[Vector; 3], &Vector),
    offset: &Vector,
    mut separates: impl FnMut(SeparatingAxis, f64, f64) -> bool,
) -> Option<SeparatingAxis> {
    // Transform B's axes and the offset to A's frame, row by row, so that A's first axis can end the test
    // early.
    let (mut t, mut r, mut abs) = ([0.0; 3], [[0.0; 3]; 3], [[0.0; 3]; 3]);
    for i in 0..3 {
        t[i] = offset.dot(&a[i]);
        for j in 0..3 {
            r[i][j] = a[i].dot(&b[j]);
            abs[i][j] = r[i][j].abs();
        }
        let axis = SeparatingAxis::FaceOfA(i as u8);
        let reach = a_half[i] + b_half[0] * abs[i][0] + b_half[1] * abs[i][1] + b_half[2] * abs[i][2];
        if separates(axis, t[i], reach) {
            return Some(axis);
        }
    }
    for j in 0..3 {
        let axis = SeparatingAxis::FaceOfB(j as u8);
        let along = t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j];
        let reach = b_half[j] + a_half[0] * abs[0][j] + a_half[1] * abs[1][j] + a_half[2] * abs[2][j];
        if separates(axis, along, reach) {
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
            if separates(axis, along, reach) {
                return Some(axis);
            }
        }
    }
    None
}

/// Length of a cross product of unit vectors below which the edges count as parallel; the face axes then
/// suffice.
pub const PARALLEL: f64 = 1e-6;

/// Result of one of the 15 axes, with the projections of both boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisTest {
    /// The axis.
    pub axis: SeparatingAxis,
    /// Unit vector in world coordinates; zero for exactly parallel edges.
    pub direction: Vector,
    /// Projection of the first box, metres from its centre.
    pub a: [f64; 2],
    /// Projection of the second box, metres from the first box's centre.
    pub b: [f64; 2],
    /// Gap between the two intervals, metres; negative for an overlap.
    pub gap: f64,
    /// Whether the edges are parallel, see [`PARALLEL`]; then the intervals are mostly rounding.
    pub parallel: bool,
    /// Whether the axis proves that the boxes are disjoint.
    pub separates: bool,
}

/// All 15 axes in test order: faces of A, faces of B, edges. `separates` comes from the test itself, run
/// without stopping at the first separating axis. Lengths in the result are in metres, whereas the test works
/// with lengths multiplied by that of the axis.
pub fn all_axes(a: &Obb, b: &Obb) -> [AxisTest; 15] {
    let slack = ROUNDING * (a.half.sum() + b.half.sum());
    axis_tests(a, b, &(b.center - a.center), slack)
}

/// [`all_axes`] with `offset` from the first centre to the second; gaps up to `slack` metres count as touching.
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
