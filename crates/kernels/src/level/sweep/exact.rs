//! `exact`: the reference. Tests the mover against every brush near the path, in closed form.
//!
//! A mover M and a convex solid B share a point if and only if the mover's position lies in B ⊕ (−M). A tree of
//! boxes finds the brushes near the path (van den Bergen, "Ray casting against general convex objects with
//! application to continuous collision detection", 2004, casts a ray into the same sum). Clipping the path by a
//! brush's own planes, each shifted, leaves the times at which contact is possible. If the mover then touches the
//! face itself, that is the contact; a point needs only planes. At an edge or a corner, a sphere's centre hits a
//! cylinder or a ball of the sphere's radius ([`super::features`]), and a cylinder hits the parts of
//! [`super::cylinder`]. For a hull the sum is again bounded by planes ([`super::sums`]).
//! A mover that starts almost in contact is handled by distance queries ([`super::advance`]), and so is a capsule or a
//! slanted cylinder that hits an edge or a corner.
//! Exact up to 1e-10 of the move's reach, anywhere in the world (`docs/proofs/sweeps.md`): where coordinates are
//! much larger than the reach, [`super::near`] clips the brush to the part that the mover can touch, in coordinates
//! of the move.
//! Cost: the planes of every brush near the path up to the contact.

use std::collections::HashMap;
use std::f64::consts::PI;
use std::sync::Arc;

use nalgebra::UnitQuaternion;

use super::advance::{MoverShape, Start, advance, goes_in, shape, start};
use super::contact::{Cost, Hit, Move, Sweep, Swept};
use super::cylinder::{is_plain, of_cylinder};
use super::features::{Contact, Features, of_sphere, with_face};
use super::interval::{Interval, PlaneMotion};
use super::look::Look;
use super::near::{Centred, LocalMove, ROOM};
#[cfg(feature = "methods")]
use super::proof::{Proof, prove};
use super::seam::{Seam, Touched};
use super::sums::{self, Edged, Reached};
use crate::geometry::held::Held;
use crate::geometry::{Mesh, Shape, Solid, Vector};
use crate::level::brush::Brush;
use crate::level::compiled::Level;
use crate::level::error::LevelError;
use crate::level::mover::{Mover, axis};
use crate::level::plane::Plane;

/// Distance before contact at which a mover stops, as a share of the move's reach: more than the rounding error.
const SKIN: f64 = 1e-12;
/// Movers that start nearer to a brush than this share of the move's reach are handled by distance queries.
const NEAR: f64 = 1e-8;
/// Half the side of the cube that decides whether the union of some brushes holds a point, as a share of the move's
/// reach ([`super::seam`]).
const HALF: f64 = 2e-11;
/// Skin and half the cube's side for a point at rest, as shares of its largest coordinate.
const REST_SKIN: f64 = 1e-29;
const REST_HALF: f64 = 1e-25;
/// Soon after a reported contact, the mover must certainly overlap the solid: within this share of the move's reach
/// along the path.
const SOON: f64 = 5e-11;
/// A corner may lie in front of a contact's plane by this share of the move's reach: more than the error of the
/// closed forms.
const PARTED: f64 = 2e-11;
/// A point deeper in the mover than this share of the move's reach is certainly inside it: more than the error of the
/// closed forms.
const TAKEN_IN: f64 = 1e-10;
/// A mover that approaches a plane by this share of its way, and gets this share of the move's reach behind it, enters
/// the solid behind it.
const APPROACH: f64 = 1e-6;
/// Number of times at which the point of contact is tested, each half as far from the contact as the one before.
const HALVINGS: u32 = 34;

/// The method: a level, and data of its brushes that is computed on demand.
pub struct Exact<'a> {
    level: Held<'a, Level>,
    features: Vec<Option<Box<Features>>>,
    /// The shapes of brushes, for distance queries, by the index of the brush.
    shapes: HashMap<usize, Arc<Shape>>,
    mover: Option<PreparedMover>,
    /// Brushes near the path, each with the time at which the mover's box reaches the brush's box; a buffer reused
    /// by all moves.
    near: Vec<(f64, usize)>,
}

