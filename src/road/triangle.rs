//! Ray against triangle, both sides: the plain test of Möller and Trumbore, and the watertight one.
//!
//! **Möller–Trumbore** (Journal of Graphics Tools 2(1), 1997) solves `origin + t·d = (1−u−v)·p + u·q + v·r` by
//! Cramer's rule and accepts `u ≥ 0`, `v ≥ 0`, `u + v ≤ 1`. Where it falls through: the two triangles beside an edge
//! compute their `u` and `v` from different edges and corners, so the same edge is rounded in two ways, and a ray
//! that passes within rounding of it can be outside both. It also refuses a determinant below a fixed [`EPSILON`], so
//! that small triangles, and all of a small model, are invisible.
//!
//! **Watertight** (Woop, Benthin & Wald, "Watertight Ray/Triangle Intersection", JCGT 2(1), 2013): move the origin to
//! 0, shear so that the ray runs along z', and ask in two dimensions on which side of each edge the origin lies: U,
//! V, W. A corner is sheared without regard to its triangle, so neighbours agree on where it is, and U of one is −U
//! of the other, to the bit. `a·b − c·d` in floating point has the exact sign or is 0; a 0 is computed again exactly
//! by fused multiply-add (the paper goes from single to double there). So the test is exact on the sheared corners,
//! and a surface without a gap has none after they are rounded. An edge belongs to both triangles: a ray through it
//! hits at least once. A triangle seen edge-on (U + V + W = 0) is not hit; its neighbours are, on the edges they
//! share with it. Degenerate triangles need no rule of their own: with two equal corners the sum is 0. One whose
//! corners are on a line is kept, since it closes the slit that rounding leaves between that line and the two edges
//! on its other side.
//!
//! Cost: 33 multiplications and additions and at most one division for the watertight test.

use super::ray::{Hit, PreparedRay};
use crate::geometry::Point;

/// Determinants below this count as parallel to the ray in [`MollerTrumbore`], as in its published code.
pub const EPSILON: f64 = 1e-6;

/// A way to intersect a ray with a triangle. The type chooses it, so that no call goes through a pointer.
pub trait TriangleTest: Send + Sync + 'static {
    /// `t` (of any sign) and barycentric coordinates, or `None` if the line misses.
    fn intersect(ray: &PreparedRay, corners: &[Point; 3]) -> Option<(f64, [f64; 3])>;
}

/// Never falls through a shared edge or corner.
#[derive(Debug)]
pub struct Watertight;

/// As published, with its fixed tolerance.
pub struct MollerTrumbore;

impl TriangleTest for Watertight {
    #[inline(always)]
    fn intersect(ray: &PreparedRay, corners: &[Point; 3]) -> Option<(f64, [f64; 3])> {
        let ([x, y, z], [sx, sy, sz]) = (ray.axes, ray.shear);
        // 1. Corners from the ray's origin, sheared.
        let sheared = |p: &Point| {
            let along = p[z] - ray.origin[z];
            (p[x] - ray.origin[x] - sx * along, p[y] - ray.origin[y] - sy * along, along)
        };
        let [p, q, r] = corners;
        let ((ax, ay, az), (bx, by, bz), (cx, cy, cz)) = (sheared(p), sheared(q), sheared(r));
        // 2. On which side of each edge is the ray?
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

/// `a·b − c·d` with the exact sign: the products' rounding errors, which fused multiply-add gives exactly, are
/// subtracted too. (Products below 1e-290 lose it; corners 1e-140 m apart are beyond what a terrain holds.)
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

/// The nearest hit so far. Any order of triangles gives the same: the smallest `t`, of equal ones the lowest index.
pub struct Nearest {
    hit: Hit,
}

impl Nearest {
    /// No hit yet; hits beyond `max` direction lengths do not count.
    pub fn up_to(max: f64) -> Self {
        Self { hit: Hit { t: max, triangle: u32::MAX, weights: [0.0; 3] } }
    }

    /// Boxes that the ray enters farther away than this hold nothing better.
    #[inline(always)]
    pub fn limit(&self) -> f64 {
        self.hit.t
    }

    /// Tests one triangle; returns its `t` if it is hit, whether or not it is the nearest.
    #[inline(always)]
    pub fn test<T: TriangleTest>(
        &mut self,
        ray: &PreparedRay,
        triangle: u32,
        corners: &[Point; 3],
    ) -> Option<f64> {
        let (t, weights) = T::intersect(ray, corners)?;
        // Into the interval of its own box, so that no box around it can be farther than the hit (see `methods/aabb_tree.rs`).
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

    /// The nearest of all triangles tested.
    pub fn hit(self) -> Option<Hit> {
        (self.hit.triangle != u32::MAX).then_some(self.hit)
    }
}
