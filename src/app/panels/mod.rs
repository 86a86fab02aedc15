//! The panels: one small file per section, each a function that shows it and acts on the shell.

pub mod costs;
pub mod figures;
mod history;
pub mod matrix;
pub mod method;
pub mod methods;
pub mod model;
pub mod overlays;
pub mod pairs;
pub mod playback;
pub mod stages;
pub mod times;
pub mod world;
