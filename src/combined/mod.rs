//! Methods that combine other methods.

pub mod piecewise;
pub mod sandwich;
