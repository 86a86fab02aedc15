//! A wheel's ray taken apart for the inspector: the question, and how each method answers it.
//!
//! `question.rs` is what all stories share; `scan.rs` goes through every triangle; `descent.rs` goes down the tree, and
//! `plan.rs` draws that tree. `RaySubject::record` in `subject.rs` says which method has which story.

pub mod descent;
mod plan;
pub mod question;
pub mod scan;
