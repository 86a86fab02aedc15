//! The panels of the cloth: a file per section.

pub mod answers;
pub mod events;
pub mod forces;
pub mod funnel;
pub mod inspected;
pub mod maps;
pub mod method;
mod pair_choice;
pub mod pane_header;
pub mod response;
pub mod scene;
pub mod stages;
pub mod tables_page;
pub mod view;
