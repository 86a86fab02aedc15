//! Cloth: a grid of masses and springs moves and meets itself; methods find where, all on the same recorded steps. Source 5.
//!
//! Read these files, in this order:
//! 1. `lab.rs`: the row of the table, and what the window asks of the lab;
//! 2. `cloth_lab.rs`: the lab's state, [`cloth_lab::ClothLab`], which everything below and the panels share;
//! 3. `words.rs`: what can be set in it, declared once;
//! 4. `garment.rs` and `motion.rs`: what a motion begins from, and its recorded frames; `beginning.rs`, `frame.rs` and
//!    `simulation.rs`, which makes them, stand in the room below, `src/cloth/`;
//! 5. `lane.rs` and `worker.rs`: a method, on a thread of its own, and what it answers to the step on show;
//! 6. `subject.rs`: what the inspector takes apart, with its stories in `src/stories/cloth/`.
//!
//! Around them: `picture.rs` and `overlays.rs` (the scene, with `src/figures/cloth.rs`),
//! `panes.rs` and `hand.rs` (more of the state), `answers.rs` (the marks of the timeline), `put.rs`, `saved.rs`,
//! `measured.rs`, `undo.rs` (other motions, undo), `solids.rs`, `apart.rs`, `pair_word.rs`, `view.rs`, `facts.rs`, and the panels.
//!
//! A frame holds the step that the cloth would take if nothing kept it from passing through itself, and the cloth after the step that
//! it took. Methods are asked about the former: it has contacts. What happens does not depend on them.

mod answers;
pub mod apart;
pub mod cloth_lab;
pub mod garment;
mod facts;
mod hand;
pub mod lab;
pub mod lane;
pub mod measured;
pub mod motion;
mod overlays;
mod pair_word;
mod panels;
mod panes;
pub mod picture;
mod put;
pub mod saved;
mod solids;
pub mod subject;
pub mod undo;
pub mod view;
mod viewpoints;
pub mod words;
mod worker;
