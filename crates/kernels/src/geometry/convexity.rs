//! Checks whether a closed mesh is convex: every vertex against every face, in near-linear time.
//!
//! By definition no vertex may lie in front of any face. A tree over the vertices encloses the vertices of
//! each node in a flat disc (thin along the mean vertex normal), which fits a smooth surface closely, so a
//! face visits only the few nodes that could reach in front of its plane. Triangles in one plane, up to half
//! the tolerance, count as one face with the plane of its largest triangle. So slivers, whose own planes are
//! mostly rounding, do not report distant vertices as in front.
//! A mesh with no vertex in front of a face may still be several coincident layers; the solid angle seen from
//! the middle counts them.
//! Cost: about n log n for smooth and for faceted bodies; the first bad face ends the search.

use std::f64::consts::PI;
use std::sync::Arc;

use super::closed::{HalfEdge, check_closed, neighbours, solid_angle, sorted_half_edges};
use super::{Aabb, Mesh, MeshError, Point, Shape, Solid, Vector};

/// A node of at most this many vertices is a leaf.
const LEAF: usize = 12;

/// Checks that the surface is closed, faces outwards, has one layer and no vertex in front of any face by more
/// than `tolerance` times its size. Vertices that no triangle uses must lie inside, too.
pub fn check(vertices: &[Point], triangles: &[[u32; 3]], tolerance: f64) -> Result<(), MeshError> {
    // 1. Every edge has two triangles, which run along it in opposite directions.
    let edges = sorted_half_edges(triangles);
    check_closed(&edges)?;

    // 2. The surface encloses a volume. From here on lengths are in units of the mesh's size, around its centre.
    let aabb = Aabb::around(vertices.iter().copied());
    let (size, center) = (aabb.extents().max(), aabb.center());
    let points: Vec<Vector> = vertices.iter().map(|v| (v - center) / size).collect();
    let corners = |t: usize| triangles[t].map(|v| points[v as usize]);
    let area_normal = |[p, q, r]: [Vector; 3]| (q - p).cross(&(r - p));
    let normals: Vec<Vector> = (0..triangles.len()).map(|t| area_normal(corners(t))).collect();
    let six_volumes: f64 = normals.iter().enumerate().map(|(t, n)| n.dot(&corners(t)[0])).sum();
    let two_areas: f64 = normals.iter().map(|n| n.norm()).sum();
    // Compared with the area, because a needle has little volume and little area. NaN (from an infinite size)
    // counts as flat.
    if !(size > 0.0 && six_volumes > 1e-12 * two_areas) {
        return Err(MeshError::Flat);
    }

    // 3. No vertex in front of a face; large faces first, so that they also cover the slivers beside them.
    let tree = Tree::new(&points, &vertex_normals(vertices.len(), triangles, &normals));
    let mut not_convex = Ok(());
    group(triangles, &edges, &points, &normals, tolerance, |triangle, plane| {
        if let Some((vertex, distance)) = tree.farthest_in_front(plane, tolerance) {
            not_convex = Err(MeshError::NotConvex { triangle, vertex, distance: distance * size });
        }
        not_convex.is_ok()
    });
    not_convex?;

    // 4. Every triangle now lies on the surface of the hull. It must be one layer, not two.
    let middle = points.iter().sum::<Vector>() / points.len() as f64;
    let solid_angle: f64 = (0..normals.len()).map(|t| solid_angle(corners(t).map(|p| p - middle))).sum();
    let layers = (solid_angle / (4.0 * PI)).round() as u32;
    if layers > 1 { Err(MeshError::Layers(layers)) } else { Ok(()) }
}

impl Mesh {
    /// Checks that the surface is closed, faces outwards, has one layer, and that no vertex lies in front of
    /// any face by more than 1e-6 of the mesh's size. The error names the face's largest triangle and the
    /// vertex farthest in front of it. Takes about n log n, but no time for a mesh made by
    /// [`convex_hull`](super::hull::convex_hull), which is convex by construction.
    pub fn check_convex(&self) -> Result<(), MeshError> {
        if self.is_hull {
            return Ok(());
        }
        check(self.vertices(), self.triangles(), 1e-6)
    }
}

impl Shape {
    /// A shape that is exactly this mesh. If it is not convex, [`Shape::convexity`] keeps the reason, and
    /// methods that need convexity refuse the shape with that text.
    pub fn polyhedron(mesh: Mesh) -> Self {
        let convexity = mesh.check_convex();
        Self::assemble(mesh, Solid::Polyhedron, convexity)
    }

