//! The tables of patent CN101593367 (source 5) and experiments with our own cloth methods, on identical
//! recorded steps.

pub mod depth_maps;
pub mod filters;
mod frames;
pub mod guard;
pub mod rivals;
pub mod scale;
pub mod sweep;
pub mod tables;
