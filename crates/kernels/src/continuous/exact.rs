//! The first contact in integer arithmetic: the reference for the other methods.
//!
//! The points lie on a grid, so every coordinate is an integer. Contact is possible at the roots of the coplanarity
//! cubic. There the signs of polynomials of degree 4 show whether the convex hull of the differences contains the
//! origin. If the points are always coplanar, contact begins at 0 or when a side of the hull reaches the origin.
//! Degenerate triangles and edges need no special treatment, since they also have convex hulls. Cost: up to a
//! millisecond.

use num_bigint::{BigInt, Sign};

use super::polynomial::{Dyadic, Polynomial, Root};
use super::{Kind, Query};
use crate::geometry::Point;

/// A pair with integer coordinates: those of a query, multiplied by a common factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnGrid {
    /// The kind of the features.
    pub kind: Kind,
    /// Positions at times 0 and 1.
    pub ends: [[[BigInt; 3]; 4]; 2],
}

/// A position in space as a function of time: one polynomial per coordinate.
type Moving = [Polynomial; 3];

/// Significant bits of a time that is rounded down: more than an `f64` has.
const BITS: u64 = 60;
/// Times that differ by less than 2^−`FINEST` count as equal in sorting.
const FINEST: usize = 1200;

impl OnGrid {
    /// Converts finite floating-point numbers without rounding.
    pub fn of(query: &Query) -> Self {
        let points = query.start.iter().chain(&query.end);
        let finest = points.flat_map(|p| p.iter()).map(|c| parts(*c).1).min().unwrap_or(0);
        let integer = |c: f64| {
            let (digits, exponent) = parts(c);
            BigInt::from(digits) << (exponent - finest)
        };
        let on_grid = |p: &Point| [integer(p.x), integer(p.y), integer(p.z)];
        Self { kind: query.kind, ends: [&query.start, &query.end].map(|ends| ends.each_ref().map(on_grid)) }
    }

    /// The first time of contact, rounded down; whether there is a contact is exact.
    pub fn first_contact(&self) -> Option<f64> {
        if self.apart_on_an_axis() {
            return None;
        }
        let hull = self.differences();
        let (normal, times) = candidates(&hull);
        let touching = |root: &&Root| holds_origin(&hull, &normal, root);
        let first = times.iter().find(touching)?;
        Some(as_number(&first.floor(BITS)))
    }

    /// All times at which contact can begin, rounded down and in ascending order, each with whether the features touch
    /// then. Usually these times are the roots of the coplanarity cubic in 0 ..= 1. If the points are always coplanar,
    /// they are 0 and the times at which a side of the hull may reach the origin.
    pub fn possible_times(&self) -> Vec<(f64, bool)> {
        let hull = self.differences();
        let (normal, times) = candidates(&hull);
        let timed = |root: &Root| (as_number(&root.floor(BITS)), holds_origin(&hull, &normal, root));
        times.iter().map(timed).collect()
    }

    /// The differences of the points, in order around the triangle or parallelogram.
    fn differences(&self) -> Vec<Moving> {
        let pairs: &[(usize, usize)] = match self.kind {
            Kind::VertexFace => &[(1, 0), (2, 0), (3, 0)],
            Kind::EdgeEdge => &[(0, 2), (1, 2), (1, 3), (0, 3)],
        };
        let [start, end] = &self.ends;
        let moving = |&(a, b): &(usize, usize)| {
            [0, 1, 2].map(|axis| {
                Polynomial::between(&(&start[a][axis] - &start[b][axis]), &(&end[a][axis] - &end[b][axis]))
            })
        };
        pairs.iter().map(moving).collect()
    }

    /// Quick test without polynomials, sufficient for most pairs.
    fn apart_on_an_axis(&self) -> bool {
        let (one, other): (&[usize], &[usize]) = match self.kind {
            Kind::VertexFace => (&[0], &[1, 2, 3]),
            Kind::EdgeEdge => (&[0, 1], &[2, 3]),
        };
        let below = |axis: usize, low: &[usize], high: &[usize]| {
            self.ends.iter().all(|p| low.iter().all(|&a| high.iter().all(|&b| p[a][axis] < p[b][axis])))
        };
        (0..3).any(|axis| below(axis, one, other) || below(axis, other, one))
    }
}

