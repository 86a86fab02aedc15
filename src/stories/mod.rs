//! The stories of the labs, a folder per lab: a story records a method's steps and shows them one by one. The
//! inspector defines the interface of stories and plays them on its page; the subjects of the labs record
//! them.
//!
//! Recordings repeat a method's work for display: they are not timed and do not change answers. A recording
//! is made only when it is shown.

pub mod arena;
pub mod cloth;
pub mod level;
pub mod meshes;
pub mod road;
