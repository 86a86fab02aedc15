//! Exact test of whether a ray meets a triangle, from either side; `docs/proofs/rays.md` proves what it promises.
//!
//! With the corners a, b, c relative to the origin, the line of direction d meets the triangle if d·(b × c), d·(c × a)
//! and d·(a × b) have one sign. Their sum is d·n for the normal n, and the line meets the plane at t = a·n / d·n. The
//! boundary belongs to the triangle, so no ray passes between two triangles with a common edge. f64 decides where its
//! error bounds allow, integers otherwise, also for rays in the plane of the triangle and for triangles without area.

use num_bigint::BigInt;

use super::exact::Triangle;
use crate::geometry::whole::{Whole, aligned, cross, det, dot, quotient};
use crate::geometry::{Ray, Vector};

/// Error bound of d·(b × c), as a share of |d|₁ and the square of the largest coordinate, 14 · 2⁻⁵³ rounded up.
const SIDE: f64 = 8.0 * f64::EPSILON;
/// Error bound of n, a·n and d·n together, as a share of the largest coordinates of two edges and of |a|₁ or |d|₁.
const NORMAL: f64 = 12.0 * f64::EPSILON;
/// Bound on the relative error of t.
pub const T_ERROR: f64 = 1e-12;
/// Above all errors of underflow, and below all products of lengths of usual size.
const TINY: f64 = 1e-250;

/// A ray, prepared for many triangles.
pub struct PreparedRay {
    origin: Vector,
    direction: Vector,
    /// Sum of the absolute coordinates of the direction.
    reach: f64,
}

impl PreparedRay {
    /// Prepares a ray.
    pub fn new(ray: &Ray) -> Self {
        let direction = ray.direction();
        Self { origin: ray.origin().coords, direction, reach: direction.abs().sum() }
    }

    /// The first t ≥ 0, in lengths of the direction, at which the ray meets the triangle; `None` if it misses. Exact,
    /// but for the rounding of t, a relative error of at most [`T_ERROR`].
    pub fn hit(&self, triangle: &Triangle) -> Option<f64> {
        let [a, b, c] = triangle.map(|p| p - self.origin);
        match self.side(&a, &b, &c) {
            Some(0) => return None,
            Some(_) => {
                let [height, along] = self.depth(triangle);
                let error = self.depth_error(triangle);
                if error * (a.abs().sum() / height.abs() + self.reach / along.abs()) <= T_ERROR
                    && height.abs().min(along.abs()) > TINY
                {
                    let t = height / along;
                    return (t > 0.0).then_some(t);
                }
            }
            None => {}
        }
        Exact::new(self, triangle).hit()
    }

    /// The contribution of a triangle to the winding number of a surface around the origin: 1 if the ray leaves through
    /// the triangle, -1 if it enters, 0 if it misses. The ray is turned by less than any number, so that it meets no
    /// edge. `None` if the origin is on the triangle. Exact.
    pub fn crossing(&self, triangle: &Triangle) -> Option<i32> {
        let [a, b, c] = triangle.map(|p| p - self.origin);
        match self.side(&a, &b, &c) {
            Some(0) => return Some(0),
            Some(side) => {
                let [height, _] = self.depth(triangle);
                if height.abs() > self.depth_error(triangle) * a.abs().sum() + TINY {
                    return Some(if (height > 0.0) == (side > 0) { side } else { 0 });
                }
            }
            None => {}
        }
        Exact::new(self, triangle).crossing()
    }

    /// The common sign of the three sides; 0 if two signs differ, so that the line misses. `None` if f64 cannot tell.
    fn side(&self, a: &Vector, b: &Vector, c: &Vector) -> Option<i32> {
        let d = &self.direction;
        let sides = [d.dot(&b.cross(c)), d.dot(&c.cross(a)), d.dot(&a.cross(b))];
        let largest = a.amax().max(b.amax()).max(c.amax());
        let error = SIDE * self.reach * largest * largest + TINY;
        let [least, most] = [
            sides.iter().fold(f64::INFINITY, |x, y| x.min(*y)),
            sides.iter().fold(f64::NEG_INFINITY, |x, y| x.max(*y)),
        ];
        match () {
            () if least > error => Some(1),
            () if most < -error => Some(-1),
            () if least < -error && most > error => Some(0),
            () => None,
        }
    }

    /// a·n and d·n.
    fn depth(&self, [p, q, r]: &Triangle) -> [f64; 2] {
        let normal = (q - p).cross(&(r - p));
        [(p - self.origin).dot(&normal), self.direction.dot(&normal)]
    }

    /// Error bound of [`PreparedRay::depth`], divided by |a|₁ and |d|₁.
    fn depth_error(&self, [p, q, r]: &Triangle) -> f64 {
        NORMAL * (q - p).amax() * (r - p).amax()
    }
}

