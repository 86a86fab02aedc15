//! Algorithm 1 of Lin, Zou & Zhang (source 3): a pair of nodes is rejected by the cheapest volume that can.
//!
//! Comments at the steps give the paper's line numbers. The set of volumes is known at compile time, so a
//! cascade pays only for the volumes that it uses.

use nalgebra::Matrix3;

use super::seen::{Asked, Counts, Event, Numbers, Stage, Volume};
use super::tree::{Node, Tree};
use crate::geometry::obb::half_extents;
use crate::geometry::{Pose, Vector};
use crate::hierarchies::separating_axes;

/// A node at a body's pose. Directions are the world's; positions are in metres from the centre of the body's
/// root.
#[derive(Clone, Copy, Debug)]
pub struct PosedNode {
    /// Centre of all three volumes, metres from the centre of the body's root.
    pub center: Vector,
    /// Radius of the sphere, metres.
    pub radius: f64,
    /// Half the sides of the axis-aligned box around the oriented one, metres.
    pub aabb_half: Vector,
    /// Axes of the oriented box: unit vectors in world directions.
    pub axes: [Vector; 3],
    /// Half the sides of the oriented box along its axes, metres.
    pub half: Vector,
}

impl PosedNode {
    /// The node rotated by `turn`. Without `AABBS` its axis-aligned box is not computed.
    #[inline]
    pub fn new<const AABBS: bool>(node: &Node, turn: &Matrix3<f64>) -> Self {
        let axes = node.axes.map(|axis| turn * axis);
        let aabb_half = if AABBS { half_extents(&axes, &node.half) } else { Vector::zeros() };
        Self { center: turn * node.center, radius: node.radius, aabb_half, axes, half: node.half }
    }
}

/// A body's root at its pose, and the rotation that poses the other nodes.
#[derive(Clone, Copy, Debug)]
pub struct PosedRoot {
    /// The body's position; separate from the root's `offset`, so that no precision is lost far from the
    /// origin.
    position: Vector,
    offset: Vector,
    /// Radius in metres of a sphere around the root's centre that contains the body.
    pub reach: f64,
    /// The root, with its centre at the origin.
    pub node: PosedNode,
    /// Rotation from the shape's axes to the world's.
    pub turn: Matrix3<f64>,
}

impl PosedRoot {
    /// The root of `tree` for a body at `pose`.
    pub fn new<const AABBS: bool>(tree: &Tree, pose: &Pose) -> Self {
        let turn = *pose.rotation.to_rotation_matrix().matrix();
        Self {
            position: pose.translation.vector,
            offset: turn * tree.origin.coords,
            reach: tree.reach,
            node: PosedNode::new::<AABBS>(&tree.nodes[0], &turn),
            turn,
        }
    }

    /// Vector from this root's centre to the other's, metres along the world's axes.
    #[inline]
    pub fn to(&self, other: &Self) -> Vector {
        (other.position - self.position) + (other.offset - self.offset)
    }
}

/// Whether a volume of the cascade proves the nodes disjoint. `offset` is the vector from A's root to B's
/// (metres along the world's axes); gaps of up to `slack` metres count as touching. `observe` receives every
/// stage that is tested.
#[inline]
pub fn rejects<const SPHERES: bool, const AABBS: bool>(
    a: &PosedNode,
    b: &PosedNode,
    offset: &Vector,
    slack: f64,
    counts: &mut Counts,
    observe: &mut impl FnMut(Event),
) -> bool {
    let offset = offset + (b.center - a.center);
    let mut asked = |stage, numbers, rejects| observe(Event::Asked(Asked { stage, numbers, rejects }));
    if SPHERES {
        // 1) inequality (5): the distance of the centres exceeds the sum of the radii.
        counts.test(Volume::Spheres);
        let (squared_distance, reach) = (offset.norm_squared(), a.radius + b.radius + slack);
        let apart = squared_distance > reach * reach;
        asked(Stage::Spheres, Numbers::Centers { squared_distance, reach }, apart);
        if apart {
            counts.reject(Stage::Spheres);
            return true;
        }
    }
    if AABBS {
        counts.test(Volume::Aabbs);
        let gap = offset.abs() - (a.aabb_half + b.aabb_half);
        // 3) inequalities (6) and (7): separated horizontally and vertically. The paper's figure is planar,
        // so x and y here.
        // Differs from the paper: > for ≥, as boxes that touch are not disjoint.
        let apart = gap.x > slack && gap.y > slack;
        asked(Stage::Plane, Numbers::Gaps(gap), apart);
        if apart {
            counts.reject(Stage::Plane);
            return true;
        }
        // 5) the axis-aligned boxes. One axis with a gap is enough.
        let apart = gap.x > slack || gap.y > slack || gap.z > slack;
        asked(Stage::Aabbs, Numbers::Gaps(gap), apart);
        if apart {
            counts.reject(Stage::Aabbs);
            return true;
        }
    }
    counts.test(Volume::Obbs);
    if SPHERES {
        // 7) inequality (8): the distance of the centres exceeds the sum of the half diagonals. These are the
        // radii of the concentric spheres, so line 1 has already tested this and nothing is left to reject.
        let (squared_distance, reach) = (offset.norm_squared(), a.radius + b.radius + slack);
        let apart = squared_distance > reach * reach;
        asked(Stage::HalfDiagonals, Numbers::Centers { squared_distance, reach }, apart);
        if apart {
            counts.reject(Stage::HalfDiagonals);
            return true;
        }
    }
    // 9) the oriented boxes, by their separating axes.
    let found = separating_axes::between((&a.axes, &a.half), (&b.axes, &b.half), &offset, slack);
    let apart = found.is_some();
    asked(Stage::SeparatingAxes, Numbers::Axes { between: offset, found }, apart);
    counts.reject_if(apart, Stage::SeparatingAxes);
    // 10) otherwise the boxes intersect.
    apart
}
