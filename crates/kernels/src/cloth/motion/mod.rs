//! A cloth of masses and springs, its scenes, and recordings of its steps.

mod air;
pub mod recording;
pub mod scenes;
pub mod simulation;
mod springs;
pub mod state;
