//! The lab's panels, a file per section. Each takes the `Ui`, the lab or the part of it that it shows, and a
//! `PanelContext` if it sends requests to the window.

pub mod answers;
pub mod budget;
pub mod controls;
pub mod costs;
pub mod pane_header;
pub mod trees;
