//! All 15 axes of two oriented boxes with both projections: what the test compares, to be looked at.
//!
//! The numbers are those of the test itself, only that it stops at the first axis that separates.

use super::separating_axes::{ROUNDING, SeparatingAxis, first_axis};
use crate::geometry::{Obb, Vector};

/// A cross product of unit vectors shorter than this comes of edges that are as good as parallel: what it says,
/// a face has said better.
pub const PARALLEL: f64 = 1e-6;

/// One axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisTest {
    /// Which.
    pub axis: SeparatingAxis,
    /// Unit vector; zero for edges that are exactly parallel.
    pub direction: Vector,
    /// From where to where the first box reaches along it: metres from the first box's centre.
    pub a: [f64; 2],
    /// The second box, from the same point.
    pub b: [f64; 2],
    /// Between the two, metres; negative: how deep they overlap.
    pub gap: f64,
    /// Whether its edges are parallel, see [`PARALLEL`]; the intervals are mostly rounding then.
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
    first_axis((&a.axes, &a.half), (&b.axes, &b.half), offset, |axis, along, [a_reach, b_reach]| {
        let direction = axis.direction(a, b);
        let length = direction.norm();
        let metres = |scaled: f64| if length > 0.0 { scaled / length } else { 0.0 };
        let (middle, a_reach_m, b_reach_m) = (metres(along), metres(a_reach), metres(b_reach));
        tests.push(AxisTest {
            axis,
            direction: direction.try_normalize(0.0).unwrap_or_default(),
            a: [-a_reach_m, a_reach_m],
            b: [middle - b_reach_m, middle + b_reach_m],
            gap: middle.abs() - a_reach_m - b_reach_m,
            parallel: length < PARALLEL,
            separates: along.abs() > a_reach + b_reach + slack,
        });
        false
    });
    tests.try_into().expect("nothing ends the test before its 15th axis")
}
