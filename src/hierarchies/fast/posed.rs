//! Two trees in a pose: what every query walks down.

use super::node::{LEAF, Leaf, Node, Ref};
use super::rounding::Frame;
use super::tree::Tree;
use crate::geometry::{Pose, Vector};
use crate::hierarchies::placed::Placed;
use crate::simd::level::prefetch;

/// Two trees in a pose.
///
/// The walk happens in the units of the larger mesh, which is `first` here; the other is `second`.
pub struct Posed<'a> {
    /// The tree with the larger unit.
    pub first: &'a Tree,
    /// The other one.
    pub second: &'a Tree,
    /// Whether `first` is B.
    pub is_swapped: bool,
    /// The pose, for what is decided in f64.
    pub placed: Placed,
    /// Where `second` is, for f32.
    pub frame: Frame,
}

impl<'a> Posed<'a> {
    /// Tree A, and B at a pose in A's coordinates.
    pub fn new(a: &'a Tree, b: &'a Tree, b_in_a: &Pose) -> Self {
        let placed = Placed::new(b_in_a);
        let is_swapped = b.scale < a.scale;
        let (first, second, there) = if is_swapped {
            let back = placed.turn.transpose();
            (b, a, Placed { turn: back, shift: -(back * placed.shift) })
        } else {
            (a, b, placed)
        };
        Self { first, second, is_swapped, placed, frame: Frame::new(first, second, &there) }
    }

    /// Corners of a triangle of `first` and of one of `second`, as f64 of A's coordinates: A's first.
    pub fn corners(&self, first: u32, second: u32) -> [[Vector; 3]; 2] {
        let [a, b] = self.numbers(first, second).map(|t| t as usize);
        let (of_a, of_b) =
            if self.is_swapped { (self.second, self.first) } else { (self.first, self.second) };
        [of_a.mesh.corners(a).map(|p| p.coords), self.placed.triangle(&of_b.mesh.corners(b))]
    }

    /// A direction from A's coordinates, from A to B, as one of `first` that points from `first` to `second`.
    pub fn seen_from_first(&self, a_to_b: &Vector) -> Vector {
        if self.is_swapped { -(self.placed.turn.transpose() * a_to_b) } else { *a_to_b }
    }

    /// Asks for a pair of nodes or leaves before they are needed.
    #[inline(always)]
    pub fn prefetch(&self, [first, second]: [Ref; 2]) {
        for (tree, at) in [(self.first, first), (self.second, second)] {
            if at & LEAF == 0 { prefetch(tree.node(at)) } else { prefetch(tree.leaf(at)) }
        }
    }

    /// Whether the balls around both meshes are apart.
    pub fn are_far(&self) -> bool {
        self.frame.are_far
    }

    /// Whether they are so far apart that f32 says little about which parts are closest.
    pub fn are_remote(&self) -> bool {
        self.frame.are_remote
    }

    /// Numbers of a triangle of `first` and of one of `second`: A's first.
    #[inline(always)]
    pub fn numbers(&self, first: u32, second: u32) -> [u32; 2] {
        if self.is_swapped { [second, first] } else { [first, second] }
    }
}

impl Tree {
    /// The leaf of a reference to one.
    #[inline(always)]
    pub fn leaf(&self, at: Ref) -> &Leaf {
        &self.leaves[(at & !LEAF) as usize]
    }

    /// The node of a reference to one.
    #[inline(always)]
    pub fn node(&self, at: Ref) -> &Node {
        &self.nodes[at as usize]
    }
}
