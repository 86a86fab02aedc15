//! The road's panels, a file per section. Each takes the `Ui`, the lab or the part of it that it shows, and a
//! `PanelContext` if it sends requests to the window.

pub mod controls;
pub mod distances;
pub mod events;
pub mod pane_header;
