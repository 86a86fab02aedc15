//! A part of a solid in a convex cell of space; the hull of the part is a convex piece.
//!
//! The hull needs only the part's extreme points: corners of the surface's polygons, which are clipped to the
//! cell, and the corners of the cell that lie inside the solid.

use super::plane::{ON_PLANE, Plane};
use super::solid::Solid;
use crate::geometry::sphere::directions;
use crate::geometry::{Aabb, Mesh, MeshError, Point, Vector, hull};

/// Spacing of the points at which overshoot is measured while cutting, as a share of the mesh's longest side.
const COARSE: f64 = 0.04;
/// Cuts are not tried if the part on one side would be thinner than this.
const THINNEST: f64 = 1e-6;

/// If a part has more points than this, the volumes of hulls are only estimated when candidate planes are
/// compared.
const ROUGH: usize = 64;
/// If a part has more polygons than this, candidate planes are compared with a sample of about this many.
const SAMPLED: usize = 500;

/// The part of a triangle that lies in a cell, or a piece of the cover over a cut. Covers are fans that close
/// the surface so that its volume can be summed. They may reach beyond the part of the solid, so their
/// corners are ignored for the hull.
#[derive(Clone, Debug)]
pub struct Polygon {
    pub corners: Vec<Point>,
    /// Index of the triangle in the solid's mesh; `None` for a cover.
    pub triangle: Option<usize>,
}

impl Polygon {
    fn area_normal(&self) -> Vector {
        let fan = 2..self.corners.len();
        fan.map(|i| (self.corners[i - 1] - self.corners[0]).cross(&(self.corners[i] - self.corners[0]))).sum()
    }
}

/// A corner of a cell, and whether it lies strictly inside the solid.
#[derive(Clone, Copy, Debug)]
struct CellCorner {
    at: Point,
    inside: bool,
}

/// The part of a solid in a convex cell.
#[derive(Clone, Debug)]
pub struct Part {
    pub polygons: Vec<Polygon>,
    /// Convex polygons that bound the cell.
    cell: Vec<Vec<CellCorner>>,
    /// Hull of the part, which is the final piece if it is not cut further.
    pub hull: Mesh,
    /// Volume of the hull minus that of the part itself, at least 0.
    pub excess_volume: f64,
    /// The largest distance by which the hull sticks out of the solid, measured at points with the spacing
    /// `COARSE`.
    pub overshoot: f64,
}

/// Estimate of the half on one side of a candidate plane.
pub struct RoughHalf {
    pub hull_volume: f64,
    /// Squared diagonal of the axis-aligned box around the half.
    pub length_squared: f64,
    pub is_convex: bool,
}

impl Part {
    /// The whole solid, in a cell larger than its box.
    pub fn whole(solid: &Solid) -> Result<Self, MeshError> {
        let mesh = &solid.mesh;
        let polygon =
            |triangle| Polygon { corners: mesh.corners(triangle).to_vec(), triangle: Some(triangle) };
        let polygons: Vec<_> = (0..mesh.triangles().len()).map(polygon).collect();
        let corner = |i: usize| {
            let side = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            CellCorner { at: Point::new(side(0), side(1), side(2)), inside: false }
        };
        let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let cell = quads.iter().map(|quad| quad.iter().map(|&i| corner(i)).collect()).collect();
        Self::of(polygons, cell, solid)
    }

    /// Returns an error if the part is flat. A flat part can be dropped, because its neighbours cover it.
    fn of(polygons: Vec<Polygon>, cell: Vec<Vec<CellCorner>>, solid: &Solid) -> Result<Self, MeshError> {
        let hull = hull::convex_hull(&extreme_candidates(&polygons, &cell))?;
        let excess_volume = (hull.volume() - volume(&polygons)).max(0.0);
        let overshoot = solid.overshoot(&hull, COARSE);
        Ok(Self { polygons, cell, hull, excess_volume, overshoot })
    }

    /// Estimate of the half in front of `plane`.
    pub fn rough_half(&self, plane: &Plane, solid: &Solid) -> RoughHalf {
        let cell = clip_cell(&self.cell, plane, solid);
        if self.polygons.len() > SAMPLED {
            let mut points = extreme_candidates(&[], &cell);
            self.sample_in_front(plane, &mut points);
            let (hull_volume, length_squared) = (rough_hull_volume(&points), length_squared(&points));
            return RoughHalf { hull_volume, length_squared, is_convex: false };
        }
        let polygons = clip_polygons(&self.polygons, plane);
        let points = extreme_candidates(&polygons, &cell);
        let hull_volume = rough_hull_volume(&points);
        let excess = hull_volume - volume(&polygons);
        // With many points the hull is only an estimate, which may equal the part's volume although the part
        // is concave.
        let is_convex = points.len() <= ROUGH && excess.abs() <= 1e-6 * hull_volume;
        RoughHalf { hull_volume, length_squared: length_squared(&points), is_convex }
    }

