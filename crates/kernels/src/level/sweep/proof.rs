//! Proofs of the exact method's answers: numbers that can be checked independently.
//!
//! A hit is proved by a point that mover and brush share at the hit's time; before that time, the plane through
//! the point across the hit's normal separates them. A free move is proved by a separating plane between each
//! brush near the path and the swept volume.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector, UnitQuaternion};

use super::advance::{MoverShape, Pair, separation_and_points, shape};
use super::contact::{Hit, Move};
use super::features::Features;
use super::near::{LocalMove, Part};
use crate::geometry::{Aabb, Point, Pose, Shape, Solid, Vector};
use crate::level::brush::Brush;
use crate::level::compiled::Level;
use crate::level::mover::{Mover, across, axis};
use crate::level::plane::Plane;
use crate::world::Body;

/// Margins of the boxes around a move, as multiples of the move's reach. They are tried in this order in the search
/// for a separating plane: a larger box cuts off less of the brush's surface.
const ROOMS: [f64; 8] = [0.5, 4.0, 32.0, 256.0, 2048.0, 16384.0, 131_072.0, 1_048_576.0];

/// The proof of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// For a hit: a common point at the time of contact, relative to the mover's reference point at that time,
    /// metres.
    Contact(Vector),
    /// For a free move: a separating plane for every brush near the path.
    Parted(Vec<Parting>),
}

/// A plane between a brush and the volume that a mover sweeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parting {
    /// Index of the brush.
    pub brush: u32,
    /// Unit normal, towards the mover.
    pub normal: Vector,
    /// Position of the plane along its normal, metres, relative to the mover's reference point at the start of the
    /// move. The brush lies behind the plane.
    pub offset: f64,
}

/// Proves the answer `hit` to a move by a mover of this shape.
pub fn prove(level: &Level, local: &LocalMove, mover: &MoverShape, hit: Option<&Hit>) -> Option<Proof> {
    let Some(hit) = hit else {
        let Aabb { min, max } = local.bounds();
        let path = local.own.path();
        let end = Aabb { min: min + path, max: max + path };
        let near = level.boxes.near(&local.bounds().union(&end));
        let parting = |index: usize| between(local, mover, &level.brushes[index], index as u32);
        return Some(Proof::Parted(near.into_iter().filter_map(parting).collect()));
    };
    if local.own.mover == Mover::Point {
        return Some(Proof::Contact(local.shift));
    }
    let brush = &level.brushes[hit.cell? as usize];
    let part = local.part(brush, ROOMS[0]).solid().or_else(|| local.whole(brush))?;
    let place = local.own.from + local.own.path() * hit.time;
    let there = Move { from: place, ..local.own.clone() };
    let bodies = mover.bodies(&there, shape(&Features::of(&part))?);
    let near = mover.shift + nearest(&bodies, &Vector::zeros()).point;
    // Initial guesses: the points of mover and brush that reach the contact plane first, and the closest points of
    // mover and brush.
    let over = |p: &&Point| hit.normal.dot(&p.coords);
    let first = part.corners().max_by(|a, b| over(a).total_cmp(&over(b))).map(|corner| corner - place);
    let starts = there.mover.farthest_against(&hit.normal, 1e-9).into_iter().chain(first).chain([near]);
    let found = starts.flat_map(|start| {
        let point = common(&part, &there, place + start);
        let given = matches!(there.mover, Mover::Hull { .. }).then_some(place + start);
        [given, Some(point), corner_near(&part, &there, point)].into_iter().flatten()
    });
    let found = found.filter_map(|p| into_both(&part, mover, &there, p));
    let outside = |p: &Point| part.depth(p);
    let best = found.min_by(|a, b| outside(a).total_cmp(&outside(b)))?;
    Some(Proof::Contact(best - place + local.shift))
}

/// The closest approach of a moving body to a second body at rest.
struct Nearest {
    /// Unit vector from the first body to the second; `None` if no plane separates them.
    towards: Option<Vector>,
    /// The closest point of the second body, or a common point if the bodies overlap; metres from the origin
    /// of the first body.
    point: Vector,
}

/// Finds where the second body is closest to the volume that the first body sweeps along `path`.
fn nearest(pair: &Pair, path: &Vector) -> Nearest {
    let (cores, turn) = (pair.cores(), pair.turn());
    let cores = cores.swept(&(turn.inverse() * path / cores.unit).into());
    let mut last = Vector::zeros();
    let (_, towards, _) = separation_and_points(&cores, &mut |point| last = point);
    Nearest { towards: towards.map(|towards| turn * towards), point: turn * last * cores.unit }
}

