//! What shows that an answer of the exact method is right, by numbers that can be checked alone.
//!
//! A hit: a point that the mover and the brush share at its time; the plane through it across the hit's normal parts them
//! before. A free move: for every brush near the path a plane that parts it from all that the mover passes.

use nalgebra::{DMatrix, DVector};

use super::advance::nearest;
use super::contact::{Hit, Move};
use super::features::Features;
use super::near::{Asked, Part};
use super::shapes::{MoverShape, shape};
use crate::geometry::{Aabb, Point, Vector};
use crate::level::brush::Brush;
use crate::level::compiled::Level;
use crate::level::mover::Mover;
use crate::level::plane::Plane;

/// By how many reaches boxes around a move are larger in which a brush is parted from it, one after the other: in a larger
/// one it is parted where its surface is not cut off.
const ROOMS: [f64; 8] = [0.5, 4.0, 32.0, 256.0, 2048.0, 16384.0, 131_072.0, 1_048_576.0];

/// What shows an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// Of a hit: a point of both at its time, metres from the mover's reference point there.
    Contact(Vector),
    /// Of a free move: a plane for every brush near the path.
    Parted(Vec<Parting>),
}

/// A plane between a brush and everything that a mover passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parting {
    /// The brush, by its index.
    pub brush: u32,
    /// Of length 1, towards the mover.
    pub normal: Vector,
    /// Metres of the plane in front of where the mover's reference point begins; the brush lies behind it.
    pub offset: f64,
}

/// What shows an answer to a move by a mover of this shape.
pub fn prove(level: &Level, asked: &Asked, mover: &MoverShape, hit: Option<&Hit>) -> Option<Proof> {
    let Some(hit) = hit else {
        let Aabb { min, max } = asked.bounds();
        let path = asked.own.path();
        let end = Aabb { min: min + path, max: max + path };
        let near = level.boxes.near(&asked.bounds().union(&end));
        let parting = |index: usize| between(asked, mover, &level.brushes[index], index as u32);
        return Some(Proof::Parted(near.into_iter().filter_map(parting).collect()));
    };
    if asked.own.mover == Mover::Point {
        return Some(Proof::Contact(asked.shift));
    }
    let brush = &level.brushes[hit.cell? as usize];
    let part = asked.part(brush, ROOMS[0]).solid().or_else(|| asked.whole(brush))?;
    let place = asked.own.from + asked.own.path() * hit.time;
    let there = Move { from: place, ..asked.own.clone() };
    let bodies = mover.bodies(&there, shape(&Features::of(&part))?);
    let near = mover.shift + nearest(&bodies, &Vector::zeros()).point;
    // Where either comes first to the plane of the contact, and where both are nearest.
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
    Some(Proof::Contact(best - place + asked.shift))
}

/// The same for a hull of any shape: faces of a flat one carry a point nowhere near it, so in each turn it becomes the nearest
/// mean of the corners.
fn into_both(part: &Brush, mover: &MoverShape, a_move: &Move, near: Point) -> Option<Point> {
    let Mover::Hull { .. } = &a_move.mover else { return Some(near) };
    let mut point = mover.nearest(a_move, near)?;
    let mut best = point;
    for _ in 0..OF_HULL {
        // As near as coordinates of this size can tell.
        if part.depth(&best) <= 4.0 * f64::EPSILON * part.bounds.extents().max() {
            break;
        }
        point = part.planes().fold(point, |p, plane| p - plane.normal * plane.distance(&p).max(0.0));
        point = mover.nearest(a_move, point)?;
        // It comes nearer with every turn, though its distance to the worst plane need not.
        if part.depth(&point) < part.depth(&best) {
            best = point;
        }
    }
    Some(best)
}

/// Most turns of a hull.
const OF_HULL: usize = 200;
/// Most turns in which a point is carried into two solids.
const TURNS: usize = 2000;

/// A point of the mover that lies in the solid or as near to it as can be, from one nearby: it is carried into the half-spaces of both in turn, which comes
/// nearer with every turn since they are convex and share a point.
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

/// The same for a hull where faces of both are all but parallel, so that the turns come nearer slowly: the point of those three
/// of all planes in which one nearby is violated most, one after the other.
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
        // The nearest point in all of them.
        let rows = DMatrix::from_fn(held.len(), 3, |i, j| held[i].normal[j]);
        let off = DVector::from_fn(held.len(), |i, _| held[i].distance(&near));
        let by = rows.svd(true, true).solve(&off, 1e-14).ok()?;
        point = near - Vector::new(by[0], by[1], by[2]);
    }
    // What is left is carried into the mover.
    Some(a_move.from + inside(&a_move.mover, point - a_move.from))
}

