//! Many bodies in their poses.

use std::sync::{Mutex, PoisonError};

use collidoscope::kernels::{self, Closest, SceneHit};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Argument, not_negative};
use crate::batch::{batch, refused};
use crate::mesh::poses;
use crate::meshes::closest_parts;
use crate::rays::Rays;
use crate::results::{self, Made, Reduced};
use crate::shapes::part;

/// Bodies that stay the same from question to question, each a mesh or a shape, as for `touching`.
///
/// Boxes around the placed bodies select candidate pairs, which are decided as by `touching` and `closest`.
#[pyclass(frozen, module = "collidoscope_kernels")]
pub struct Scene {
    scene: Mutex<kernels::Scene>,
    count: usize,
    made: Made,
}

#[pymethods]
impl Scene {
    #[new]
    fn new(py: Python, bodies: &Bound<PyAny>) -> PyResult<Self> {
        let bodies = bodies.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let shape = |(at, body)| Ok(part(&format!("bodies[{at}]"), body)?.into());
        let shapes: Vec<kernels::Shape> = bodies.iter().enumerate().map(shape).collect::<PyResult<_>>()?;
        let scene = Mutex::new(py.detach(|| kernels::Scene::of_shapes(shapes)));
        let made = Made::from((PyTuple::new(py, &bodies)?,).into_pyobject(py)?);
        Ok(Self { scene, count: bodies.len(), made })
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

    /// The first hit of each ray among the bodies, as by the function `first_hit`. Fails for spheres and capsules.
    ///
    /// poses: shape (N, 4, 4), the pose of each body in the world.
    /// origins, directions: shape (..., 3); they are broadcast. A direction may have any length but 0.
    /// t_max: the largest t, in lengths of the direction; infinite by default.
    #[pyo3(signature = (poses, origins, directions, *, t_max=None))]
    fn first_hit<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        origins: &Bound<'py, PyAny>,
        directions: &Bound<'py, PyAny>,
        t_max: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (poses, Rays { shape, rays }) = (self.poses(poses)?, Rays::new(origins, directions, t_max)?);
        let ask = |(): &mut (), at: usize| {
            self.scene.lock().unwrap_or_else(PoisonError::into_inner).first_hit(&poses, &rays[at])
        };
        let hits = batch(py, rays.len(), 1, || Ok(()), ask)?;
        let of = |found: &dyn Fn(&SceneHit) -> i64| {
            results::array(py, hits.iter().map(|hit| hit.as_ref().map_or(-1, found)).collect(), &shape, &[])
        };
        let t: Vec<f64> = hits.iter().map(|hit| hit.map_or(f64::NAN, |found| found.hit.t)).collect();
        let points = rays.iter().zip(&t).flat_map(|(ray, t)| ray.at(*t)).collect();
        let fields = [
            of(&|found| i64::from(found.body))?,
            results::array(py, t, &shape, &[])?,
            results::array(py, points, &shape, &[3])?,
            of(&|found| i64::from(found.hit.triangle))?,
        ];
        results::named(py, "SceneHit", fields)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        slf.get().made.reduce(slf.get_type())
    }

    fn __repr__(&self) -> String {
        format!("<collidoscope_kernels.Scene of {} bodies>", self.count)
    }
}

impl Scene {
    fn poses(&self, from: &Bound<PyAny>) -> PyResult<Vec<kernels::Pose>> {
        poses(&Argument::of_one("poses", from, &[self.count, 4, 4])?)
    }
}
