//! Methods made of other methods.

pub mod piecewise;
pub mod sandwich;
