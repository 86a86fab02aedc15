//! The cloth of the kernels; errors of its depth maps, and words for its pairs.

pub use collidoscope_kernels::cloth::*;

pub mod map_errors;
pub mod pair_word;
