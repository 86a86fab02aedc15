//! The contact of an upright cylinder with a convex solid, in closed form.
//!
//! A cylinder of radius r and height h, the middle of its base at p, shares a point with a solid B if and
//! only if p lies in the Minkowski sum of B, a horizontal disc of radius r, and a vertical segment of length
//! h downwards. The boundary of the sum consists of shifted faces of B, of edges of B swept with the disc or
//! the segment, and of corners of B with both. Each of these lies in the sum, so the earliest time at which
//! any of them is hit is the time of contact.

use super::contact::{Hit, Move};
use super::features::{Contact, Features, enters};
use super::interval::Interval;
use crate::geometry::{Point, Vector};
use crate::level::brush::Brush;
use crate::level::mover::{Mover, level_length};

/// Each part of the boundary extends by this share of the move's reach beyond its edges, so that rounding opens no
/// gap between the parts.
const OVERLAP: f64 = 1e-12;

/// The contact of a cylinder that starts outside the brush, and its place. `times` is the interval during which it overlaps all
/// half-spaces of the brush; plane indices are face indices. `size` is the reach of the move, see [`Move::reach`].
pub fn of_cylinder(
    brush: &Brush,
    features: &Features,
    times: &Interval,
    a_move: &Move,
    [radius, height]: [f64; 2],
    size: f64,
) -> Option<(Hit, Contact)> {
    let (from, path, overlap) = (a_move.from, a_move.path(), OVERLAP * size);
    let mut first = First { from, path, radius, height, overlap, best: None };
    first.face(brush, times);
    for corner in &features.corners {
        first.column(corner);
        first.discs(corner, &Vector::zeros());
    }
    for [a, b] in &features.edges {
        let [a, b] = [a, b].map(|i| features.corners[*i as usize]);
        let edge = b - a;
        let (length, level) = (edge.norm(), level_length(&edge));
        if level > EXACT * length {
            first.wall(&a, &edge, level);
        }
        if edge.y.abs() > EXACT * length {
            first.slanted(&a, &edge);
        } else {
            first.discs(&a, &edge);
        }
    }
    first.best
}

/// An edge whose direction deviates from horizontal or vertical by at most this share counts as horizontal or
/// vertical.
const EXACT: f64 = 1e-11;
/// A point this share of an edge away from its ends does not lie in a corner.
const WITHIN: f64 = 1e-6;
/// An edge that deviates by less than this share, but by more than [`EXACT`], causes too large rounding errors.
const ALMOST: f64 = 1e-5;

/// True if the closed form is accurate: no edge is almost, but not exactly, horizontal or vertical.
pub fn is_plain(features: &Features) -> bool {
    features.edges.iter().all(|[a, b]| {
        let edge = features.corners[*b as usize] - features.corners[*a as usize];
        let shares = [edge.y.abs(), level_length(&edge)].map(|part| part / edge.norm());
        shares.iter().all(|share| !(EXACT..ALMOST).contains(share))
    })
}

/// The move, the cylinder's size, and the earliest contact found so far.
struct First {
    from: Point,
    path: Vector,
    radius: f64,
    height: f64,
    overlap: f64,
    best: Option<(Hit, Contact)>,
}

impl First {
    /// Keeps the contact if it is the earliest.
    fn offer(&mut self, time: f64, normal: Vector, contact: Contact) {
        if (0.0..=1.0).contains(&time)
            && self.best.is_none_or(|(best, _)| time < best.time)
            && let Some(normal) = normal.try_normalize(0.0)
        {
            self.best = Some((Hit { time, normal, plane: None, cell: None, inside: false }, contact));
        }
    }

    /// True if the height `y` lies between `low` and `high`, with a tolerance of `overlap`.
    fn is_between(&self, y: f64, low: f64, high: f64) -> bool {
        (low - self.overlap..=high + self.overlap).contains(&y)
    }

    /// True if a point on the line of an edge, at the share `share` of the edge's `length`, lies on the edge, with a
    /// tolerance of `overlap`.
    fn is_on(&self, share: f64, length: f64) -> bool {
        let over = self.overlap / length;
        (-over..=1.0 + over).contains(&share)
    }

