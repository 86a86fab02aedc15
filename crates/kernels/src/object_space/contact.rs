//! Contact of two colliding convex solids: penetration depth, normal and a pair of points.
//!
//! Expanding polytope algorithm (van den Bergen 2001, "Proximity queries and penetration depth computation on 3D game
//! objects"; 2004, *Collision Detection in Interactive 3D Environments*, 4.3.8). The reference decides whether the pair
//! collides. The depth is the smallest width of A ⊖ B over all directions: a polytope inside A ⊖ B grows at the face
//! whose plane lies lowest, that is nearest to the origin, until A ⊖ B reaches no farther than a face.
//!
//! Two things differ from the source. The polytope starts as any tetrahedron of A ⊖ B, and planes behind the origin
//! count with a negative height, so that bodies that only touch need no special case. And faces are replaced by an
//! exact predicate, as in quickhull. Every direction that is tried proves an upper bound of the depth, the lowest plane
//! a lower one; the search ends where they meet.
//!
//! Promise, in sizes of the larger body: for polyhedra the depth is right to 1e-12, and both points lie on the surfaces
//! as precisely, up to the rounding of coordinates in the world. For balls, cones and cylinders the bounds meet within
//! 1e-9, or the search ends after [`MOST_STEPS`]: the translation then separates the bodies and may be longer than
//! needed. A concave body is replaced by its convex hull.
//! Cost: one support query per step; about ten steps for a shallow contact, one per vertex of A ⊖ B for concentric
//! balls.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use robust::{Coord3D, orient3d};

use super::gjk::cores::{Cores, Difference};
use super::gjk::decide;
use super::gjk::nearest::nearest;
use super::gjk::real::{Real, cross, dot, length, minus, plus, times};
use crate::geometry::hull::surface::Surface;
use crate::geometry::{Point, Vector};
use crate::world::Body;

/// Limit on support queries.
pub const MOST_STEPS: usize = 20_000;
/// Every so many steps the support query visits all vertices, so that a search that ends at the limit has a good bound.
const PROVED_EVERY: usize = 16;
/// Largest difference of the two bounds for polyhedra, in units, per unit of [`Cores::reach`].
const ROUNDING: f64 = 4.0 * <f64 as Real>::ROUNDING;
/// Largest difference of the two bounds for solids with curved surfaces, likewise.
const CURVED: f64 = 1e-10;

/// Contact of two bodies A and B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Point of A that reaches deepest into B, in the world, metres.
    pub point_a: Point,
    /// Point of B that reaches deepest into A, in the world, metres: `point_a` − `depth` · `normal`.
    pub point_b: Point,
    /// Direction in which B must move to leave A: unit length, in the world.
    pub normal: Vector,
    /// Length of the smallest translation that separates the bodies, metres; 0 if they touch.
    pub depth: f64,
}

/// The contact of two bodies; for a concave body, of its convex hull. `None` if they are disjoint (see
/// [`super::reference`]), if a pose is not finite, or if both bodies are flat and lie in one plane.
///
/// Identical bodies, for example, have several smallest translations: the contact is one of them. Where the deepest
/// points form an edge or a face, it is one point of it.
pub fn contact(a: &Body, b: &Body) -> Option<Contact> {
    let poses = [a, b].map(|body| (body.pose.translation.vector, body.pose.rotation.coords));
    if !poses.iter().all(|(at, turn)| at.iter().chain(turn.iter()).all(|c| c.is_finite())) {
        return None;
    }
    if decide(a, b).distance > 0.0 {
        return None;
    }
    let cores = Cores::of(a, b);
    let Local { normal, depth, on_a, on_b } =
        if cores.are_points() { balls(&cores) } else { Polytope::new(&cores)?.contact()? };
    // The mean of both points as seen from both sides, so that their difference is exactly the depth.
    let half = times(&normal, 0.5 * depth);
    let middle = times(&plus(&on_a, &on_b), 0.5);
    let in_world = |p: [f64; 3]| a.pose * Point::from(Vector::from(p) * cores.unit);
    Some(Contact {
        point_a: in_world(plus(&middle, &half)),
        point_b: in_world(minus(&middle, &half)),
        normal: a.pose.rotation * Vector::from(normal),
        depth: depth * cores.unit,
    })
}