    /// A concave mesh together with convex pieces that cover it, in the same coordinates, as
    /// `decomposition::decompose` of the room `solids` makes them. [`Shape::convexity`] still
    /// gives the reason why the mesh is not convex; methods for convex bodies use the pieces instead. For a
    /// convex mesh the pieces are dropped. Returns an error if one of the pieces is not convex.
    pub fn concave(mesh: Mesh, pieces: Vec<Mesh>) -> Result<Self, MeshError> {
        let mut shape = Self::polyhedron(mesh);
        if shape.convexity.is_err() {
            for piece in pieces.into_iter().map(Self::polyhedron) {
                piece.convexity.clone()?;
                shape.pieces.push(Arc::new(piece));
            }
        }
        Ok(shape)
    }
}

/// For every triangle of a closed mesh, the index of the largest triangle of its face. Triangles in one
/// plane, up to half of `tolerance` times the mesh's size, form one face; a triangle without area belongs to
/// a neighbouring face. If [`check`] accepts the mesh, no vertex lies in front of the plane of any of these
/// largest triangles by more than the tolerance.
pub fn faces(vertices: &[Point], triangles: &[[u32; 3]], tolerance: f64) -> Vec<usize> {
    let edges = sorted_half_edges(triangles);
    let aabb = Aabb::around(vertices.iter().copied());
    let (size, center) = (aabb.extents().max(), aabb.center());
    let points: Vec<Vector> = vertices.iter().map(|v| (v - center) / size).collect();
    let corners = |t: usize| triangles[t].map(|v| points[v as usize]);
    let area_normal = |[p, q, r]: [Vector; 3]| (q - p).cross(&(r - p));
    let normals: Vec<Vector> = (0..triangles.len()).map(|t| area_normal(corners(t))).collect();
    let mut face_of = group(triangles, &edges, &points, &normals, tolerance, |_, _| true);
    // The narrow sides of a plate thinner than the tolerance were joined to its top. They are faces of their
    // own, because no vertex lies in front of them. A sliver tilted by rounding does have vertices in front
    // of it.
    for t in 0..face_of.len() {
        let Some(face) = face_of[t].filter(|&face| face != t) else { continue };
        let Some(own) = normals[t].try_normalize(1e-14) else { continue };
        let offset = own.dot(&corners(t)[0]) + tolerance;
        if own.dot(&normals[face].normalize()) < 0.5 && points.iter().all(|p| own.dot(p) <= offset) {
            face_of[t] = Some(t);
        }
    }
    // A triangle too small to have a plane joins the neighbouring face whose plane fits it best.
    let neighbours = neighbours(triangles, &edges);
    let mut without: Vec<usize> = (0..face_of.len()).filter(|&t| face_of[t].is_none()).collect();
    while !without.is_empty() {
        let before = without.len();
        without.retain(|&t| {
            let off = |face: usize| {
                let normal = normals[face].normalize();
                corners(t).map(|p| normal.dot(&(p - corners(face)[0])).abs()).into_iter().fold(0.0, f64::max)
            };
            let beside = neighbours[t].iter().filter_map(|&n| face_of[n as usize]);
            face_of[t] = beside.min_by(|&f, &g| off(f).total_cmp(&off(g)));
            face_of[t].is_none()
        });
        if without.len() == before {
            break;
        }
    }
    face_of.into_iter().enumerate().map(|(t, face)| face.unwrap_or(t)).collect()
}

/// Collects triangles into faces, the largest first, and calls `visit` with each face's first triangle and
/// plane until it returns `false`. Returns the first triangle of each triangle's face; `None` for a triangle
/// without area that is in no face.
fn group(
    triangles: &[[u32; 3]],
    edges: &[HalfEdge],
    points: &[Vector],
    normals: &[Vector],
    tolerance: f64,
    mut visit: impl FnMut(usize, &Plane) -> bool,
) -> Vec<Option<usize>> {
    let corners = |t: usize| triangles[t].map(|v| points[v as usize]);
    let neighbours = neighbours(triangles, edges);
    let mut by_area: Vec<(f64, usize)> = normals.iter().map(|n| n.norm_squared()).zip(0..).collect();
    by_area.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut face_of = vec![None; normals.len()];
    for (area_squared, triangle) in by_area {
        // A normal shorter than about 1e-14 is only rounding error.
        if face_of[triangle].is_some() || area_squared <= 1e-28 {
            continue;
        }
        let normal = normals[triangle] / area_squared.sqrt();
        let plane = Plane { normal, offset: normal.dot(&corners(triangle)[0]) };
        if !visit(triangle, &plane) {
            break;
        }
        cover(triangle, &neighbours, &mut face_of, |t| {
            let near = |p: &Vector| plane.distance(p).abs() <= 0.5 * tolerance;
            normals[t].dot(&normal) >= 0.0 && corners(t).iter().all(near)
        });
    }
    face_of
}

/// Adds to the face of `seed` the triangle itself and every unassigned triangle that is connected with it
/// through triangles for which `in_plane` holds.
fn cover(
    seed: usize,
    neighbours: &[[u32; 3]],
    face_of: &mut [Option<usize>],
    in_plane: impl Fn(usize) -> bool,
) {
    face_of[seed] = Some(seed);
    let mut open = vec![seed];
    while let Some(t) = open.pop() {
        for n in neighbours[t].map(|n| n as usize) {
            if face_of[n].is_none() && in_plane(n) {
                face_of[n] = Some(seed);
                open.push(n);
            }
        }
    }
}

