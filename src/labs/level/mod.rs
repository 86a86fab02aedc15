//! The level: a point, a sphere, a cylinder or a hull walks through one solid-leaf BSP. Source 2, "dynamic BSP collision".
//!
//! Read these files, in this order:
//! 1. `lab.rs`: the row of the table, and what the window asks of the lab;
//! 2. `level_lab.rs`: the lab's state, [`level_lab::LevelLab`], which everything below and the panels share;
//! 3. `words.rs`: what can be set in it, declared once;
//! 4. `src/level/walking.rs`: one frame of the walk, `driving.rs` beside it: one of the car of the road, `done.rs`: what was done in it;
//! 5. `lane.rs`: what a method answers to the move that all are asked about;
//! 6. `src/level/slice.rs`: the plan slice, the exact sum against shifted planes;
//! 7. `subject.rs`: what the inspector takes apart, and `src/stories/level/descent.rs`, the story of every method.
//!
//! What walks, and the level that it walks through, stand in the room below, `src/level/`. Around them, here: `picture.rs`,
//! `car_picture.rs` and `overlays.rs` (the scene), `asking.rs` (more of the state), `put.rs`, `saved.rs`; `undo.rs` (undo),
//! `plan.rs` and `slicing.rs` (the slice on show), `pointed.rs` and `pointing.rs` (the tree linked with the scene), and the
//! panels.
//!
//! The *driver*, one method, decides where the walk is stopped; what happens does not depend on the panes. Their methods and
//! the exact reference are all asked about the same move, straight ahead of the mover. One tree serves movers of every size,
//! so the mover can be changed while it walks.

mod asking;
mod car_picture;
mod facts;
pub mod lab;
pub mod lane;
pub mod level_lab;
mod overlays;
mod panels;
mod picture;
mod plan;
mod pointed;
mod pointing;
mod put;
pub mod saved;
mod slicing;
mod subject;
pub mod undo;
mod view;
mod viewpoints;
pub mod words;

// The walk counts in the frames that are played.
const _: () = assert!(crate::level::done::FRAME * crate::labs::playback::FRAMES_PER_SECOND == 1.0);