impl MoverShape {
    /// The point of the mover, a hull at the start of a move, that is nearest to `p`.
    fn nearest(&self, a_move: &Move, p: Point) -> Option<Point> {
        let point = Arc::new(Shape::primitive(Solid::Ball { radius: 0.0 }, 1).ok()?);
        let at = |p: Vector| Pose::from_parts(p.into(), UnitQuaternion::identity());
        let place = a_move.from.coords + self.shift;
        let bodies = [Body::at_rest(point, at(p.coords)), Body::at_rest(self.shape.clone(), at(place))];
        let pair = Pair { bodies, along: Vector::zeros() };
        Some(p + nearest(&pair, &Vector::zeros()).point)
    }
}

/// Moves a point of a hull as deep into the brush as possible, by projecting it alternately onto the brush's
/// half-spaces and onto the hull. Returns `near` unchanged for other movers. The projection onto the hull is a
/// distance query, because projecting onto the planes of a flat hull's faces would move the point far away.
fn into_both(part: &Brush, mover: &MoverShape, a_move: &Move, near: Point) -> Option<Point> {
    let Mover::Hull { .. } = &a_move.mover else { return Some(near) };
    let mut point = mover.nearest(a_move, near)?;
    let mut best = point;
    for _ in 0..OF_HULL {
        // The point is as deep in the brush as floating-point numbers of this size can express.
        if part.depth(&best) <= 4.0 * f64::EPSILON * part.bounds.extents().max() {
            break;
        }
        point = part.planes().fold(point, |p, plane| p - plane.normal * plane.distance(&p).max(0.0));
        point = mover.nearest(a_move, point)?;
        // Each iteration moves the point nearer to the brush, but its depth behind the planes may still get worse.
        if part.depth(&point) < part.depth(&best) {
            best = point;
        }
    }
    Some(best)
}

/// Maximum number of iterations of `into_both`.
const OF_HULL: usize = 200;
/// Maximum number of iterations of `common`.
const TURNS: usize = 2000;

/// A point of the mover in the solid, or as close to the solid as possible, computed from a nearby point by
/// alternating projections onto the half-spaces of mover and brush. This converges because both are convex and
/// share a point.
fn common(part: &Brush, a_move: &Move, near: Point) -> Point {
    let mut point = near;
    for _ in 0..TURNS {
        let before = point;
        for plane in part.planes() {
            point -= plane.normal * plane.distance(&point).max(0.0);
        }
        point = a_move.from + inside(&a_move.mover, point - a_move.from);
        if (point - before).amax() <= f64::EPSILON * point.coords.amax() {
            break;
        }
    }
    point
}

/// An alternative to `common` for a hull with faces almost parallel to the brush's, where alternating projections
/// converge slowly. Up to eight times, adds the most violated plane, keeps the last three planes, and solves for
/// the nearest point on them.
fn corner_near(part: &Brush, a_move: &Move, near: Point) -> Option<Point> {
    let Mover::Hull { hull } = &a_move.mover else { return None };
    let of_hull = (0..hull.triangles().len()).filter_map(|t| {
        let normal = hull.area_normal(t).try_normalize(0.0)?;
        Some(Plane::new(normal, normal.dot(&(a_move.from + hull.corners(t)[0].coords).coords)))
    });
    let planes: Vec<Plane> = part.planes().copied().chain(of_hull).collect();
    let (mut point, mut held): (Point, Vec<Plane>) = (near, Vec::new());
    for _ in 0..8 {
        let worst = planes.iter().max_by(|a, b| a.distance(&point).total_cmp(&b.distance(&point)))?;
        if worst.distance(&point) <= 0.0 || held.contains(worst) {
            break;
        }
        held.push(*worst);
        held.drain(..held.len().saturating_sub(3));
        // The nearest point on all held planes.
        let rows = DMatrix::from_fn(held.len(), 3, |i, j| held[i].normal[j]);
        let off = DVector::from_fn(held.len(), |i, _| held[i].distance(&near));
        let by = rows.svd(true, true).solve(&off, 1e-14).ok()?;
        point = near - Vector::new(by[0], by[1], by[2]);
    }
    // Projects the result onto the mover.
    Some(a_move.from + inside(&a_move.mover, point - a_move.from))
}

