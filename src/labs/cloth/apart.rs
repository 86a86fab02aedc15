//! What the inspector takes apart: `(word, title, explanation)`, in English.

/// All of them, in the order of the menu.
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

/// The walk, as an index into [`APART`].
pub const WALK: usize = 0;
/// The cones.
pub const CONES: usize = 1;
/// One pair.
pub const PAIR: usize = 2;
