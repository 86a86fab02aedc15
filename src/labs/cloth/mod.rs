//! Cloth: a grid of masses and springs that collides with itself; methods find the contacts, all on the same recorded
//! steps. Source 5.
//!
//! Read these files, in this order:
//! 1. `lab.rs`: the row of the table, and the traits that the window calls;
//! 2. `cloth_lab.rs`: the lab's state, [`cloth_lab::ClothLab`], which the files below and the panels share;
//! 3. `words.rs`: the settings, declared once;
//! 4. `garment.rs` and `motion.rs`: a mesh as cloth, and the recorded frames; `crates/kernels/src/cloth/` has
//!    `beginning.rs` (start values), `frame.rs` and `simulation.rs`;
//! 5. `lane.rs` and `worker.rs`: a method on its own thread, and its answer to the current step;
//! 6. `subject.rs`: the step that the inspector shows, with its stories in `src/stories/cloth/`; `query.rs`: a query of
//!    the continuous tests in its place.
//!
//! Around them: `picture.rs` and `overlays.rs` (the scene, with `src/figures/cloth.rs`),
//! `panes.rs` and `hand.rs` (more of the state), `answers.rs` (the marks of the timeline), `put.rs`, `saved.rs`,
//! `measured.rs`, `undo.rs` (other motions, undo), `solids.rs`, `maps.rs` (depth maps of the obstacles), `apart.rs`,
//! `view.rs`, `facts.rs`, and the panels.
//!
//! A frame holds two results: the step as it would be without self-collision response, and the cloth after the step
//! with response. Methods are queried about the step without response, because only there the cloth passes through
//! itself. The methods do not influence the motion.

mod answers;
pub mod cloth_lab;
pub mod garment;
pub mod tables;
mod facts;
mod hand;
mod headline;
pub mod lab;
pub mod lane;
pub mod measured;
pub mod motion;
pub mod maps;
mod overlays;
pub mod panels;
mod panes;
pub mod picture;
mod put;
pub mod query;
pub mod saved;
mod solids;
mod spots;
pub mod subject;
pub mod undo;
pub mod view;
mod viewpoints;
pub mod words;
mod worker;