/// The point of the mover nearest to `p`; both are relative to the reference point. For a hull, `p` is only
/// projected onto the half-spaces of the faces, one after the other.
fn inside(mover: &Mover, p: Vector) -> Vector {
    let within = |v: Vector, radius: f64| if v.norm() > radius { v * (radius / v.norm()) } else { v };
    match mover {
        Mover::Point => Vector::zeros(),
        Mover::Sphere { radius } => within(p, *radius),
        Mover::Cylinder { radius, height } => {
            within(Vector::new(p.x, 0.0, p.z), *radius) + Vector::y() * p.y.clamp(0.0, *height)
        }
        Mover::Rod { radius, ends: [a, b], is_round } => {
            let axis = axis(&[*a, *b]);
            let along = (p - a).dot(&axis).clamp(0.0, (b - a).norm());
            let off = p - a - axis * along;
            let off = if *is_round { off } else { across(&off, &axis) };
            a + axis * along + within(off, *radius)
        }
        Mover::Hull { hull } => (0..hull.triangles().len()).fold(p, |p, t| {
            let normal = hull.area_normal(t).try_normalize(0.0).unwrap_or_default();
            p - normal * normal.dot(&(p - hull.corners(t)[0].coords)).max(0.0)
        }),
    }
}

/// Depth to which the mover may cross a separating plane, as a share of the move's reach.
const FAIR: f64 = 1e-11;

/// A plane between a brush and the swept volume; `None` if the brush near the move is no thicker than rounding
/// errors.
///
/// A free move may pass through a sharp tip, no deeper than the promised error, although no plane separates the
/// mover from the whole tip. Then the plane separates the mover from the brush shrunk by [`FAIR`].
fn between(local: &LocalMove, mover: &MoverShape, brush: &Brush, index: u32) -> Option<Parting> {
    let (parting, gap) = between_below(local, mover, brush, index, 0.0)?;
    let layer = FAIR * local.reach;
    if gap >= -layer {
        return Some(parting);
    }
    let inner = between_below(local, mover, brush, index, layer).filter(|(_, inner)| *inner > gap);
    Some(inner.map_or(parting, |(parting, _)| parting))
}

/// A plane between the swept volume and the brush, whose planes are first moved inwards by `layer` metres; and the
/// mover's distance in front of that plane, metres.
fn between_below(
    local: &LocalMove,
    mover: &MoverShape,
    brush: &Brush,
    index: u32,
    layer: f64,
) -> Option<(Parting, f64)> {
    let begin = local.own.from.coords - local.shift;
    let parting =
        |normal: Vector, offset: f64| Parting { brush: index, normal, offset: offset - normal.dot(&begin) };
    let rooms = ROOMS.into_iter().map(|room| (room, local.part_below(brush, room, layer)));
    let whole = local.whole(brush).map(|whole| (f64::INFINITY, Part::Solid(whole)));
    for (room, part) in rooms.chain(whole) {
        let part = match part {
            // The whole box around the move lies in front of this plane of the brush.
            Part::Behind(plane) => return Some((parting(plane.normal, plane.offset), 0.0)),
            Part::Thin => continue,
            Part::Solid(part) => part,
        };
        let features = Features::of(&part);
        let nearest = nearest(&mover.bodies(&local.own, shape(&features)?), &local.own.path());
        let from_distance = nearest.towards.map(|towards| -towards);
        // For a plane with this normal that touches the part of the brush: the distance of the mover's path in front
        // of the plane, and the plane's offset.
        let over = |normal: &Vector| {
            let along = |p: &Point| normal.dot(&p.coords);
            let behind = features.corners.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
            let Move { mover, from, to } = &local.own;
            (along(from).min(along(to)) - mover.reach(normal) - behind, behind)
        };
        let at_a_touch = normals_at_a_touch(&part, &features, &local.own);
        let all = from_distance.into_iter().chain(at_a_touch);
        let normal = all.max_by(|a, b| over(a).0.total_cmp(&over(b).0))?;
        let normal = match local.own.mover {
            Mover::Cylinder { .. } | Mover::Rod { .. } => {
                turned(normal, &features, &local.own.path(), |normal| over(normal).0)
            }
            _ => normal,
        };
        let (gap, offset) = over(&normal);
        // Rejects the plane if the nearest point lies on a side of the box: the brush continues beyond the box and
        // may cross the plane.
        let point = local.own.from + mover.shift + nearest.point;
        let on_wall = |plane: &Plane| plane.distance(&point) > -1e-3 * room * local.reach;
        let mut walls = part.planes().zip(&part.own).filter(|(_, own)| !**own);
        if !walls.any(|(wall, _)| on_wall(wall)) {
            return Some((parting(normal, offset), gap));
        }
    }
    None
}

