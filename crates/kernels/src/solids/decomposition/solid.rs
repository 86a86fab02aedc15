//! The solid that a closed mesh encloses: inside tests and distances to its surface.

use std::sync::Arc;

use crate::geometry::{Mesh, MeshError, Point, Vector, closed};
use crate::hierarchies::fast::node::Tree;
use crate::hierarchies::fast::scratch::tree;

/// Points nearer to the surface than this count as on it. Unit: the mesh's longest side.
const ON_SURFACE: f64 = 1e-9;

/// A closed mesh with longest side 1 around the origin, prepared for inside and distance queries.
pub struct Solid {
    pub mesh: Arc<Mesh>,
    surface: Tree,
    /// For each triangle, the indices of the three triangles across its edges, in no particular order.
    pub neighbours: Vec<[u32; 3]>,
}

impl Solid {
    /// Returns an error that names the place where the surface is open, not a manifold, or inside out.
    pub fn new(mesh: Mesh) -> Result<Self, MeshError> {
        let edges = closed::sorted_half_edges(mesh.triangles());
        closed::check_closed(&edges)?;
        let neighbours = closed::neighbours(mesh.triangles(), &edges);
        let mesh = Arc::new(mesh);
        let surface = tree(&mesh, &mut |_| true).expect("only `progress` cancels, and it does not");
        let solid = Self { mesh, surface, neighbours };
        solid.check_faces_outwards()?;
        Ok(solid)
    }

    /// Winding number of the surface around `p`: 0 outside and on it, 1 inside, 2 where two parts overlap.
    fn winding(&self, p: &Point) -> i32 {
        self.surface.winding(p).unwrap_or(0)
    }

    /// Distance to the nearest point of the surface, 0 or more, in units of the mesh's longest side.
    pub fn distance_to_surface(&self, p: &Point) -> f64 {
        self.surface.nearest(p).distance
    }

    /// Whether `p` lies strictly inside, not on the surface.
    pub fn contains(&self, p: &Point) -> bool {
        self.distance_to_surface(p) > ON_SURFACE && self.winding(p) > 0
    }

    /// The largest distance by which `hull` sticks out of the solid, in units of the mesh's longest side.
    /// Measured at the points of a grid with this `spacing` on the hull's faces and, to find hollows that the
    /// hull spans, on three smaller copies inside it.
    pub fn overshoot(&self, hull: &Mesh, spacing: f64) -> f64 {
        let middle = hull.vertices().iter().map(|v| v.coords).sum::<Vector>() / hull.vertices().len() as f64;
        let mut distances: Vec<(f64, Point)> = Vec::new();
        for shrunk in [1.0, 0.75, 0.5, 0.25] {
            let shrink = |p: Point| Point::from(middle + (p.coords - middle) * shrunk);
            // Only large hollows matter, so a coarser grid is enough inside.
            let spacing = spacing * (3.0 - 2.0 * shrunk);
            let triangles = 0..hull.triangles().len();
            let between = triangles.flat_map(|t| grid(hull.corners(t).map(shrink), spacing));
            // The hull's own vertices are points of the solid.
            let vertices = if shrunk < 1.0 { hull.vertices() } else { &[] };
            for p in vertices.iter().map(|&v| shrink(v)).chain(between) {
                let distance = self.distance_to_surface(&p);
                if distance > ON_SURFACE {
                    distances.push((distance, p));
                }
            }
        }
        // Test the points from the farthest to the nearest, until one is outside the solid.
        distances.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        distances.iter().find(|(_, p)| self.winding(p) < 1).map_or(0.0, |(distance, _)| *distance)
    }

    /// Refuses a separate part that faces inwards, unless it is the wall of a hollow.
    fn check_faces_outwards(&self) -> Result<(), MeshError> {
        for component in closed::components(self.mesh.triangles()) {
            let six_volumes = |&t: &usize| {
                let [p, q, r] = self.mesh.corners(t);
                p.coords.dot(&q.coords.cross(&r.coords))
            };
            if component.iter().map(six_volumes).sum::<f64>() >= 0.0 {
                continue;
            }
            let area = |t: usize| self.mesh.area_normal(t).norm();
            let Some(largest) =
                component.iter().copied().reduce(|s, t| if area(t) > area(s) { t } else { s })
            else {
                continue;
            };
            let [p, q, r] = self.mesh.corners(largest);
            let normal = self.mesh.area_normal(largest).try_normalize(0.0).unwrap_or_default();
            let middle = Point::from((p.coords + q.coords + r.coords) / 3.0);
            // In front of a face with the right orientation the winding number is never negative.
            if self.winding(&(middle + normal * 1e-6)) < 0 {
                return Err(MeshError::InsideOut(largest));
            }
        }
        Ok(())
    }
}

/// Grid points of a triangle in rows along its longest side, without its corners. Every point of the triangle
/// is within half of `spacing` of the nearest grid point or corner.
fn grid(corners: [Point; 3], spacing: f64) -> impl Iterator<Item = Point> {
    let length = |i: usize| (corners[(i + 1) % 3] - corners[i]).norm();
    let base = (0..3).reduce(|i, j| if length(j) > length(i) { j } else { i }).unwrap_or(0);
    let [p, q, r] = [0, 1, 2].map(|i| corners[(base + i) % 3]);
    let (along, up): (Vector, Vector) = (q - p, r - p);
    let side = spacing * std::f64::consts::FRAC_1_SQRT_2;
    let steps_of = move |length: f64| (length / side).ceil().clamp(1.0, 1e4) as u32;
    let rows = steps_of(along.cross(&up).norm() / length(base).max(f64::MIN_POSITIVE));
    (0..rows).flat_map(move |row| {
        let height = f64::from(row) / f64::from(rows);
        let steps = steps_of(along.norm() * (1.0 - height));
        let inner = if row == 0 { 1..steps } else { 0..steps + 1 };
        inner.map(move |i| p + up * height + along * ((1.0 - height) * f64::from(i) / f64::from(steps)))
    })
}
