//! `exact`: the reference. The mover against every brush near the path, in closed form.
//!
//! A mover M and a convex solid B share a point when the mover's place lies in B ⊕ (−M). A tree of boxes finds the brushes
//! near the path (van den Bergen, "Ray casting against general convex objects with application to continuous collision
//! detection", 2004, casts a ray into the same sum). Their own planes, shifted, say when a contact is possible at all, and the
//! contact is that one where the mover touches the face itself; so a point needs planes alone. A sphere that comes to an edge
//! or a corner meets a cylinder or a ball of its radius ([`super::features`]), a cylinder the parts of
//! [`super::cylinder`]. For a hull the sum has planes alone, too ([`super::sums`]).
//! A sphere or a cylinder that begins all but touching is told by its distance ([`super::advance`]).
//! Right up to 1e-10 of the level's size. Cost: the planes of each brush that the path comes near before the contact.

use std::collections::HashMap;
use std::sync::Arc;

use super::advance::advance;
use super::contact::{Cost, Hit, Move, Sweep, Swept};
use super::cylinder::{is_plain, of_cylinder};
use super::features::{Features, of_sphere, with_face};
use super::grazing::Grazed;
use super::interval::{Interval, Met};
use super::look::Look;
use super::sums::{self, Edged, Reached};
use crate::geometry::{Aabb, Mesh, Pose, Shape, Solid, Vector};
use crate::level::brush::Brush;
use crate::level::compiled::LevelError;
use crate::level::held::Held;
use crate::level::mover::Mover;
use crate::world::Body;

/// Movers that begin nearer than this share of the pair's size are told to touch or not by their distance.
const NEAR: f64 = 1e-8;

/// The brushes, and what is needed of each, made when it is first needed.
pub struct Exact<'a> {
    level: Held<'a>,
    features: Vec<Option<Box<Features>>>,
    /// Brushes as shapes, for distances.
    shapes: HashMap<usize, Arc<Shape>>,
    body: Option<(Mover, Arc<Shape>, Vector)>,
    hull: Option<HullSums>,
    /// Brushes near the path, and when the mover's box comes to theirs; kept between moves for its memory.
    near: Vec<(f64, usize)>,
}

/// A hull, and the planes of its sums with brushes.
struct HullSums {
    mover: Mover,
    edged: Edged,
    of: HashMap<usize, Vec<Reached>>,
}

impl<'a> Exact<'a> {
    /// Computes nothing yet.
    pub fn new(level: impl Into<Held<'a>>) -> Self {
        let level = level.into();
        let features = level.brushes.iter().map(|_| None).collect();
        Self { level, features, shapes: HashMap::new(), body: None, hull: None, near: vec![] }
    }

    /// The contact with a brush whose half-spaces the mover overlaps in these times.
    fn against(&mut self, index: usize, times: &Interval, a_move: &Move, cost: &mut Cost) -> Option<Hit> {
        let found = match &a_move.mover {
            Mover::Point => times.hit(None),
            Mover::Hull { hull } => self.of_hull(index, hull, *times, a_move, cost),
            Mover::Sphere { .. } | Mover::Cylinder { .. } => self.of_round(index, times, a_move, cost),
        };
        found.map(|hit| Hit { plane: None, cell: Some(index as u32), ..hit })
    }

    fn of_round(&mut self, index: usize, times: &Interval, a_move: &Move, cost: &mut Cost) -> Option<Hit> {
        let brush = &self.level.brushes[index];
        let swept = a_move.mover.swept(&a_move.from, &a_move.to);
        let size = brush.bounds.union(&swept).extents().max();
        let near = NEAR * size;
        if let Some(hit) = with_face(brush, times, a_move, near) {
            return Some(hit);
        }
        let features = self.features[index].get_or_insert_with(|| Box::new(Features::of(brush)));
        let curved = |a_move: &Move, times: &Interval| match a_move.mover {
            Mover::Cylinder { radius, height } => {
                of_cylinder(brush, features, times, a_move, [radius, height], size)
            }
            Mover::Sphere { radius } => of_sphere(features, a_move, radius),
            _ => None,
        };
        if matches!(a_move.mover, Mover::Cylinder { .. }) && !is_plain(features) {
            return self.by_distance(index, a_move, size, cost);
        }
        if times.from * a_move.path().norm() > near {
            return curved(a_move, times);
        }
        // It begins in front of none of the planes: where would it come to, from far outside?
        let out = times.hit(None).map_or_else(Vector::y, |hit| hit.normal);
        let inwards = Move {
            from: a_move.from + out * (2.0 * size),
            to: a_move.from - out * (2.0 * near),
            ..a_move.clone()
        };
        let far = (2.0 * size + 2.0 * near)
            * first(brush, &inwards, near, curved).map_or(f64::INFINITY, |hit| hit.time);
        let gap = far - 2.0 * size;
        match gap {
            gap if gap > near => curved(a_move, times),
            gap if gap < -near => Some(Hit { time: 0.0, normal: out, plane: None, cell: None, inside: true }),
            _ => self.by_distance(index, a_move, size, cost),
        }
    }

