//! The arena: a hundred bodies in a box, and what a method says about them.

mod bodies;
pub mod camera;
mod floor;
mod lines;
mod overlays;
pub mod palette;
pub mod picking;
mod render_mesh;
pub mod renderer;
pub mod scene;
pub mod shaders;

pub use camera::Camera;
pub use picking::pick;
pub use renderer::{Quality, SceneRenderer};
pub use scene::{Overlays, Scene};
