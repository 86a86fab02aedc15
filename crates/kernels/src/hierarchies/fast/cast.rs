//! A ray through a tree: the first hit, any, or all; and the winding number of a closed surface around a point.
//!
//! Four boxes are tested at once in f32, the nearest is entered first, and four triangles are rejected at once in f32
//! where the ray certainly misses them. The exact test (`triangles/ray.rs`) decides about the others, so the answers
//! are those of brute force; `docs/proofs/rays.md` has the error bounds.
//! Cost: about log n nodes for a first hit. Rounding makes a ray from 1e15 radii away test every triangle.

use super::node::{LEAF, Leaf, Node, Tree};
use crate::geometry::{Point, Ray, Vector};
use crate::hierarchies::triangles::ray::{PreparedRay, T_ERROR};
use crate::simd::lanes::{Lanes, Task, cross, dot, for3};

/// A triangle that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Lengths of the ray's direction from its origin.
    pub t: f64,
    /// Index of the triangle.
    pub triangle: u32,
}

/// Error bound of the position of a point on the ray relative to a box, tree units.
const BOX: f64 = 4e-6;
/// Error bound of a parameter along the ray, tree units.
const ALONG: f64 = 1e-6;
/// Error bound of the side on which the ray passes an edge, as a share of the square of the largest distance from the
/// centre of the leaf.
const SIDE: f32 = 2e-6;
/// Error bound of the ray in f64, above which all triangles are tested.
const BLIND: f64 = 1e3;
/// The most nodes that wait: three for each level of a tree of 2³² triangles, and one.
const WAITING: usize = 49;
/// The direction of the ray for a winding number: far from those of most edges and faces.
const OBLIQUE: Vector = Vector::new(0.5772, 0.3217, 0.7591);

impl Tree {
    /// The hit with the smallest t, of those up to `max`; of equal ones, that with the smallest index.
    pub fn first_hit(&self, ray: &Ray, max: f64) -> Option<Hit> {
        let exact = PreparedRay::new(ray);
        let mut first: Option<Hit> = None;
        self.cast(ray, max, |triangle| {
            let t = exact.hit(&self.triangle(triangle))?;
            let (least, index) = first.map_or((max, u32::MAX), |hit| (hit.t, hit.triangle));
            let is_first = t < least || t == least && triangle < index;
            is_first.then(|| first = Some(Hit { t, triangle }))?;
            Some(t)
        });
        first
    }

    /// Whether there is a hit with t up to `max`.
    pub fn is_hit(&self, ray: &Ray, max: f64) -> bool {
        let exact = PreparedRay::new(ray);
        let mut found = false;
        self.cast(ray, max, |triangle| {
            found |= exact.hit(&self.triangle(triangle)).is_some_and(|t| t <= max);
            found.then_some(f64::NEG_INFINITY)
        });
        found
    }

    /// All triangles that are hit with t up to `max`, in the order of t and then of the indices.
    pub fn hits(&self, ray: &Ray, max: f64) -> Vec<Hit> {
        let exact = PreparedRay::new(ray);
        let mut hits = vec![];
        self.cast(ray, max, |triangle| {
            let t = exact.hit(&self.triangle(triangle)).filter(|t| *t <= max)?;
            hits.push(Hit { t, triangle });
            None
        });
        hits.sort_unstable_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
        hits
    }

    /// How often the surface, which must be closed, winds around the point: 0 outside; `None` on the surface. Exact. 0
    /// for points that are too far away for a ray.
    pub fn winding(&self, p: &Point) -> Option<i32> {
        let Ok(ray) = Ray::new(*p, OBLIQUE) else { return Some(0) };
        let exact = PreparedRay::new(&ray);
        let mut winding = Some(0);
        self.cast(&ray, f64::INFINITY, |triangle| {
            winding = winding.zip(exact.crossing(&self.triangle(triangle))).map(|(sum, one)| sum + one);
            winding.is_none().then_some(f64::NEG_INFINITY)
        });
        winding
    }

    /// The corners of a triangle, in the mesh's coordinates.
    pub(super) fn triangle(&self, index: u32) -> [Vector; 3] {
        self.mesh.corners(index as usize).map(|p| p.coords)
    }

    /// Calls `visit` for every triangle that the ray may hit with t up to `max`; it may return a smaller `max`.
    fn cast(&self, ray: &Ray, max: f64, visit: impl FnMut(u32) -> Option<f64>) {
        let line = Line::new(self, ray);
        self.level.run(Cast { tree: self, limit: line.limit(max), line, visit });
    }
}

/// A ray in tree units: the points `point` + s · `direction`.
struct Line {
    /// The point nearest to the centre of the mesh, s = 0.
    point: Vector,
    /// A unit vector.
    direction: Vector,
    /// s at the origin of the ray.
    origin: f64,
    /// Growth of s from t to t + 1.
    growth: f64,
    /// Error bound of `point` and `origin`.
    error: f64,
    /// `point` and `direction` in f32.
    of_point: [f32; 3],
    of_direction: [f32; 3],
    /// The mesh is where s is between these, widened by the error.
    start: f32,
    end: f32,
    /// Half extents are enlarged by this.
    slack: f32,
}

