//! The stories: what a method of a lab did, recorded and shown step by step, a folder per lab. The page that scrubs them,
//! and what a story is, is the inspector; the labs hand out the subjects that record them.
//!
//! Nothing here is timed and nothing here decides: a recording repeats what a method does, and is made only when it is shown.

pub mod arena;
pub mod cloth;
pub mod level;
pub mod meshes;
pub mod road;