    fn of_hull(
        &mut self,
        index: usize,
        hull: &Arc<Mesh>,
        times: Interval,
        a_move: &Move,
        cost: &mut Cost,
    ) -> Option<Hit> {
        let brush = &self.level.brushes[index];
        if let Some(hit) = with_face(brush, &times, a_move, NEAR * brush.bounds.extents().max()) {
            return Some(hit);
        }
        if !self.hull.as_ref().is_some_and(|known| known.mover.is_same(&a_move.mover)) {
            let edged = Edged::of(hull);
            self.hull = Some(HullSums { mover: a_move.mover.clone(), edged, of: HashMap::new() });
        }
        let HullSums { mover, edged, of } = self.hull.as_mut()?;
        let features = self.features[index].get_or_insert_with(|| Box::new(Features::of(brush)));
        let planes = of.entry(index).or_insert_with(|| sums::planes(brush, features, mover, edged));
        let (tolerance, length) = (self.level.tolerance, a_move.path().norm());
        let times = planes.iter().try_fold(times, |times, (plane, reach)| {
            cost.planes += 1;
            times.clip(Met::of(plane, None, *reach, a_move), tolerance, length)
        });
        times?.hit(None)
    }

    fn by_distance(&mut self, index: usize, a_move: &Move, size: f64, cost: &mut Cost) -> Option<Hit> {
        let (shape, shift) = self.body_of(&a_move.mover)?;
        let solid = match self.shapes.get(&index) {
            Some(solid) => solid.clone(),
            None => {
                let features = Features::of(&self.level.brushes[index]);
                let made = Arc::new(Shape::polyhedron(mesh(&features)?));
                self.shapes.entry(index).or_insert(made).clone()
            }
        };
        let place =
            Pose::from_parts((a_move.from.coords + shift).into(), nalgebra::UnitQuaternion::identity());
        let bodies = [Body::at_rest(shape, place), Body::at_rest(solid, Pose::identity())];
        advance(&bodies, &a_move.path(), size, cost)
    }

    /// The mover as a shape, and where its origin is from the reference point; `None` for a point.
    fn body_of(&mut self, mover: &Mover) -> Option<(Arc<Shape>, Vector)> {
        if let Some((known, shape, shift)) = &self.body
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
        self.body = Some((mover.clone(), shape.clone(), shift));
        Some((shape, shift))
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
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        let bounds = a_move.mover.bounds();
        let bounds = Aabb { min: a_move.from + bounds.min.coords, max: a_move.from + bounds.max.coords };
        self.level.boxes.along(&bounds, &a_move.path(), &mut near);
        near.sort_by(|(s, a), (t, b)| s.total_cmp(t).then(a.cmp(b)));
        // The first contact; of equal ones that of the brush whose planes are all met first.
        let mut best: Option<(Hit, f64, usize)> = None;
        for &(entry, index) in &near {
            if best.is_some_and(|(best, ..)| best.time < entry) {
                break;
            }
            cost.cells += 1;
            // No brush is met before the mover overlaps all its half-spaces.
            let times = {
                let mut planes = self.level.brushes[index].planes().enumerate();
                planes.try_fold(Interval::whole(), |times, (face, plane)| {
                    cost.planes += 1;
                    let met = Met::of(plane, Some(face as u32), a_move.mover.reach(&plane.normal), a_move);
                    grazed.note(&met, a_move, tolerance, length);
                    times.clip(met, tolerance, length)
                })
            };
            let is_in_time = |times: &Interval| best.is_none_or(|(best, ..)| times.from <= best.time);
            let Some(times) = times.filter(is_in_time) else { continue };
            let hit = self.against(index, &times, a_move, &mut cost);
            show(&Look::Solid { cell: index as u32, hit, best: best.map(|(hit, ..)| hit.time) });
            let is_first = |hit: &Hit| {
                best.is_none_or(|(other, from, of)| match (hit.inside, other.inside) {
                    (true, true) => index > of,
                    (a, b) if a != b => a,
                    _ => (hit.time, times.from, index) < (other.time, from, of),
                })
            };
            if let Some(hit) = hit.filter(is_first) {
                best = Some((hit, times.from, index));
            }
        }
        self.near = near;
        ((best.map(|(hit, ..)| hit), cost), grazed)
    }
}

