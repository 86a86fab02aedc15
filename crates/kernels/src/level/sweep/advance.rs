//! The first contact of two convex bodies by distance queries, for the few moves that start almost in contact.
//!
//! Along the path the distance is a convex function of time. Before contact a plane separates the two bodies
//! ([`crate::object_space::gjk`] finds and proves it). The time at which the mover reaches that plane is no
//! later than the contact and becomes the next iterate: Newton's method on a convex function, which
//! approaches the root from one side only (conservative advancement; van den Bergen, "Ray casting against
//! general convex objects with application to continuous collision detection", 2004). Cost: about ten
//! distance queries. Movers and brushes get shapes for these queries.

use std::sync::Arc;

use nalgebra::UnitQuaternion;

use super::contact::{Cost, Hit, Move};
use super::features::Features;
use crate::geometry::{Mesh, Pose, Shape, Vector};
use crate::object_space::gjk::cores::Cores;
use crate::object_space::gjk::double::Double;
use crate::object_space::gjk::real::{dot, length};
use crate::object_space::gjk::{decide_and_show, overlaps};
use crate::world::Body;

/// Maximum number of iterations towards a contact. About ten suffice unless the path almost grazes the solid.
const MOST_STEPS: usize = 200;
/// Distances past a contact at which the mover is tested for entering the solid, as shares of the move's reach. They
/// differ by factors of ten, so that one of them is at least a tenth of the way through the solid; there the overlap
/// is at least a tenth of its maximum.
const FARTHER: [f64; 9] = [1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2];
/// Number of test positions on the rest of the path. They find a mover that enters at a grazing angle: its overlap
/// becomes measurable only later.
const LATER: u32 = 16;

/// Relation of two bodies at the start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The bodies certainly overlap.
    Inside,
    /// The bodies are farther apart than the given limit.
    Separated,
    /// It is not certain that the bodies overlap, nor that they are farther apart than the limit.
    Near,
}

/// Determines whether two bodies overlap, or are more than `near` metres apart.
pub fn start(pair: &Pair, near: f64) -> Start {
    let cores = pair.cores();
    match separation(&cores) {
        (_, _, true) => Start::Inside,
        (gap, ..) if gap * cores.unit > near => Start::Separated,
        _ => Start::Near,
    }
}

/// Finds the first time at which the first body enters the second along `path`. `size` is the reach of the move, see
/// [`Move::reach`](super::contact::Move::reach).
pub fn advance(pair: &Pair, path: &Vector, size: f64, cost: &mut Cost) -> Option<Hit> {
    let turn = pair.turn();
    let hit = advance_in_frame(pair.cores(), &(turn.inverse() * path), size, cost)?;
    Some(Hit { normal: turn * hit.normal, ..hit })
}

/// Like `advance`, with path and normal in the frame of the first body.
fn advance_in_frame(start: Cores, path: &Vector, size: f64, cost: &mut Cost) -> Option<Hit> {
    let rate = path / start.unit;
    let at = |time: f64| start.moved(&(rate * -time).into());
    let mut time = 0.0;
    let mut normal = None;
    for _ in 0..MOST_STEPS {
        cost.distances += 1;
        let cores = at(time);
        let (gap, towards, is_inside) = separation(&cores);
        let Some(towards) = towards.filter(|_| gap > cores.touching) else {
            let inside = time == 0.0 && is_inside;
            if !inside && !overlaps_later(&at, time, size / path.norm(), cost) {
                return None;
            }
            let normal = normal.unwrap_or_else(|| outwards(&at, time, path, size));
            return Some(Hit { time, normal, plane: None, cell: None, inside });
        };
        // The speed of approach to the separating plane.
        let nearer = towards.dot(&rate);
        if nearer <= 0.0 {
            return None;
        }
        normal = Some(-towards);
        let next = time + gap / nearer;
        if next > 1.0 {
            return None;
        }
        if next == time {
            return overlaps_later(&at, time, size / path.norm(), cost).then_some(Hit {
                time,
                normal: -towards,
                plane: None,
                cell: None,
                inside: false,
            });
        }
        time = next;
    }
    let hit = Hit { time, normal: normal?, plane: None, cell: None, inside: false };
    overlaps_later(&at, time, size / path.norm(), cost).then_some(hit)
}

/// A lower bound of the distance between the two solids, in lengths of `cores.unit`, with the direction from the
/// first to the second that proves the bound; and whether the solids certainly overlap.
fn separation(cores: &Cores) -> (f64, Option<Vector>, bool) {
    separation_and_points(cores, &mut |_| ())
}

/// Like `separation`, and passes the closest points found on the second solid to `show`, the best one last.
pub(super) fn separation_and_points(
    cores: &Cores,
    show: &mut impl FnMut(Vector),
) -> (f64, Option<Vector>, bool) {
    let mut best: (f64, Option<[f64; 3]>) = (f64::NEG_INFINITY, None);
    let mut look_along = |direction: [f64; 3]| {
        // All corners are examined, because hill climbing might stop at a corner that is not the farthest.
        let bound = -dot(&direction, &cores.support(&direction, true).point) / length(&direction);
        if bound > best.0 {
            best = (bound, Some(direction));
        }
    };
    let (mut precise, mut points) = (Vec::new(), Vec::new());
    let (_, decision) = decide_and_show(
        cores,
        &mut |look| {
            look_along(look.direction);
            points.push(mean(look.simplex.iter().map(|found| found.on_b), look.weights.iter().copied()));
        },
        &mut |look| {
            precise.push((
                look.direction.map(Double::rounded),
                mean(
                    look.simplex.iter().map(|found| found.on_b.map(Double::rounded)),
                    look.weights.iter().map(|weight| weight.rounded()),
                ),
            ))
        },
    );
    for (direction, point) in precise {
        look_along(direction);
        points.push(point);
    }
    points.into_iter().for_each(show);
    let (bound, direction) = best;
    let direction = direction.and_then(|d| Vector::from(d).try_normalize(0.0));
    let overlap = decision.distance == 0.0 && overlaps(cores);
    // A proof of overlap takes precedence over a bound that is positive only because of rounding.
    (if overlap { f64::NEG_INFINITY } else { bound - cores.margin() }, direction, overlap)
}