impl Line {
    fn new(tree: &Tree, ray: &Ray) -> Self {
        let from = (ray.origin() - tree.center) * tree.scale;
        let length = ray.direction().norm();
        let direction = ray.direction() / length;
        let error = (4e-15 * (from.norm() + 1.0)).min(BLIND);
        let is_blind = error == BLIND;
        let origin = if is_blind { -BLIND } else { from.dot(&direction) };
        let point = if is_blind { Vector::zeros() } else { from - direction * origin };
        let reach = 1.01 + 2.0 * error;
        Self {
            point,
            direction,
            origin,
            growth: length * tree.scale,
            error,
            of_point: [point.x as f32, point.y as f32, point.z as f32],
            of_direction: [direction.x as f32, direction.y as f32, direction.z as f32],
            start: ((origin - error - ALONG).max(-reach) as f32).next_down(),
            // A ray that passes the unit ball, or begins beyond it, meets nothing.
            end: if point.norm() > reach || origin > reach { f32::NEG_INFINITY } else { reach as f32 },
            slack: (BOX + error) as f32,
        }
    }

    /// Bound on s for the points with t up to `max`.
    fn limit(&self, max: f64) -> f32 {
        if self.error == BLIND && max >= 0.0 {
            return self.end;
        }
        let s = max * self.growth * (1.0 + 2.0 * T_ERROR) + self.origin + 2.0 * (self.error + ALONG);
        self.end.min((s as f32).next_up())
    }
}

/// A traversal for one ray.
struct Cast<'a, F> {
    tree: &'a Tree,
    line: Line,
    limit: f32,
    visit: F,
}

impl<F: FnMut(u32) -> Option<f64>> Task for Cast<'_, F> {
    type Out = ();
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { tree, line, mut limit, mut visit } = self;
        let mut waiting = [(f32::NEG_INFINITY, tree.root); WAITING];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (near, at) = waiting[count];
            if near > limit {
                continue;
            }
            if at & LEAF == 0 {
                let node = tree.node(at);
                let (mut entered, nears) = entered::<L>(node, &line, limit);
                while entered != 0 {
                    let lane = farthest(entered, &nears);
                    entered &= !(1 << lane);
                    waiting[count] = (nears[lane], node.child[lane]);
                    count += 1;
                }
                continue;
            }
            let leaf = tree.leaf(at);
            let mut left = maybe_hit::<L>(leaf, &line);
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                if let Some(max) = visit(leaf.triangle[lane]) {
                    limit = line.limit(max);
                }
            }
        }
    }
}

/// The lane with the largest number among those of a mask, which is not empty.
#[inline(always)]
pub(super) fn farthest(mut lanes: u32, numbers: &[f32; 16]) -> usize {
    let mut farthest = lanes.trailing_zeros() as usize;
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes - 1;
        farthest = if numbers[lane] > numbers[farthest] { lane } else { farthest };
    }
    farthest
}

/// Mask of the boxes that the ray may enter with s up to `limit`, and bounds on s where it does.
#[inline(always)]
fn entered<L: Lanes>(node: &Node, line: &Line, limit: f32) -> (u32, [f32; 16]) {
    let (zero, slack, tiny) = (L::splat(0.0), L::splat(line.slack), L::splat(1e-20));
    let direction = for3!(i => L::splat(line.of_direction[i]));
    let from = for3!(i => L::splat(line.of_point[i]) - L::of_b(&node.center[i]));
    let (mut near, mut far) = (L::splat(line.start), L::splat(limit));
    let _ = for3!(i => {
        let axis = for3!(j => L::of_b(&node.axes[i][j]));
        // The box is between ±half, where the ray is at `at` + s · `slope`; turned so that it moves upwards.
        let (at, slope) = (dot(&axis, &from), dot(&axis, &direction));
        let at = at.select_lt(-at, slope, zero);
        let inverse = L::splat(1.0).div(slope.abs().max(tiny));
        let half = L::of_b(&node.half[i]) + slack;
        near = near.max((-half - at) * inverse);
        far = far.min((half - at) * inverse);
    });
    let along = L::splat(ALONG as f32);
    let missed = (near - along).above(far + along);
    let mut nears = [0.0; 16];
    (near - along).store(&mut nears, 0);
    (!missed & 0xf, nears)
}

/// Mask of the triangles of a leaf that the line of the ray does not certainly miss.
#[inline(always)]
fn maybe_hit<L: Lanes>(leaf: &Leaf, line: &Line) -> u32 {
    // The point of the line nearest to the centre of the leaf, relative to it.
    let from = line.point - Vector::from(leaf.bounds.center.map(f64::from));
    let point = from - line.direction * from.dot(&line.direction);
    let reach = (point.norm() as f32 + leaf.radius) * 1.000_001;
    let error = L::splat((SIDE * reach + 4.0 * line.error as f32) * reach + f32::MIN_POSITIVE);
    let point = [point.x as f32, point.y as f32, point.z as f32];
    let corner = for3!(k => for3!(i => L::of_b(&leaf.corner[k][i]) - L::splat(point[i])));
    let direction = for3!(i => L::splat(line.of_direction[i]));
    let side = for3!(k => dot(&direction, &cross(&corner[k], &corner[(k + 1) % 3])));
    let largest = side[0].max(side[1]).max(side[2]);
    let least = side[0].min(side[1]).min(side[2]);
    let is_missed = largest.above(error) & (-least).above(error);
    !is_missed & (0xf >> (4 - leaf.count))
}
