//! Scenes of two meshes, with a path of B along A. Each scene has a file and a row in [`SCENES`]. A seed
//! determines everything. Every path includes poses in which the meshes touch and poses in which they nearly
//! touch.

mod blobs;
mod brackets;
mod chain;
mod drops;
mod gears;
mod knots;
mod own_copy;
mod scene;
pub mod shells;
mod surfaces;
mod wrinkles;

pub use scene::Scene;

/// All scenes, in the order of the menu.
pub const SCENES: &[Scene] = &[
    shells::SCENE,
    knots::SCENE,
    gears::SCENE,
    chain::SCENE,
    blobs::SCENE,
    wrinkles::SCENE,
    brackets::SCENE,
    drops::SCENE,
    own_copy::SCENE,
];

/// The scene with this id, if there is one.
pub fn find(id: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.id == id)
}
