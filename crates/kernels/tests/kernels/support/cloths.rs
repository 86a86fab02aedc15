//! Recorded cloth.

use collidoscope_kernels::cloth::motion::Recording;
use collidoscope_kernels::cloth::motion::scenes::{SCENES, Scene};
use collidoscope_kernels::cloth::motion::simulation::Parameters;
use collidoscope_kernels::cloth::response::Response;

/// Records steps of a scene. A cloth that passes through itself is rich in contacts; one with self-collision
/// response has few, but lies in layers.
pub fn recorded(scene: &Scene, side: usize, (steps, every): (usize, usize), itself: bool) -> Recording {
    let parameters = Parameters { response: Response { itself, obstacles: true }, ..Parameters::new(side) };
    Recording::of(scene, parameters, steps, every).unwrap()
}

pub fn scene(id: &str) -> &'static Scene {
    SCENES.iter().find(|scene| scene.id == id).unwrap()
}
