//! A pair of convex solids in A's frame. The length unit is about the size of the larger solid.

use nalgebra::Matrix3;

use super::real::{Real, dot, minus, plus, times};
use crate::geometry::{Shape, Solid, Vector};
use crate::world::Body;

/// Gaps up to this share of the larger solid's size count as touching, because rounding of the input hides them.
pub const TOUCHING: f64 = 1e-12;

/// Pair of solids as input of GJK. A ball is reduced to its centre; its radius becomes a margin.
#[derive(Clone)]
pub struct Cores<'a> {
    a: &'a Shape,
    b: &'a Shape,
    /// Rotation from B's axes to A's.
    turn: Matrix3<f64>,
    /// Position of B's origin in A's frame, in length units of the pair.
    shift: [f64; 3],
    /// Displacements of A, in units: A covers all positions along the first, which belongs to its form, and along the
    /// second, by which it is swept.
    along: [[f64; 3]; 2],
    /// Length unit, metres: a power of two, so that the conversion does not round.
    pub unit: f64,
    /// Radii of A and B if they are balls, in units; otherwise 0.
    pub margins: [f64; 2],
    /// Largest gap that counts as touching, in units: [`TOUCHING`] of the larger solid's size.
    pub touching: f64,
}

/// A point of the difference A ⊖ B and the two points that produce it; all in A's frame, in units.
#[derive(Clone, Copy)]
pub struct Difference<T> {
    /// A's point minus B's.
    pub point: [T; 3],
    /// A's point.
    pub on_a: [T; 3],
    /// B's point.
    pub on_b: [T; 3],
}

impl<'a> Cores<'a> {
    /// The pair of two bodies. Positions are subtracted first, so that a pair far from the origin keeps its
    /// precision.
    pub fn of(a: &'a Body, b: &'a Body) -> Self {
        Self::of_long(a, &Vector::zeros(), b)
    }

    /// The pair of two bodies, the first of which covers all positions along a displacement, metres along its own axes.
    pub fn of_long(a: &'a Body, along: &Vector, b: &'a Body) -> Self {
        let size = (a.shape.size() + along.norm()).max(b.shape.size());
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
            along: [(along / unit).into(), [0.0; 3]],
            unit,
            margins: [margin(&a.shape), margin(&b.shape)],
            touching: TOUCHING * (size / unit),
        }
    }

    /// A copy with B displaced by `by`, in units along A's axes.
    pub fn moved(&self, by: &[f64; 3]) -> Self {
        Self { shift: plus(&self.shift, by), ..self.clone() }
    }

    /// A copy with A swept along a straight line, in units along A's axes.
    pub fn swept(&self, along: &[f64; 3]) -> Self {
        Self { along: [self.along[0], *along], ..self.clone() }
    }

    /// Sum of both margins, in units.
    pub fn margin(&self) -> f64 {
        self.margins[0] + self.margins[1]
    }

    /// Pairs of balls, which are reduced to their centres.
    pub fn are_points(&self) -> bool {
        self.margins.iter().all(|margin| *margin > 0.0)
    }

    /// Pairs of solids without a curved surface.
    pub fn are_flat(&self) -> bool {
        !self.a.solid().is_round() && !self.b.solid().is_round()
    }

    /// Initial search direction: from A's origin to B's.
    pub fn first_direction(&self) -> [f64; 3] {
        if self.shift == [0.0; 3] { [1.0, 0.0, 0.0] } else { self.shift }
    }

    /// Upper bound on the distance of the difference's points from the origin, in units; scales the rounding error.
    pub fn reach(&self) -> f64 {
        4.0 + self.shift.iter().chain(self.along.as_flattened()).map(|c| c.abs()).sum::<f64>()
    }

    /// The point of the difference that lies farthest along `direction`.
    pub fn support<T: Real>(&self, direction: &[T; 3], exhaustive: bool) -> Difference<T> {
        let row = |i: usize| [0, 1, 2].map(|j| T::of(self.turn[(i, j)]));
        let column = |j: usize| [0, 1, 2].map(|i| T::of(self.turn[(i, j)]));
        let start = self.farthest(self.a, direction, exhaustive);
        let on_a = self.along.iter().fold(start, |on_a, along| {
            let along = along.map(T::of);
            if dot(direction, &along) > T::of(0.0) { plus(&on_a, &along) } else { on_a }
        });
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
