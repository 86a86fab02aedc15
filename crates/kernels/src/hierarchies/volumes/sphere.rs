//! Spheres as nodes of a tree.

use nalgebra::Matrix3;

use super::{Rigid, Volume, vertices_of};
use crate::geometry::obb::{Fit, Obb};
use crate::geometry::{Aabb, Mesh, Point, Pose, Sphere, Vector};
use crate::hierarchies::query::Placed;
use crate::hierarchies::tree::Outline;

/// For at most this many points the smallest sphere is computed exactly; for more points the computation
/// starts from the extreme points.
const FEW: usize = 16;
/// Maximum number of farthest points added to the extreme points.
const MOST_ADDED: usize = 8;

impl Volume for Sphere {
    fn around(mesh: &Mesh, triangles: &[u32], _: Fit) -> Self {
        let points = vertices_of(mesh, triangles);
        if points.len() <= FEW {
            return smallest(&points, &points);
        }
        // Computes the smallest sphere around the extreme points, then repeatedly adds the farthest point
        // outside (Bădoiu and Clarkson 2003), because few points determine the sphere.
        let mut deciding: Vec<Point> = extremes(&points);
        for _ in 0..MOST_ADDED {
            let inner = smallest(&deciding, &deciding);
            let from_center = |p: &&Point| (*p - inner.center).norm_squared();
            let farthest = points.iter().max_by(|p, q| from_center(p).total_cmp(&from_center(q)));
            match farthest {
                Some(p) if from_center(&p).sqrt() > inner.radius * 1.001 => deciding.push(*p),
                _ => break,
            }
        }
        smallest(&deciding, &points)
    }

    fn frame(&self) -> Option<Obb> {
        None
    }

    fn reach(&self) -> f64 {
        self.radius
    }

    fn overlap(&self, other: &Self, slack: f64) -> Option<f64> {
        let depth = self.radius + other.radius - (other.center - self.center).norm();
        (depth >= -slack).then_some(depth.max(0.0))
    }

    fn distance(&self, other: &Self) -> f64 {
        ((other.center - self.center).norm() - self.radius - other.radius).max(0.0)
    }

    fn contains(&self, point: &Point, slack: f64) -> bool {
        (point - self.center).norm() <= self.radius + slack
    }

    fn outline(&self, pose: &Pose) -> Outline {
        Outline::Sphere(Self { center: pose * self.center, radius: self.radius })
    }
}

impl Rigid for Sphere {
    fn posed(&self, placed: &Placed) -> Self {
        Self { center: placed.point(&self.center), radius: self.radius }
    }
}

/// The extreme points along the edges and diagonals of a cube, without duplicates.
fn extremes(points: &[Point]) -> Vec<Point> {
    let mut all = vec![];
    for direction in crate::geometry::kdop::Kdop::<13>::directions() {
        for direction in [direction, -direction] {
            let along = |p: &&Point| direction.dot(&p.coords);
            let farthest = points.iter().max_by(|p, q| along(p).total_cmp(&along(q)));
            all.extend(farthest.filter(|p| !all.contains(*p)).copied());
        }
    }
    all
}

/// A sphere around `all`, with the centre of the smallest sphere around `deciding`. That sphere is determined
/// by two, three or four points (Welzl 1991, with the last determining points tried first).
fn smallest(deciding: &[Point], all: &[Point]) -> Sphere {
    let Some(origin) = deciding.first() else { return Sphere { center: Point::origin(), radius: 0.0 } };
    let mut points: Vec<Vector> = deciding.iter().map(|p| p - origin).collect();
    let count = points.len();
    let around = |center: Point| (all.iter().map(|p| (p - center).norm()).fold(0.0, f64::max), center);
    let [by_points, by_box] =
        [origin + welzl(&mut points, count, &mut vec![]).0, Aabb::around(all.iter().copied()).center()]
            .map(around);
    // For nearly collinear points rounding may misplace the centre, so the centre of the points' box is tried
    // as well.
    let (radius, center) = if by_points.0 <= by_box.0 { by_points } else { by_box };
    let size = all.iter().map(|p| (p - origin).amax()).fold(0.0, f64::max);
    Sphere { center, radius: radius + 1e-14 * (size + radius) }
}

/// Centre and squared radius of the smallest sphere around the first `count` points with the points `on` on
/// its surface.
fn welzl(points: &mut [Vector], count: usize, on: &mut Vec<Vector>) -> (Vector, f64) {
    let mut sphere = through(on);
    if on.len() == 4 {
        return sphere;
    }
    for i in 0..count {
        let p = points[i];
        if (p - sphere.0).norm_squared() > sphere.1 * (1.0 + 1e-9) {
            on.push(p);
            sphere = welzl(points, i, on);
            on.pop();
            points[..=i].rotate_right(1);
        }
    }
    sphere
}

/// The smallest sphere with up to four points on its surface; for collinear or coincident points, a sphere
/// through some of them.
fn through(on: &[Vector]) -> (Vector, f64) {
    let Some((first, others)) = on.split_first() else { return (Vector::zeros(), -1.0) };
    // Let d be the vectors from the first point to the others, and c the vector to the centre. c is a linear
    // combination of the d, and the centre is equally far from all points: 2 d·c = d² for every d.
    let d = |i: usize| others.get(i).map_or(Vector::zeros(), |p| p - first);
    let is_there = |i: usize| i < others.len();
    let gram = Matrix3::from_fn(|i, j| match is_there(i) && is_there(j) {
        true => 2.0 * d(i).dot(&d(j)),
        false => f64::from(u8::from(i == j)),
    });
    let shares = gram.try_inverse().map(|inverse| inverse * Vector::from_fn(|i, _| d(i).norm_squared()));
    let center = shares.map(|shares| d(0) * shares[0] + d(1) * shares[1] + d(2) * shares[2]);
    match center.filter(|c| c.iter().all(|x| x.is_finite())) {
        Some(center) => (first + center, center.norm_squared()),
        None => through(&on[..on.len() - 1]),
    }
}
