//! The parts of a step that the inspector can show: `(id, title, explanation)`, in English.

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

/// The traversal, as an index into [`APART`].
pub const WALK: usize = 0;
/// The cones of normals, as an index into [`APART`].
pub const CONES: usize = 1;
/// One pair of features, as an index into [`APART`].
pub const PAIR: usize = 2;
