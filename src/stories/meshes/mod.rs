//! Queries about two meshes for the inspector: the question, and the traversal of two trees that answers it.
//!
//! `question.rs` has the query and its view; `recording.rs` records the steps of a traversal; `walk.rs` shows
//! the steps, in the sentences of `sentences.rs`, with the trees of `trees.rs`, the axes of `at_hand.rs` and
//! the heap of `heap.rs`. `building.rs` records a construction, and `construction.rs` shows it. `climbing.rs`
//! records the update of a node along the fixed directions of `directions.rs`, and `update.rs` shows it.

mod at_hand;
pub mod building;
pub mod climbing;
pub mod construction;
pub mod directions;
pub mod heap;
pub mod question;
pub mod recording;
pub mod sentences;
mod trees;
pub mod update;
pub mod walk;
