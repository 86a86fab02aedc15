//! Wheels' rays for the inspector: the question, and the steps of each method that answers it.
//!
//! `question.rs` and `section.rs` (the cut through the ground) are shared by all stories; `scan.rs` tests every
//! triangle; `descent.rs` descends the tree, and `plan.rs` draws that tree. `RaySubject::record` in `subject.rs` chooses the story for a method.

pub mod descent;
mod plan;
pub mod question;
pub mod scan;
mod section;
