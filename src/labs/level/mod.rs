//! The level: a point, a sphere, a cylinder or a hull walks through one solid-leaf BSP. Source 2, "dynamic BSP
//! collision".
//!
//! Read these files, in this order:
//! 1. `lab.rs`: the row of the table, and the traits that the window calls;
//! 2. `level_lab.rs`: the lab's state, [`level_lab::LevelLab`], which the files below and the panels share;
//! 3. `words.rs`: the settings, declared once;
//! 4. `src/level/walking.rs`: one frame of the walk; beside it `driving.rs`, one frame of the car, and `done.rs`, the
//!    record of a frame;
//! 5. `lane.rs`: a method's answers to the queried moves;
//! 6. `crates/kernels/src/level/slice.rs`: the plan slice, which compares the exact Minkowski sum with shifted planes;
//! 7. `subject.rs`: the move that the inspector shows, and `src/stories/level/descent.rs`, the story of every method.
//!
//! `crates/kernels/src/level/` has the movers and the level. Around them, here: `picture.rs`, `car_picture.rs` and
//! `overlays.rs` (the scene), `asking.rs` (queries), `put.rs` (parameters applied), `saved.rs` (state beyond
//! parameters), `undo.rs`, `plan.rs` and `slicing.rs` (the plan slice), `pointed.rs` and `pointing.rs` (the tree linked
//! with the scene), and the panels.
//!
//! One method, the *driver*, stops the walk; the panes do not influence it. Their methods and the exact reference
//! answer the same query: a move straight ahead of the mover. One tree serves movers of every size, so the mover can
//! be changed during the walk.

mod asking;
mod facts;
pub mod headline;
pub mod lab;
pub mod lane;
pub mod level_lab;
pub mod panels;
mod picture;
mod pointing;
mod put;
pub mod saved;
mod slicing;
mod spots;
mod subject;
pub mod undo;
mod view;
mod viewpoints;
pub mod words;

// A frame of the walk has the duration of a frame of the playback.
const _: () = assert!(crate::level::walk::FRAME * crate::labs::playhead::FRAMES_PER_SECOND == 1.0);
