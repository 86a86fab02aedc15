//! What can be simulated, drawn and set: a folder per lab.

pub mod arena;
pub mod road;
