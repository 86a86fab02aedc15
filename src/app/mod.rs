//! The window: event loop, panes, pages, lessons, files. What it shows is simulated and drawn below, in `labs`; nothing
//! below knows winit.

mod cameras;
pub mod keys;
pub mod key_sheet;
mod pages;
mod playback;
mod time_bar;
mod view;
mod panes;
pub mod scene_format;
pub mod version_1;
pub mod scene_file;
pub mod scenes;
mod opening;
pub mod file_menu;
pub mod lessons_panel;
mod status;
mod top_bar;
mod welcome;
pub mod search;
pub mod experiments_page;
mod inspector_page;
pub mod edits;
mod undo;
pub mod shell;
mod shown_lab;
pub mod present;
mod lecture;
pub mod beginning;
pub mod offscreen;
pub mod film;
pub mod saving;
pub mod apply;
pub mod memory;
mod restoring;
pub mod window;

pub use beginning::Beginning;
pub use offscreen::{PictureOptions, render_offscreen, render_scene};
pub use shell::Shell;
pub use window::{WindowOptions, run};
