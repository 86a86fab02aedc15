//! The aspects of a simulation step that the inspector can show: `(id, title, explanation)`, in English.

/// All parts, in the order of the menu.
pub const APART: [(&str, &str, &str); 3] = [
    (
        "walk",
        "The walk",
        "The method's walk down its tree: patches against themselves and against each other.",
    ),
    ("cones", "The cones", "How the cones of normals merge up the tree."),
    (
        "pair",
        "One pair",
        "One pair of features through the step: the picked one, the first contact, or else a pair that comes near.",
    ),
];

/// Index into [`APART`] of the method's traversal of its tree.
pub const WALK: usize = 0;
/// Index into [`APART`] of the cones of normals.
pub const CONES: usize = 1;
/// Index into [`APART`] of one pair of features (a vertex and a triangle, or two edges).
pub const PAIR: usize = 2;