/// A ray and a triangle in integers.
struct Exact {
    direction: Whole,
    /// Relative to the origin.
    corners: [Whole; 3],
    /// t = 1 is this power of two.
    power: i32,
}

impl Exact {
    #[cold]
    fn new(ray: &PreparedRay, [a, b, c]: &Triangle) -> Self {
        let o = &ray.origin;
        let all = [o.x, o.y, o.z, a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z];
        let (lengths, unit) = aligned(all);
        let (direction, of_direction) = aligned(ray.direction.into());
        let corner = |k: usize| [0, 1, 2].map(|i: usize| &lengths[3 * k + i] - &lengths[i]);
        Self { direction, corners: [corner(1), corner(2), corner(3)], power: unit - of_direction }
    }

    fn hit(&self) -> Option<f64> {
        let ([a, b, c], d) = (&self.corners, &self.direction);
        let sides = [det(b, c, d), det(c, a, d), det(a, b, d)];
        if are_mixed(sides.each_ref()) {
            return None;
        }
        let [u, v, w] = sides;
        let along: BigInt = u + v + w;
        if sign(&along) == 0 {
            return self.hit_in_plane();
        }
        let height = det(a, b, c);
        (sign(&height) * sign(&along) >= 0).then(|| quotient(&height, &along, self.power).abs())
    }

    /// The hit of a line in the plane of the triangle, or of a triangle without area: the first of the points where the
    /// line meets a corner or crosses an edge.
    fn hit_in_plane(&self) -> Option<f64> {
        let (corners, d) = (&self.corners, &self.direction);
        let axis = (0..3).find(|i| sign(&d[*i]) != 0)?;
        let [length, way] = [d[axis].magnitude().clone().into(), BigInt::from(sign(&d[axis]))];
        let depths = corners.each_ref().map(|corner| &corner[axis] * &way);
        // All parallel to the normal; 0 for a corner on the line, and of opposite signs on both sides of it.
        let beside = corners.each_ref().map(|corner| cross(d, corner));
        // Fractions with positive denominators.
        let mut met: Vec<[BigInt; 2]> = vec![];
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            if beside[i].iter().all(|x| sign(x) == 0) {
                met.push([depths[i].clone(), BigInt::from(1)]);
            }
            if let Some(k) = (0..3).find(|k| sign(&beside[i][*k]) * sign(&beside[j][*k]) < 0) {
                let (from, to) = (&beside[i][k], &beside[j][k]);
                let across: BigInt = from - to;
                let upwards = BigInt::from(sign(&across));
                met.push([(from * &depths[j] - to * &depths[i]) * &upwards, across * upwards]);
            }
        }
        let order = |[p, q]: &[BigInt; 2], [r, s]: &[BigInt; 2]| (p * s).cmp(&(r * q));
        let last = met.iter().max_by(|x, y| order(x, y))?;
        let [first, whole] = met.iter().min_by(|x, y| order(x, y))?;
        let is_ahead = sign(&last[0]) >= 0;
        is_ahead.then(|| if sign(first) > 0 { quotient(first, &(whole * length), self.power) } else { 0.0 })
    }

    fn crossing(&self) -> Option<i32> {
        let ([a, b, c], d) = (&self.corners, &self.direction);
        let sides = [cross(b, c), cross(c, a), cross(a, b)];
        let height = sign(&dot(a, &sides[0]));
        if height == 0 {
            // The origin is in the plane of the triangle, or the triangle has no area.
            let is_within = |i: usize| {
                let signs = [a, b, c].map(|corner| sign(&corner[i]));
                !are_mixed(sides.each_ref().map(|side| &side[i])) && signs != [1; 3] && signs != [-1; 3]
            };
            return if (0..3).all(is_within) { None } else { Some(0) };
        }
        // The direction d + εx + ε²y, where x and y are two axes of which d is independent. No side is 0, because the
        // origin is on no line through two corners.
        let axis = (0..3).find(|i| sign(&d[*i]) != 0)?;
        let turned = |side: &Whole| {
            let signs = [sign(&dot(d, side)), sign(&side[(axis + 1) % 3]), sign(&side[(axis + 2) % 3])];
            signs.into_iter().find(|sign| *sign != 0).unwrap_or(0)
        };
        let signs = sides.each_ref().map(turned);
        Some(if signs == [height; 3] { height } else { 0 })
    }
}

fn sign(number: &BigInt) -> i32 {
    number.sign() as i32 - num_bigint::Sign::NoSign as i32
}

/// Whether there are two opposite signs.
fn are_mixed(numbers: [&BigInt; 3]) -> bool {
    let signs = numbers.map(sign);
    signs.contains(&1) && signs.contains(&-1)
}
