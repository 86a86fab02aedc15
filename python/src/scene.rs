//! Many bodies in their poses.

use std::sync::{Mutex, PoisonError};

use collidoscope::kernels::{self, Closest};
use pyo3::prelude::*;

use crate::arguments::{Argument, not_negative};
use crate::batch::refused;
use crate::meshes::{Mesh, closest_parts, poses};
use crate::results;

/// Bodies that stay the same from question to question, each a `Mesh`; several may share one.
///
/// Boxes around the placed bodies select candidate pairs, which are decided as by `touching` and `closest`.
#[pyclass(frozen, module = "collidoscope")]
pub struct Scene {
    scene: Mutex<kernels::Scene>,
    count: usize,
}

#[pymethods]
impl Scene {
    #[new]
    fn new(py: Python, meshes: Vec<Py<Mesh>>) -> Self {
        let bodies: Vec<_> = meshes.iter().map(|mesh| mesh.get().inner().clone()).collect();
        let count = bodies.len();
        Self { scene: Mutex::new(py.detach(|| kernels::Scene::new(bodies))), count }
    }

    /// The pairs of bodies whose surfaces share a point, in ascending order: shape (P, 2).
    ///
    /// poses: shape (N, 4, 4), the pose of each body in the world.
    fn touching<'py>(&self, py: Python<'py>, poses: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let poses = self.poses(poses)?;
        let ask = || self.scene.lock().unwrap_or_else(PoisonError::into_inner).touching(&poses);
        results::list(py, &py.detach(ask).map_err(refused)?)
    }

    /// The pairs of bodies whose surfaces are at most `distance` apart, with their closest parts.
    ///
    /// poses: shape (N, 4, 4), the pose of each body in the world.
    fn near<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        distance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (poses, distance) = (self.poses(poses)?, not_negative("distance", distance)?);
        let ask = || self.scene.lock().unwrap_or_else(PoisonError::into_inner).near(&poses, distance);
        let found = py.detach(ask).map_err(refused)?;
        let bodies: Vec<_> = found.iter().map(|near| near.bodies).collect();
        let parts: Vec<Closest> = found.iter().map(|near| near.closest).collect();
        let [distance, point_a, point_b, normal, triangles] = closest_parts(py, &parts, &[parts.len()])?;
        let bodies = results::list(py, &bodies)?;
        results::named(py, "Near", [bodies, distance, point_a, point_b, normal, triangles])
    }

    fn __repr__(&self) -> String {
        format!("<collidoscope.Scene of {} bodies>", self.count)
    }
}

impl Scene {
    fn poses(&self, from: &Bound<PyAny>) -> PyResult<Vec<kernels::Pose>> {
        poses(&Argument::of_one("poses", from, &[self.count, 4, 4])?)
    }
}