/// A contact in A's frame, in units of the pair.
struct Local {
    normal: [f64; 3],
    depth: f64,
    on_a: [f64; 3],
    on_b: [f64; 3],
}

/// Two balls: along the line through their centres.
fn balls(cores: &Cores) -> Local {
    let [radius_a, radius_b] = cores.margins;
    let between = times(&cores.support(&[1.0, 0.0, 0.0], true).point, -1.0);
    let normal = unit(between).unwrap_or([1.0, 0.0, 0.0]);
    Local {
        normal,
        depth: (radius_a + radius_b - length(&between)).max(0.0),
        on_a: times(&normal, radius_a),
        on_b: minus(&between, &times(&normal, radius_b)),
    }
}

/// Polytope inside A ⊖ B, with vertices on its surface.
struct Polytope<'a> {
    cores: &'a Cores<'a>,
    points: Vec<Difference<f64>>,
    surface: Surface,
    /// Faces that may have to grow, the lowest first.
    open: BinaryHeap<Plane>,
    /// Largest difference of the bounds, in units.
    tolerance: f64,
}

/// Plane of a face.
#[derive(Clone, Copy)]
struct Plane {
    /// Signed distance of the plane from the origin along the normal, in units.
    height: f64,
    /// Outward unit normal.
    normal: [f64; 3],
    face: u32,
}

impl<'a> Polytope<'a> {
    /// A tetrahedron of support points; `None` if A ⊖ B is flat.
    fn new(cores: &'a Cores<'a>) -> Option<Self> {
        let ends = |d: [f64; 3]| [support(cores, &d, true), support(cores, &times(&d, -1.0), true)];
        let across = |[p, q]: &[Difference<f64>; 2]| minus(&p.point, &q.point);
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(ends);
        let wider = |x: &&_, y: &&_| length(&across(x)).total_cmp(&length(&across(y)));
        let [p, q] = *axes.iter().max_by(wider)?;
        // The point farthest from the line through both, and the point farthest from the plane of all three.
        let along = unit(minus(&q.point, &p.point))?;
        let sideways = perpendicular(&along);
        let candidates = [ends(sideways), ends(cross(&along, &sideways))].concat();
        let from_line = |r: &Difference<f64>| length(&cross(&along, &minus(&r.point, &p.point)));
        let r = candidates.into_iter().max_by(|x, y| from_line(x).total_cmp(&from_line(y)))?;
        let normal = unit(cross(&along, &minus(&r.point, &p.point)))?;
        let from_plane = |s: &Difference<f64>| dot(&normal, &minus(&s.point, &p.point)).abs();
        let s = ends(normal).into_iter().max_by(|x, y| from_plane(x).total_cmp(&from_plane(y)))?;
        let in_front = in_front([p, q, r].map(|corner| corner.point), s.point);
        if in_front == 0.0 || in_front.is_nan() {
            return None;
        }
        let points = if in_front > 0.0 { vec![q, p, r, s] } else { vec![p, q, r, s] };
        let tolerance = cores.reach() * if cores.are_flat() { ROUNDING } else { CURVED };
        let surface = Surface::tetrahedron([0, 1, 2, 3]);
        let mut polytope = Self { cores, points, surface, open: BinaryHeap::new(), tolerance };
        (0..4).for_each(|face| polytope.add_plane(face));
        Some(polytope)
    }

    /// Grows the polytope until its lowest face lies on the surface of A ⊖ B.
    fn contact(mut self) -> Option<Local> {
        let mut best: Option<Plane> = None;
        for step in 0..MOST_STEPS {
            let Some(plane) = self.open.pop() else { break };
            if best.is_some_and(|best| plane.height >= best.height - self.tolerance) {
                break;
            }
            if self.surface.faces()[plane.face as usize].is_gone {
                continue;
            }
            // A point found by hill climbing lets the polytope grow, but proves no upper bound.
            let mut exhaustive = !self.cores.are_flat() || step % PROVED_EVERY == 0;
            let mut found = support(self.cores, &plane.normal, exhaustive);
            if !exhaustive && !self.outgrown(&plane, &found) {
                exhaustive = true;
                found = support(self.cores, &plane.normal, true);
            }
            let height = dot(&plane.normal, &found.point);
            if exhaustive && best.is_none_or(|best| height < best.height) {
                best = Some(Plane { height, ..plane });
            }
            if self.outgrown(&plane, &found) {
                self.add_vertex(found, plane.face);
            }
        }
        best.map(|best| self.touching(&best))
    }

