//! Stories of a cloth's step for the inspector: a method's traversal, the merging of the method's cones of
//! normals, and one pair of features (a vertex and a triangle, or two edges) during the step.
//!
//! `question.rs` has the step and its view, `patches.rs` the nodes of a method's tree, `measuring.rs` the
//! numbers behind its decisions. The story of the traversal is `walk.rs`, with `recording.rs`, `sentences.rs`
//! and the drawings of `decision.rs`. The story of the cones is `cones.rs`, with `merging.rs`. The story of a
//! pair is `pair.rs`, with `pair_recording.rs`, `pair_words.rs`, `curve.rs`, `strips.rs` and `places.rs`.

mod bars;
pub mod cones;
mod contour;
pub mod curve;
mod decision;
mod drawn;
pub mod measuring;
pub mod merging;
pub mod pair;
pub mod pair_recording;
mod pair_words;
pub mod patches;
mod places;
pub mod question;
pub mod recording;
mod sentences;
mod shown_tree;
mod strips;
pub mod walk;
