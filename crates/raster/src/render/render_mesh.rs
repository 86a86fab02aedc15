//! Mesh of a shape for drawing: vertices with normals that are smooth on round sides and hard at edges, and
//! the edges for outlines.

use std::collections::HashMap;
use std::ops::Range;

use crate::geometry::mesh::Places;
use crate::geometry::{Mesh, Point, Vector};

/// Faces that meet at less than this angle (radians) are shaded smoothly.
pub const CREASE_ANGLE: f64 = 35.0 * std::f64::consts::PI / 180.0;

/// Limit on the number of faces around a smooth corner, because with more faces the comparison of all pairs takes too
/// long. Beyond the limit each face keeps its own normal.
const MOST_AROUND: usize = 256;

/// One vertex of the buffer. Its position is relative to [`RenderMesh::center`], in units of [`RenderMesh::unit`], and
/// lies within −1…1 for every shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Vertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
}

/// An edge between two faces; at the border of an open mesh both faces are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    ends: [u32; 2],
    faces: [u32; 2],
}

/// Vertex data for upload, and edges for outlines.
#[derive(Clone, Debug)]
pub struct RenderMesh {
    pub vertices: Vec<Vertex>,
    pub indices: Vec<u32>,
    pub center: Point,
    pub unit: f64,
    /// Unique corners, in the shape's own frame.
    corners: Vec<Point>,
    /// Normal of each face, and a point on it.
    faces: Vec<(Vector, Point)>,
    edges: Vec<Edge>,
    crease_angle: f64,
}

impl RenderMesh {
    /// Prepares a mesh; edges with at least `crease_angle` (radians) between their faces are hard.
    pub fn new(mesh: &Mesh, crease_angle: f64) -> Self {
        let aabb = mesh.aabb();
        let half = 0.5 * aabb.extents().max();
        let (corners, triangles) = weld(mesh);
        let mut mesh = Self {
            vertices: Vec::new(),
            indices: Vec::with_capacity(3 * triangles.len()),
            center: aabb.center(),
            unit: if half > 0.0 { half } else { 1.0 },
            corners,
            faces: Vec::with_capacity(triangles.len()),
            edges: Vec::new(),
            crease_angle,
        };
        for t in &triangles {
            let [p, q, r] = t.map(|v| mesh.corners[v as usize]);
            let normal = (q - p).cross(&(r - p)).try_normalize(0.0).unwrap_or_default();
            mesh.faces.push((normal, p));
        }
        mesh.edges = edges(&triangles);
        mesh.split_vertices(&triangles);
        mesh
    }

    /// Silhouette edges as seen from `eye` (in the shape's own frame): edges between a face that faces the eye and a
    /// face that does not.
    pub fn outline(&self, eye: &Point, seen: &mut Vec<bool>) -> impl Iterator<Item = [Point; 2]> {
        seen.clear();
        seen.extend(self.faces.iter().map(|(normal, p)| normal.dot(&(eye - p)) > 0.0));
        self.edges_between(seen)
    }

    /// Silhouette edges for parallel rays along `direction`, that is, for an eye at infinity.
    pub fn rim(&self, direction: &Vector, seen: &mut Vec<bool>) -> impl Iterator<Item = [Point; 2]> {
        seen.clear();
        seen.extend(self.faces.iter().map(|(normal, _)| normal.dot(direction) < 0.0));
        self.edges_between(seen)
    }

    /// Sharp edges of the surface.
    pub fn creases(&self) -> impl Iterator<Item = [Point; 2]> {
        let least_cosine = self.crease_angle.cos();
        let normal = |face: u32| self.faces[face as usize].0;
        let sharp = move |e: &&Edge| normal(e.faces[0]).dot(&normal(e.faces[1])) < least_cosine;
        self.edges.iter().filter(sharp).map(|e| e.ends.map(|v| self.corners[v as usize]))
    }

    /// Index ranges of a part of the surface; its direction is in the shape's own frame.
    pub fn part(&self, part: &Part) -> Vec<Range<u32>> {
        let is_in = |(normal, _): &(Vector, Point)| match part {
            Part::Whole => true,
            Part::Facing(direction) => normal.dot(direction) < 0.0,
            Part::Averted(direction) => normal.dot(direction) > 0.0,
        };
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for (face, _) in self.faces.iter().enumerate().filter(|(_, face)| is_in(face)) {
            let (start, end) = (3 * face as u32, 3 * face as u32 + 3);
            match ranges.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => ranges.push(start..end),
            }
        }
        ranges
    }

    fn edges_between(&self, seen: &[bool]) -> impl Iterator<Item = [Point; 2]> {
        let on_outline =
            |e: &&Edge| e.faces[0] == e.faces[1] || seen[e.faces[0] as usize] != seen[e.faces[1] as usize];
        let found = self.edges.iter().filter(on_outline);
        found.map(|e| e.ends.map(|v| self.corners[v as usize]))
    }

    /// Creates the vertices. A corner of a triangle gets the mean normal of the adjacent faces within the
    /// crease angle, weighted by their angle at the corner; equal vertices are merged.
    fn split_vertices(&mut self, triangles: &[[u32; 3]]) {
        let mut around = vec![Vec::new(); self.corners.len()];
        for (face, t) in triangles.iter().enumerate() {
            for k in 0..3 {
                let [p, q, r] = [t[k], t[(k + 1) % 3], t[(k + 2) % 3]].map(|v| self.corners[v as usize]);
                around[t[k] as usize].push((face, (q - p).angle(&(r - p))));
            }
        }
        let least_cosine = self.crease_angle.cos();
        let mut known = HashMap::new();
        for (face, t) in triangles.iter().enumerate() {
            let own = self.faces[face].0;
            for &corner in t {
                let around = &around[corner as usize];
                let around = if around.len() > MOST_AROUND { &around[..0] } else { &around[..] };
                let smooth = around.iter().map(|&(other, angle)| (self.faces[other].0, angle));
                let near = smooth.filter(|(normal, _)| normal.dot(&own) > least_cosine);
                let sum = near.fold(Vector::zeros(), |sum, (normal, angle)| sum + normal * angle);
                let normal = sum.try_normalize(0.0).unwrap_or(own);
                let steps = normal.map(|c| (c * 4096.0).round() as i32);
                let next = self.vertices.len() as u32;
                let index = *known.entry((corner, steps.x, steps.y, steps.z)).or_insert(next);
                if index == next {
                    let position = (self.corners[corner as usize] - self.center) / self.unit;
                    let [position, normal] = [position, normal].map(|v| v.cast::<f32>().into());
                    self.vertices.push(Vertex { position, normal });
                }
                self.indices.push(index);
            }
        }
    }
}

