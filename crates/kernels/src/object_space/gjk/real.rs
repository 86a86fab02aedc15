//! Number types of GJK: f64, or double-double for pairs that f64 leaves undecided.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::double::Double;
use crate::geometry::{Point, Shape, Vector};

/// A real number in some precision.
pub trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Bound on the rounding error of a point of the difference A ⊖ B at a distance of at most 1 from the
    /// origin.
    const ROUNDING: f64;

    /// Converts an f64 without rounding.
    fn of(number: f64) -> Self;

    /// The number rounded to an f64.
    fn near(self) -> f64;

    /// The square root of a non-negative number.
    fn root(self) -> Self;

    /// The vertex of a polyhedron that lies farthest along `direction`. An exhaustive search visits every
    /// vertex; hill climbing may stop at a vertex with no farther neighbour.
    fn farthest(shape: &Shape, direction: &[Self; 3], exhaustive: bool) -> Point;
}

impl Real for f64 {
    const ROUNDING: f64 = 2e-15;

    fn of(number: f64) -> Self {
        number
    }

    fn near(self) -> f64 {
        self
    }

    fn root(self) -> Self {
        self.sqrt()
    }

    fn farthest(shape: &Shape, direction: &[Self; 3], exhaustive: bool) -> Point {
        let direction = Vector::from(*direction);
        if exhaustive { shape.support(&direction) } else { shape.climb(&direction) }
    }
}

impl Real for Double {
    const ROUNDING: f64 = 1e-28;

    fn of(number: f64) -> Self {
        Self::from(number)
    }

    fn near(self) -> f64 {
        self.rounded()
    }

    fn root(self) -> Self {
        self.sqrt()
    }

    fn farthest(shape: &Shape, direction: &[Self; 3], _exhaustive: bool) -> Point {
        let along = |p: &Point| dot(direction, &[p.x, p.y, p.z].map(Self::of));
        let vertices = shape.mesh().vertices();
        let mut best = (vertices[0], along(&vertices[0]));
        for vertex in &vertices[1..] {
            let here = along(vertex);
            if here > best.1 {
                best = (*vertex, here);
            }
        }
        best.0
    }
}

/// The inner product of two vectors.
pub fn dot<T: Real>(a: &[T; 3], b: &[T; 3]) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The cross product of two vectors.
pub fn cross<T: Real>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The sum a + b of two vectors.
pub fn plus<T: Real>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The difference a − b of two vectors.
pub fn minus<T: Real>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The vector `a` multiplied by the number `factor`.
pub fn times<T: Real>(a: &[T; 3], factor: T) -> [T; 3] {
    a.map(|c| c * factor)
}

/// The length of the vector `a`.
pub fn length<T: Real>(a: &[T; 3]) -> T {
    dot(a, a).root()
}
