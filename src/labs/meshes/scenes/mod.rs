//! Two meshes and a path of one along the other: a file per scene, one row each in [`SCENES`]. Everything comes from a
//! seed. Every path passes poses in which the meshes touch and poses in which they barely do not.

mod knots;
mod motion;
mod scene;
pub mod shells;
mod surfaces;
mod wrinkles;

pub use scene::Scene;

/// All scenes, in the order of the menu.
pub const SCENES: &[Scene] = &[shells::SCENE, knots::SCENE, wrinkles::SCENE];

/// The scene of this id; `None` if there is none.
pub fn find(id: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.id == id)
}
