//! The panels of the level: a file per section.

pub mod answers;
pub mod below;
pub mod controls;
pub mod pane_header;
pub mod plan;
