//! Routes through a level: a walk from place to place on the floor, and a round for drivers through the same rooms, on
//! the floor and up the ramp, without stairs.

use std::f64::consts::PI;

use super::plan::{Place, Plan};
use super::rooms::Room;
use crate::geometry::{Point, Vector};

/// Horizontal distance from a place at which it counts as reached, metres.
const NEAR: f64 = 0.3;

/// An endless walk along a path, from place to place.
#[derive(Clone, Debug)]
pub struct Tour {
    path: Vec<Point>,
    /// Index of the next place.
    pub next: usize,
    /// Number of places reached.
    pub reached: usize,
}

impl Tour {
    /// A walk that starts towards the first place of `path`.
    pub fn new(path: Vec<Point>) -> Self {
        Self { path, next: 0, reached: 0 }
    }

    /// The wished velocity of a walker whose base is at `place`: horizontally towards the next place.
    pub fn wish(&mut self, place: &Point, speed: f64) -> Vector {
        for _ in 0..self.path.len() {
            let to = self.path[self.next] - place;
            let level = Vector::new(to.x, 0.0, to.z);
            // A place more than 1 m above or below the walker does not count as reached: it may be on another floor.
            if level.norm() > NEAR || to.y.abs() > 1.0 {
                return level.cap_magnitude(1.0) * speed;
            }
            self.next = (self.next + 1) % self.path.len();
            self.reached += 1;
        }
        Vector::zeros()
    }
}

/// Radius of the way around the dais of a rotunda, metres: between dais and columns.
const AROUND: f64 = 3.2;
/// Number of segments of a half circle.
const PIECES: u32 = 6;
/// The way under the gallery, from the middle of its room back to it.
const GALLERY: [[f64; 3]; 6] =
    [[0.0; 3], [1.8, 0.0, -1.0], [2.4, 0.0, -2.8], [0.6, 0.0, -4.4], [-1.6, 0.0, -3.2], [-1.6, 0.0, -1.2]];
/// The way up the ramp and down its stairs, from the middle of its room back to it.
const RAMP: [[f64; 3]; 9] = [
    [0.0; 3],
    [-1.4, 0.0, -1.6],
    [-0.6, 0.0, -4.2],
    [1.0, 0.0, -5.0],
    [3.4, 0.0, -5.0],
    [4.4, 0.2, -4.0],
    [4.4, 1.5, -0.2],
    [4.4, 0.0, 4.4],
    [1.6, 0.0, 4.4],
];

/// A closed path on the floor: from the start to the gallery, back, to the ramp and back. `middle` gives the
/// middle of a room by its index.
pub(super) fn round(plan: &Plan, middle: &dyn Fn(usize) -> Vector) -> Vec<Point> {
    let [start, gallery, ramp] = plan.landmarks;
    let mut round = Vec::new();
    for (landmark, way) in [(gallery, &GALLERY[..]), (ramp, &RAMP[..])] {
        let there = plan.way(start, landmark);
        let back: Vec<usize> = there.iter().rev().copied().collect();
        round.push(Point::from(middle(start)));
        through(&mut round, plan, middle, &there);
        round.extend(way.iter().map(|p| Point::from(*p) + middle(landmark)));
        round.push(Point::from(middle(landmark)));
        through(&mut round, plan, middle, &back);
    }
    round
}

/// Appends a path through `rooms` to `round`, from the second room to the last but one.
fn through(round: &mut Vec<Point>, plan: &Plan, middle: &dyn Fn(usize) -> Vector, rooms: &[usize]) {
    for rooms in rooms.windows(3) {
        let here = middle(rooms[1]);
        if plan.places[rooms[1]] != Place::Room(Room::Rotunda) {
            round.push(here.into());
            continue;
        }
        let angle = |to: usize| {
            let way = middle(to) - here;
            way.x.atan2(way.z)
        };
        let (first, last) = (angle(rooms[0]), angle(rooms[2]));
        // The shorter of the two ways around the dais.
        let turn = (last - first + PI).rem_euclid(2.0 * PI) - PI;
        let pieces = (f64::from(PIECES) * turn.abs() / PI).round().max(1.0) as u32;
        round.extend((0..=pieces).map(|i| {
            let at = first + turn * f64::from(i) / f64::from(pieces);
            Point::from(here + Vector::new(at.sin(), 0.0, at.cos()) * AROUND)
        }));
    }
}
