//! A query about two meshes taken apart for the inspector: the question, and the walk down two trees that answers it.
//!
//! `question.rs` is what is asked, and its picture; `recording.rs` keeps the steps of a walk; `walk.rs` shows them, in the
//! words of `sentences.rs`, with the trees of `trees.rs`, the axes of `at_hand.rs` and the heap of `heap.rs`.
//! `building.rs` keeps the steps of a construction, and `construction.rs` shows them; `climbing.rs` and
//! `update.rs` likewise for the update of a node, along the fixed directions of `directions.rs`.

mod at_hand;
pub mod building;
pub mod climbing;
pub mod construction;
pub mod directions;
mod heap;
pub mod question;
pub mod recording;
mod sentences;
mod trees;
pub mod update;
pub mod walk;