/// Data computed for a mover.
struct PreparedMover {
    centred: Centred,
    shape: Option<MoverShape>,
    /// Edges of a hull; `None` for any other mover.
    edged: Option<Edged>,
    sums: HashMap<usize, Option<Vec<Reached>>>,
}

impl PreparedMover {
    fn of(mover: &Mover) -> Self {
        let centred = Centred::of(mover);
        let of = |solid| Shape::primitive(solid, 1).ok().map(Arc::new);
        let (mut shift, mut turn, mut along) = (Vector::zeros(), UnitQuaternion::identity(), Vector::zeros());
        let shape = match &centred.mover {
            Mover::Point => of(Solid::Ball { radius: 0.0 }),
            Mover::Sphere { radius } => of(Solid::Ball { radius: *radius }),
            Mover::Cylinder { radius, height } => {
                shift = Vector::y() * (0.5 * height);
                of(Solid::Cylinder { radius: *radius, height: *height })
            }
            Mover::Rod { radius, ends: [a, b], is_round: true } => {
                (shift, along) = (*a, b - a);
                of(Solid::Ball { radius: *radius })
            }
            Mover::Rod { radius, ends: [a, b], is_round: false } => {
                let axis = axis(&[*a, *b]);
                let upside_down = || UnitQuaternion::from_axis_angle(&Vector::x_axis(), PI);
                shift = (a + b) / 2.0;
                turn = UnitQuaternion::rotation_between(&Vector::y(), &axis).unwrap_or_else(upside_down);
                of(Solid::Cylinder { radius: *radius, height: (b - a).norm() })
            }
            Mover::Hull { hull } => Some(Arc::new(Shape::convex(Mesh::clone(hull)))),
        };
        let edged = match &centred.mover {
            Mover::Hull { hull } => Some(Edged::of(hull)),
            _ => None,
        };
        let shape = shape.map(|shape| MoverShape { shape, shift, turn, along });
        Self { centred, shape, edged, sums: HashMap::new() }
    }
}

/// A mover that overlaps all half-spaces of a brush during some interval.
struct Encounter<'e> {
    /// The brush in the level's coordinates.
    whole: &'e Brush,
    /// The examined part of the brush, and the move in the same coordinates.
    brush: &'e Brush,
    features: &'e Features,
    a_move: &'e Move,
    local: &'e LocalMove,
    /// The interval during which the mover overlaps all half-spaces; plane indices are face indices.
    times: Interval,
    mover: &'e MoverShape,
}

impl<'a> Exact<'a> {
    /// Creates the method; data is computed on demand.
    pub fn new(level: impl Into<Held<'a, Level>>) -> Self {
        let level = level.into();
        let features = level.brushes.iter().map(|_| None).collect();
        Self { level, features, shapes: HashMap::new(), mover: None, near: vec![] }
    }

    /// The contact with the brush of this index, if any. During `times` the mover overlaps all half-spaces of the
    /// brush.
    fn against(&mut self, index: usize, times: Interval, local: &LocalMove, cost: &mut Cost) -> Option<Hit> {
        let Self { level, features, shapes, mover, .. } = self;
        let whole = &level.brushes[index];
        let PreparedMover { centred, shape: mover, edged, sums } = mover.as_mut()?;
        let mover = mover.as_ref()?;
        if centred.mover == Mover::Point {
            let hit = times.hit(None)?;
            let is_right = is_sure(&times, local)
                || if local.is_far(whole) {
                    let planes = whole.given().map(|plane| (plane.seen_from(&local.a_move.from), 0.0));
                    is_within(&hit, &local.own, local, planes)
                } else {
                    is_within(&hit, &local.a_move, local, whole.planes().map(|plane| (*plane, 0.0)))
                };
            return if is_right { Some(hit) } else { by_distance(whole, local, mover, cost) };
        }
        if local.is_far(whole) {
            let part = local.part(whole, ROOM).solid()?;
            if !part.own.contains(&true) {
                // The mover cannot reach the brush's surface, but it overlaps all half-spaces, so it is inside the
                // brush.
                return times.hit(None);
            }
            let features = &Features::of(&part);
            let times = own_times(&part, local, cost)?;
            let meeting =
                Encounter { whole, brush: &part, features, a_move: &local.own, local, times, mover };
            let planes = edged.as_ref().map(|edged| sums::planes(&part, features, &local.own.mover, edged));
            return meeting.contact(planes.as_ref().map(Option::as_deref), || shape(features), cost);
        }
        let features = features[index].get_or_insert_with(|| Box::new(Features::of(whole)));
        let meeting = Encounter { whole, brush: whole, features, a_move: &local.a_move, local, times, mover };
        let planes = edged.as_ref().map(|edged| {
            let planes = || sums::planes(whole, features, &local.a_move.mover, edged);
            sums.entry(index).or_insert_with(planes).as_deref()
        });
        let solid = || match shapes.get(&index) {
            Some(prepared) => Some(prepared.clone()),
            None => Some(shapes.entry(index).or_insert(shape(features)?).clone()),
        };
        meeting.contact(planes, solid, cost)
    }

