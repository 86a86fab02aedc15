//! Planes in double-double precision (32 digits).

use crate::geometry::{Point, Vector};
use crate::object_space::gjk::double::Double;
use crate::object_space::gjk::real::{Real, cross, dot, length, minus, plus, times};

/// The points with `normal · p = offset`; in front of the plane, `normal · p` is larger.
///
/// Trees, sweeps and drawings compute with the rounded normal and offset. The reference needs the exact plane:
/// an oblique normal has more than 16 digits, and far from the origin the rounding error displaces the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit vector.
    pub normal: Vector,
    /// Distance from the origin along the normal, metres.
    pub offset: f64,
    /// Digits 17 to 32 of the normal and the offset.
    rest: [f64; 4],
}

impl Plane {
    /// The plane with exactly this normal and offset; the normal has length 1.
    pub fn new(normal: Vector, offset: f64) -> Self {
        Self { normal, offset, rest: [0.0; 4] }
    }

    /// The points p with `normal` · p = `d`, for a normal of any length but 0; `None` if the plane is degenerate or
    /// not finite.
    pub fn of(normal: [f64; 3], d: f64) -> Option<Self> {
        // The normal is first scaled by a power of two: the square of a very large or tiny number would be infinite
        // or zero.
        let scale = normal.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
        let unit = Self::unit(scale)?;
        let normal = normal.map(|c| Double::from(c / unit));
        Self::scaled(normal, Double::from(d / unit))
    }

    /// The plane through three points, which run counter-clockwise seen from its front; `None` if they are
    /// collinear.
    pub fn through([a, b, c]: [&Point; 3]) -> Option<Self> {
        let double = |p: &Point| [p.x, p.y, p.z].map(Double::from);
        let a = double(a);
        let (u, v) = (minus(&double(b), &a), minus(&double(c), &a));
        let size = |v: &[Double; 3]| v.iter().fold(0.0_f64, |most, c| most.max(c.near().abs()));
        let [u, v] = [(u, Self::unit(size(&u))?), (v, Self::unit(size(&v))?)]
            .map(|(side, unit)| times(&side, Double::from(1.0 / unit)));
        let normal = cross(&u, &v);
        Self::scaled(normal, dot(&normal, &a))
    }

    /// The smallest power of two that is not less than `size`; `None` for 0.
    fn unit(size: f64) -> Option<f64> {
        let unit = size.log2().ceil().clamp(-1000.0, 1000.0).exp2();
        (size > 0.0 && size.is_finite()).then_some(unit)
    }

    fn scaled(normal: [Double; 3], d: Double) -> Option<Self> {
        let long = length(&normal);
        if long.near() <= 0.0 {
            return None;
        }
        let plane = Self::rounded(normal.map(|c| c / long), d / long);
        (plane.offset.is_finite() && plane.normal.iter().all(|c| c.is_finite())).then_some(plane)
    }

    fn rounded(normal: [Double; 3], offset: Double) -> Self {
        let rest = |number: Double| (number - Double::from(number.near())).near();
        let [x, y, z] = normal;
        Self {
            normal: normal.map(Real::near).into(),
            offset: offset.near(),
            rest: [x, y, z, offset].map(rest),
        }
    }

    /// Normal and offset to 32 digits.
    fn precise(&self) -> ([Double; 3], Double) {
        let [x, y, z, d] = self.rest.map(Double::from);
        let [nx, ny, nz] = <[f64; 3]>::from(self.normal).map(Double::from);
        ([nx + x, ny + y, nz + z], Double::from(self.offset) + d)
    }

    /// The common point of three planes, computed with 32 digits; `None` if they are parallel to a line.
    pub fn meet([a, b, c]: [&Self; 3]) -> Option<Point> {
        let [(l, d), (m, e), (n, f)] = [a, b, c].map(Self::precise);
        let volume = dot(&l, &cross(&m, &n));
        let sum = plus(&times(&cross(&m, &n), d), &times(&cross(&n, &l), e));
        let point = plus(&sum, &times(&cross(&l, &m), f)).map(|c| (c / volume).near());
        point.iter().all(|c| c.is_finite()).then(|| point.into())
    }

    /// Signed distance of `p` from the plane, metres, positive in front.
    pub fn distance(&self, p: &Point) -> f64 {
        self.normal.dot(&p.coords) - self.offset
    }

    /// The plane in coordinates relative to `origin`, computed with 32 digits, so that nothing is lost far
    /// from the origin.
    pub fn seen_from(&self, origin: &Point) -> Self {
        let (normal, offset) = self.precise();
        let origin = [origin.x, origin.y, origin.z].map(Double::from);
        Self::rounded(normal, offset - dot(&normal, &origin))
    }

    /// The plane converted to metres from a length unit with `units` units per metre. The offset is divided with 32
    /// digits.
    pub fn in_metres(&self, units: f64) -> Self {
        let (normal, offset) = self.precise();
        Self::rounded(normal, offset / Double::from(units))
    }

    /// The plane with front and back exchanged.
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, offset: -self.offset, rest: self.rest.map(|digits| -digits) }
    }

    /// The plane moved by this many metres along its normal.
    pub fn shifted(&self, by: f64) -> Self {
        Self { offset: self.offset + by, ..*self }
    }

    /// The plane moved by this many metres along its normal, with 32 digits: in a tiny level far from the
    /// origin, `by` may be smaller than the resolution of an f64 offset.
    pub fn shifted_precisely(&self, by: f64) -> Self {
        let (normal, offset) = self.precise();
        Self::rounded(normal, offset + Double::from(by))
    }

    /// Two orthogonal unit vectors in the plane: with the normal they make a right-handed frame.
    pub fn axes(&self) -> [Vector; 2] {
        let least = self.normal.iamin();
        let across = self.normal.cross(&Vector::ith(least, 1.0)).normalize();
        [across, self.normal.cross(&across)]
    }
}

/// The rounded sum a + b, and its rounding error.
pub fn sum(a: &Vector, b: &Vector) -> (Vector, Vector) {
    let near = a + b;
    let of_b = near - a;
    (near, (a - (near - of_b)) + (b - of_b))
}
