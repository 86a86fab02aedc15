//! Lectures of one's own: their files, the list that edits them, and the state that a lecture sets aside.

pub mod editor;
pub mod file;
pub mod loaded;
pub mod set_aside;