    /// A proof of this method's answer `hit` to a move. `None` if no proof is found; no move is known for which this
    /// happens.
    #[cfg(feature = "methods")]
    pub fn proof(&mut self, a_move: &Move, hit: Option<&Hit>) -> Option<Proof> {
        self.prepare(&a_move.mover);
        let prepared = self.mover.as_ref()?;
        let local = LocalMove::of(a_move, &prepared.centred, &self.level.origin);
        prove(&self.level, &local, prepared.shape.as_ref()?, hit)
    }

    fn prepare(&mut self, mover: &Mover) {
        if !self.mover.as_ref().is_some_and(|prepared| prepared.centred.is_of(mover)) {
            self.mover = Some(PreparedMover::of(mover));
        }
    }

    fn run(&mut self, a_move: &Move, show: &mut impl FnMut(&Look)) -> Swept {
        self.prepare(&a_move.mover);
        show(&Look::Path { from: a_move.from, to: a_move.to });
        let mut cost = Cost::default();
        let Some(prepared) = &self.mover else { return (None, cost) };
        let local = LocalMove::of(a_move, &prepared.centred, &self.level.origin);
        let skin = (SKIN * local.reach).max(REST_SKIN * self.at_rest(&local));
        let is_point = a_move.mover == Mover::Point;
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        self.level.boxes.along(&local.bounds(), &local.own.path(), &mut near);
        near.sort_by(|(s, a), (t, b)| s.total_cmp(t).then(a.cmp(b)));
        // The earliest contact. Of equally early contacts, the one with the brush whose half-spaces the mover
        // overlaps first.
        let mut best: Option<(Hit, f64, usize)> = None;
        // The first time at which a point touches a brush without entering it.
        let mut touched = f64::INFINITY;
        for &(entry, index) in &near {
            if best.is_some_and(|(best, ..)| best.time < entry) {
                break;
            }
            cost.cells += 1;
            // The mover cannot hit a brush before it overlaps all the brush's half-spaces.
            let times = {
                let brush = &self.level.brushes[index];
                let mut clip = |times: Interval, met: PlaneMotion| {
                    cost.planes += 1;
                    if is_point {
                        times.clip_or_touch(met, skin, local.length)
                    } else {
                        times.clip(met, skin, local.length)
                    }
                };
                let mover = &local.a_move.mover;
                let whole = Interval::whole();
                if local.is_far(brush) {
                    let mut planes = brush.given().map(|plane| plane.seen_from(&local.a_move.from));
                    planes.try_fold(whole, |times, plane| {
                        clip(times, PlaneMotion::of(&plane, None, mover.reach(&plane.normal), &local.own))
                    })
                } else {
                    brush.planes().enumerate().try_fold(whole, |times, (face, plane)| {
                        let reach = mover.reach(&plane.normal);
                        clip(times, PlaneMotion::of(plane, Some(face as u32), reach, &local.a_move))
                    })
                }
            };
            let is_in_time = |times: &Interval| best.is_none_or(|(best, ..)| times.from <= best.time);
            let Some(times) = times.filter(is_in_time) else { continue };
            let hit = times.enters().then(|| self.against(index, times, &local, &mut cost)).flatten();
            if is_point && hit.is_none() {
                touched = touched.min(times.from);
            }
            let hit = hit.map(|hit| Hit { plane: None, cell: Some(index as u32), ..hit });
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
        let best = best.map(|(hit, ..)| hit);
        let until = best.map_or(f64::INFINITY, |hit| hit.time);
        if touched < until {
            return (self.at_seam(&local, skin, [touched, until], show).or(best), cost);
        }
        (best, cost)
    }

    /// The size of the coordinates of a point at rest in the world, metres; 0 for any other move. The reach of a point
    /// at rest is 0, so its skin is what remains of its coordinates with 32 digits.
    fn at_rest(&self, local: &LocalMove) -> f64 {
        if local.reach > 0.0 {
            return 0.0;
        }
        local.largest + self.level.size() + self.level.origin.coords.amax()
    }

    /// The first contact of a point with the union of the brushes that it only touches one by one.
    fn at_seam(
        &self,
        local: &LocalMove,
        skin: f64,
        times: [f64; 2],
        show: &mut impl FnMut(&Look),
    ) -> Option<Hit> {
        let half = (HALF * local.reach).max(REST_HALF * self.at_rest(local));
        let mut near = Vec::new();
        self.level.boxes.along(&local.bounds().grown(Seam::reach(half)), &local.own.path(), &mut near);
        let touched = |(_, index): (f64, usize)| {
            let planes = self.level.brushes[index].given().map(|plane| plane.seen_from(&local.a_move.from));
            let planes = planes.map(|plane| PlaneMotion::of(&plane, None, 0.0, &local.own)).collect();
            Touched { cell: index as u32, planes }
        };
        let mut solids: Vec<Touched> = near.into_iter().map(touched).collect();
        solids.retain(|solid| solid.is_near(Seam::reach(half)));
        // The order of the boxes depends on the tree, that of the brushes on the level alone.
        solids.sort_by_key(|solid| solid.cell);
        Seam { solids: &solids, path: local.own.path(), half, tolerance: skin }.first_hit(times, show)
    }
}

impl Sweep for Exact<'_> {
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError> {
        Ok(self.run(a_move, &mut |_| ()))
    }

