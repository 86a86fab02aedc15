//! Trees of boxes over the triangles of a cloth: the patent's quad tree, as published and in a safe form, and
//! its baseline.

pub mod bounds;
pub mod contour;
pub mod detect;
pub mod nodes;
