//! Two solids as the walk sees them: in A's frame, in a unit that is about the larger one's size.

use nalgebra::Matrix3;

use super::real::{Real, dot, minus, plus, times};
use crate::geometry::{Shape, Solid};
use crate::world::Body;

/// Gaps up to this share of the larger solid's size count as touching: rounding of the input hides what is so.
pub const TOUCHING: f64 = 1e-12;

/// Both solids. A ball takes part as its centre, with its radius as a margin.
#[derive(Clone)]
pub struct Cores<'a> {
    a: &'a Shape,
    b: &'a Shape,
    /// Turns B's axes into A's.
    turn: Matrix3<f64>,
    /// B's origin.
    shift: [f64; 3],
    /// A takes part at all places from where it is to so far from there.
    along: [f64; 3],
    /// The unit, metres: a power of two, so that nothing is rounded on the way to it.
    pub unit: f64,
    /// Radius of each that is a ball, in units; 0 for others.
    pub margins: [f64; 2],
    /// Gaps up to this, in units, count as touching: [`TOUCHING`] of the larger solid's size.
    pub touching: f64,
}

/// A point of the difference A ⊖ B, and where it comes from; all in A's frame, in units.
#[derive(Clone, Copy)]
pub struct Difference<T> {
    /// A's point less B's.
    pub point: [T; 3],
    /// A's point.
    pub on_a: [T; 3],
    /// B's point.
    pub on_b: [T; 3],
}

impl<'a> Cores<'a> {
    /// Positions are subtracted first, which keeps the digits of a pair far from the origin.
    pub fn of(a: &'a Body, b: &'a Body) -> Self {
        let size = a.shape.size().max(b.shape.size());
        let unit = size.log2().ceil().exp2();
        let back = a.pose.rotation.inverse();
        let shift = back * ((b.pose.translation.vector - a.pose.translation.vector) / unit);
        let margin =
            |shape: &Shape| if let Solid::Ball { radius } = shape.solid() { radius / unit } else { 0.0 };
        Self {
            a: &a.shape,
            b: &b.shape,
            turn: *(back * b.pose.rotation).to_rotation_matrix().matrix(),
            shift: shift.into(),
            along: [0.0; 3],
            unit,
            margins: [margin(&a.shape), margin(&b.shape)],
            touching: TOUCHING * (size / unit),
        }
    }

    /// The same with B moved by so much, in units along A's axes.
    pub fn moved(&self, by: &[f64; 3]) -> Self {
        Self { shift: plus(&self.shift, by), ..self.clone() }
    }

    /// The same with all that A passes on a straight way of so many units along its axes.
    pub fn swept(&self, along: &[f64; 3]) -> Self {
        Self { along: *along, ..self.clone() }
    }

    /// Both radii together.
    pub fn margin(&self) -> f64 {
        self.margins[0] + self.margins[1]
    }

    /// Whether both are balls, which take part as their centres alone.
    pub fn are_points(&self) -> bool {
        self.margins.iter().all(|margin| *margin > 0.0)
    }

    /// First direction of the walk: from A's origin to B's.
    pub fn first_direction(&self) -> [f64; 3] {
        if self.shift == [0.0; 3] { [1.0, 0.0, 0.0] } else { self.shift }
    }

    /// How far points of the difference may be from the origin, at most: sets what is lost by rounding.
    pub fn reach(&self) -> f64 {
        4.0 + self.shift.iter().chain(&self.along).map(|c| c.abs()).sum::<f64>()
    }

    /// The point of the difference that lies farthest along `direction`.
    pub fn support<T: Real>(&self, direction: &[T; 3], exhaustive: bool) -> Difference<T> {
        let row = |i: usize| [0, 1, 2].map(|j| T::of(self.turn[(i, j)]));
        let column = |j: usize| [0, 1, 2].map(|i| T::of(self.turn[(i, j)]));
        let along = self.along.map(T::of);
        let start = self.farthest(self.a, direction, exhaustive);
        let on_a = if dot(direction, &along) > T::of(0.0) { plus(&start, &along) } else { start };
        let backwards = times(direction, T::of(-1.0));
        let in_b = self.farthest(self.b, &[0, 1, 2].map(|j| dot(&column(j), &backwards)), exhaustive);
        let on_b = plus(&[0, 1, 2].map(|i| dot(&row(i), &in_b)), &self.shift.map(T::of));
        Difference { point: minus(&on_a, &on_b), on_a, on_b }
    }

    /// The solid's point that lies farthest along `direction`, both in its own axes.
    fn farthest<T: Real>(&self, shape: &Shape, direction: &[T; 3], exhaustive: bool) -> [T; 3] {
        let scaled = |metres: f64| T::of(metres / self.unit);
        let zero = T::of(0.0);
        let towards = |length: T, c: T| if c < zero { -length } else { length };
        let rim = |radius: f64, y: T| {
            let across = (direction[0] * direction[0] + direction[2] * direction[2]).root();
            let factor = if across > zero { scaled(radius) / across } else { zero };
            [direction[0] * factor, y, direction[2] * factor]
        };
        match shape.solid() {
            Solid::Ball { .. } => [zero; 3],
            Solid::Cuboid { half_extents: h } => [0, 1, 2].map(|i| towards(scaled(h[i]), direction[i])),
            Solid::Cylinder { radius, height } => rim(radius, towards(scaled(0.5 * height), direction[1])),
            Solid::Cone { radius, height } => {
                let base = rim(radius, scaled(-0.5 * height));
                let apex = [zero, scaled(0.5 * height), zero];
                if dot(direction, &apex) > dot(direction, &base) { apex } else { base }
            }
            Solid::Polyhedron => {
                let p = T::farthest(shape, direction, exhaustive);
                [p.x, p.y, p.z].map(scaled)
            }
        }
    }
}
