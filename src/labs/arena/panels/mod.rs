//! The arena's panels, a file per section. Each takes the arena, its own state, and a `PanelContext` through
//! which it sends requests to the window.

pub mod comparison;
pub mod contact_sheet;
pub mod errors_plot;
pub mod inspected;
pub mod keys;
pub mod matrix;
pub mod method;
pub mod methods;
pub mod model;
pub mod overlays;
pub mod own_program;
pub mod pairs;
pub mod pane_header;
pub mod pass_editor;
pub mod scene_views;
pub mod slide;
pub mod statistics;
pub mod strip;
pub mod sweep;
pub mod winners;
pub mod world;
