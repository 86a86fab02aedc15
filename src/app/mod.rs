//! The window: event loop, panels, charts, theme. What it shows is simulated and drawn below, in
//! `labs`; nothing below knows egui or winit.

pub mod beginning;
mod cameras;
mod compare;
pub mod experiments_page;
pub mod film;
pub mod inspector_page;
pub mod lessons_panel;
pub mod offscreen;
mod pages;
mod panels;
mod panes;
mod presenting;
pub mod scene_file;
pub mod scenes;
pub mod shell;
pub mod shortcuts;
mod status;
mod strip;
mod view;
pub mod window;
pub mod saving;

pub use beginning::Beginning;
pub use offscreen::{PictureOptions, render_offscreen, render_scene};
pub use shell::Shell;
pub use window::{WindowOptions, run};
