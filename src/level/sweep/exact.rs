//! `exact`: the reference. The mover against every brush near the path, by their exact distance.
//!
//! A mover M and a convex solid B share a point when the mover's place lies in B ⊕ (−M). Along the path their distance is a
//! convex function of time. At a time before contact a plane parts the two ([`crate::object_space::gjk`] finds it and
//! proves it); the time at which the mover reaches that plane is no later than the contact, and is taken next: Newton's
//! method on a convex function, which comes near from one side only (conservative advancement; van den Bergen, "Ray
//! casting against general convex objects with application to continuous collision detection", 2004).
//! Most brushes need none of that. Their own planes, shifted, say when a contact is possible at all, and the contact is
//! that one where the mover touches the face itself; so a point needs planes alone. A sphere that comes to an edge or a
//! corner meets a cylinder or a ball of its radius ([`super::features`]).
//! Right up to 1e-10 of the level's size. Cost: the planes of each brush near the path, and some ten distances where a
//! mover other than a sphere comes to an edge.

use std::sync::Arc;

use super::contact::{Cost, Hit, Move, Sweep, Swept};
use super::features::{Features, of_sphere, with_face};
use super::grazing::Grazed;
use super::interval::{Interval, Met};
use super::look::Look;
use crate::geometry::{Mesh, Pose, Shape, Solid, Vector};
use crate::level::brush::Brush;
use crate::level::compiled::LevelError;
use crate::level::held::Held;
use crate::level::mover::Mover;
use crate::object_space::gjk::cores::Cores;
use crate::object_space::gjk::real::{dot, length};
use crate::object_space::gjk::{decide_and_show, overlaps};
use crate::world::Body;

/// Most steps towards a contact. Some ten are enough but where a path all but touches.
const MOST_STEPS: usize = 200;
/// Shares of the pair's size by which the mover goes on past a contact, to see whether it goes into the solid.
const FARTHER: [f64; 3] = [1e-9, 1e-7, 1e-5];
/// Further places on what is left of the path: a mover that comes in at a grazing angle is deep enough to be told late only.
const LATER: u32 = 16;

/// Movers that begin nearer than this share of the pair's size are told to touch or not by their distance.
const NEAR: f64 = 1e-8;

/// The brushes as shapes, each made when it is first needed.
pub struct Exact<'a> {
    level: Held<'a>,
    shapes: Vec<Option<Arc<Shape>>>,
    features: Vec<Option<Features>>,
    mover: Option<(Mover, Arc<Shape>, Vector)>,
}

impl<'a> Exact<'a> {
    /// Computes nothing yet.
    pub fn new(level: impl Into<Held<'a>>) -> Self {
        let level = level.into();
        let (shapes, features) = level.brushes.iter().map(|_| (None, None)).unzip();
        Self { level, shapes, features, mover: None }
    }

    /// The mover as a shape, and where its origin is from the reference point; `None` for a point.
    fn shape_of(&mut self, mover: &Mover) -> Option<(Arc<Shape>, Vector)> {
        if let Some((known, shape, shift)) = &self.mover
            && known.is_same(mover)
        {
            return Some((shape.clone(), *shift));
        }
        let of = |solid| Shape::primitive(solid, 1).ok();
        let (shape, shift) = match mover {
            Mover::Point => return None,
            Mover::Sphere { radius } => (of(Solid::Ball { radius: *radius })?, Vector::zeros()),
            Mover::Cylinder { radius, height } => {
                (of(Solid::Cylinder { radius: *radius, height: *height })?, Vector::y() * (0.5 * height))
            }
            Mover::Hull { hull } => (Shape::polyhedron(Mesh::clone(hull)), Vector::zeros()),
        };
        let shape = Arc::new(shape);
        self.mover = Some((mover.clone(), shape.clone(), shift));
        Some((shape, shift))
    }

    /// The contact with a brush whose half-spaces the mover overlaps in these times.
    fn against(&mut self, index: usize, times: &Interval, a_move: &Move, cost: &mut Cost) -> Option<Hit> {
        let brush = &self.level.brushes[index];
        let size = brush.bounds.union(&a_move.mover.swept(&a_move.from, &a_move.to)).extents().max();
        let found = if a_move.mover == Mover::Point {
            times.hit(None)
        } else if let Some(hit) = with_face(brush, times, a_move, NEAR * size) {
            Some(hit)
        } else if let (Mover::Sphere { radius }, true) =
            (&a_move.mover, times.from * a_move.path().norm() > NEAR * size)
        {
            let features = self.features[index].get_or_insert_with(|| Features::of(brush));
            of_sphere(features, a_move, *radius)
        } else {
            self.by_distance(index, a_move, size, cost)
        };
        found.map(|hit| Hit { plane: None, cell: Some(index as u32), ..hit })
    }

