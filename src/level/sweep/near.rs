//! A move in coordinates of its own, and the part of a brush that it can reach.
//!
//! Far from the origin, or beside a brush that is much larger than the move, coordinates have few digits left for what lies
//! near. So planes are taken relative to the mover, with twice the digits, before anything is rounded; and what of the brush
//! the mover can touch is cut out in a box around the move.

use std::sync::Arc;

use super::contact::Move;
use crate::geometry::{Aabb, Mesh, Point, Vector};
use crate::level::brush::{Brush, FINE};
use crate::level::mover::Mover;
use crate::level::plane::{Plane, sum};

/// Hulls whose points lie farther from the reference point than this many times their size are moved to it.
const FAR: f64 = 4.0;
/// By how many reaches the box is larger in which the first contact of a move is looked for.
pub const ROOM: f64 = 0.5;

/// A mover whose reference point lies near it, and where that is from the given one.
pub struct Centred {
    given: Mover,
    /// The mover itself.
    pub mover: Mover,
    shift: Vector,
}

impl Centred {
    /// Of a mover; only hulls have their points far from the reference point.
    pub fn of(given: &Mover) -> Self {
        let bounds = given.bounds();
        let middle = bounds.center().coords;
        // Few digits: then nothing is rounded where the shift is subtracted.
        let near = middle.map(|c| f64::from(c as f32));
        let (mover, shift) = match given {
            Mover::Hull { hull } if middle.amax() > FAR * bounds.extents().max() => {
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

    /// Whether it is of this mover.
    pub fn is_of(&self, mover: &Mover) -> bool {
        self.given.is_same(mover)
    }
}

/// A move as the exact method sees it, and what bounds its errors.
pub struct Asked {
    /// With a centred mover, in the level's coordinates.
    pub a_move: Move,
    /// The same in coordinates that begin where `a_move` does, which lose nothing.
    pub own: Move,
    /// Metres: the largest side of the box around all that the mover passes.
    pub reach: f64,
    /// Metres of the path.
    pub length: f64,
    /// The largest coordinate of the move in the level.
    largest: f64,
    /// Of a centred mover, from the given reference point to the new one.
    pub shift: Vector,
}

impl Asked {
    /// Of a move through a level whose coordinates begin at `origin`.
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

    /// The box around the mover where it begins, in the level's coordinates, grown by what rounding loses.
    pub fn bounds(&self) -> Aabb {
        let Aabb { min, max } = self.a_move.mover.bounds();
        let slack = Vector::repeat(4.0 * f64::EPSILON * (self.largest + self.reach));
        let from = self.a_move.from.coords;
        Aabb { min: min + from - slack, max: max + from + slack }
    }

    /// Whether coordinates of the brush or the move are so large that too few digits are left for the reach.
    pub fn is_far(&self, brush: &Brush) -> bool {
        let Aabb { min, max } = brush.bounds;
        let largest = self.largest.max(min.coords.amax()).max(max.coords.amax());
        !brush.endless.is_empty() || largest > LARGE * self.reach
    }

    /// All of a brush in the coordinates of `own`, if it is not far: for one that is thinner than rounding of a box around the move.
    pub fn whole(&self, brush: &Brush) -> Option<Brush> {
        let begin = self.a_move.from - self.own.from.coords;
        (!self.is_far(brush)).then(|| brush.clone().seen_from(&Point::origin(), &begin))
    }

    /// The part of a brush in a box around all that the mover passes, `room` reaches larger, in the coordinates of `own`. Its
    /// faces on the walls of the box are not its own: no mover comes to them.
    pub fn part(&self, brush: &Brush, room: f64) -> Part {
        self.part_below(brush, room, 0.0)
    }

    /// The same part of the brush with its planes moved inwards by `layer` metres.
    pub fn part_below(&self, brush: &Brush, room: f64, layer: f64) -> Part {
        let Aabb { min, max } = self.own.mover.swept(&self.own.from, &self.own.to);
        let by = Vector::repeat(room * self.reach);
        let room = Aabb { min: min - by, max: max + by };
        let (middle, half) = (room.center(), room.extents() / 2.0);
        let mut cutting = Vec::new();
        for plane in brush.given() {
            let plane = plane.seen_from(&self.a_move.from).shifted(-layer);
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

/// What of a brush lies in a box.
pub enum Part {
    /// Nothing: the box is in front of this plane of the brush.
    Behind(Plane),
    /// Nothing thicker than rounding.
    Thin,
    /// This.
    Solid(Brush),
}

impl Part {
    /// The solid, if there is any.
    pub fn solid(self) -> Option<Brush> {
        if let Self::Solid(brush) = self { Some(brush) } else { None }
    }
}

/// Coordinates up to so many times the reach lose less by rounding than a mover stops before it touches.
const LARGE: f64 = 1024.0;
