//! A round for what drives: on the floor through the same rooms as the tour, up the ramp, but on no stairs.

use std::f64::consts::PI;

use super::plan::{Place, Plan};
use super::rooms::Room;
use crate::geometry::{Point, Vector};

/// How far from the middle of a rotunda one drives around its dais, metres: between that and the columns.
const AROUND: f64 = 3.2;
/// Pieces of half a round.
const PIECES: u32 = 6;
/// Under the gallery, from the middle of its room back to the middle.
const GALLERY: [[f64; 3]; 6] =
    [[0.0; 3], [1.8, 0.0, -1.0], [2.4, 0.0, -2.8], [0.6, 0.0, -4.4], [-1.6, 0.0, -3.2], [-1.6, 0.0, -1.2]];
/// Up the ramp and down its stairs, from the middle of its room back to the middle.
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

/// Places on the floor, closed: from the start to the gallery, to the ramp and back. `middle` is that of a room.
pub fn round(plan: &Plan, middle: &dyn Fn(usize) -> Vector) -> Vec<Point> {
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

/// The rooms between the first and the last.
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
        // The shorter way around.
        let turn = (last - first + PI).rem_euclid(2.0 * PI) - PI;
        let pieces = (f64::from(PIECES) * turn.abs() / PI).round().max(1.0) as u32;
        round.extend((0..=pieces).map(|i| {
            let at = first + turn * f64::from(i) / f64::from(pieces);
            Point::from(here + Vector::new(at.sin(), 0.0, at.cos()) * AROUND)
        }));
    }
}
