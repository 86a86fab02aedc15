//! The parts of the lab that the inspector can show.

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
