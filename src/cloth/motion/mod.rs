//! A cloth of masses and springs, its scenes, and recordings of its steps.

pub mod recording;
mod rest;
pub mod scenes;
pub mod simulation;
mod springs;
