//! A point that touches several solids and enters none of them alone: their union may still have it inside.
//!
//! A point that moves within a plane lies on neither side of it. It only touches a solid behind the plane, but enters
//! the union of two solids that share the plane; and many solids may meet along its path. So the union decides: a
//! point is inside if the solids cover a small cube around it. Where they do not, a second point, the *companion*,
//! starts in an uncovered part of the cube and moves beside the first. Until the companion enters a solid, the first
//! point is nowhere deeper in the union than their distance; there the cube is tested again.
//! `docs/proofs/sweeps.md`, section 4, proves it. Cost: some cuts of a cube for every solid near the path, but only
//! for moves that touch.

use super::hit::Hit;
use super::interval::{Interval, PlaneMotion};
use super::look::Look;
use crate::geometry::{Aabb, Point, Vector};
use crate::level::brush::{Brush, FINE};
use crate::level::cells::{Faces, halves};
use crate::level::plane::Plane;

/// Distance of the cube's middle ahead of the tested place, in halves of its side: enough to lie behind a face there.
const AHEAD: f64 = 1.5;
/// Solids are thickened by this share of half the cube's side, so that rounding opens no gap between two of them.
const THICKER: f64 = 5e-4;
/// Lengths below this share of half the cube's side count as zero.
const ROUNDING: f64 = 1e-5;

/// Half the side of the cube, as a share of the size of the level and the move, for methods that compute in the
/// coordinates of the level.
pub const HALF_IN_TREE: f64 = 5e-11;

/// A convex solid near the path of a point.
pub struct Touched {
    /// Index of the leaf or brush.
    pub cell: u32,
    /// Its planes, as the point sees them.
    pub planes: Vec<PlaneMotion>,
}

impl Touched {
    /// True if the solid may come within `near` metres of the path.
    pub fn is_near(&self, near: f64) -> bool {
        self.planes.iter().all(|plane| plane.start.min(plane.start + plane.rate) <= near)
    }
}

/// The path of a point, and the solids near it.
pub struct Seam<'s> {
    /// All solids that come within [`Seam::reach`] of the path.
    pub solids: &'s [Touched],
    /// From start to end, metres.
    pub path: Vector,
    /// Half the side of the cube that decides, metres.
    pub half: f64,
    /// Skin in which a point touches a plane, metres.
    pub tolerance: f64,
}

impl Seam<'_> {
    /// Distance from the path within which solids matter, for a cube with half a side of `half` metres.
    pub fn reach(half: f64) -> f64 {
        4.0 * half
    }

    /// The first contact with the union from the time `from` on; `None` if there is none before `until`.
    pub fn first_hit(&self, [from, until]: [f64; 2], show: &mut impl FnMut(&Look)) -> Option<Hit> {
        let mut time = from;
        // Every companion but a few ends at another solid. If they never end, the move does.
        for _ in 0..16 + 8 * self.solids.len() {
            if time >= until {
                return None;
            }
            let step = AHEAD * self.half / self.path.norm();
            let ahead = (time + step).min(1.0);
            let left = self.uncovered(ahead).into_iter().map(|beside| (self.entry(&beside, ahead), beside));
            match left.max_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((free_until, beside)) if free_until > ahead => {
                    let beside = beside.try_normalize(0.0).unwrap_or_default();
                    show(&Look::Seam { times: [time, free_until.min(1.0)], beside: Some(beside), hit: None });
                    if free_until > 1.0 {
                        return None;
                    }
                    time = free_until;
                }
                _ => break,
            }
        }
        let hit = self.hit(time);
        show(&Look::Seam { times: [hit.time, 1.0], beside: None, hit: Some(hit) });
        Some(hit)
    }

    /// A point of every part of the cube around the place at `time` that no solid covers, relative to that place.
    fn uncovered(&self, time: f64) -> Vec<Vector> {
        // Lengths are in halves of the cube's side, and coordinates relative to its middle.
        let cube = Brush::new(&[], &Aabb::cube(Point::origin(), 1.0), FINE);
        let faces = cube.into_iter().flat_map(|cube| cube.faces).map(|face| (face, true)).collect();
        let mut parts: Vec<Faces> = vec![faces];
        for solid in self.solids {
            let mut cutting = Vec::new();
            let is_there = solid.planes.iter().all(|PlaneMotion { start, rate, normal, .. }| {
                let (over, most) = ((start + rate * time) / self.half - THICKER, normal.abs().sum());
                if over.abs() < most {
                    cutting.push(Plane::new(*normal, -over));
                }
                over < most
            });
            if is_there {
                parts = parts.into_iter().flat_map(|part| outside(part, &cutting)).collect();
            }
        }
        let middle = |part: Faces| {
            let corners = part.iter().flat_map(|(face, _)| &face.corners);
            let (sum, count) = corners.fold((Vector::zeros(), 0.0), |(sum, n), p| (sum + p.coords, n + 1.0));
            sum * (self.half / count)
        };
        parts.into_iter().map(middle).collect()
    }

    /// The first time from `from` on at which a point that moves `beside` this one lies in a solid; infinite if it
    /// enters none.
    fn entry(&self, beside: &Vector, from: f64) -> f64 {
        let thicker = 0.5 * THICKER * self.half;
        let times = |solid: &Touched| {
            let (mut first, mut last) = (from, 1.0_f64);
            for PlaneMotion { start, rate, normal, .. } in &solid.planes {
                let past = thicker - start - normal.dot(beside);
                if past < rate * first.max(0.0) && *rate >= 0.0 {
                    return None;
                }
                match *rate {
                    rate if rate < 0.0 => first = first.max(past / rate),
                    rate if rate > 0.0 => last = last.min(past / rate),
                    _ => {}
                }
            }
            (first <= last).then_some(first)
        };
        self.solids.iter().filter_map(times).fold(f64::INFINITY, f64::min)
    }

    /// The contact of a point that is inside the union soon after `time`: with the solid that it enters last.
    fn hit(&self, time: f64) -> Hit {
        let length = self.path.norm();
        let ahead = (time + AHEAD * self.half / length).min(1.0);
        let mut last: Option<(Interval, u32)> = None;
        for solid in self.solids {
            let mut planes = solid.planes.iter();
            let times = planes.try_fold(Interval::whole(), |times, plane| {
                times.clip_or_touch(*plane, self.tolerance, length)
            });
            if let Some(times) = times.filter(|times| times.from <= ahead && ahead <= times.to)
                && last.as_ref().is_none_or(|(last, _)| times.is_entered_after(last))
            {
                last = Some((times, solid.cell));
            }
        }
        // A point in contact with all planes of a solid has no nearest one.
        let normal = -self.path.try_normalize(0.0).unwrap_or(-Vector::y());
        let any = Hit { time, normal, plane: None, cell: last.map(|(_, cell)| cell), inside: time == 0.0 };
        let hit = last.and_then(|(times, cell)| times.hit(Some(cell))).unwrap_or(any);
        Hit { time: hit.time.min(time), ..hit }
    }
}

/// The parts of a convex cell outside the solid behind all `planes`.
fn outside(cell: Faces, planes: &[Plane]) -> Vec<Faces> {
    let (mut parts, mut rest) = (Vec::new(), cell.clone());
    for plane in planes {
        let [front, back] = halves(rest, plane, ROUNDING);
        if back.is_empty() {
            return vec![cell];
        }
        if !front.is_empty() {
            parts.push(front);
        }
        rest = back;
    }
    parts
}
