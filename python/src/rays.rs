//! Rays and points against one mesh.

use collidoscope::kernels::{self, NearestPoint, Pose, Ray, RayHit};
use pyo3::prelude::*;

use crate::arguments::{Argument, common_shape};
use crate::batch::{batch, refused, threads};
use crate::mesh::{Mesh, poses};
use crate::results;

/// The first hit of each ray: the smallest t from 0 to t_max at which origin + t · direction is on the surface.
///
/// Which triangles a ray hits is exact, from both sides: a triangle includes its boundary, so no ray passes between two
/// triangles with a common edge or corner. The error of t is at most a share of 1e-12.
///
/// origins, directions: shape (..., 3); they are broadcast. A direction may have any length but 0.
/// t_max: the largest t, in lengths of the direction; infinite by default.
/// pose: shape (4, 4), the pose of the mesh in the coordinates of the rays.
/// threads: the most threads; all cores by default. The answers do not depend on it.
#[pyfunction]
#[pyo3(signature = (mesh, origins, directions, *, t_max=None, pose=None, threads=None))]
pub fn first_hit<'py>(
    py: Python<'py>,
    mesh: &Bound<'py, Mesh>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    t_max: Option<f64>,
    pose: Option<&Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (mesh, rays) = (mesh.get().inner(), Rays::new(origins, directions, t_max)?);
    let hits = rays.ask(py, pose, threads, |ray| mesh.first_hit(ray))?;
    let t: Vec<f64> = hits.iter().map(|hit| hit.map_or(f64::NAN, |hit| hit.t)).collect();
    let point = |(ray, t): (&Ray, &f64)| ray.at(*t);
    let points = rays.rays.iter().zip(&t).flat_map(point).collect();
    let triangle = |hit: &Option<RayHit>| hit.map_or(-1, |hit| i64::from(hit.triangle));
    let fields = [
        results::array(py, t, &rays.shape, &[])?,
        results::array(py, points, &rays.shape, &[3])?,
        results::array(py, hits.iter().map(triangle).collect(), &rays.shape, &[])?,
    ];
    results::named(py, "RayHit", fields)
}

/// Whether each ray hits the surface. Faster than `first_hit`, with the same arguments.
#[pyfunction]
#[pyo3(signature = (mesh, origins, directions, *, t_max=None, pose=None, threads=None))]
pub fn any_hit<'py>(
    py: Python<'py>,
    mesh: &Bound<'py, Mesh>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    t_max: Option<f64>,
    pose: Option<&Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (mesh, rays) = (mesh.get().inner(), Rays::new(origins, directions, t_max)?);
    let hits = rays.ask(py, pose, threads, |ray| mesh.is_hit(ray))?;
    results::array(py, hits, &rays.shape, &[])
}

/// All triangles that each ray hits, in the order of rays, then t, then triangles. Arguments as for `first_hit`.
///
/// A ray through an edge hits both of its triangles.
#[pyfunction]
#[pyo3(signature = (mesh, origins, directions, *, t_max=None, pose=None, threads=None))]
pub fn all_hits<'py>(
    py: Python<'py>,
    mesh: &Bound<'py, Mesh>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    t_max: Option<f64>,
    pose: Option<&Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (mesh, rays) = (mesh.get().inner(), Rays::new(origins, directions, t_max)?);
    let hits = rays.ask(py, pose, threads, |ray| mesh.hits(ray))?;
    let each = || (0..).zip(&hits).flat_map(|(ray, hits)| hits.iter().map(move |hit| (ray, hit)));
    let count = [each().count()];
    let fields = [
        results::array(py, each().map(|(ray, _)| ray as i64).collect(), &count, &[])?,
        results::array(py, each().map(|(_, hit)| hit.t).collect(), &count, &[])?,
        results::array(py, each().flat_map(|(ray, hit)| rays.rays[ray].at(hit.t)).collect(), &count, &[3])?,
        results::array(py, each().map(|(_, hit)| hit.triangle).collect(), &count, &[])?,
    ];
    results::named(py, "RayHits", fields)
}

/// The point of the surface that is nearest to each point, up to rounding.
///
/// points: shape (..., 3).
/// pose: shape (4, 4), the pose of the mesh in the coordinates of the points.
/// threads: the most threads; all cores by default. The answers do not depend on it.
#[pyfunction]
#[pyo3(signature = (mesh, points, *, pose=None, threads=None))]
pub fn nearest<'py>(
    py: Python<'py>,
    mesh: &Bound<'py, Mesh>,
    points: &Bound<'py, PyAny>,
    pose: Option<&Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let ask = |mesh: &kernels::Mesh, p| mesh.nearest(p).map(Some);
    let (shape, pose, found) = of_points(py, mesh, points, pose, threads, ask)?;
    let found: Vec<NearestPoint> = found.into_iter().flatten().collect();
    let place = |found: &NearestPoint| pose.map_or(found.point, |pose| pose.place(found.point));
    let fields = [
        results::array(py, found.iter().map(|found| found.distance).collect(), &shape, &[])?,
        results::array(py, found.iter().flat_map(place).collect(), &shape, &[3])?,
        results::array(py, found.iter().map(|found| found.triangle).collect(), &shape, &[])?,
    ];
    results::named(py, "NearestPoint", fields)
}

