//! The parts of a step that the inspector can show: `(id, title, explanation)`, in English.

/// All parts, in the order of the menu.
pub const APART: [(&str, &str, &str); 3] = [
    (
        "walk",
        "The traversal",
        "The method's walk down its tree: patches against themselves and against each other.",
    ),
    ("cones", "The cones", "How the cones of normals merge up the tree."),
    (
        "pair",
        "One pair",
        "One pair of features through the step: the picked one, the first contact, or else a pair that comes near.",
    ),
];

/// The traversal, as an index into [`APART`].
pub const WALK: usize = 0;
/// The cones of normals, as an index into [`APART`].
pub const CONES: usize = 1;
/// One pair of features, as an index into [`APART`].
pub const PAIR: usize = 2;
