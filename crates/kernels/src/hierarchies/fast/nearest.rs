//! Four triangles against four others: lower bounds on their distances, to select the pairs to measure in f64. Tighter
//! ones follow from approximate closest points in f32.
//!
//! Along any direction of length 1 or less, the gap between the projections of two triangles is at most their
//! distance. Three directions are tried first: both normals, and the direction between the closest points found so
//! far, which is nearly right for neighbours of the closest pair too.
//!
//! Closest points are on two edges (Ericson 2005, 5.1.9), or are a corner and its projection into the
//! triangle. The bound is the gap between the triangles' projections on the direction between these points.
//! So rounding in the points may loosen a bound but never invalidates it.

use super::contacts::{corners, moved_corners};
use super::node::Leaf;
use super::rounding::{LeafFrame, SURELY};
use crate::simd::lanes::{Lanes, cross, dot, dot_plus, for3, minus};

/// Four triangles with precomputed terms that all pairs of a triangle share.
struct NearestTriangles<L> {
    corner: [[L; 3]; 3],
    edge: [[L; 3]; 3],
    /// 1 / length² of each edge.
    share: [L; 3],
    /// Normal, not normalised; `normal_share` is 1 divided by its squared length.
    normal: [L; 3],
    normal_share: L,
    /// Vectors whose dot products with a point, relative to corner 0, are its barycentric coordinates.
    along: [[L; 3]; 2],
}

impl<L: Lanes> NearestTriangles<L> {
    #[inline(always)]
    fn new(corner: [[L; 3]; 3]) -> Self {
        let [p, q, r] = corner;
        let edge = [minus(&q, &p), minus(&r, &q), minus(&p, &r)];
        let least = L::splat(f32::MIN_POSITIVE);
        let one = L::splat(1.0);
        let share = for3!(k => one.div(dot(&edge[k], &edge[k]).max(least)));
        let to_r = minus(&r, &p);
        let normal = cross(&edge[0], &to_r);
        let normal_share = one.div(dot(&normal, &normal).max(least));
        let scaled = for3!(i => normal[i] * normal_share);
        Self {
            corner,
            edge,
            share,
            normal,
            normal_share,
            along: [cross(&to_r, &scaled), cross(&scaled, &edge[0])],
        }
    }
}

/// The shortest vector from A's triangle to B's so far.
struct ShortestVector<W> {
    squared: W,
    from_to: [W; 3],
}

impl<W: Lanes> ShortestVector<W> {
    #[inline(always)]
    fn offer(&mut self, squared: W, from_to: [W; 3]) {
        self.from_to = for3!(i => self.from_to[i].select_lt(from_to[i], squared, self.squared));
        self.squared = self.squared.min(squared);
    }

    /// The direction of the vector; its length is at most 1.
    #[inline(always)]
    fn direction(&self) -> [W; 3] {
        let length = dot_plus(&self.from_to, &self.from_to, W::splat(f32::MIN_POSITIVE)).sqrt();
        let share = W::splat(SURELY).div(length);
        for3!(i => self.from_to[i] * share)
    }

    /// Considers the perpendicular between a triangle and a corner of the other; `sign` is 1 if the vector
    /// points from the triangle to the corner.
    #[inline(always)]
    fn offer_height(&mut self, triangle: &NearestTriangles<W>, corner: &[W; 3], sign: W) {
        let from = minus(corner, &triangle.corner[0]);
        let (u, v) = (dot(&triangle.along[0], &from), dot(&triangle.along[1], &from));
        let inside = u.min(v).min(W::splat(1.0) - u - v);
        let height = dot(&triangle.normal, &from);
        let share = height * triangle.normal_share * sign;
        // A foot outside the triangle gives a value larger than any distance, so it is never the shortest.
        let squared =
            (height * height * triangle.normal_share).select_lt(W::splat(f32::MAX), inside, W::splat(0.0));
        self.offer(squared, for3!(i => triangle.normal[i] * share));
    }

    /// Considers the closest points of edge i of A and edge j of B.
    #[inline(always)]
    fn offer_edges(&mut self, a: &NearestTriangles<W>, b: &NearestTriangles<W>, i: usize, j: usize) {
        let (d, e) = (&a.edge[i], &b.edge[j]);
        let r = minus(&b.corner[j], &a.corner[i]);
        let (de, dr, er) = (dot(d, e), dot(d, &r), dot(e, &r));
        // Parameter of the closest point on edge d: s = (dr ee − er de) / (dd ee − de²), where two letters
        // are a scalar product. Both sides of the fraction are divided by dd ee.
        let across = W::splat(1.0) - de * de * a.share[i] * b.share[j];
        let s = unit((dr * a.share[i] - er * b.share[j] * de * a.share[i]).div(across.max(W::splat(1e-12))));
        let t = unit((s * de - er) * b.share[j]);
        let s = unit((t * de + dr) * a.share[i]);
        let between = for3!(k => t.mul_add(e[k], r[k]) - s * d[k]);
        self.offer(dot(&between, &between), between);
    }
}