/// The normal of the plane of the hull, and the times at which the hull may reach the origin.
fn candidates(hull: &[Moving]) -> (Moving, Vec<Root>) {
    let side = |i: usize, j: usize| subtract(&hull[j], &hull[i]);
    let normal = cross(&side(0, 1), &side(0, hull.len() - 1));
    let cubic = dot(&normal, &hull[0]);
    let times = if cubic.is_zero() { times_in_a_plane(hull) } else { cubic.roots() };
    (normal, times)
}

/// Times at which contact can begin if all points are always coplanar with the origin, in ascending order: 0,
/// and times when a side of the hull, or the line through it, reaches the origin.
fn times_in_a_plane(hull: &[Moving]) -> Vec<Root> {
    let mut times = vec![Root::At(Dyadic { index: BigInt::ZERO, level: 0 })];
    for (i, a) in hull.iter().enumerate() {
        let b = &hull[(i + 1) % hull.len()];
        // While the origin is on the line through a and b, their cross product is 0. If it is always 0, the origin can
        // only enter the side through one of its ends, and a·b, a·a or b·b then has a root.
        let area = cross(a, b);
        match area.iter().find(|c| !c.is_zero()) {
            Some(component) => times.extend(component.roots()),
            None => {
                let candidates = [dot(a, b), dot(a, a), dot(b, b)];
                times.extend(candidates.iter().filter(|p| !p.is_zero()).flat_map(Polynomial::roots));
            }
        }
    }
    times.sort_by_cached_key(|root| root.floor(BITS).on_level(FINEST));
    times
}

/// True if the hull, which at this time lies in a plane through the origin, contains the origin.
fn holds_origin(hull: &[Moving], normal: &Moving, time: &Root) -> bool {
    let sign = |p: &Polynomial| p.sign_at_root(time);
    if normal.iter().all(|c| sign(c) == Sign::NoSign) {
        // All points are collinear or coincide.
        let on_a_line = |a: &Moving, b: &Moving| cross(a, b).iter().all(|c| sign(c) == Sign::NoSign);
        let pairs = || hull.iter().enumerate().flat_map(|(i, a)| hull[i..].iter().map(move |b| (a, b)));
        return pairs().all(|(a, b)| on_a_line(a, b)) && pairs().any(|(a, b)| sign(&dot(a, b)) != Sign::Plus);
    }
    // The hull contains the origin if, seen along the normal, the origin is on the inner side of every side of the
    // hull.
    (0..hull.len()).all(|i| {
        let area = cross(&hull[i], &hull[(i + 1) % hull.len()]);
        sign(&dot(&area, normal)) != Sign::Minus
    })
}

fn cross(a: &Moving, b: &Moving) -> Moving {
    [(1, 2), (2, 0), (0, 1)].map(|(j, k)| &(&a[j] * &b[k]) - &(&a[k] * &b[j]))
}

fn dot(a: &Moving, b: &Moving) -> Polynomial {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}

fn subtract(a: &Moving, b: &Moving) -> Moving {
    [0, 1, 2].map(|axis| &a[axis] - &b[axis])
}

/// A finite number as `digits · 2^exponent`.
fn parts(c: f64) -> (i64, i64) {
    let bits = c.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, (bits & ((1 << 52) - 1)) as i64);
    let digits = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    if digits == 0 {
        return (0, 0);
    }
    (if c < 0.0 { -digits } else { digits }, exponent.max(1) - 1075)
}

/// Converts to `f64`, rounded down.
fn as_number(time: &Dyadic) -> f64 {
    let kept = time.index.bits().saturating_sub(53);
    let digits = u64::try_from(&time.index >> kept).unwrap_or(0) as f64;
    digits * 2.0_f64.powi(kept as i32 - time.level as i32)
}
