//! The panels of the level: a file per section.

pub mod answers;
pub mod below;
pub mod events;
pub mod inspected;
pub mod level;
pub mod marks;
pub mod mover;
pub mod pane_header;
pub mod plan;
pub mod tree;
pub mod view;
pub mod walk;
pub mod wheels;