    #[cfg(feature = "methods")]
    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&Look)) -> Result<Swept, LevelError> {
        Ok(self.run(a_move, &mut |look| show(look)))
    }
}

/// True if the mover certainly overlaps all half-spaces within [`SOON`] after the first of these times; then it is
/// certainly close to the solid at that time. Otherwise it may be far away: at a sharp edge the half-spaces,
/// thickened by a skin, reach far beyond the solid.
fn is_sure(times: &Interval, local: &LocalMove) -> bool {
    times.is_sure(SOON * local.reach, local.length)
}

/// True if, slightly past the contact, the mover's position lies behind all planes. Each plane comes with the reach
/// by which it is shifted.
fn is_within(
    hit: &Hit,
    a_move: &Move,
    local: &LocalMove,
    mut planes: impl Iterator<Item = (Plane, f64)>,
) -> bool {
    let place = a_move.from + a_move.path() * hit.time - hit.normal * (4.0 * SKIN * local.reach);
    planes.all(|(plane, reach)| plane.distance(&place) <= reach)
}

/// Finds the contact by distance queries alone, with the part of the brush that the mover can reach.
fn by_distance(whole: &Brush, local: &LocalMove, mover: &MoverShape, cost: &mut Cost) -> Option<Hit> {
    let part = local.part(whole, ROOM).solid()?;
    let bodies = mover.bodies(&local.own, shape(&Features::of(&part))?);
    advance(&bodies, &local.own.path(), local.reach, cost)
}

/// The times during which the mover overlaps all half-spaces of the brush's own faces in `part`; plane indices are
/// face indices.
fn own_times(part: &Brush, local: &LocalMove, cost: &mut Cost) -> Option<Interval> {
    let own = part.planes().enumerate().filter(|(face, _)| part.own[*face]);
    own.map(|(face, plane)| {
        let reach = local.own.mover.reach(&plane.normal);
        PlaneMotion::of(plane, Some(face as u32), reach, &local.own)
    })
    .try_fold(Interval::whole(), |times, met| {
        cost.planes += 1;
        times.clip(met, SKIN * local.reach, local.length)
    })
}

