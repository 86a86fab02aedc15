//! Cloth: contacts during a step, by every method, and a response that lets nothing pass through.

mod counterexamples;
mod creases;
mod detection;
mod enclosing;
mod motion;
mod response;

use collidoscope_kernels::cloth::detect::Found;
use collidoscope_kernels::cloth::mesh::ClothMesh;
use collidoscope_kernels::cloth::methods::{self, METHODS};
use collidoscope_kernels::cloth::step::{Features, Step};
use collidoscope_kernels::geometry::Point;

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
    let exact = |m: &&methods::Method| m.promise == collidoscope_kernels::about::Promise::Exact;
    METHODS.iter().filter(exact).map(|method| method.id)
}

/// A flat grid of one metre.
fn flat(side: usize) -> ClothMesh {
    ClothMesh::grid(side, |u, v| Point::new(u - 0.5, 0.0, v - 0.5)).unwrap()
}