/// The distance of each point from the surface, negative inside. The sign is exact: the distance is 0 only on the
/// surface, which must be closed, as for `contains`. Arguments as for `nearest`.
#[pyfunction]
#[pyo3(signature = (mesh, points, *, pose=None, threads=None))]
pub fn signed_distance<'py>(
    py: Python<'py>,
    mesh: &Bound<'py, Mesh>,
    points: &Bound<'py, PyAny>,
    pose: Option<&Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (shape, _, found) = of_points(py, mesh, points, pose, threads, kernels::Mesh::signed_distance)?;
    results::array(py, found, &shape, &[])
}

/// Whether each point is inside the surface or on it. Exact. Arguments as for `nearest`.
///
/// Fails for a surface that is not closed: every edge, by the indices of its vertices, must have two triangles that run
/// along it in opposite directions.
#[pyfunction]
#[pyo3(signature = (mesh, points, *, pose=None, threads=None))]
pub fn contains<'py>(
    py: Python<'py>,
    mesh: &Bound<'py, Mesh>,
    points: &Bound<'py, PyAny>,
    pose: Option<&Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (shape, _, found) = of_points(py, mesh, points, pose, threads, kernels::Mesh::contains)?;
    results::array(py, found, &shape, &[])
}

/// Rays, and the shape of their array.
pub struct Rays {
    pub shape: Vec<usize>,
    pub rays: Vec<Ray>,
}

impl Rays {
    pub fn new(origins: &Bound<PyAny>, directions: &Bound<PyAny>, t_max: Option<f64>) -> PyResult<Self> {
        let origins = Argument::of("origins", origins, &[3])?;
        let directions = Argument::of("directions", directions, &[3])?;
        let shape = common_shape(&[&origins, &directions])?;
        let (origins, directions) = (origins.broadcast(&shape)?, directions.broadcast(&shape)?);
        let ray = |(at, (origin, direction))| match Ray::new(origin, direction) {
            Err(kernels::Error::Direction) => {
                Err(directions.refused_item(at, "is no direction: its length must be between 1e-50 and 1e50"))
            }
            ray => ray.and_then(|ray| ray.up_to(t_max.unwrap_or(f64::INFINITY))).map_err(refused),
        };
        let both = origins.vectors::<3>()?.into_iter().zip(directions.vectors::<3>()?);
        Ok(Self { rays: both.enumerate().map(ray).collect::<PyResult<_>>()?, shape })
    }

    fn ask<T: Clone + Default + Send>(
        &self,
        py: Python,
        pose: Option<&Bound<PyAny>>,
        count: Option<i64>,
        ask: impl Fn(&Ray) -> T + Sync,
    ) -> PyResult<Vec<T>> {
        let (count, pose) = (threads(count)?, one_pose(pose)?);
        let one = |(): &mut (), at: usize| {
            let ray = &self.rays[at];
            Ok(ask(&pose.map_or(Ok(*ray), |pose| ray.seen_from(&pose))?))
        };
        batch(py, self.rays.len(), count, || Ok(()), one)
    }
}

/// Asks about every point, in the mesh's coordinates. Returns the shape of the array of points, the pose, and the
/// answers.
fn of_points<T: Clone + Default + Send>(
    py: Python,
    mesh: &Bound<Mesh>,
    points: &Bound<PyAny>,
    pose: Option<&Bound<PyAny>>,
    count: Option<i64>,
    ask: impl Fn(&kernels::Mesh, [f64; 3]) -> Result<T, kernels::Error> + Sync,
) -> PyResult<(Vec<usize>, Option<Pose>, Vec<T>)> {
    let (count, pose) = (threads(count)?, one_pose(pose)?);
    let argument = Argument::of("points", points, &[3])?;
    let (points, mesh) = (argument.vectors::<3>()?, mesh.get().inner());
    let to_mesh = pose.map(|pose| pose.inverse());
    let one = |(): &mut (), at: usize| ask(mesh, to_mesh.map_or(points[at], |pose| pose.place(points[at])));
    let answers = batch(py, points.len(), count, || Ok(()), one)?;
    Ok((argument.lead().to_vec(), pose, answers))
}

fn one_pose(pose: Option<&Bound<PyAny>>) -> PyResult<Option<Pose>> {
    let Some(pose) = pose else { return Ok(None) };
    Ok(poses(&Argument::of_one("pose", pose, &[4, 4])?)?.first().copied())
}
