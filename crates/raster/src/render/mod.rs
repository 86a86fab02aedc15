//! Rendering of scenes and of dissected pairs: from plain data to an image in a target.

pub mod palette;
pub mod ink;
pub mod camera;
pub mod viewpoint;
mod lines;
mod render_mesh;
mod details;
pub mod scene;
pub mod shaders;
pub mod lighting;
pub mod floor;
mod marks;
mod overlays;
pub mod occlusion_culling;
mod bodies;
pub mod picking;
pub mod grip;
pub mod renderer;
pub mod close_up;
pub mod dissection;

pub use marks::piles;
pub use render_mesh::Part;
