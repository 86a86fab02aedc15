//! Two trees in a pose, the input of every traversal.

use super::node::{LEAF, Ref, Tree};
use super::rounding::Frame;
use crate::geometry::{Pose, Vector};
use crate::hierarchies::query::Placed;
use crate::simd::level::prefetch;

/// Two trees in a pose.
///
/// The traversal uses the units of the larger mesh, which is `first`; the other mesh is `second`.
pub struct Posed<'a> {
    /// The tree with the larger unit.
    pub first: &'a Tree,
    /// The tree with the smaller unit.
    pub second: &'a Tree,
    /// Whether `first` is B.
    pub is_swapped: bool,
    /// The pose, for exact decisions in f64.
    pub placed: Placed,
    /// Transform of `second`, for the f32 kernels.
    pub frame: Frame,
}

impl<'a> Posed<'a> {
    /// Prepares trees A and B for B at the pose `b_in_a`.
    pub fn new(a: &'a Tree, b: &'a Tree, b_in_a: &Pose) -> Self {
        let placed = Placed::new(b_in_a);
        let is_swapped = b.scale < a.scale;
        let (first, second, second_to_first) = if is_swapped {
            let back = placed.turn.transpose();
            (b, a, Placed { turn: back, shift: -(back * placed.shift) })
        } else {
            (a, b, placed)
        };
        Self { first, second, is_swapped, placed, frame: Frame::new(first, second, &second_to_first) }
    }

    /// Corners of a triangle of `first` and of a triangle of `second`, in f64 and A's coordinates; A's
    /// triangle comes first.
    pub fn corners(&self, first: u32, second: u32) -> [[Vector; 3]; 2] {
        let [a, b] = self.numbers(first, second).map(|t| t as usize);
        let (of_a, of_b) =
            if self.is_swapped { (self.second, self.first) } else { (self.first, self.second) };
        [of_a.mesh.corners(a).map(|p| p.coords), self.placed.triangle(&of_b.mesh.corners(b))]
    }

    /// Converts a direction from A to B, in A's coordinates, to a direction from `first` to `second`, in
    /// coordinates of `first`.
    pub fn seen_from_first(&self, a_to_b: &Vector) -> Vector {
        if self.is_swapped { -(self.placed.turn.transpose() * a_to_b) } else { *a_to_b }
    }

    /// Prefetches a pair of nodes or leaves.
    #[inline(always)]
    pub fn prefetch(&self, [first, second]: [Ref; 2]) {
        for (tree, at) in [(self.first, first), (self.second, second)] {
            if at & LEAF == 0 { prefetch(tree.node(at)) } else { prefetch(tree.leaf(at)) }
        }
    }

    /// Whether the bounding spheres of the meshes are separated.
    pub fn are_far(&self) -> bool {
        self.frame.are_far
    }

    /// Whether the meshes are so far apart that f32 bounds are too loose to find the closest parts.
    pub fn are_remote(&self) -> bool {
        self.frame.are_remote
    }

    /// Whether the meshes differ too much in size for f32.
    pub fn are_uneven(&self) -> bool {
        self.frame.are_uneven
    }

    /// Converts triangle indices of `first` and `second` to indices of A and B.
    #[inline(always)]
    pub fn numbers(&self, first: u32, second: u32) -> [u32; 2] {
        if self.is_swapped { [second, first] } else { [first, second] }
    }
}