/// The first contact with a brush of a sphere or a cylinder that begins outside its planes; `curved` finds that with its
/// edges and corners.
fn first(
    brush: &Brush,
    a_move: &Move,
    near: f64,
    curved: impl Fn(&Move, &Interval) -> Option<Hit>,
) -> Option<Hit> {
    let length = a_move.path().norm();
    let mut planes = brush.planes().enumerate();
    let times = planes.try_fold(Interval::whole(), |times, (face, plane)| {
        times.clip(Met::of(plane, Some(face as u32), a_move.mover.reach(&plane.normal), a_move), 0.0, length)
    })?;
    with_face(brush, &times, a_move, near).or_else(|| curved(a_move, &times))
}

/// The solid as a mesh, whose faces share their corners.
fn mesh(features: &Features) -> Option<Mesh> {
    let fan = |face: &Vec<u32>| -> Vec<[u32; 3]> {
        face.windows(2).skip(1).map(|two| [face[0], two[0], two[1]]).collect()
    };
    let triangles = features.faces.iter().flat_map(fan).collect();
    Mesh::new(features.corners.clone(), triangles).ok()
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::geometry::hull::convex_hull;
    use crate::geometry::{Aabb, Point};
    use crate::level::compile::SplitRule;
    use crate::level::compiled::Level;
    use crate::level::plane::Plane;

    fn place(random: &mut Pcg64, far: f64) -> Point {
        Point::from(Vector::from_fn(|_, _| random.random_range(-far..far)))
    }

    /// A box, or a hull of random points.
    fn solid(random: &mut Pcg64) -> Level {
        let planes: Vec<Plane> = if random.random_bool(0.3) {
            let half = Vector::from_fn(|_, _| random.random_range(0.2..1.5));
            Brush::planes_of_box(&(-half).into(), &half.into()).to_vec()
        } else {
            let hull = convex_hull(&(0..9).map(|_| place(random, 1.5)).collect::<Vec<_>>()).unwrap();
            let of = |t: usize| {
                let normal = hull.area_normal(t).normalize();
                Plane { normal, offset: normal.dot(&hull.corners(t)[0].coords) }
            };
            (0..hull.triangles().len()).map(of).collect()
        };
        let around = Aabb::cube(Point::origin(), 8.0);
        Level::of_brushes(&[planes], &around, SplitRule::Mixed, &mut |_, _| true).unwrap()
    }

    #[test]
    fn closed_forms_agree_with_distances() {
        let mut random = Pcg64::seed_from_u64(31);
        let corners: Vec<Point> = (0..8).map(|_| place(&mut random, 0.6)).collect();
        let movers = [
            Mover::Sphere { radius: 0.5 },
            Mover::Cylinder { radius: 0.4, height: 0.9 },
            Mover::Hull { hull: convex_hull(&corners).unwrap().into() },
        ];
        let mut met = [0; 2];
        for round in 0..240 {
            let level = solid(&mut random);
            let mut exact = Exact::new(&level);
            let mover = movers[round % movers.len()].clone();
            for _ in 0..4 {
                let (from, to) = (place(&mut random, 3.0), place(&mut random, 1.5));
                let a_move = Move { mover: mover.clone(), from, to };
                let closed = exact.sweep(&a_move).unwrap().0;
                let by_distance = exact.by_distance(0, &a_move, 8.0, &mut Cost::default());
                match (closed, by_distance) {
                    (None, None) => {}
                    (Some(a), Some(b)) => {
                        assert_eq!(a.inside, b.inside, "{a_move:?}: {a:?} {b:?}");
                        let off = (a.time - b.time).abs() * a_move.path().norm();
                        assert!(off < 1e-8, "{a_move:?}: {a:?} {b:?}");
                        met[usize::from(a.inside)] += 1;
                        let same = a.inside || (a.normal - b.normal).norm() < 1e-3;
                        assert!(same, "{a_move:?}: {a:?} {b:?}");
                    }
                    (a, b) => panic!("{a_move:?}: {a:?} {b:?}"),
                }
            }
        }
        assert!(met[0] > 300 && met[1] > 20, "{met:?}");
    }
}
