//! The stories of the labs, a folder per lab: each records what a method did and shows it step by step. The
//! inspector defines what a story is and has the page that plays it; a lab provides the subjects that record
//! stories.
//!
//! Nothing here is timed, and no answer is computed here: a recording repeats what a method does. It is made
//! only when it is shown.

pub mod arena;
pub mod cloth;
pub mod level;
pub mod meshes;
pub mod road;
