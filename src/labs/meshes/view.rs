//! State of what the window shows of the meshes: switches of overlays and trees, the hovered and the picked node, the
//! displacement of B by hand, and the parts that the inspector can show.

use nalgebra::UnitQuaternion;

use super::nodes::Node;
use crate::geometry::{Pose, Vector};

/// Switches of the overlays on the meshes and of the trees below the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The level of the trees whose volumes are drawn.
    pub level: Option<usize>,
    /// Whether only the volumes that the traversal tested are drawn, coloured by the result of the test.
    pub visited: bool,
    /// Whether the meshes are transparent.
    pub glass: bool,
    /// Whether the surfaces are coloured by the depth of the front.
    pub front: bool,
    /// Whether the two trees are drawn below the scene.
    pub trees: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { level: None, visited: false, glass: false, front: false, trees: true }
    }
}

/// The hovered and the picked node.
#[derive(Default)]
pub struct Pointing {
    /// The picked node, as in `node=a12`.
    pub picked: Option<Node>,
    /// The node under the pointer in the drawing of a tree.
    pub cell: Option<Node>,
    /// The pointer while it is over a pane's scene, with the node under it; otherwise `None`.
    pub(super) scene: Option<OnScene>,
}

/// The pointer in a pane.
pub(super) struct OnScene {
    pub pane: usize,
    /// Hash of the inputs of `node`: the ray through the pointer, the meshes and the method.
    pub edition: u64,
    /// The leaf that holds the triangle under the pointer.
    pub node: Option<Node>,
}

/// A rigid displacement of B from its path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Translation in the world, metres.
    pub by: [f64; 3],
    /// Rotation vector: an axis in the world times the angle in radians.
    pub turned: [f64; 3],
}

impl Moved {
    /// The displacement that takes the pose `from` to the pose `to`.
    pub fn between(from: &Pose, to: &Pose) -> Self {
        let by = to.translation.vector - from.translation.vector;
        Self { by: by.into(), turned: (to.rotation * from.rotation.inverse()).scaled_axis().into() }
    }

    /// A pose of B's path, moved by this displacement.
    pub fn applied(&self, path: &Pose) -> Pose {
        let turn = UnitQuaternion::from_scaled_axis(Vector::from(self.turned));
        Pose::from_parts((path.translation.vector + Vector::from(self.by)).into(), turn * path.rotation)
    }
}

/// The parts that the inspector can show, as in `apart=ID`: id, title and explanation in English.
pub const APART: [(&str, &str, &str); 4] = [
    ("walk", "The traversal", "Traversal of the two trees, one pair of nodes after another."),
    (
        "tree-a",
        "Construction of A's tree",
        "The boxes that are split or merged in every step, and the cost of the tree so far.",
    ),
    (
        "tree-b",
        "Construction of B's tree",
        "The boxes that are split or merged in every step, and the cost of the tree so far.",
    ),
    (
        "update",
        "Update of a volume",
        "Hill climbing over the hull of the picked node of B (or of B's root), from the extreme vertices 15 frames earlier, compared with the approximation.",
    ),
];

/// Typed form of a row of [`APART`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The traversal that answers the query.
    Walk,
    /// The construction of the tree of A (0) or of B (1).
    Tree(usize),
    /// The update of a bounding volume of B's tree after B has moved.
    Update,
}

/// The part that the row of [`APART`] with this index stands for.
pub fn part(index: usize) -> Part {
    match index {
        0 => Part::Walk,
        3 => Part::Update,
        _ => Part::Tree(index - 1),
    }
}