    fn by_distance(&mut self, index: usize, a_move: &Move, size: f64, cost: &mut Cost) -> Option<Hit> {
        let (shape, shift) = self.shape_of(&a_move.mover)?;
        let solid = match &self.shapes[index] {
            Some(solid) => solid.clone(),
            None => {
                let made = Arc::new(Shape::polyhedron(mesh(&self.level.brushes[index])?));
                self.shapes[index].insert(made).clone()
            }
        };
        let place =
            Pose::from_parts((a_move.from.coords + shift).into(), nalgebra::UnitQuaternion::identity());
        let bodies = [Body::at_rest(shape, place), Body::at_rest(solid, Pose::identity())];
        advance(&bodies, &a_move.path(), size, cost)
    }
}

impl Sweep for Exact<'_> {
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError> {
        Ok(self.run(a_move, &mut |_| ()))
    }

    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&Look)) -> Result<Swept, LevelError> {
        Ok(self.run(a_move, &mut |look| show(look)))
    }
}

impl Exact<'_> {
    fn run(&mut self, a_move: &Move, show: &mut impl FnMut(&Look)) -> Swept {
        let (found, grazed) = self.once(a_move, show);
        grazed.settle(found, a_move, self.level.tolerance, |beside| self.once(beside, show).0)
    }

    fn once(&mut self, a_move: &Move, show: &mut impl FnMut(&Look)) -> (Swept, Grazed) {
        show(&Look::Path { from: a_move.from, to: a_move.to });
        let (mut cost, mut grazed) = (Cost::default(), Grazed::default());
        let (length, tolerance) = (a_move.path().norm(), self.level.tolerance);
        // No brush is met before the mover overlaps all its half-spaces.
        let mut candidates = Vec::new();
        for index in self.level.boxes.near(&a_move.mover.swept(&a_move.from, &a_move.to)) {
            cost.cells += 1;
            let mut planes = self.level.brushes[index].planes().enumerate();
            let times = planes.try_fold(Interval::whole(), |times, (face, plane)| {
                cost.planes += 1;
                let met = Met::of(plane, Some(face as u32), a_move.mover.reach(&plane.normal), a_move);
                grazed.note(&met, a_move, tolerance, length);
                times.clip(met, tolerance, length)
            });
            candidates.extend(times.map(|times| (index, times)));
        }
        candidates.sort_by(|(a, x), (b, y)| x.from.total_cmp(&y.from).then(a.cmp(b)));
        let mut best: Option<Hit> = None;
        for (index, times) in candidates {
            if best.is_some_and(|best| best.time <= times.from && times.from > 0.0) {
                break;
            }
            let hit = self.against(index, &times, a_move, &mut cost);
            show(&Look::Solid { cell: index as u32, hit, best: best.map(|hit| hit.time) });
            if let Some(hit) = hit
                && best.is_none_or(|best| hit.time < best.time || hit.inside)
            {
                best = Some(hit);
            }
        }
        ((best, cost), grazed)
    }
}

/// The first time at which the first body goes into the second along `path`.
fn advance(bodies: &[Body; 2], path: &Vector, size: f64, cost: &mut Cost) -> Option<Hit> {
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
    let mut best: (f64, Option<[f64; 3]>) = (f64::NEG_INFINITY, None);
    let mut look_along = |direction: [f64; 3]| {
        // Over all corners: the walk itself may climb to one that is not the farthest.
        let bound = -dot(&direction, &cores.support(&direction, true).point) / length(&direction);
        if bound > best.0 {
            best = (bound, Some(direction));
        }
    };
    let mut precise = Vec::new();
    let (_, decision) = decide_and_show(cores, &mut |look| look_along(look.direction), &mut |look| {
        precise.push(look.direction.map(|c| c.rounded()));
    });
    precise.into_iter().for_each(&mut look_along);
    let (bound, direction) = best;
    let direction = direction.and_then(|d| Vector::from(d).try_normalize(0.0));
    let overlap = decision.distance == 0.0 && overlaps(cores);
    // A proof of overlap outweighs a bound that is positive by rounding.
    (if overlap { f64::NEG_INFINITY } else { bound - cores.margin() }, direction, overlap)
}

/// Whether the mover overlaps the solid later on: a little later, or at some place of the path that is left. Both are convex,
/// so if it does, it goes in at once.
fn goes_in<'a>(at: &impl Fn(f64) -> Cores<'a>, time: f64, of_size: f64, cost: &mut Cost) -> bool {
    let nearby = FARTHER.iter().map(|share| time + share * of_size);
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

/// The brush as a mesh, whose faces share their corners.
fn mesh(brush: &Brush) -> Option<Mesh> {
    let Features { corners, faces, .. } = Features::of(brush);
    let fan = |face: &Vec<u32>| -> Vec<[u32; 3]> {
        face.windows(2).skip(1).map(|two| [face[0], two[0], two[1]]).collect()
    };
    let triangles = faces.iter().flat_map(fan).collect();
    Mesh::new(corners, triangles).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

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
