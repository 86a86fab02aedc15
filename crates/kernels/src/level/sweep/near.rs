//! A move in local coordinates, and the part of a brush that it can reach.
//!
//! Far from the origin, or near a brush much larger than the move, coordinates have few digits left for local
//! detail. So planes are converted to coordinates of the move in double-double precision before rounding, and
//! the brush is clipped to a box around the move, which contains all that the mover can touch.

use std::sync::Arc;

use super::contact::Move;
use crate::geometry::{Aabb, Mesh, Point, Vector};
use crate::level::brush::{Brush, FINE};
use crate::level::mover::Mover;
use crate::level::plane::{Plane, sum};

/// A hull is re-centred if its points are farther from the reference point than this many times the hull's size.
const FAR: f64 = 4.0;
/// Margin of the box around a move in which its first contact is sought, as a multiple of the move's reach.
pub const ROOM: f64 = 0.5;

/// A mover with a reference point near its body, and its shift from the original reference point.
pub struct Centred {
    given: Mover,
    /// The re-centred mover.
    pub mover: Mover,
    shift: Vector,
}

impl Centred {
    /// Re-centres a mover if necessary; only hulls and rods can have their points far from the reference point.
    pub fn of(given: &Mover) -> Self {
        let bounds = given.bounds();
        let middle = bounds.center().coords;
        // The coordinates have few digits, so that subtracting the shift is exact.
        let near = middle.map(|c| f64::from(c as f32));
        let is_far = middle.amax() > FAR * bounds.extents().max();
        let (mover, shift) = match given {
            Mover::Rod { radius, ends, is_round } if is_far => {
                let ends = ends.map(|end| end - near);
                (Mover::Rod { radius: *radius, ends, is_round: *is_round }, near)
            }
            Mover::Hull { hull } if is_far => {
                let corners = hull.vertices().iter().map(|p| p - near).collect();
                match Mesh::new(corners, hull.triangles().to_vec()) {
                    Ok(moved) => (Mover::Hull { hull: Arc::new(moved) }, near),
                    Err(_) => (given.clone(), Vector::zeros()),
                }
            }
            _ => (given.clone(), Vector::zeros()),
        };
        Self { given: given.clone(), mover, shift }
    }

    /// True if `mover` is the original mover, from which this one was made.
    pub fn is_of(&self, mover: &Mover) -> bool {
        self.given.is_same(mover)
    }
}

/// A move prepared for the exact method, with the quantities that bound rounding errors.
pub struct LocalMove {
    /// The move with the re-centred mover, in the level's coordinates.
    pub a_move: Move,
    /// The move in coordinates relative to the start of `a_move`, free of rounding errors.
    pub own: Move,
    /// The reach of the move, metres: the longest side of the box around the swept volume.
    pub reach: f64,
    /// Length of the path, metres.
    pub length: f64,
    /// Largest absolute coordinate of the move in the level, metres.
    pub largest: f64,
    /// Shift from the mover's original reference point to the new one.
    pub shift: Vector,
}

impl LocalMove {
    /// Prepares a move for a level whose coordinates have this origin.
    pub fn of(a_move: &Move, mover: &Centred, origin: &Point) -> Self {
        let path = a_move.path();
        let (from, lost) = sum(&a_move.from.coords, &-origin.coords);
        let (from, rest) = sum(&from, &mover.shift);
        let rest = rest + lost;
        let (mover, shift) = (mover.mover.clone(), mover.shift);
        let bounds = mover.bounds();
        let reach = a_move.reach();
        let largest = from.amax().max((from + path).amax()).max(bounds.min.coords.amax());
        Self {
            own: Move { mover: mover.clone(), from: rest.into(), to: (rest + path).into() },
            a_move: Move { mover, from: from.into(), to: (from + path).into() },
            reach,
            length: path.norm(),
            largest,
            shift,
        }
    }

    /// The box around the mover at the start, in the level's coordinates, grown by the rounding error.
    pub fn bounds(&self) -> Aabb {
        let Aabb { min, max } = self.a_move.mover.bounds();
        let slack = Vector::repeat(4.0 * f64::EPSILON * (self.largest + self.reach));
        let from = self.a_move.from.coords;
        Aabb { min: min + from - slack, max: max + from + slack }
    }

    /// True if the coordinates of the brush or of the move are so large that too few digits remain for details of
    /// the size of the reach.
    pub fn is_far(&self, brush: &Brush) -> bool {
        let Aabb { min, max } = brush.bounds;
        let largest = self.largest.max(min.coords.amax()).max(max.coords.amax());
        !brush.endless.is_empty() || largest > LARGE * self.reach
    }

    /// The whole brush in the coordinates of `own`; `None` if the brush is far. It is used for brushes that are
    /// thinner than the rounding error of a box around the move.
    pub fn whole(&self, brush: &Brush) -> Option<Brush> {
        let begin = self.a_move.from - self.own.from.coords;
        (!self.is_far(brush)).then(|| brush.clone().seen_from(&Point::origin(), &begin))
    }

    /// The part of a brush in the box around the swept volume, in the coordinates of `own`. The box is grown on all
    /// sides by `room` times the move's reach. Faces on the sides of the box are not the brush's own; no mover
    /// reaches them.
    pub fn part(&self, brush: &Brush, room: f64) -> Part {
        self.part_below(brush, room, 0.0)
    }

    /// Like `part`, with the brush's planes first moved inwards by `layer` metres.
    pub fn part_below(&self, brush: &Brush, room: f64, layer: f64) -> Part {
        let Aabb { min, max } = self.own.mover.swept(&self.own.from, &self.own.to);
        let by = Vector::repeat(room * self.reach);
        let room = Aabb { min: min - by, max: max + by };
        let (middle, half) = (room.center(), room.extents() / 2.0);
        let mut cutting = Vec::new();
        for plane in brush.given() {
            let plane = plane.seen_from(&self.a_move.from).shifted_precisely(-layer);
            let (over, most) = (plane.distance(&middle), plane.normal.abs().dot(&half));
            if over > most {
                return Part::Behind(plane);
            }
            if over > -most {
                cutting.push(plane);
            }
        }
        Brush::new(&cutting, &room, FINE).map_or(Part::Thin, |part| {
            let size = room.extents().max();
            Part::Solid(part.sharpened(FINE * size))
        })
    }
}

/// The part of a brush in a box.
pub enum Part {
    /// Empty: the box lies in front of this plane of the brush.
    Behind(Plane),
    /// No thicker than rounding errors.
    Thin,
    /// A solid part.
    Solid(Brush),
}

impl Part {
    /// The solid, if there is any.
    pub fn solid(self) -> Option<Brush> {
        if let Self::Solid(brush) = self { Some(brush) } else { None }
    }
}

/// Coordinates up to this many times the move's reach have rounding errors smaller than the skin.
const LARGE: f64 = 1024.0;
