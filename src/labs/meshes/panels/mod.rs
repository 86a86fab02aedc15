//! The lab's panels, a file per section. Each takes the `Ui`, the lab or the part of it that it shows, and a
//! `PanelContext` if it sends requests to the window.

pub mod answers;
pub mod budget;
pub mod costs;
pub mod levels;
pub mod marks;
pub mod method;
pub mod pane_header;
pub mod query;
pub mod scene;
pub mod trees;
pub mod view;
