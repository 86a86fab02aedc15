//! Cloth: contacts during a step, by every method, and a response that lets nothing pass through.

mod counterexamples;
mod creases;
mod detection;
mod enclosing;
mod garment;
mod motion;
mod response;

use collidoscope::cloth::detect::Found;
use collidoscope::cloth::mesh::ClothMesh;
use collidoscope::cloth::methods::{self, METHODS};
use collidoscope::cloth::motion::recording::Recording;
use collidoscope::cloth::motion::scenes::{SCENES, Scene};
use collidoscope::cloth::motion::simulation::Parameters;
use collidoscope::cloth::response::Response;
use collidoscope::cloth::step::{Features, Step};
use collidoscope::geometry::Point;

/// Runs a method with some settings changed.
fn detect(id: &str, changes: &[(&str, &str)], mesh: &ClothMesh, step: &Step) -> Found {
    let method = methods::find(id).unwrap();
    let mut settings = method.default_settings();
    changes.iter().for_each(|(name, value)| settings.set(name, value).unwrap());
    method.make(mesh, &settings).unwrap().detect(step)
}

/// The pairs that a method finds with default settings.
fn pairs(id: &str, mesh: &ClothMesh, step: &Step) -> Vec<Features> {
    detect(id, &[], mesh, step).contacts.iter().map(|contact| contact.features).collect()
}

/// All methods that promise to miss nothing.
fn safe_methods() -> impl Iterator<Item = &'static str> {
    let exact = |m: &&methods::Method| m.promise == collidoscope::about::Promise::Exact;
    METHODS.iter().filter(exact).map(|method| method.id)
}

/// Records steps of a scene. A cloth that passes through itself is rich in contacts; one with self-collision
/// response has few, but lies in layers.
pub fn recorded(scene: &Scene, side: usize, (steps, every): (usize, usize), itself: bool) -> Recording {
    let parameters = Parameters { response: Response { itself, obstacles: true }, ..Parameters::new(side) };
    Recording::of(scene, parameters, steps, every).unwrap()
}

/// A flat grid of one metre.
fn flat(side: usize) -> ClothMesh {
    ClothMesh::grid(side, |u, v| Point::new(u - 0.5, 0.0, v - 0.5)).unwrap()
}

pub fn scene(id: &str) -> &'static Scene {
    SCENES.iter().find(|scene| scene.id == id).unwrap()
}
