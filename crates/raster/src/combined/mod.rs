//! Methods that combine other methods.

pub mod cullide;
pub mod piecewise;
pub mod sandwich;
