//! Lectures of one's own: their files, the list that edits them, and the state that a lecture sets aside.

mod details;
pub mod editor;
pub mod file;
pub mod list;
pub mod loaded;
pub mod set_aside;
