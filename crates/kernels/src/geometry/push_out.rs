//! Fatter and thinner copies of a convex shape, with guaranteed distances.
//!
//! Fatter by e: every corner v moves to v + e·m, where m is its push-out vector. The surface then encloses
//! every point within e − `excess` of the solid: `bevel.rs` gives the reason, and measures `excess` instead
//! of assuming flat faces and correct normals. The shortest m with n·m ≥ 1 for all normals n around a vertex
//! moves it no farther than necessary; at a corner of a cube its length is √3. Where m would be long (1/sin α
//! at the apex of a cone of half angle α), the vertex is bevelled, so no corner moves farther than 1.95 e.
//! Thinner by e: a scaling towards an inner point c by the factor 1 − e/ρ, where the ball of radius ρ around
//! c lies in the body. The Minkowski sum of the scaled body and the ball scaled by e/ρ is part of the body,
//! because the body is convex: so every point within e of the scaled body lies in the body.

mod bevel;
mod reach;
pub mod shortest;

use std::f64::consts::PI;

use super::{Mesh, MeshError, Point, Shape, Vector, closed, convexity, primitives};
pub use bevel::LONGEST;
use bevel::Surface;
use reach::{Reach, unit_points};

/// Triangles may form one face if they lie in one plane up to this tolerance, a share of the mesh's size: see
/// `convexity::faces`.
const OUT_OF_LINE: f64 = 1e-6;

/// If the solid reaches beyond a triangle's plane by less than this share of the mesh's size, the triangle
/// keeps its own normal as its witness.
const FLAT: f64 = 1e-12;

/// The data from which fatter and thinner copies of a convex shape are computed, in the shape's own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct PushOut {
    /// Corners of the pushed surface.
    pub corners: Vec<Corner>,
    /// Three corners per triangle, counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Per triangle, a unit vector n with n · push ≥ 1 at its corners. The plane perpendicular to n through
    /// the triangle's lowest corner bounds the solid, up to `excess`.
    pub witnesses: Vec<Vector>,
    /// Length of the longest push-out vector, metres per metre.
    pub longest: f64,
    /// Distance by which the solid reaches beyond the planes of the surface, metres: the fatter body may fall
    /// short by this much.
    pub excess: f64,
    /// Centroid of the mesh's volume, metres: a point well inside.
    pub inner: Point,
    /// Radius around [`PushOut::inner`] of a ball inside the body, metres; 0 if unknown.
    pub inradius: f64,
}

/// A corner of the pushed surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Position, metres.
    pub at: Point,
    /// Push-out vector: displacement in metres per metre of growth.
    pub push: Vector,
}

impl PushOut {
    /// Computes the push-out data of a convex shape, in about n log n for n triangles.
    pub fn of(shape: &Shape) -> Self {
        let points = unit_points(shape);
        let reach = Reach::new(shape, &points);
        let triangles = shape.mesh().triangles();
        let normals = witnesses(shape, &reach);
        let inner = centroid(&points, triangles);
        let edges = closed::sorted_half_edges(triangles);
        let closed = closed::check_closed(&edges).is_ok() && goes_once_around(&points, triangles, &inner);
        let surface = if closed { bevel::bevelled(&reach, triangles, &edges, &normals, inner) } else { None };
        let inradius = if closed { inradius(&points, triangles, &normals, &inner) } else { 0.0 };
        let (corners, triangles, witnesses, excess) = match surface {
            Some(Surface { corners, triangles, witnesses, shortfall }) => {
                let at = |v: u32| shape.mesh().vertices()[v as usize];
                let corners = corners.into_iter().map(|(v, push)| Corner { at: at(v), push });
                (corners.collect(), triangles, witnesses, shortfall * reach.size)
            }
            None => boxed(shape),
        };
        Self {
            longest: corners.iter().map(|c| c.push.norm()).fold(0.0, f64::max),
            corners,
            triangles,
            witnesses,
            excess,
            inner: reach.center + inner * reach.size,
            inradius: inradius * reach.size,
        }
    }

    /// The surface with every corner moved by `metres` times its push-out vector. Returns an error if a
    /// coordinate becomes infinite.
    pub fn fatter(&self, metres: f64) -> Result<Mesh, MeshError> {
        let vertices = self.corners.iter().map(|c| c.at + c.push * metres).collect();
        Mesh::new(vertices, self.triangles.clone())
    }
}

/// A unit normal for each triangle: that of the triangle or that of its face, whichever has less of the solid
/// in front. The face's normal replaces a triangle's normal that rounding has spoilt.
fn witnesses(shape: &Shape, reach: &Reach) -> Vec<Vector> {
    let mesh = shape.mesh();
    let corners = |t: usize| mesh.triangles()[t].map(|v| reach.points[v as usize]);
    let unit_normal = |t: usize| {
        let [p, q, r] = corners(t);
        (q - p).cross(&(r - p)).try_normalize(0.0)
    };
    let face_of = convexity::faces(mesh.vertices(), mesh.triangles(), OUT_OF_LINE);
    let lacks = |t: usize, n: &Vector| {
        let offset = corners(t).iter().map(|p| n.dot(p)).fold(f64::INFINITY, f64::min);
        reach.beyond(n, offset)
    };
    let witness = |t: usize| {
        let of_face = unit_normal(face_of[t]);
        let Some(own) = unit_normal(t) else { return of_face.unwrap_or_default() };
        let own_lacks = lacks(t, &own);
        let better = of_face.filter(|n| own_lacks > FLAT && lacks(t, n) < own_lacks);
        better.unwrap_or(own)
    };
    (0..mesh.triangles().len()).map(witness).collect()
}

