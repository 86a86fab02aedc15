//! Tests of methods, passes and recordings in OpenGL contexts without a window.

pub mod conformance;
pub mod conservative;
pub mod decomposition;
pub mod depth_maps;
pub mod gl;
pub mod image_methods;
pub mod lessons_measured;
pub mod look;
pub mod occlusion_culling;
pub mod own_passes_cost;
pub mod parity_slice;
pub mod pass_tables;
pub mod piecewise;
pub mod recordings;
pub mod scene;
pub mod schedules;
pub mod slide;
pub mod stories;
pub mod truth;
pub mod winding;
