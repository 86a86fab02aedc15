//! All 15 axes of two oriented boxes with both projections: the numbers that the separating-axis test
//! compares.
//!
//! Which of them separate is decided by the test itself, only that it stops at the first. Its numbers are scaled
//! by the length of the axis; here they are in metres.

use super::separating_axes::{ROUNDING, SeparatingAxis, first_axis};
use crate::geometry::{Obb, Vector};

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

/// All 15 axes in the order of the test: faces of A, faces of B, edges.
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