    /// Adds points in front of the plane from a sample of about `SAMPLED` hull vertices and as many surface
    /// polygons: the first corner of each polygon, as its neighbours contribute the other corners, and its
    /// intersections with the plane.
    fn sample_in_front(&self, plane: &Plane, points: &mut Vec<Point>) {
        let vertices = self.hull.vertices();
        points.extend(sample(vertices.len()).map(|i| vertices[i]).filter(|p| plane.distance(p) >= 0.0));
        for polygon in sample(self.polygons.len()).map(|i| &self.polygons[i]) {
            if polygon.triangle.is_none() {
                continue;
            }
            points.extend(polygon.corners.first().filter(|p| plane.distance(p) >= 0.0));
            for (i, p) in polygon.corners.iter().enumerate() {
                let q = &polygon.corners[(i + 1) % polygon.corners.len()];
                let (here, there) = (plane.distance(p), plane.distance(q));
                if here * there < 0.0 {
                    points.push(p + (q - p) * (here / (here - there)));
                }
            }
        }
    }

    /// The parts in front of `plane` and behind it, without a flat one. `None` if a hull cannot be computed.
    pub fn halves(&self, plane: &Plane, solid: &Solid) -> Option<Vec<Part>> {
        let mut halves = Vec::new();
        for plane in [*plane, plane.flipped()] {
            let polygons = clip_polygons(&self.polygons, &plane);
            let cell = clip_cell(&self.cell, &plane, solid);
            let points = extreme_candidates(&polygons, &cell);
            let deepest = points.iter().map(|p| plane.distance(p)).fold(0.0, f64::max);
            match Self::of(polygons, cell, solid) {
                Ok(part) => halves.push(part),
                // The points of this half all lie on the plane, so the other half contains it.
                Err(_) if deepest <= ON_PLANE => {}
                Err(_) => return None,
            }
        }
        Some(halves)
    }

    /// Whether the plane leaves more than a sliver of the part on both sides.
    pub fn is_split_by(&self, plane: &Plane) -> bool {
        let (mut front, mut back) = (0.0_f64, 0.0_f64);
        for p in self.hull.vertices() {
            let distance = plane.distance(p);
            (front, back) = (front.max(distance), back.min(distance));
        }
        front > THINNEST && back < -THINNEST
    }
}

/// About `SAMPLED` of the numbers below `count`, spread without a period (multiples of the golden ratio).
fn sample(count: usize) -> impl Iterator<Item = usize> {
    let is_taken = move |&i: &usize| {
        let turned = u64::from((i as u32).wrapping_mul(0x9e37_79b9));
        (turned * count as u64) >> 32 < SAMPLED as u64
    };
    (0..count).filter(is_taken)
}

pub fn length_squared(points: &[Point]) -> f64 {
    if points.is_empty() { 0.0 } else { Aabb::around(points.iter().copied()).extents().norm_squared() }
}

/// Points that include every extreme point of the part.
fn extreme_candidates(polygons: &[Polygon], cell: &[Vec<CellCorner>]) -> Vec<Point> {
    let of_surface = polygons.iter().filter(|polygon| polygon.triangle.is_some());
    let surface = of_surface.flat_map(|polygon| polygon.corners.iter().copied());
    let corners = cell.iter().flatten().filter(|corner| corner.inside).map(|corner| corner.at);
    surface.chain(corners).collect()
}

/// Volume that the polygons enclose (divergence theorem).
fn volume(polygons: &[Polygon]) -> f64 {
    let pyramid = |polygon: &Polygon| polygon.area_normal().dot(&polygon.corners[0].coords);
    polygons.iter().map(pyramid).sum::<f64>() / 6.0
}

/// The surface in front of the plane, with a cover over the cut. A polygon in the plane belongs to the half
/// in which the solid adjoins it.
fn clip_polygons(polygons: &[Polygon], plane: &Plane) -> Vec<Polygon> {
    let mut clipped = Vec::new();
    let mut cover = Vec::new();
    let apex = Point::from(plane.normal * plane.offset);
    for polygon in polygons {
        let distances: Vec<f64> = polygon.corners.iter().map(|p| plane.distance(p)).collect();
        let (front, back) = (distances.iter().any(|&d| d > 0.0), distances.iter().any(|&d| d < 0.0));
        let in_plane_of_ours = || !back && polygon.area_normal().dot(&plane.normal) < 0.0;
        if !front && !in_plane_of_ours() {
            continue;
        }
        let corners = if back {
            clip(&polygon.corners, &distances, |p: &Point, q: &Point, share| p + (q - p) * share)
        } else {
            polygon.corners.clone()
        };
        // A polygon with an edge in the plane has lost its neighbour across that edge: a triangle of the
        // cover closes the gap.
        for (i, p) in corners.iter().enumerate() {
            let q = corners[(i + 1) % corners.len()];
            if plane.distance(p).abs() <= 1e3 * ON_PLANE && plane.distance(&q).abs() <= 1e3 * ON_PLANE {
                cover.push(Polygon { corners: vec![q, *p, apex], triangle: None });
            }
        }
        clipped.push(Polygon { corners, triangle: polygon.triangle });
    }
    clipped.append(&mut cover);
    clipped
}

