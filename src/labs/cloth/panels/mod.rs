//! The panels of the cloth: a file per section.

pub mod answers;
pub mod controls;
pub mod funnel;
pub mod inspected;
pub mod maps;
pub mod pane_header;
pub mod tables_page;