pub(super) fn vertex_normals(
    vertices: usize,
    triangles: &[[u32; 3]],
    area_normals: &[Vector],
) -> Vec<Vector> {
    let mut sums = vec![Vector::zeros(); vertices];
    for (t, n) in triangles.iter().zip(area_normals) {
        let unit = n.try_normalize(0.0).unwrap_or_default();
        for &v in t {
            sums[v as usize] += unit;
        }
    }
    sums
}

/// The plane of all p with `normal · p = offset`.
pub(super) struct Plane {
    pub normal: Vector,
    pub offset: f64,
}

impl Plane {
    fn distance(&self, p: &Vector) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

/// A balanced binary tree over the vertices, as one array: the children of node i are 2i + 1 and 2i + 2.
pub(super) struct Tree<'a> {
    points: &'a [Vector],
    order: Vec<u32>,
    discs: Vec<Disc>,
}

/// A disc that contains all vertices of a node: the points within `half_thickness` of the plane through
/// `center` perpendicular to `axis`, and within `radius` of the axis.
#[derive(Clone, Copy, Default)]
struct Disc {
    center: Vector,
    axis: Vector,
    half_thickness: f64,
    radius: f64,
}

impl Disc {
    /// The greatest signed distance from `plane` of any point of the disc, positive in front.
    fn reach(&self, plane: &Plane) -> f64 {
        let cos = self.axis.dot(&plane.normal);
        let sin = (1.0 - cos * cos).max(0.0).sqrt();
        plane.distance(&self.center) + cos.abs() * self.half_thickness + sin * self.radius
    }

    fn around(points: &[Vector], normals: &[Vector], members: &[u32]) -> Self {
        let sum = members.iter().map(|&i| normals[i as usize]).sum::<Vector>();
        let axis = sum.try_normalize(1e-12).unwrap_or(Vector::x());
        let mean = members.iter().map(|&i| points[i as usize]).sum::<Vector>() / members.len() as f64;
        let (mut low, mut high, mut radius_squared) = (0.0_f64, 0.0_f64, 0.0_f64);
        for &i in members {
            let d = points[i as usize] - mean;
            let along = d.dot(&axis);
            (low, high) = (low.min(along), high.max(along));
            radius_squared = radius_squared.max((d - axis * along).norm_squared());
        }
        let center = mean + axis * (0.5 * (low + high));
        // Slightly enlarged, to allow for rounding in the tests against the disc.
        let slack = 1e-14;
        Self {
            center,
            axis,
            half_thickness: 0.5 * (high - low) + slack,
            radius: radius_squared.sqrt() + slack,
        }
    }
}

impl<'a> Tree<'a> {
    pub(super) fn new(points: &'a [Vector], normals: &[Vector]) -> Self {
        let mut tree = Self { points, order: (0..points.len() as u32).collect(), discs: Vec::new() };
        tree.split(0, 0, points.len(), normals);
        tree
    }

    fn split(&mut self, node: usize, start: usize, end: usize, normals: &[Vector]) {
        if self.discs.len() <= node {
            self.discs.resize(node + 1, Disc::default());
        }
        let points = self.points;
        let members = &mut self.order[start..end];
        self.discs[node] = Disc::around(points, normals, members);
        if members.len() > LEAF {
            let at = |i: u32| Point::from(points[i as usize]);
            let axis = Aabb::around(members.iter().map(|&i| at(i))).extents().imax();
            let middle = members.len() / 2;
            members.select_nth_unstable_by(middle, |&i, &j| at(i)[axis].total_cmp(&at(j)[axis]));
            self.split(2 * node + 1, start, start + middle, normals);
            self.split(2 * node + 2, start + middle, end, normals);
        }
    }

    /// The vertex farthest in front of `plane` and its distance, if that is more than `threshold`.
    pub(super) fn farthest_in_front(&self, plane: &Plane, threshold: f64) -> Option<(usize, f64)> {
        let mut best = None;
        let mut beyond = threshold;
        let mut open = vec![(0, 0, self.points.len())];
        while let Some((node, start, end)) = open.pop() {
            if self.discs[node].reach(plane) <= beyond {
                continue;
            }
            if end - start > LEAF {
                let middle = start + (end - start) / 2;
                open.push((2 * node + 1, start, middle));
                open.push((2 * node + 2, middle, end));
                continue;
            }
            for &vertex in &self.order[start..end] {
                let distance = plane.distance(&self.points[vertex as usize]);
                if distance > beyond {
                    (best, beyond) = (Some((vertex as usize, distance)), distance);
                }
            }
        }
        best
    }
}
