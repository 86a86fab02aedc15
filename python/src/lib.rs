//! The kernels of Collidoscope for Python: NumPy arrays in and out, whole batches with the interpreter's lock released.
//!
//! This is the module `collidoscope_kernels.native`. `collidoscope_kernels/__init__.pyi` documents it for its users.

mod arguments; // arrays from arguments, checked
mod batch; // batches on several threads
mod boxes;
mod cloth;
mod features;
mod level;
mod mesh;
mod meshes;
mod motions;
mod rays;
mod results; // arrays and named tuples as results
mod scene;
mod shapes;

/// The compiled part of the package `collidoscope_kernels`.
#[pyo3::pymodule]
mod native {
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::boxes::box_pairs;
    #[pymodule_export]
    use super::cloth::Cloth;
    #[pymodule_export]
    use super::features::first_contact;
    #[pymodule_export]
    use super::level::{Cylinder, Level, Mover, Point};
    #[pymodule_export]
    use super::mesh::{Mesh, nearest_pose};
    #[pymodule_export]
    use super::meshes::{closest, distance, pairs, self_pairs, touching, within};
    #[pymodule_export]
    use super::motions::{Motion, impact};
    #[pymodule_export]
    use super::rays::{all_hits, any_hit, contains, first_hit, nearest, signed_distance};
    #[pymodule_export]
    use super::scene::Scene;
    #[pymodule_export]
    use super::shapes::{Box, Capsule, Hull, Sphere, penetration};
}
