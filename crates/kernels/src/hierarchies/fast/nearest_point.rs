//! The nearest point of a surface, and the signed distance from a closed one.
//!
//! Depth first, the nearest box before the others: four lower bounds at once in f32, for the triangles of a leaf too,
//! and f64 for the few triangles that may be nearest. Of equally near triangles, that with the smallest index counts, so
//! the answer does not depend on the tree. `docs/proofs/rays.md` has the error bounds.
//! Cost: about log n nodes for a point near the surface; many more for one with equally near parts all around.

use super::cast::farthest;
use super::frontier::least;
use super::nearest::from_point_at_least;
use super::node::{LEAF, Leaf, Node, Tree};
use crate::geometry::{Point, Vector};
use crate::hierarchies::triangles::distance::closest_to_point;
use crate::simd::lanes::{Lanes, Task, dot, for3};

/// The nearest point of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPoint {
    /// The distance, metres.
    pub distance: f64,
    /// The point, in the mesh's coordinates.
    pub point: Point,
    /// Index of the triangle with this point.
    pub triangle: u32,
}

/// Error bound of the distance from a box, as a share of 1 and the distance from the centre of the mesh, tree units.
const BOX: f64 = 1e-6;
/// Error bound of the distance from a triangle, as a share of the largest distance from the point.
const GAP: f32 = 2e-6;
/// A factor below 1 that covers the rounding of a length in f32.
const SURELY: f32 = 0.999_999;
/// Distance from the centre, tree units, beyond which boxes are compared along the direction to the point alone: their
/// distances would be rounded more than that direction is off.
const REMOTE: f64 = 500.0;
/// The most nodes that wait: three for each level of a tree of 2³² triangles, and one.
const WAITING: usize = 49;

impl Tree {
    /// The nearest point, up to rounding.
    pub fn nearest(&self, p: &Point) -> NearestPoint {
        let from = (p - self.center) * self.scale;
        let far = from.norm();
        let error = 8e-15 * (far + 1.0) + BOX * if far > REMOTE { 1.0 } else { far + 1.0 };
        let toward = from / far.max(1.0);
        let [point, toward] = [from, toward].map(|v| [v.x as f32, v.y as f32, v.z as f32]);
        let is_remote = far > REMOTE;
        let along = Vector::from(toward.map(f64::from));
        let [unit, offset] = if is_remote { [along.norm(), along.dot(&from)] } else { [1.0, 0.0] };
        self.level.run(Search {
            tree: self,
            p: p.coords,
            from,
            point,
            toward,
            is_remote,
            unit,
            offset,
            error,
        })
    }

    /// The distance from the surface, which must be closed: negative inside, 0 only on it. The sign is exact.
    pub fn signed_distance(&self, p: &Point) -> f64 {
        let distance = || self.nearest(p).distance.max(f64::from_bits(1));
        match self.winding(p) {
            None => 0.0,
            Some(0) => distance(),
            Some(_) => -distance(),
        }
    }
}

/// The search for one point.
struct Search<'a> {
    tree: &'a Tree,
    p: Vector,
    /// The point, tree units.
    from: Vector,
    point: [f32; 3],
    /// The direction from the centre to a remote point; its length is 1 up to rounding.
    toward: [f32; 3],
    is_remote: bool,
    /// The bound for a distance d is `unit` d - `offset`, so that those of a remote point keep their digits.
    unit: f64,
    offset: f64,
    /// Error bound of a bound.
    error: f64,
}

impl Search<'_> {
    /// The bound that a box must not exceed for this distance.
    fn cut(&self, distance: f64) -> f32 {
        ((distance * self.tree.scale * self.unit - self.offset + self.error) as f32).next_up()
    }

    fn measure(&self, triangle: u32, best: &mut Option<NearestPoint>) -> bool {
        let (point, distance) = closest_to_point(&self.p, &self.tree.triangle(triangle));
        let is_nearer = |best: &NearestPoint| {
            distance < best.distance || distance == best.distance && triangle < best.triangle
        };
        let is_best = best.as_ref().is_none_or(is_nearer);
        if is_best {
            *best = Some(NearestPoint { distance, point: point.into(), triangle });
        }
        is_best
    }
}

