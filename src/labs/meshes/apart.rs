//! The parts of the lab that the inspector can show.

/// The parts that the inspector can show, as in `apart=ID`: id, title and explanation in English.
pub const APART: [(&str, &str, &str); 4] = [
    ("walk", "The walk", "How the question is answered: pair of nodes by pair of nodes."),
    (
        "tree-a",
        "How A's tree is built",
        "Which boxes are split or merged next, and what the tree costs so far.",
    ),
    (
        "tree-b",
        "How B's tree is built",
        "Which boxes are split or merged next, and what the tree costs so far.",
    ),
    (
        "update",
        "How a volume is updated",
        "Hill climbing over the hull of the picked node of B, or of its root, from where it was extreme 15 frames earlier, and beside it the approximation.",
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