/// The weighted mean of some points; the weights add up to 1.
fn mean(points: impl Iterator<Item = [f64; 3]>, weights: impl Iterator<Item = f64>) -> Vector {
    points.zip(weights).map(|(point, weight)| Vector::from(point) * weight).sum()
}

/// True if the first body certainly overlaps the second at one of the test positions after `time`; tries those far
/// along the path first, where most overlap. `size` is the reach of the move.
pub fn goes_in(pair: &Pair, path: &Vector, time: f64, size: f64, cost: &mut Cost) -> bool {
    let start = pair.cores();
    let rate = pair.turn().inverse() * path / start.unit;
    let mut positions = later(time, size / path.norm());
    positions.reverse();
    positions.into_iter().any(|time| {
        cost.distances += 1;
        separation(&start.moved(&(rate * -time).into())).2
    })
}

/// True if the mover overlaps the solid at one of the test positions after `time`. Since both bodies are convex, the
/// mover then enters the solid at `time`. `of_size` is the time in which the mover covers the reach of its move.
fn overlaps_later<'a>(at: &impl Fn(f64) -> Cores<'a>, time: f64, of_size: f64, cost: &mut Cost) -> bool {
    later(time, of_size).into_iter().any(|time| {
        cost.distances += 1;
        separation(&at(time)).2
    })
}

/// The test positions after `time`: shortly after it, and on the rest of the path.
fn later(time: f64, of_size: f64) -> Vec<f64> {
    if !of_size.is_finite() {
        return vec![];
    }
    let nearby = FARTHER.iter().map(|share| (time + share * of_size).min(1.0));
    nearby.chain((1..=LATER).map(|i| time + (1.0 - time) * f64::from(i) / f64::from(LATER))).collect()
}

/// The normal for a contact at time 0: the direction of separation at an earlier position on the extended path, or
/// else the reverse of the path.
fn outwards<'a>(at: &impl Fn(f64) -> Cores<'a>, time: f64, path: &Vector, size: f64) -> Vector {
    let back = -path.try_normalize(0.0).unwrap_or_else(|| -Vector::y());
    let before = FARTHER.iter().map(|share| time - share * size / path.norm());
    let towards = before.filter(|t| t.is_finite()).find_map(|t| {
        let (gap, towards, _) = separation(&at(t));
        towards.filter(|_| gap > 0.0)
    });
    towards.map_or(back, |towards| -towards)
}

/// A mover as a shape.
pub struct MoverShape {
    /// The shape, in its own coordinates.
    pub shape: Arc<Shape>,
    /// Position of the shape's origin relative to the reference point.
    pub shift: Vector,
    /// Rotation from the shape's axes to the level's.
    pub turn: UnitQuaternion<f64>,
    /// Displacement along which the mover covers all positions of the shape, metres along the shape's axes.
    pub along: Vector,
}

/// A mover and a solid, as bodies.
pub struct Pair {
    pub(super) bodies: [Body; 2],
    pub(super) along: Vector,
}

impl Pair {
    pub(super) fn cores(&self) -> Cores<'_> {
        let [mover, solid] = &self.bodies;
        Cores::of_long(mover, &self.along, solid)
    }

    /// Rotation from the frame of the cores to the level's axes.
    pub(super) fn turn(&self) -> UnitQuaternion<f64> {
        self.bodies[0].pose.rotation
    }
}

impl MoverShape {
    /// The mover at the start of a move, and a solid, as bodies.
    pub fn bodies(&self, a_move: &Move, solid: Arc<Shape>) -> Pair {
        let place = Pose::from_parts((a_move.from + self.shift).into(), self.turn);
        let bodies = [Body::at_rest(self.shape.clone(), place), Body::at_rest(solid, Pose::identity())];
        Pair { bodies, along: self.along }
    }
}

/// The solid as a shape whose faces share their corners.
pub(super) fn shape(features: &Features) -> Option<Arc<Shape>> {
    let fan = |face: &Vec<u32>| -> Vec<[u32; 3]> {
        face.windows(2).skip(1).map(|two| [face[0], two[0], two[1]]).collect()
    };
    let triangles = features.faces.iter().flat_map(fan).collect();
    Mesh::new(features.corners.clone(), triangles).ok().map(|mesh| Arc::new(Shape::convex(mesh)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Solid;

    #[test]
    fn the_direction_of_a_look_leads_from_the_mover_to_the_solid() {
        let cube =
            || Arc::new(Shape::primitive(Solid::Cuboid { half_extents: Vector::repeat(1.0) }, 0).unwrap());
        let at = |x: f64| Pose::translation(x, 0.0, 0.0);
        let bodies = [Body::at_rest(cube(), at(0.0)), Body::at_rest(cube(), at(5.0))];
        let cores = Cores::of(&bodies[0], &bodies[1]);
        let (gap, towards, overlap) = separation(&cores);
        assert!((gap * cores.unit - 3.0).abs() < 1e-9 && !overlap);
        assert!((towards.unwrap() - Vector::x()).norm() < 1e-9);
    }
}