impl Encounter<'_> {
    /// The first contact with the brush. If the mover is a hull, `sums` holds the planes of the Minkowski sum, or
    /// `Some(None)` if they could not be computed.
    fn contact(
        &self,
        sums: Option<Option<&[Reached]>>,
        mut solid: impl FnMut() -> Option<Arc<Shape>>,
        cost: &mut Cost,
    ) -> Option<Hit> {
        let Self { brush, features, a_move, local, times, .. } = self;
        let near = NEAR * local.reach;
        if let Some(hit) = with_face(brush, times, a_move, near) {
            return Some(hit);
        }
        if !features.is_closed {
            return self.by_distance(cost);
        }
        match sums {
            Some(Some(planes)) => return self.of_hull(planes, cost),
            Some(None) => return self.by_distance(cost),
            None => {}
        }
        if times.from * local.length <= near {
            cost.distances += 1;
            match start(&self.mover.bodies(a_move, solid()?), near) {
                Start::Inside => return Some(Hit { inside: true, time: 0.0, ..times.hit(None)? }),
                Start::Separated => {}
                Start::Near => return self.by_distance(cost),
            }
        }
        let found = match a_move.mover {
            Mover::Cylinder { radius, height } if features.is_blunt && is_plain(features) => {
                of_cylinder(brush, features, times, a_move, [radius, height], local.reach)
            }
            Mover::Sphere { radius } => of_sphere(features, a_move, radius),
            _ => return self.by_distance(cost),
        };
        match found {
            Some((hit, _)) if !self.is_parted(&hit) => self.by_distance(cost),
            Some((hit, contact)) => {
                let enters = self.takes_in(&hit, &contact) || {
                    let bodies = self.mover.bodies(a_move, solid()?);
                    goes_in(&bodies, &a_move.path(), hit.time, local.reach, cost)
                };
                enters.then_some(hit)
            }
            // The mover may still touch a face next to an edge between almost coplanar faces.
            None if with_face(brush, times, a_move, -PARTED * local.reach).is_some() => {
                self.by_distance(cost)
            }
            None => None,
        }
    }

    /// True if the mover certainly enters the brush at the contact before the move ends: it approaches the only plane
    /// between the two, or the point of contact comes to lie inside it. A mover that only touches does not.
    fn takes_in(&self, hit: &Hit, Contact { point, has_one_plane }: &Contact) -> bool {
        let Self { a_move, local, .. } = self;
        let path = a_move.path();
        let mut left = 1.0 - hit.time;
        let nearer = -hit.normal.dot(&path);
        if *has_one_plane && nearer > APPROACH * local.length && nearer * left > APPROACH * local.reach {
            return true;
        }
        // The depth is a concave function of time, so that one of these times has half its maximum or more.
        (0..HALVINGS).any(|_| {
            let depth = a_move.mover.depth(&(point - a_move.from - path * (hit.time + left)));
            left *= 0.5;
            depth > TAKEN_IN * local.reach
        })
    }

    /// True if the contact's plane separates the brush from the mover at the time of contact. Then the mover was in
    /// front of the plane until then, and the contact is the first.
    fn is_parted(&self, hit: &Hit) -> bool {
        let Self { features, a_move, local, .. } = self;
        let place = a_move.from + a_move.path() * hit.time;
        let front = -a_move.mover.reach(&hit.normal) + PARTED * local.reach;
        features.corners.iter().all(|corner| hit.normal.dot(&(corner - place)) <= front)
    }

    fn of_hull(&self, planes: &[Reached], cost: &mut Cost) -> Option<Hit> {
        let Self { brush, a_move, local, times, .. } = self;
        let times = planes.iter().try_fold(*times, |times, (plane, reach)| {
            cost.planes += 1;
            times.clip(PlaneMotion::of(plane, None, *reach, a_move), SKIN * local.reach, local.length)
        })?;
        let hit = times.enters().then(|| times.hit(None)).flatten()?;
        let own = brush.planes().zip(&brush.own).filter(|(_, own)| **own);
        let own = own.map(|(plane, _)| (*plane, a_move.mover.reach(&plane.normal)));
        let is_right =
            is_sure(&times, local) || is_within(&hit, a_move, local, own.chain(planes.iter().copied()));
        if is_right { Some(hit) } else { self.by_distance(cost) }
    }

    fn by_distance(&self, cost: &mut Cost) -> Option<Hit> {
        by_distance(self.whole, self.local, self.mover, cost)
    }
}
