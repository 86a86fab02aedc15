//! The window: event loop, panels, charts, theme. What it shows is simulated and drawn below, in
//! `labs`; nothing below knows egui or winit.

mod cameras;
mod chart;
mod compare;
pub mod experiments_page;
mod icons;
pub mod offscreen;
pub mod output;
mod panels;
mod panes;
pub mod shell;
mod shortcuts;
mod stage;
mod strip;
pub mod theme;
mod view;
pub mod window;

pub use offscreen::{PictureOptions, render_offscreen, render_scene};
pub use shell::Shell;
pub use window::{WindowOptions, run};