/// The part of the cell in front of the plane, closed by a new face in the plane.
fn clip_cell(cell: &[Vec<CellCorner>], plane: &Plane, solid: &Solid) -> Vec<Vec<CellCorner>> {
    let mut computed: Vec<CellCorner> = Vec::new();
    let mut faces = Vec::new();
    for face in cell {
        let distances: Vec<f64> = face.iter().map(|corner| plane.distance(&corner.at)).collect();
        if !distances.iter().any(|&d| d > 0.0) {
            continue;
        }
        let between = |p: &CellCorner, q: &CellCorner, share: f64| {
            let at = p.at + (q.at - p.at) * share;
            // The face across the edge computes this corner too, and both faces must get an identical corner.
            let same = computed.iter().find(|corner| (corner.at - at).norm() < ON_PLANE);
            same.copied().unwrap_or_else(|| {
                let corner = CellCorner { at, inside: solid.contains(&at) };
                computed.push(corner);
                corner
            })
        };
        faces.push(clip(face, &distances, between));
    }
    let on_plane = faces.iter().flatten().filter(|corner| plane.distance(&corner.at) == 0.0);
    let mut cover: Vec<CellCorner> = Vec::new();
    for corner in on_plane {
        if !cover.iter().any(|other| (other.at - corner.at).norm() < ON_PLANE) {
            cover.push(*corner);
        }
    }
    if cover.len() >= 3 {
        sort_around(&mut cover, plane);
        faces.push(cover);
    }
    faces
}

/// Sutherland–Hodgman clipping: the corners in front of the plane or on it, and the points where sides cross it.
fn clip<T: Copy>(corners: &[T], distances: &[f64], mut between: impl FnMut(&T, &T, f64) -> T) -> Vec<T> {
    let mut clipped = Vec::with_capacity(corners.len() + 1);
    for i in 0..corners.len() {
        let j = (i + 1) % corners.len();
        let (here, there) = (distances[i], distances[j]);
        if here >= 0.0 {
            clipped.push(corners[i]);
        }
        // The crossing is always computed from the corner in front to the corner behind, so that both
        // polygons at the edge get the same point.
        if here > 0.0 && there < 0.0 {
            clipped.push(between(&corners[i], &corners[j], here / (here - there)));
        } else if here < 0.0 && there > 0.0 {
            clipped.push(between(&corners[j], &corners[i], there / (there - here)));
        }
    }
    clipped
}

/// Sorts the corners of a convex polygon by angle.
fn sort_around(corners: &mut [CellCorner], plane: &Plane) {
    let middle = corners.iter().map(|c| c.at.coords).sum::<Vector>() / corners.len() as f64;
    let across = plane.normal.cross(&Vector::ith(plane.normal.iamin(), 1.0)).normalize();
    let up = plane.normal.cross(&across);
    let angle = |corner: &CellCorner| {
        let d = corner.at.coords - middle;
        d.dot(&up).atan2(d.dot(&across))
    };
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
}

/// Volume of the hull of the points farthest along some direction: accurate enough to rank planes. 0 for a
/// flat set.
fn rough_hull_volume(points: &[Point]) -> f64 {
    let reduced = if points.len() <= ROUGH { points.to_vec() } else { farthest_each_way(points) };
    hull::convex_hull(&reduced).map_or(0.0, |hull| hull.volume())
}

/// The point farthest along each of `ROUGH` directions.
fn farthest_each_way(points: &[Point]) -> Vec<Point> {
    // The inner loop is over directions, not over points, so that the compiler can vectorise it.
    let (mut x, mut y, mut z) = ([0.0; ROUGH], [0.0; ROUGH], [0.0; ROUGH]);
    for (i, direction) in directions(ROUGH).enumerate() {
        (x[i], y[i], z[i]) = (direction.x, direction.y, direction.z);
    }
    let mut farthest = [(f64::NEG_INFINITY, 0); ROUGH];
    for (number, p) in points.iter().enumerate() {
        let mut along = [0.0; ROUGH];
        for i in 0..ROUGH {
            along[i] = x[i] * p.x + y[i] * p.y + z[i] * p.z;
        }
        for (best, along) in farthest.iter_mut().zip(along) {
            if along > best.0 {
                *best = (along, number);
            }
        }
    }
    farthest.iter().filter_map(|&(_, number)| points.get(number).copied()).collect()
}
