//! A step of the cloth taken apart for the inspector: the walk of a method, the cones as they merge, and one pair of features
//! through the step.
//!
//! `question.rs` has the step and its picture, `patches.rs` the nodes of a method's tree, `measuring.rs` the numbers behind its
//! decisions. The walk is `recording.rs`, `sentences.rs`, `decision.rs` with its drawings and `walk.rs`; the cones are
//! `merging.rs` and `cones.rs`; the pair is `pair_recording.rs`, `pair_words.rs`, `curve.rs`, `strips.rs`, `places.rs`, `pair.rs`.

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
