//! Rectangle swept spheres as nodes of a tree: all points within a radius of a rectangle (Larsen, Gottschalk,
//! Lin, Manocha, "Fast Distance Queries with Rectangular Swept Sphere Volumes", 2000).

use super::{Rigid, Volume, vertices_of};
use crate::geometry::obb::{Fit, Obb};
use crate::geometry::{Mesh, Point, Pose, Vector};
use crate::hierarchies::placed::Placed;
use crate::hierarchies::triangles::distance::between_lines;
use crate::hierarchies::view::Outline;

/// All points within `radius` metres of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rss {
    /// Centre of the rectangle.
    pub center: Point,
    /// Unit vectors along the rectangle's sides, then its normal.
    pub axes: [Vector; 3],
    /// Half side lengths, metres.
    pub half: [f64; 2],
    /// Radius, metres.
    pub radius: f64,
}

impl Volume for Rss {
    fn around(mesh: &Mesh, triangles: &[u32], fit: Fit) -> Self {
        let Obb { center, axes, half } = Obb::around_triangles(mesh, triangles, fit);
        // The direction of the thinnest side becomes the normal.
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| half[j].total_cmp(&half[i]));
        let axes = order.map(|i| axes[i]);
        let thickness = half[order[2]];
        let points: Vec<Vector> = vertices_of(mesh, triangles)
            .iter()
            .map(|p| Vector::from(axes.map(|axis| axis.dot(&(p - center)))))
            .collect();
        // The rectangle is smaller than the points' extent, because the sphere reaches beyond its edges.
        // Points near its corners may be farther away, so the radius is enlarged to include them.
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for p in &points {
            let reach = (thickness * thickness - p.z * p.z).max(0.0).sqrt();
            for i in 0..2 {
                low[i] = low[i].min(p[i] + reach);
                high[i] = high[i].max(p[i] - reach);
            }
        }
        let middle = [0, 1].map(|i| (low[i] + high[i]) / 2.0);
        let half = [0, 1].map(|i| ((high[i] - low[i]) / 2.0).max(0.0));
        let center = center + axes[0] * middle[0] + axes[1] * middle[1];
        let beyond = |p: &Vector| {
            let [x, y] = [0, 1].map(|i: usize| ((p[i] - middle[i]).abs() - half[i]).max(0.0));
            Vector::new(x, y, p.z).norm()
        };
        let radius = points.iter().map(beyond).fold(0.0, f64::max);
        let size = half[0] + half[1] + radius + thickness;
        Self { center, axes, half, radius: radius + 1e-14 * size }
    }

    fn frame(&self) -> Option<Obb> {
        let [x, y] = self.half;
        let half = Vector::new(x, y, 0.0).add_scalar(self.radius);
        Some(Obb { center: self.center, axes: self.axes, half })
    }

    fn reach(&self) -> f64 {
        self.half[0].hypot(self.half[1]) + self.radius
    }

    fn overlap(&self, other: &Self, slack: f64) -> Option<f64> {
        let reach = self.radius + other.radius;
        // The normals of the rectangles are tried first, because they separate most pairs.
        if self.along_normal(other) > reach + slack || other.along_normal(self) > reach + slack {
            return None;
        }
        let depth = reach - between(self, other);
        (depth >= -slack).then_some(depth.max(0.0))
    }

    fn distance(&self, other: &Self) -> f64 {
        (between(self, other) - self.radius - other.radius).max(0.0)
    }

    fn contains(&self, point: &Point, slack: f64) -> bool {
        let from_center = point - self.center;
        let [x, y] = [0, 1].map(|i: usize| (self.axes[i].dot(&from_center).abs() - self.half[i]).max(0.0));
        Vector::new(x, y, self.axes[2].dot(&from_center)).norm() <= self.radius + slack
    }

    fn outline(&self, pose: &Pose) -> Outline {
        let axes = [0, 1].map(|i: usize| pose.rotation * self.axes[i]);
        Outline::Rss { center: pose * self.center, axes, half: self.half, radius: self.radius }
    }
}

impl Rigid for Rss {
    fn posed(&self, placed: &Placed) -> Self {
        let axes = self.axes.map(|axis| placed.turn * axis);
        Self { center: placed.point(&self.center), axes, ..*self }
    }
}

impl Rss {
    /// The corners of the rectangle, in order around it, relative to `origin`.
    fn corners(&self, origin: &Point) -> [Vector; 4] {
        let (x, y) = (self.axes[0] * self.half[0], self.axes[1] * self.half[1]);
        let center = self.center - origin;
        [center - x - y, center + x - y, center + x + y, center - x + y]
    }

    /// Distance of another rectangle from the plane of this one, metres; 0 if it crosses the plane.
    fn along_normal(&self, other: &Self) -> f64 {
        let normal = &self.axes[2];
        let reach = other.half[0] * normal.dot(&other.axes[0]).abs()
            + other.half[1] * normal.dot(&other.axes[1]).abs();
        (normal.dot(&(other.center - self.center)).abs() - reach).max(0.0)
    }

    /// Distance from a point to the rectangle, metres; the point is relative to the centre.
    fn distance_of_point(&self, from_center: &Vector) -> f64 {
        let [x, y] = [0, 1].map(|i: usize| (self.axes[i].dot(from_center).abs() - self.half[i]).max(0.0));
        Vector::new(x, y, self.axes[2].dot(from_center)).norm()
    }

    /// Whether the segment, relative to the centre, crosses the rectangle.
    fn is_crossed(&self, [p, q]: [&Vector; 2]) -> bool {
        let (from, to) = (self.axes[2].dot(p), self.axes[2].dot(q));
        if from * to > 0.0 || from == to {
            return false;
        }
        let at = p + (q - p) * (from / (from - to));
        (0..2).all(|i| self.axes[i].dot(&at).abs() <= self.half[i])
    }
}

/// Distance between two rectangles, metres: at a corner of one, at inner points of two sides, or 0 if they cross.
fn between(a: &Rss, b: &Rss) -> f64 {
    let origin = a.center;
    let (p, q) = (a.corners(&origin), b.corners(&origin));
    let to_b = b.center - origin;
    let around = [[0, 1], [1, 2], [2, 3], [3, 0]];
    let b_crosses = around.iter().any(|&[i, j]| a.is_crossed([&q[i], &q[j]]));
    if b_crosses || around.iter().any(|&[i, j]| b.is_crossed([&(p[i] - to_b), &(p[j] - to_b)])) {
        return 0.0;
    }
    let of_a = p.iter().map(|p| b.distance_of_point(&(p - to_b)));
    let mut best = of_a.chain(q.iter().map(|q| a.distance_of_point(q))).fold(f64::INFINITY, f64::min);
    for &[i, j] in &around {
        for &[k, l] in &around {
            if let Some([on_a, on_b]) = between_lines(&[p[i], p[j]], &[q[k], q[l]]) {
                best = best.min((on_a - on_b).norm());
            }
        }
    }
    best
}