impl Task for Search<'_> {
    type Out = NearestPoint;
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) -> NearestPoint {
        let (mut best, mut cut) = (None, f32::INFINITY);
        let mut waiting = [(f32::NEG_INFINITY, self.tree.root); WAITING];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (bound, at) = waiting[count];
            if bound > cut {
                continue;
            }
            if at & LEAF == 0 {
                let node = self.tree.node(at);
                let (mut near, bounds) = if self.is_remote {
                    remote_boxes::<L>(node, &self.toward, cut)
                } else {
                    boxes::<L>(node, &self.point, cut)
                };
                while near != 0 {
                    let lane = farthest(near, &bounds);
                    near &= !(1 << lane);
                    waiting[count] = (bounds[lane], node.child[lane]);
                    count += 1;
                }
                continue;
            }
            let leaf = self.tree.leaf(at);
            let bounds = if self.is_remote { [f32::NEG_INFINITY; 16] } else { triangles::<L>(leaf, &self) };
            let mut left = 0xf >> (4 - leaf.count);
            while left != 0 {
                let lane = least(left, &bounds);
                if bounds[lane] > cut {
                    break;
                }
                left &= !(1 << lane);
                if self.measure(leaf.triangle[lane], &mut best) {
                    cut = best.map_or(cut, |best: NearestPoint| self.cut(best.distance));
                }
            }
        }
        best.expect("a mesh has a triangle")
    }
}

/// Mask of the boxes whose distance may be at most `cut`, and lower bounds on the distances, up to [`BOX`].
#[inline(always)]
fn boxes<L: Lanes>(node: &Node, point: &[f32; 3], cut: f32) -> (u32, [f32; 16]) {
    let zero = L::splat(0.0);
    let from = for3!(i => L::splat(point[i]) - L::of_b(&node.center[i]));
    let gap = for3!(i => {
        let along = dot(&for3!(j => L::of_b(&node.axes[i][j])), &from);
        (along.abs() - L::of_b(&node.half[i])).max(zero)
    });
    among(node, dot(&gap, &gap).sqrt() * L::splat(SURELY), cut)
}

/// [`boxes`] for a remote point in the direction `toward`: the distances along it, relative to the centre of the mesh.
#[inline(always)]
fn remote_boxes<L: Lanes>(node: &Node, toward: &[f32; 3], cut: f32) -> (u32, [f32; 16]) {
    let toward = for3!(i => L::splat(toward[i]));
    let half = for3!(i => {
        dot(&for3!(j => L::of_b(&node.axes[i][j])), &toward).abs() * L::of_b(&node.half[i])
    });
    let middle = dot(&toward, &for3!(i => L::of_b(&node.center[i])));
    among(node, -(middle + half[0] + half[1] + half[2]), cut)
}

#[inline(always)]
fn among<L: Lanes>(node: &Node, bounds: L, cut: f32) -> (u32, [f32; 16]) {
    let mut stored = [0.0; 16];
    bounds.store(&mut stored, 0);
    let is_empty = L::splat(0.0).above(L::of_b(&node.half[0]));
    (!bounds.above(L::splat(cut)) & !is_empty & 0xf, stored)
}

/// Lower bounds on the distances of the triangles of a leaf, up to [`BOX`].
#[inline(always)]
fn triangles<L: Lanes>(leaf: &Leaf, search: &Search) -> [f32; 16] {
    let point = search.from - Vector::from(leaf.bounds.center.map(f64::from));
    let reach = point.norm() as f32 + leaf.radius;
    from_point_at_least::<L>(leaf, &[point.x as f32, point.y as f32, point.z as f32], GAP * reach)
}
