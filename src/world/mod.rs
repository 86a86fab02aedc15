//! Bodies that move in a closed box: the experiment of source 1. Pure in (seed, parameters).

pub mod body;

pub use body::{Body, Pair};