/// Merges corners at the same position, so that a mesh with separate corners per triangle is shaded smoothly too.
fn weld(mesh: &Mesh) -> (Vec<Point>, Vec<[u32; 3]>) {
    let mut corners = Vec::with_capacity(mesh.vertices().len());
    let mut places = Places::default();
    let mut welded = Vec::with_capacity(mesh.vertices().len());
    for p in mesh.vertices() {
        let (number, is_new) = places.number(p);
        if is_new {
            corners.push(*p);
        }
        welded.push(number);
    }
    let triangles = mesh.triangles().iter().map(|t| t.map(|v| welded[v as usize]));
    (corners, triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect())
}

fn edges(triangles: &[[u32; 3]]) -> Vec<Edge> {
    let mut sides: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * triangles.len());
    for (face, &[a, b, c]) in (0..).zip(triangles) {
        sides.extend([[a, b], [b, c], [c, a]].map(|[a, b]| ([a.min(b), a.max(b)], face)));
    }
    sides.sort_unstable();
    let of_edge = |sides: &[([u32; 2], u32)]| {
        let (first, last) = (sides[0], sides[sides.len() - 1]);
        Edge { ends: first.0, faces: [first.1, last.1] }
    };
    sides.chunk_by(|one, other| one.0 == other.0).map(of_edge).collect()
}

/// A part of a mesh's surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// All triangles of the mesh.
    Whole,
    /// Triangles that face an eye looking along this direction, in the world.
    Facing(Vector),
    /// Triangles that face away from an eye looking along this direction, in the world.
    Averted(Vector),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Shape, Solid};

    fn mesh(solid: Solid) -> RenderMesh {
        RenderMesh::new(Shape::primitive(solid, 4).unwrap().mesh(), CREASE_ANGLE)
    }

    #[test]
    fn a_cube_has_hard_edges_and_a_ball_has_none() {
        let cube = mesh(Solid::Cuboid { half_extents: Vector::new(1.0, 2.0, 3.0) });
        assert_eq!((cube.vertices.len(), cube.indices.len(), cube.edges.len()), (24, 36, 18));
        for v in &cube.vertices {
            assert_eq!(v.normal.iter().filter(|c| c.abs() == 1.0).count(), 1, "{v:?}");
        }
        let ball = mesh(Solid::Ball { radius: 3e-5 });
        assert_eq!(ball.vertices.len(), ball.corners.len());
        for v in &ball.vertices {
            let cosine: f32 = (0..3).map(|i| v.position[i] * v.normal[i]).sum();
            assert!(cosine > 0.999, "{v:?}");
        }
    }

    #[test]
    fn a_cone_is_round_at_its_side_up_to_the_tip() {
        let cone = mesh(Solid::Cone { radius: 1.0, height: 2.0 });
        let tips: Vec<_> = cone.vertices.iter().filter(|v| v.position[1] > 0.99).collect();
        assert_eq!(tips.len(), 56, "one normal per side");
        // The cone's side has the slope 2, so the vertical component of its unit normal is 1/√5.
        let expected = 1.0 / 5f32.sqrt();
        assert!(tips.iter().all(|v| (v.normal[1] - expected).abs() < 0.06), "{:?}", tips[0]);
    }

    #[test]
    fn where_very_many_faces_meet_each_has_its_own_normal() {
        let sides = MOST_AROUND as u32 + 1;
        let angle = |side: u32| f64::from(side) * std::f64::consts::TAU / f64::from(sides);
        let ring = (0..sides).map(|side| Point::new(angle(side).cos(), 0.0, angle(side).sin()));
        let corners = [Point::new(0.0, 1.0, 0.0)].into_iter().chain(ring).collect();
        let faces = (0..sides).map(|side| [0, 1 + side, 1 + (side + 1) % sides]).collect();
        let fan = RenderMesh::new(&Mesh::new(corners, faces).unwrap(), CREASE_ANGLE);
        for (face, corners) in fan.indices.chunks(3).enumerate() {
            let at_tip = Vector::from(fan.vertices[corners[0] as usize].normal.map(f64::from));
            assert!((at_tip - fan.faces[face].0).norm() < 1e-3, "{face}");
        }
    }

    #[test]
    fn the_outline_of_a_cube_seen_from_a_corner_is_a_hexagon() {
        let cube = mesh(Solid::Cuboid { half_extents: Vector::repeat(1.0) });
        let mut seen = Vec::new();
        assert_eq!(cube.outline(&Point::new(9.0, 9.5, 10.0), &mut seen).count(), 6);
        assert_eq!(cube.outline(&Point::new(9.0, 0.1, 0.2), &mut seen).count(), 4);
        assert_eq!(cube.outline(&Point::new(0.3, 0.1, 0.2), &mut seen).count(), 0);
    }
}
