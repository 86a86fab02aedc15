//! The arena's panels, a file per section. Each takes the arena, its own state, and a `PanelContext` through
//! which it sends requests to the window.

pub mod method_marks;
pub mod events;
pub mod find;
pub mod pairs;
pub mod method;
pub mod world;
pub mod model;
pub mod statistics;
pub mod strip;
pub mod badges;
pub mod pane_header;
pub mod overlays;
pub mod methods;
pub mod matrix;
pub mod winners;
pub mod costs;
pub mod comparison;
pub mod inspected;
pub mod keys;
pub mod contact_sheet;
pub mod slide;
pub mod sweep;
pub mod scene_views;
pub mod own_program;
pub mod pass_editor;
