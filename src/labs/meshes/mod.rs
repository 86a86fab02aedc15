//! The lab of two meshes: detection, determination and distance with trees of bounding volumes. Source 2,
//! bounding-volume hierarchies.
//!
//! Read these files, in this order:
//! 1. `lab.rs`: the row of the table, and the traits that the window calls;
//! 2. `meshes_lab.rs`: the lab's state, [`meshes_lab::MeshesLab`], which the files below and the panels share;
//! 3. `crates/kernels/src/meshes/source.rs`: the source of the two meshes and of the path of B;
//! 4. `lane.rs`: a method on these meshes and its answers;
//! 5. `words.rs`: the settings, declared once.
//!
//! `crates/kernels/src/meshes/` has the scenes, the trees and the states of visited nodes. The rest: `budget.rs` (limit
//! of an answer), `apart.rs` (parts that the inspector shows), `nodes.rs`, `pointed.rs` and `pointing.rs` (hovered and
//! picked nodes), `view.rs` (overlay switches), `hand.rs` and `moved.rs` (B dragged by hand), `kept_marks.rs` (marks of
//! the timeline), `put.rs` (parameters applied), `undo.rs` (undo of other meshes and of a restart), `saved.rs` (meshes
//! from files), `taken.rs` (such files read), `picture.rs` with `overlays.rs` and `patch.rs`, `panels/`, and
//! `subject.rs` with `src/stories/meshes/` (a traversal of two trees, step by step).
//!
//! A is at rest; its coordinates are the world's. B moves along a closed path. A frame is a position on this path;
//! nothing is simulated. The methods come from `hierarchies::methods`.

pub mod budget;
mod hand;
mod headline;
mod kept_marks;
pub mod lab;
pub mod lane;
pub mod meshes_lab;
pub mod nodes;
mod overlays;
mod panels;
mod picture;
mod pointing;
mod put;
pub mod saved;
mod spots;
mod subject;
mod taken;
pub mod undo;
mod view;
pub mod words;
