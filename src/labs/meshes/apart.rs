//! What the inspector takes apart.

/// What can be taken apart, as in `apart=ID`, with title and explanation in English.
pub const APART: [(&str, &str, &str); 3] = [
    ("walk", "The walk", "How the question is answered: pair of nodes by pair of nodes."),
    ("tree-a", "How A's tree is built", "Which boxes are split or merged next, and what the tree costs so far."),
    ("tree-b", "How B's tree is built", "Which boxes are split or merged next, and what the tree costs so far."),
];

/// The body whose tree is built, by the index into [`APART`]; `None` for the walk.
pub fn body(index: usize) -> Option<usize> {
    index.checked_sub(1)
}
