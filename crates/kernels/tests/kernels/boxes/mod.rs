//! Bounding volumes and their separating axes, compared with independent answers.

mod separating_axes;
mod volumes;
