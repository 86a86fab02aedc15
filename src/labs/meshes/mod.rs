//! The lab of two meshes: trees of bounding volumes, and every question that is asked of them. Source 2, bounding-volume
//! hierarchies.
//!
//! Read these files, in this order:
//! 1. `lab.rs`: the row of the table, and what the window asks of the lab;
//! 2. `meshes_lab.rs`: the lab's state, [`meshes_lab::MeshesLab`], which everything below and the panels share;
//! 3. `src/meshes/source.rs`: where the two meshes and the path of B come from;
//! 4. `lane.rs`: a method on these meshes, and what it answered;
//! 5. `words.rs`: what can be set in it, declared once.
//!
//! The scenes, the trees and what became of every node stand in the room below, `src/meshes/`. The rest: `unit_costs.rs` (what one test
//! costs), `budget.rs` (what an answer may take), `apart.rs` (what the inspector takes apart), `nodes.rs`, `pointed.rs` and `pointing.rs` (the
//! node that is pointed at or picked), `view.rs` (what is drawn), `hand.rs` and `moved.rs` (B moved by hand), `kept_marks.rs` (the marks of the timeline), `stride.rs` (how far it goes in a step), `put.rs` (words put on show), `undo.rs`
//! (undo of other meshes and of a restart), `saved.rs` (meshes from files), `taken.rs` (such files read on a thread), `picture.rs` with `overlays.rs` and `patch.rs`,
//! `panels/`,
//! and `subject.rs` with `src/stories/meshes/` (a walk down two trees, taken apart).
//!
//! A stands still; its coordinates are the world's. B moves along a closed path, so a frame is a position on it and
//! nothing is simulated. The methods of the table are those of `hierarchies::methods`.

pub mod apart;
mod budget;
mod hand;
mod kept_marks;
pub mod lab;
pub mod lane;
pub mod meshes_lab;
pub mod moved;
mod nodes;
mod overlays;
mod panels;
mod patch;
mod picture;
mod pointed;
mod pointing;
mod put;
pub mod saved;
mod stride;
mod subject;
mod taken;
pub mod undo;
mod unit_costs;
mod view;
mod viewpoints;
pub mod words;