/// Whether the surface encloses `inner` exactly once, by the solid angles of its triangles.
fn goes_once_around(points: &[Vector], triangles: &[[u32; 3]], inner: &Vector) -> bool {
    let angle = |t: &[u32; 3]| closed::solid_angle(t.map(|v| points[v as usize] - inner));
    let times = triangles.iter().map(angle).sum::<f64>() / (4.0 * PI);
    (times - 1.0).abs() < 0.5
}

/// Radius of a ball around `inner` that no triangle enters: each triangle lies beyond a plane at that
/// distance. 0 if there is no such ball.
fn inradius(points: &[Vector], triangles: &[[u32; 3]], normals: &[Vector], inner: &Vector) -> f64 {
    let clear = |(t, normal): (&[u32; 3], &Vector)| {
        let corners = t.map(|v| points[v as usize] - inner);
        let middle = (corners[0] + corners[1] + corners[2]).try_normalize(0.0).unwrap_or_default();
        let beyond = |n: &Vector| corners.iter().map(|p| n.dot(p)).fold(f64::INFINITY, f64::min);
        beyond(normal).max(beyond(&middle))
    };
    let least = triangles.iter().zip(normals).map(clear).fold(f64::INFINITY, f64::min);
    // The margin covers a few roundings of numbers below 1.
    (least - 4e-15).max(0.0)
}

/// The box around the solid, used for meshes that are not closed: made fatter, it encloses everything.
fn boxed(shape: &Shape) -> (Vec<Corner>, Vec<[u32; 3]>, Vec<Vector>, f64) {
    let cube = primitives::cuboid(Vector::repeat(1.0));
    let mesh = shape.local_aabb();
    let reaches = |sign: f64| Point::from(Vector::from_fn(|k, _| shape.support(&Vector::ith(k, sign))[k]));
    let (low, high) = (mesh.min.inf(&reaches(-1.0)), mesh.max.sup(&reaches(1.0)));
    let pick =
        |corner: &Vector| Point::from(Vector::from_fn(|k, _| if corner[k] > 0.0 { high[k] } else { low[k] }));
    let corners = cube.vertices().iter().map(|c| Corner { at: pick(&c.coords), push: c.coords }).collect();
    let witnesses = (0..cube.triangles().len()).map(|t| cube.area_normal(t).normalize()).collect();
    (corners, cube.triangles().to_vec(), witnesses, 0.0)
}

/// Centre of the mesh's volume: at least a quarter of the body's width from every face.
fn centroid(points: &[Vector], triangles: &[[u32; 3]]) -> Vector {
    let (mut moment, mut six_volumes) = (Vector::zeros(), 0.0);
    for t in triangles {
        let [p, q, r] = t.map(|v| points[v as usize]);
        let volume = p.dot(&q.cross(&r));
        moment += (p + q + r) * (0.25 * volume);
        six_volumes += volume;
    }
    moment / six_volumes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Solid;

    #[test]
    fn a_cube_keeps_its_corners() {
        let cube = PushOut::of(&Shape::polyhedron(primitives::cuboid(Vector::new(1.0, 2.0, 3.0))));
        assert_eq!((cube.corners.len(), cube.triangles.len()), (8, 12));
        for corner in &cube.corners {
            assert!((corner.push.abs() - Vector::repeat(1.0)).norm() < 1e-12, "{}", corner.push);
        }
        assert!((cube.longest - 3_f64.sqrt()).abs() < 1e-12);
        assert!(cube.excess < 1e-15 && cube.inner.coords.norm() < 1e-12);
        assert!((cube.inradius - 1.0).abs() < 1e-5, "{}", cube.inradius);
    }

    #[test]
    fn an_inscribed_mesh_knows_how_far_its_ball_reaches() {
        let ball = Shape::primitive(Solid::Ball { radius: 2.0 }, 1).unwrap();
        let push = PushOut::of(&ball);
        // Brute force: the face nearest to the centre of the ball.
        let mesh = ball.mesh();
        let lowest = (0..mesh.triangles().len())
            .map(|t| mesh.area_normal(t).normalize().dot(&mesh.corners(t)[0].coords))
            .fold(f64::INFINITY, f64::min);
        assert!((push.excess - (2.0 - lowest)).abs() < 1e-9 && push.excess > 0.05, "{}", push.excess);
    }

    #[test]
    fn what_is_not_closed_is_boxed() {
        let cube = primitives::cuboid(Vector::repeat(1.0));
        let open = Mesh::new(cube.vertices().to_vec(), cube.triangles()[1..].to_vec()).unwrap();
        let push = PushOut::of(&Shape::polyhedron(open));
        assert_eq!((push.corners.len(), push.triangles.len(), push.inradius), (8, 12, 0.0));
        let fat = push.fatter(0.5).unwrap().aabb();
        assert_eq!((fat.min, fat.max), (Point::new(-1.5, -1.5, -1.5), Point::new(1.5, 1.5, 1.5)));
    }
}