    /// Whether the point lies in front of the plane, by its height and by the exact predicate. The two may differ for a
    /// face within rounding of a line, which has no normal; the faces beside it lie as low.
    fn outgrown(&self, plane: &Plane, point: &Difference<f64>) -> bool {
        let height = dot(&plane.normal, &point.point);
        height - plane.height > self.tolerance && in_front(self.corners(plane.face), point.point) > 0.0
    }

    fn corners(&self, face: u32) -> [[f64; 3]; 3] {
        self.surface.faces()[face as usize].corners.map(|corner| self.points[corner as usize].point)
    }

    fn add_vertex(&mut self, found: Difference<f64>, face: u32) {
        let points = &self.points;
        let corner = |number: u32| points[number as usize].point;
        let sees = |corners: [u32; 3]| in_front(corners.map(corner), found.point) > 0.0;
        let new = self.surface.add_vertex(points.len() as u32, face, sees, |_| ());
        self.points.push(found);
        new.for_each(|face| self.add_plane(face));
    }

    fn add_plane(&mut self, face: u32) {
        let [p, q, r] = self.corners(face);
        if let Some(normal) = unit(cross(&minus(&q, &p), &minus(&r, &p))) {
            let height =
                [p, q, r].map(|corner| dot(&normal, &corner)).into_iter().fold(f64::INFINITY, f64::min);
            self.open.push(Plane { height, normal, face });
        }
    }

    /// The contact in the plane of the smallest width. Its points are those of the face nearest to the foot of the
    /// perpendicular from the origin: often not the face of the plane itself, but another one in the same plane.
    fn touching(&self, best: &Plane) -> Local {
        let foot = times(&best.normal, best.height);
        let faces = self.surface.faces().iter().filter(|face| !face.is_gone);
        let near = faces.map(|face| {
            let corners = face.corners.map(|corner| self.points[corner as usize]);
            let found = nearest(&corners.map(|corner| minus(&corner.point, &foot)));
            (length(&found.point), corners, found.weights)
        });
        let mut local =
            Local { normal: best.normal, depth: best.height.max(0.0), on_a: [0.0; 3], on_b: [0.0; 3] };
        if let Some((_, corners, weights)) = near.min_by(|x, y| x.0.total_cmp(&y.0)) {
            for (corner, weight) in corners.iter().zip(weights) {
                local.on_a = plus(&local.on_a, &times(&corner.on_a, weight));
                local.on_b = plus(&local.on_b, &times(&corner.on_b, weight));
            }
        }
        local
    }
}

/// The point of the difference of both solids that lies farthest along a unit vector, balls with their radius.
fn support(cores: &Cores, direction: &[f64; 3], exhaustive: bool) -> Difference<f64> {
    let Difference { on_a, on_b, .. } = cores.support(direction, exhaustive);
    let on_a = plus(&on_a, &times(direction, cores.margins[0]));
    let on_b = minus(&on_b, &times(direction, cores.margins[1]));
    Difference { point: minus(&on_a, &on_b), on_a, on_b }
}

/// Six times the volume of the tetrahedron over the triangle, positive for a point in front; the sign is exact.
fn in_front(corners: [[f64; 3]; 3], point: [f64; 3]) -> f64 {
    let [a, b, c, p] = [corners[0], corners[1], corners[2], point].map(|[x, y, z]| Coord3D { x, y, z });
    -orient3d(a, b, c, p)
}

fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = length(&v);
    (length > 0.0).then(|| times(&v, 1.0 / length)).filter(|unit| unit.iter().all(|c| c.is_finite()))
}

/// A unit vector perpendicular to a unit vector.
fn perpendicular(axis: &[f64; 3]) -> [f64; 3] {
    let other = if axis[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    unit(cross(axis, &other)).unwrap_or(other)
}

impl Ord for Plane {
    /// The lowest plane is the greatest: a heap pops it first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.height.total_cmp(&self.height).then(other.face.cmp(&self.face))
    }
}

impl PartialOrd for Plane {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Plane {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Plane {}
