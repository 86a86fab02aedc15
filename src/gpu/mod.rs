//! OpenGL, wrapped; and the painter of the panels.

pub use collidoscope_raster::gpu::*;

pub mod ui_painter;
