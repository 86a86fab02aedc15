//! The first contact of two convex bodies by their distance, for the few moves that begin all but touching.
//!
//! Along the path the distance is a convex function of time. At a time before contact a plane parts the two
//! ([`crate::object_space::gjk`] finds it and proves it); the time at which the mover reaches that plane is no later than the
//! contact, and is taken next: Newton's method on a convex function, which comes near from one side only (conservative
//! advancement; van den Bergen, "Ray casting against general convex objects with application to continuous collision
//! detection", 2004). Cost: some ten distances.

use super::contact::{Cost, Hit};
use crate::geometry::Vector;
use crate::object_space::gjk::cores::Cores;
use crate::object_space::gjk::double::Double;
use crate::object_space::gjk::real::{dot, length};
use crate::object_space::gjk::{decide_and_show, overlaps};
use crate::world::Body;

/// Most steps towards a contact. Some ten are enough but where a path all but touches.
const MOST_STEPS: usize = 200;
/// Shares of the pair's size by which the mover goes on past a contact, to see whether it goes into the solid: one of them is
/// no less than a tenth of the way through, where the mover is no less than a tenth as deep as it comes.
const FARTHER: [f64; 9] = [1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2];
/// No more than this past the end of the move: that is no part of it.
const OVER: f64 = 1e-5;
/// Further places on what is left of the path: a mover that comes in at a grazing angle is deep enough to be told late only.
const LATER: u32 = 16;

/// How two bodies are where a move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// They overlap for certain.
    Inside,
    /// They are farther apart than what was asked for.
    Apart,
    /// Neither.
    Near,
}

/// Whether two bodies overlap, or are more than `near` metres apart.
pub fn start([mover, solid]: &[Body; 2], near: f64) -> Start {
    let cores = Cores::of(mover, solid);
    match parted(&cores) {
        (_, _, true) => Start::Inside,
        (gap, ..) if gap * cores.unit > near => Start::Apart,
        _ => Start::Near,
    }
}

/// Two bodies, the first at all places of a path, where they are nearest.
pub struct Nearest {
    /// From the first to the second, of length 1; `None` if nothing parts them.
    pub towards: Option<Vector>,
    /// A point of the second: the nearest one, or one of both. Metres from the first one's origin.
    pub point: Vector,
}

/// Where the second body is nearest to all that the first passes on `path`.
pub fn nearest([mover, solid]: &[Body; 2], path: &Vector) -> Nearest {
    let cores = Cores::of(mover, solid);
    let cores = cores.swept(&(path / cores.unit).into());
    let mut last = Vector::zeros();
    let (_, towards, _) = parted_and_show(&cores, &mut |point| last = point);
    Nearest { towards, point: last * cores.unit }
}

/// The first time at which the first body goes into the second along `path`.
pub fn advance(bodies: &[Body; 2], path: &Vector, size: f64, cost: &mut Cost) -> Option<Hit> {
    let [mover, solid] = bodies;
    let start = Cores::of(mover, solid);
    let rate = path / start.unit;
    let at = |time: f64| start.moved(&(rate * -time).into());
    let mut time = 0.0;
    let mut normal = None;
    for _ in 0..MOST_STEPS {
        cost.distances += 1;
        let cores = at(time);
        let (gap, towards, is_inside) = parted(&cores);
        let Some(towards) = towards.filter(|_| gap > cores.touching) else {
            let inside = time == 0.0 && is_inside;
            if !inside && !goes_in(&at, time, size / path.norm(), cost) {
                return None;
            }
            let normal = normal.unwrap_or_else(|| outwards(&at, time, path, size));
            return Some(Hit { time, normal, plane: None, cell: None, inside });
        };
        // No slower than it comes nearer to the parting plane.
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
            return goes_in(&at, time, size / path.norm(), cost).then_some(Hit {
                time,
                normal: -towards,
                plane: None,
                cell: None,
                inside: false,
            });
        }
        time = next;
    }
    Some(Hit { time, normal: normal?, plane: None, cell: None, inside: false })
}

/// How far the solids are apart at least, in units, along which direction from the first to the second; and whether they
/// overlap for certain.
fn parted(cores: &Cores) -> (f64, Option<Vector>, bool) {
    parted_and_show(cores, &mut |_| ())
}

/// The same; hands on the points of the second solid that came nearest, the last one last.
fn parted_and_show(cores: &Cores, show: &mut impl FnMut(Vector)) -> (f64, Option<Vector>, bool) {
    let mut best: (f64, Option<[f64; 3]>) = (f64::NEG_INFINITY, None);
    let mut look_along = |direction: [f64; 3]| {
        // Over all corners: the walk itself may climb to one that is not the farthest.
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
    // A proof of overlap outweighs a bound that is positive by rounding.
    (if overlap { f64::NEG_INFINITY } else { bound - cores.margin() }, direction, overlap)
}

/// Some points with their weights, which add up to 1.
fn mean(points: impl Iterator<Item = [f64; 3]>, weights: impl Iterator<Item = f64>) -> Vector {
    points.zip(weights).map(|(point, weight)| Vector::from(point) * weight).sum()
}

/// Whether the mover overlaps the solid later on: a little later, or at some place of the path that is left. Both are convex,
/// so if it does, it goes in at once.
fn goes_in<'a>(at: &impl Fn(f64) -> Cores<'a>, time: f64, of_size: f64, cost: &mut Cost) -> bool {
    let nearby = FARTHER.iter().map(|share| (time + share * of_size).min(1.0 + OVER * of_size));
    let later = (1..=LATER).map(|i| time + (1.0 - time) * f64::from(i) / f64::from(LATER));
    of_size.is_finite()
        && nearby.chain(later).any(|time| {
            cost.distances += 1;
            parted(&at(time)).2
        })
}

/// The direction out of the solid at the beginning: from a little before, or against the path.
fn outwards<'a>(at: &impl Fn(f64) -> Cores<'a>, time: f64, path: &Vector, size: f64) -> Vector {
    let back = -path.try_normalize(0.0).unwrap_or_else(|| -Vector::y());
    let before = FARTHER.iter().map(|share| time - share * size / path.norm());
    let towards = before.filter(|t| t.is_finite()).find_map(|t| {
        let (gap, towards, _) = parted(&at(t));
        towards.filter(|_| gap > 0.0)
    });
    towards.map_or(back, |towards| -towards)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geometry::{Pose, Shape, Solid};

    #[test]
    fn the_direction_of_a_look_leads_from_the_mover_to_the_solid() {
        let cube =
            || Arc::new(Shape::primitive(Solid::Cuboid { half_extents: Vector::repeat(1.0) }, 0).unwrap());
        let at = |x: f64| Pose::translation(x, 0.0, 0.0);
        let bodies = [Body::at_rest(cube(), at(0.0)), Body::at_rest(cube(), at(5.0))];
        let cores = Cores::of(&bodies[0], &bodies[1]);
        let (gap, towards, overlap) = parted(&cores);
        assert!((gap * cores.unit - 3.0).abs() < 1e-9 && !overlap);
        assert!((towards.unwrap() - Vector::x()).norm() < 1e-9);
    }
}
