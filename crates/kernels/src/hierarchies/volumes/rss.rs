//! Rectangle swept spheres as nodes of a tree: all points within a radius of a rectangle (Larsen, Gottschalk,
//! Lin, Manocha, "Fast Distance Queries with Rectangular Swept Sphere Volumes", 2000).

use super::{Rigid, Volume, vertices_of};
use crate::geometry::obb::{Fit, Obb, descending};
use crate::geometry::{Mesh, Point, Pose, Vector};
use crate::hierarchies::query::Placed;
use crate::hierarchies::tree::Outline;

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
        let order = descending(half.into());
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
    /// Distance of another rectangle from the plane of this one, metres; 0 if it crosses the plane.
    fn along_normal(&self, other: &Self) -> f64 {
        let normal = &self.axes[2];
        (normal.dot(&(other.center - self.center)).abs() - other.extent(normal)).max(0.0)
    }

    /// Half extent of the rectangle along a direction.
    fn extent(&self, direction: &Vector) -> f64 {
        self.half[0] * direction.dot(&self.axes[0]).abs() + self.half[1] * direction.dot(&self.axes[1]).abs()
    }

    /// The vector from the rectangle to the point, which is relative to the centre.
    fn to_point(self, from_center: &Vector) -> Vector {
        let beyond = |i: usize| {
            let along = self.axes[i].dot(from_center);
            along - along.clamp(-self.half[i], self.half[i])
        };
        self.axes[0] * beyond(0) + self.axes[1] * beyond(1) + self.axes[2] * self.axes[2].dot(from_center)
    }
}

/// Distance between two rectangles, metres; 0 if they cross. Never more than the distance, up to the rounding of the
/// last lines: along any unit vector n, points of the rectangles are at least as far apart as their projections. So
/// errors of the closest points, from which n is computed, may loosen the bound but not invalidate it.
fn between(a: &Rss, b: &Rss) -> f64 {
    let to_b = b.center - a.center;
    let mut shortest = (f64::INFINITY, to_b);
    let mut offer = |squared: f64, a_to_b: Vector| {
        if squared < shortest.0 {
            shortest = (squared, a_to_b);
        }
    };
    for [x, y] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
        let corner = |of: &Rss| of.axes[0] * (x * of.half[0]) + of.axes[1] * (y * of.half[1]);
        for a_to_b in [-b.to_point(&(corner(a) - to_b)), a.to_point(&(to_b + corner(b)))] {
            offer(a_to_b.norm_squared(), a_to_b);
        }
    }
    // Inner points of two sides: the vector between them is normal to both. Their distances from the middles of the
    // sides, times the square, are the products with `share_a` and `share_b`.
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let (along_a, along_b) = (&a.axes[i], &b.axes[j]);
        let across = along_a.cross(along_b);
        let square = across.norm_squared();
        let (share_a, share_b) = (along_b.cross(&across), along_a.cross(&across));
        let (most_a, most_b) = (a.half[i] * square, b.half[j] * square);
        let (side_a, side_b) = (a.axes[1 - i] * a.half[1 - i], b.axes[1 - j] * b.half[1 - j]);
        for middles in
            [to_b - side_a - side_b, to_b - side_a + side_b, to_b + side_a - side_b, to_b + side_a + side_b]
        {
            if middles.dot(&share_a).abs() < most_a && middles.dot(&share_b).abs() < most_b {
                let apart = middles.dot(&across);
                offer(apart * apart / square, across * (apart / square));
            }
        }
    }
    let Some(n) = shortest.1.try_normalize(0.0) else { return 0.0 };
    let gap = n.dot(&to_b) - a.extent(&n) - b.extent(&n);
    gap.max(a.along_normal(b)).max(b.along_normal(a))
}
