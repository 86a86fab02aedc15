//! Ray against triangle, both sides: the plain test of Möller and Trumbore, and the watertight one.
//!
//! **Möller–Trumbore** (Journal of Graphics Tools 2(1), 1997) solves `origin + t·d = (1−u−v)·p + u·q + v·r` by
//! Cramer's rule and accepts `u ≥ 0`, `v ≥ 0`, `u + v ≤ 1`. Its failure: the two triangles at an edge compute
//! `u` and `v` from different edges and corners, so rounding differs, and a ray that passes within rounding of
//! the edge can miss both triangles. It also rejects determinants below a fixed [`EPSILON`], so that small
//! triangles, and all of a small model, are invisible.
//!
//! **Watertight** (Woop, Benthin & Wald, "Watertight Ray/Triangle Intersection", JCGT 2(1), 2013): moves the
//! origin to 0, shears so that the ray runs along z', and computes in two dimensions on which side of each edge
//! the origin lies: U, V, W. A corner is sheared independently of its triangle, so neighbours agree on its
//! position, and U of a triangle is −U of its neighbour, bit for bit. `a·b − c·d` in floating point has the
//! exact sign or is 0; a 0 is recomputed exactly by fused multiply-add (the paper switches from single to double
//! precision there). So the test is exact for the sheared corners, and a surface without gaps has none after
//! rounding. An edge belongs to both triangles: a ray through it hits at least one. A triangle seen edge-on (U +
//! V + W = 0) is not hit; its neighbours are, on their common edges. Degenerate triangles need no special rule:
//! with two equal corners the sum is 0. A triangle with collinear corners is kept, because it closes the slit
//! that rounding opens between its long edge and the two edges on the other side.
//!
//! Cost of the watertight test: 33 multiplications and additions, and at most one division.

use super::ray::{Hit, PreparedRay};
use crate::geometry::Point;

/// A determinant below this counts as that of a triangle parallel to the ray in [`MollerTrumbore`], as in the
/// published code.
pub const EPSILON: f64 = 1e-6;

/// An intersection test of a ray with a triangle. A type parameter selects it, so that no call is indirect.
pub trait TriangleTest: Send + Sync + 'static {
    /// `t` (of any sign) and barycentric coordinates, or `None` if the line misses.
    fn intersect(ray: &PreparedRay, corners: &[Point; 3]) -> Option<(f64, [f64; 3])>;
}

/// The watertight test: no ray passes between triangles that share an edge or a corner.
#[derive(Debug)]
pub struct Watertight;

/// The test as published, with its fixed tolerance.
pub struct MollerTrumbore;

impl TriangleTest for Watertight {
    #[inline(always)]
    fn intersect(ray: &PreparedRay, corners: &[Point; 3]) -> Option<(f64, [f64; 3])> {
        let ([x, y, z], [sx, sy, sz]) = (ray.axes, ray.shear);
        // 1. Corners relative to the ray's origin, sheared.
        let sheared = |p: &Point| {
            let along = p[z] - ray.origin[z];
            (p[x] - ray.origin[x] - sx * along, p[y] - ray.origin[y] - sy * along, along)
        };
        let [p, q, r] = corners;
        let ((ax, ay, az), (bx, by, bz), (cx, cy, cz)) = (sheared(p), sheared(q), sheared(r));
        // 2. On which side of each edge the ray passes: the signs of U, V and W.
        let (mut u, mut v, mut w) = (cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax);
        if u == 0.0 || v == 0.0 || w == 0.0 {
            (u, v, w) = (exact(cx, by, cy, bx), exact(ax, cy, ay, cx), exact(bx, ay, by, ax));
        }
        if (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0) {
            return None;
        }
        // 3. The weighted mean of the corners' depths.
        let sum = u + v + w;
        if sum == 0.0 {
            return None;
        }
        let weights = [u / sum, v / sum, w / sum];
        Some((sz * (weights[0] * az + weights[1] * bz + weights[2] * cz), weights))
    }
}

/// `a·b − c·d` with the exact sign: the rounding errors of the products, which fused multiply-add yields
/// exactly, are subtracted too. (Underflow: products below 1e-290 lose the sign, which would need corners
/// 1e-140 m apart.)
#[cold]
fn exact(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let (p, q) = (a * b, c * d);
    (p - q) + (a.mul_add(b, -p) - c.mul_add(d, -q))
}

impl TriangleTest for MollerTrumbore {
    #[inline(always)]
    fn intersect(ray: &PreparedRay, [p, q, r]: &[Point; 3]) -> Option<(f64, [f64; 3])> {
        let (edge1, edge2) = (q - p, r - p);
        let across = ray.direction.cross(&edge2);
        let determinant = edge1.dot(&across);
        if determinant > -EPSILON && determinant < EPSILON {
            return None;
        }
        let inverse = 1.0 / determinant;
        let from_p = ray.origin - p;
        let u = from_p.dot(&across) * inverse;
        if !(0.0..=1.0).contains(&u) {
            return None;
        }
        let over = from_p.cross(&edge1);
        let v = ray.direction.dot(&over) * inverse;
        if v < 0.0 || u + v > 1.0 {
            return None;
        }
        Some((edge2.dot(&over) * inverse, [1.0 - u - v, u, v]))
    }
}

/// The nearest hit so far. The order of triangles does not matter: the smallest `t` wins, then the lowest index.
pub struct Nearest {
    hit: Hit,
}

impl Nearest {
    /// Starts without a hit; hits beyond `max` direction lengths do not count.
    pub fn up_to(max: f64) -> Self {
        Self { hit: Hit { t: max, triangle: u32::MAX, weights: [0.0; 3] } }
    }

    /// The limit for boxes: a box that the ray enters beyond this `t` contains no nearer hit.
    #[inline(always)]
    pub fn limit(&self) -> f64 {
        self.hit.t
    }

    /// Tests a triangle. Returns its `t` if the ray hits it, even if an earlier triangle has a nearer hit.
    #[inline(always)]
    pub fn test<T: TriangleTest>(
        &mut self,
        ray: &PreparedRay,
        triangle: u32,
        corners: &[Point; 3],
    ) -> Option<f64> {
        let (t, weights) = T::intersect(ray, corners)?;
        // The hit is clamped to the interval of the triangle's own box, so that no enclosing box starts behind the
        // hit (see `methods/aabb_tree.rs`).
        let [p, q, r] = corners;
        let [near, far] = ray.interval(&p.inf(q).inf(r), &p.sup(q).sup(r));
        let t = t.max(near).min(far);
        if t < 0.0 {
            return None;
        }
        let best = &mut self.hit;
        if t < best.t || (t == best.t && triangle < best.triangle) {
            *best = Hit { t, triangle, weights };
        }
        Some(t)
    }

    /// The nearest hit of all tested triangles.
    pub fn hit(self) -> Option<Hit> {
        (self.hit.triangle != u32::MAX).then_some(self.hit)
    }
}