    /// Tests the face whose plane is reached last. The cylinder hits it with the point farthest against the face's
    /// normal; if the face is vertical, with a line, of which some points are tested.
    fn face(&mut self, brush: &Brush, times: &Interval) {
        let Some(Hit { time, normal, plane: Some(met), .. }) = times.hit(None).filter(|hit| !hit.inside)
        else {
            return;
        };
        let mover = Mover::Cylinder { radius: self.radius, height: self.height };
        for point in mover.farthest_against(&normal, 0.0) {
            let at = self.from + point + self.path * time;
            let mut others = brush.planes().enumerate().filter(|(i, _)| *i != met as usize);
            if others.all(|(_, other)| other.distance(&at) <= self.overlap) {
                self.offer(time, normal, touching(at));
            }
        }
    }

    /// Tests the part of the boundary at a corner: a vertical segment below the corner, thickened by the radius.
    fn column(&mut self, corner: &Point) {
        let level = |v: Vector| Vector::new(v.x, 0.0, v.z);
        let begin = level(self.from - corner);
        let Some(time) = enters(begin, level(self.path), self.radius) else { return };
        let y = self.from.y + self.path.y * time;
        if self.is_between(y, corner.y - self.height, corner.y) {
            self.offer(time, begin + level(self.path) * time, touching(*corner));
        }
    }

    /// Tests a corner or a horizontal edge, with a disc at each of its points. The cylinder hits it from above with
    /// its base or from below with its top.
    fn discs(&mut self, a: &Point, edge: &Vector) {
        if self.path.y == 0.0 {
            return;
        }
        let y = if self.path.y < 0.0 { a.y } else { a.y - self.height };
        let time = (y - self.from.y) / self.path.y;
        let at = self.from + self.path * time - a;
        let length = edge.norm_squared();
        let along = if length > 0.0 { (at.dot(edge) / length).clamp(0.0, 1.0) } else { 0.0 };
        let off = at - edge * along;
        if level_length(&off) <= self.radius + self.overlap {
            self.offer(time, Vector::y() * -self.path.y.signum(), touching(a + edge * along));
        }
    }

    /// Tests the vertical walls on both sides of an edge, at a distance of the radius and as high as the cylinder.
    fn wall(&mut self, a: &Point, edge: &Vector, level: f64) {
        let across = Vector::new(-edge.z, 0.0, edge.x) / level;
        for out in [across, -across] {
            let rate = out.dot(&self.path);
            if rate >= 0.0 {
                continue;
            }
            let time = (self.radius - out.dot(&(self.from - a))) / rate;
            let at = self.from + self.path * time - a;
            let along = (at.x * edge.x + at.z * edge.z) / (level * level);
            let y = along * edge.y;
            if self.is_on(along, level) && self.is_between(at.y, y - self.height, y) {
                self.offer(time, out, touching(a + edge * along));
            }
        }
    }

    /// Tests a slanted or vertical edge, with a disc at each of its points. The cylinder hits it with the rim of its
    /// base or of its top.
    fn slanted(&mut self, a: &Point, edge: &Vector) {
        // Horizontal displacement of the edge per metre of height.
        let slope = Vector::new(edge.x, 0.0, edge.z) / edge.y;
        let aside = |v: Vector| Vector::new(v.x, 0.0, v.z) - slope * v.y;
        for up in [0.0, self.height] {
            let begin = self.from - a + Vector::y() * up;
            let Some(time) = enters(aside(begin), aside(self.path), self.radius) else { continue };
            let at = begin + self.path * time;
            if self.is_on(at.y / edge.y, edge.y.abs()) {
                let (off, share) = (aside(at), at.y / edge.y);
                // The planes along a slanted edge and those along the rim have one in common, but not at a corner.
                let has_one_plane = (WITHIN..1.0 - WITHIN).contains(&share);
                self.offer(
                    time,
                    off - Vector::y() * off.dot(&slope),
                    Contact { point: a + edge * share, has_one_plane },
                );
            }
        }
    }
}

/// A contact where several planes may part the cylinder from the brush.
fn touching(point: Point) -> Contact {
    Contact { point, has_one_plane: false }
}