/// The point, or one of the mover near it; from the reference point.
fn inside(mover: &Mover, p: Vector) -> Vector {
    let within = |v: Vector, radius: f64| if v.norm() > radius { v * (radius / v.norm()) } else { v };
    match mover {
        Mover::Point => Vector::zeros(),
        Mover::Sphere { radius } => within(p, *radius),
        Mover::Cylinder { radius, height } => {
            within(Vector::new(p.x, 0.0, p.z), *radius) + Vector::y() * p.y.clamp(0.0, *height)
        }
        Mover::Hull { hull } => (0..hull.triangles().len()).fold(p, |p, t| {
            let normal = hull.area_normal(t).try_normalize(0.0).unwrap_or_default();
            p - normal * normal.dot(&(p - hull.corners(t)[0].coords)).max(0.0)
        }),
    }
}

/// Share of the reach by which the mover may pass a plane that separates it from a brush.
const FAIR: f64 = 1e-11;

/// A plane between a brush and all that the mover passes; `None` for a brush of which nothing thicker than rounding is near.
///
/// A free move may pass through a sharp tip, no deeper in it than the promise allows, while no plane separates it from the
/// whole tip: then the plane separates it from the brush less a layer of [`FAIR`].
fn between(asked: &Asked, mover: &MoverShape, brush: &Brush, index: u32) -> Option<Parting> {
    let (parting, gap) = between_below(asked, mover, brush, index, 0.0)?;
    let layer = FAIR * asked.reach;
    if gap >= -layer {
        return Some(parting);
    }
    let inner = between_below(asked, mover, brush, index, layer).filter(|(_, inner)| *inner > gap);
    Some(inner.map_or(parting, |(parting, _)| parting))
}

/// The same for a brush with its planes moved inwards by `layer` metres, and how far the mover stays in front, metres.
fn between_below(
    asked: &Asked,
    mover: &MoverShape,
    brush: &Brush,
    index: u32,
    layer: f64,
) -> Option<(Parting, f64)> {
    let begin = asked.own.from.coords - asked.shift;
    let parting =
        |normal: Vector, offset: f64| Parting { brush: index, normal, offset: offset - normal.dot(&begin) };
    let rooms = ROOMS.into_iter().map(|room| (room, asked.part_below(brush, room, layer)));
    let whole = asked.whole(brush).map(|whole| (f64::INFINITY, Part::Solid(whole)));
    for (room, part) in rooms.chain(whole) {
        let part = match part {
            // The whole room lies in front.
            Part::Behind(plane) => return Some((parting(plane.normal, plane.offset), 0.0)),
            Part::Thin => continue,
            Part::Solid(part) => part,
        };
        let features = Features::of(&part);
        let nearest = nearest(&mover.bodies(&asked.own, shape(&features)?), &asked.own.path());
        let from_distance = nearest.towards.map(|towards| -towards);
        // How far the mover stays in front of the plane across a normal that touches the part.
        let over = |normal: &Vector| {
            let along = |p: &Point| normal.dot(&p.coords);
            let behind = features.corners.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
            let Move { mover, from, to } = &asked.own;
            (along(from).min(along(to)) - mover.reach(normal) - behind, behind)
        };
        let at_a_touch = normals_at_a_touch(&part, &features, &asked.own);
        let all = from_distance.into_iter().chain(at_a_touch);
        let normal = all.max_by(|a, b| over(a).0.total_cmp(&over(b).0))?;
        let normal = match asked.own.mover {
            Mover::Cylinder { .. } => turned(normal, &features, &asked.own.path(), |normal| over(normal).0),
            _ => normal,
        };
        let (gap, offset) = over(&normal);
        // Where the brush is cut off it may reach over the plane.
        let point = asked.own.from + mover.shift + nearest.point;
        let on_wall = |plane: &Plane| plane.distance(&point) > -1e-3 * room * asked.reach;
        let mut walls = part.planes().zip(&part.own).filter(|(_, own)| !**own);
        if !walls.any(|(wall, _)| on_wall(wall)) {
            return Some((parting(normal, offset), gap));
        }
    }
    None
}

/// Directions in which a plane parts a solid from a mover that touches it on its way, and no distance leads to them: those of
/// faces, across an edge and the path, and from edges and corners to where the mover comes nearest or ends.
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
    // A brush far smaller than the move may have edges without length.
    let finite = |n: &Vector| n.iter().all(|c| c.is_finite());
    let normals = all.into_iter().filter_map(|n| n.try_normalize(0.0)).filter(finite);
    let signed = normals.flat_map(|n| [n, -n]);
    signed.collect()
}

/// Rounds of [`turned`].
const ROUNDS: usize = 12;
/// The golden section.
const GOLDEN: f64 = 0.618_033_988_749_894_8;

/// The direction, turned towards where a rim touches an edge: each time along an edge or the path as far as `gap` grows, which
/// has one maximum there.
fn turned(normal: Vector, features: &Features, path: &Vector, gap: impl Fn(&Vector) -> f64) -> Vector {
    let edges =
        features.edges.iter().map(|[a, b]| features.corners[*b as usize] - features.corners[*a as usize]);
    let along: Vec<Vector> = edges.chain([*path]).filter_map(|v| v.try_normalize(0.0)).collect();
    let axes = (0..3).map(|i| Vector::ith(i, 1.0));
    let mut best = normal;
    let mut width = 0.1;
    for _ in 0..ROUNDS {
        // About an edge the plane keeps to the edge.
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