/// Clamps to [0, 1]; a NaN becomes 0.
#[inline(always)]
fn unit<W: Lanes>(x: W) -> W {
    x.max(W::splat(0.0)).min(W::splat(1.0))
}

/// Raises the lower bounds of the 16 pairs where the approximate closest points give a larger bound.
#[inline(always)]
pub fn raise<L: Lanes>(a: &Leaf, b: &Leaf, frame: &LeafFrame, bounds: &mut [f32; 16]) {
    let of_b = NearestTriangles::<L>::new(moved_corners(b, frame));
    let one = L::splat(1.0);
    let mut raised = [0.0; 16];
    for part in 0..L::PARTS {
        let of_a = NearestTriangles::<L>::new(corners(a, part));
        let mut shortest = ShortestVector { squared: L::splat(f32::MAX), from_to: [one; 3] };
        for i in 0..3 {
            for j in 0..3 {
                shortest.offer_edges(&of_a, &of_b, i, j);
            }
            shortest.offer_height(&of_a, &of_b.corner[i], one);
            shortest.offer_height(&of_b, &of_a.corner[i], -one);
        }
        let direction = shortest.direction();
        let ((_, end), (start, _)) = (ends(&direction, &of_a.corner), ends(&direction, &of_b.corner));
        (start - end - L::splat(frame.gap_error)).store(&mut raised, part);
    }
    for (bound, raised) in bounds.iter_mut().zip(raised) {
        *bound = if raised > *bound { raised } else { *bound };
    }
}

/// Lower bounds on the distances of the 16 pairs, tree units. `towards` points from A to B at the closest
/// points found so far; its length is at most 1.
#[inline(always)]
pub(super) fn distances_at_least<L: Lanes>(
    a: &Leaf,
    b: &Leaf,
    frame: &LeafFrame,
    towards: &[f32; 3],
) -> [f32; 16] {
    let towards = for3!(i => L::splat(towards[i]));
    let of_b = moved_corners::<L>(b, frame);
    let normal_b = normal(&of_b);
    let (start, _) = ends(&towards, &of_b);
    let (b_low, b_high) = ends(&normal_b, &of_b);
    let mut found = [f32::INFINITY; 16];
    for part in 0..L::PARTS {
        let of_a = corners::<L>(a, part);
        // 1. Along the direction between the closest points so far.
        let (_, end) = ends(&towards, &of_a);
        let mut bound = start - end;
        // 2. Along A's normal, in both directions.
        let normal_a = normal(&of_a);
        let (a_low, a_high) = ends(&normal_a, &of_a);
        let (low, high) = ends(&normal_a, &of_b);
        bound = bound.max(low - a_high).max(a_low - high);
        // 3. Along B's normal.
        let (low, high) = ends(&normal_b, &of_a);
        bound = bound.max(low - b_high).max(b_low - high);
        (bound - L::splat(frame.gap_error)).store(&mut found, part);
    }
    found
}

/// Lower bounds on the distances of a leaf's triangles from a point, tree units. `point` is relative to the centre of
/// the leaf; `gap_error` bounds the error of a gap.
#[inline(always)]
pub fn from_point_at_least<L: Lanes>(leaf: &Leaf, point: &[f32; 3], gap_error: f32) -> [f32; 16] {
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let corner = for3!(k => for3!(i => L::of_b(&leaf.corner[k][i]) - L::splat(point[i])));
    let triangle = NearestTriangles::new(corner);
    let mut shortest = ShortestVector { squared: L::splat(f32::MAX), from_to: [one; 3] };
    shortest.offer_height(&triangle, &[zero; 3], -one);
    for i in 0..3 {
        let (from, edge) = (&triangle.corner[i], &triangle.edge[i]);
        let along = unit(-dot(from, edge) * triangle.share[i]);
        let on_edge = for3!(k => along.mul_add(edge[k], from[k]));
        shortest.offer(dot(&on_edge, &on_edge), on_edge);
    }
    let (start, _) = ends(&shortest.direction(), &triangle.corner);
    let mut found = [0.0; 16];
    (start - L::splat(gap_error)).store(&mut found, 0);
    found
}

/// A normal of length 1 or slightly less; shorter, even zero, for a triangle without area.
#[inline(always)]
fn normal<L: Lanes>(corner: &[[L; 3]; 3]) -> [L; 3] {
    let normal = cross(&minus(&corner[1], &corner[0]), &minus(&corner[2], &corner[0]));
    let squared = dot(&normal, &normal).max(L::splat(f32::MIN_POSITIVE));
    let share = L::splat(SURELY).div(squared.sqrt());
    for3!(i => normal[i] * share)
}

/// The smallest and the largest projection of three corners.
#[inline(always)]
pub(super) fn ends<L: Lanes>(direction: &[L; 3], corner: &[[L; 3]; 3]) -> (L, L) {
    let [p, q, r] = for3!(k => dot(direction, &corner[k]));
    (p.min(q).min(r), p.max(q).max(r))
}
