//! The aspects of a simulation step that the inspector can show: `(id, title, explanation)`, in English.

/// All parts, in the order of the menu.
pub const APART: [(&str, &str, &str); 3] = [
    (
        "walk",
        "The traversal",
        "The method's traversal of its tree: patches against themselves and against each other.",
    ),
    ("cones", "Normal cones", "Merging of normal cones, from the leaves of the tree up."),
    (
        "pair",
        "Pair of features",
        "One pair of features during the step: the picked pair, else the first contact, else a nearby pair.",
    ),
];

/// Index into [`APART`] of the cones of normals.
pub const CONES: usize = 1;
/// Index into [`APART`] of one pair of features (a vertex and a triangle, or two edges).
pub const PAIR: usize = 2;