/// Candidate normals for a plane between a solid and a mover that touches it on the way, where the distance is
/// zero and gives no direction: the normals of faces, the directions across an edge and the path, and those from
/// edges and corners to the closest approach and the ends of the path.
fn normals_at_a_touch(part: &Brush, features: &Features, a_move: &Move) -> Vec<Vector> {
    let path = a_move.path();
    let ends = [a_move.from, a_move.to];
    let mut all: Vec<Vector> = part.planes().map(|plane| plane.normal).collect();
    if let Mover::Hull { hull } = &a_move.mover {
        all.extend((0..hull.triangles().len()).map(|t| -hull.area_normal(t)));
        let edges = |t: usize| {
            let [a, b, c] = hull.corners(t);
            [b - a, c - b, a - c]
        };
        let of_hull: Vec<Vector> = (0..hull.triangles().len()).flat_map(edges).collect();
        all.extend(of_hull.iter().map(|edge| edge.cross(&path)));
        for [a, b] in &features.edges {
            let edge = features.corners[*b as usize] - features.corners[*a as usize];
            all.extend(of_hull.iter().map(|other| edge.cross(other)));
        }
    }
    let mut from = |p: &Point| {
        let along = if path.norm_squared() > 0.0 {
            ((p - a_move.from).dot(&path) / path.norm_squared()).clamp(0.0, 1.0)
        } else {
            0.0
        };
        all.extend([a_move.from + path * along, a_move.from, a_move.to].map(|place| place - p));
    };
    features.corners.iter().for_each(&mut from);
    for [a, b] in &features.edges {
        let [a, b] = [a, b].map(|i| features.corners[*i as usize]);
        let edge = b - a;
        all.push(edge.cross(&path));
        for end in ends {
            let along = ((end - a).dot(&edge) / edge.norm_squared()).clamp(0.0, 1.0);
            all.push(end - (a + edge * along));
        }
    }
    if let Mover::Cylinder { .. } = a_move.mover {
        let level: Vec<Vector> = all.iter().map(|n| Vector::new(n.x, 0.0, n.z)).collect();
        all.extend(level);
        all.push(Vector::y());
    }
    // A brush much smaller than the move may have edges of zero length.
    let finite = |n: &Vector| n.iter().all(|c| c.is_finite());
    let normals = all.into_iter().filter_map(|n| n.try_normalize(0.0)).filter(finite);
    let signed = normals.flat_map(|n| [n, -n]);
    signed.collect()
}

/// Number of iterations of `turned`.
const ROUNDS: usize = 12;
/// The golden ratio.
const GOLDEN: f64 = 0.618_033_988_749_894_8;

/// Improves a normal for a cylinder whose rim touches an edge: turns the normal about each edge and about the path
/// until `gap` is greatest, by golden-section search.
fn turned(normal: Vector, features: &Features, path: &Vector, gap: impl Fn(&Vector) -> f64) -> Vector {
    let edges =
        features.edges.iter().map(|[a, b]| features.corners[*b as usize] - features.corners[*a as usize]);
    let along: Vec<Vector> = edges.chain([*path]).filter_map(|v| v.try_normalize(0.0)).collect();
    let axes = (0..3).map(|i| Vector::ith(i, 1.0));
    let mut best = normal;
    let mut width = 0.1;
    for _ in 0..ROUNDS {
        // Turning about an edge keeps the plane in contact with the edge.
        let about = along.iter().map(|edge| edge.cross(&best)).chain(axes.clone());
        for way in about.collect::<Vec<_>>() {
            let Some(way) = way.try_normalize(1e-9) else { continue };
            let at = |by: f64| (best + way * by).normalize();
            let (mut low, mut high) = (-width, width);
            while high - low > 1e-9 * width {
                let part = GOLDEN * (high - low);
                if gap(&at(high - part)) > gap(&at(low + part)) {
                    high = low + part;
                } else {
                    low = high - part;
                }
            }
            let found = at(0.5 * (low + high));
            if gap(&found) > gap(&best) {
                best = found;
            }
        }
        width *= 0.2;
    }
    best
}
