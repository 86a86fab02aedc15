//! Two meshes or shapes in many poses.

use collidoscope::kernels::{Closest, Pose, Queries, Tolerance};
use pyo3::prelude::*;

use crate::arguments::{Argument, not_negative};
use crate::batch::{batch, refused, threads};
use crate::mesh::{self, Mesh};
use crate::results;
use crate::shapes::part;

/// Whether the surfaces share a point, for each pose. Decided exactly for the vertices as placed by the pose.
///
/// a, b: each a `Mesh`, a `Sphere`, a `Capsule` or a `Box`. The last three are filled: they touch what is inside them.
///     A mesh is a surface. With a sphere or a capsule, contact is decided up to rounding.
/// poses: shape (..., 4, 4), the poses of B in A's coordinates: rotation matrices with a translation in the last column.
/// threads: the most threads; all cores by default. The answers do not depend on it.
#[pyfunction]
#[pyo3(signature = (a, b, poses, *, threads=None))]
pub fn touching<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    poses: &Bound<'py, PyAny>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let [a, b] = [part("a", a)?, part("b", b)?];
    let touch = |queries: &mut Queries, pose: &Pose| queries.touch(a, b, pose);
    let (shape, answers) = posed(py, poses, threads, touch)?;
    results::array(py, answers, &shape, &[])
}

/// All pairs of triangles that share a point, in ascending order: shape (P, 2), index in A, index in B.
///
/// pose: shape (4, 4), the pose of B in A's coordinates. Fails if there are more than 4,000,000 pairs.
#[pyfunction]
pub fn pairs<'py>(
    py: Python<'py>,
    a: &Bound<'py, Mesh>,
    b: &Bound<'py, Mesh>,
    pose: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let [a, b] = [a, b].map(|mesh| mesh.get().inner());
    let poses = mesh::poses(&Argument::of_one("pose", pose, &[4, 4])?)?;
    let all = |pose| Queries::default().touching_pairs(a, b, pose);
    let pairs = py.detach(|| poses.iter().map(all).collect::<Result<Vec<_>, _>>()).map_err(refused)?;
    results::list(py, &pairs.concat())
}

/// The distance of the surfaces, for each pose; 0 where triangles touch.
///
/// a, b: meshes or shapes, as for `touching`.
/// poses: shape (..., 4, 4), the poses of B in A's coordinates: rotation matrices with a translation in the last column.
/// rtol, atol: the distance may exceed the smallest by this share of it, or by this length; greater is faster.
/// threads: the most threads; all cores by default. The answers do not depend on it.
#[pyfunction]
#[pyo3(signature = (a, b, poses, *, rtol=0.0, atol=0.0, threads=None))]
pub fn distance<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    poses: &Bound<'py, PyAny>,
    rtol: f64,
    atol: f64,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let [a, b] = [part("a", a)?, part("b", b)?];
    let tolerance = tolerance(rtol, atol)?;
    let distance = |queries: &mut Queries, pose: &Pose| queries.closest(a, b, pose, tolerance).distance;
    let (shape, answers) = posed(py, poses, threads, distance)?;
    results::array(py, answers, &shape, &[])
}

/// The distance, the closest points and the direction from A to B, for each pose. Arguments as for `distance`.
#[pyfunction]
#[pyo3(signature = (a, b, poses, *, rtol=0.0, atol=0.0, threads=None))]
pub fn closest<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    poses: &Bound<'py, PyAny>,
    rtol: f64,
    atol: f64,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let [a, b] = [part("a", a)?, part("b", b)?];
    let tolerance = tolerance(rtol, atol)?;
    let closest = |queries: &mut Queries, pose: &Pose| Some(queries.closest(a, b, pose, tolerance));
    let (shape, answers) = posed(py, poses, threads, closest)?;
    let answers: Vec<Closest> = answers.into_iter().flatten().collect();
    results::named(py, "Closest", closest_parts(py, &answers, &shape)?)
}

/// The fields of `Closest`.
pub fn closest_parts<'py>(
    py: Python<'py>,
    answers: &[Closest],
    shape: &[usize],
) -> PyResult<[Bound<'py, PyAny>; 5]> {
    let points = |of: &dyn Fn(&Closest) -> [f64; 3]| {
        results::array(py, answers.iter().flat_map(of).collect(), shape, &[3])
    };
    Ok([
        results::array(py, answers.iter().map(|found| found.distance).collect(), shape, &[])?,
        points(&|found| found.points[0])?,
        points(&|found| found.points[1])?,
        points(&|found| found.normal.unwrap_or([f64::NAN; 3]))?,
        results::array(py, answers.iter().flat_map(|found| found.triangles).collect(), shape, &[2])?,
    ])
}

/// All pairs of triangles of one mesh that share a point, each once, in ascending order: shape (P, 2).
///
/// Triangles with a common corner, by its place, are left out, because they touch there; so two neighbours that are folded
/// onto each other are not found. Fails if there are more than 4,000,000 pairs, neighbours and both orders included.
#[pyfunction]
pub fn self_pairs<'py>(py: Python<'py>, mesh: &Bound<'py, Mesh>) -> PyResult<Bound<'py, PyAny>> {
    let mesh = mesh.get().inner();
    results::list(py, &py.detach(|| Queries::default().self_pairs(mesh)).map_err(refused)?)
}

/// Whether the distance of the surfaces is at most `distance`, for each pose. Faster than computing it.
///
/// a, b: meshes or shapes, as for `touching`.
/// poses: shape (..., 4, 4), the poses of B in A's coordinates: rotation matrices with a translation in the last column.
/// threads: the most threads; all cores by default. The answers do not depend on it.
#[pyfunction]
#[pyo3(signature = (a, b, poses, distance, *, threads=None))]
pub fn within<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    poses: &Bound<'py, PyAny>,
    distance: f64,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let [a, b] = [part("a", a)?, part("b", b)?];
    let distance = not_negative("distance", distance)?;
    let within = |queries: &mut Queries, pose: &Pose| queries.within(a, b, pose, distance);
    let (shape, answers) = posed(py, poses, threads, within)?;
    results::array(py, answers, &shape, &[])
}

/// Asks about every pose. Returns the shape of the array of poses, and the answers.
fn posed<T: Clone + Default + Send>(
    py: Python,
    poses: &Bound<PyAny>,
    count: Option<i64>,
    ask: impl Fn(&mut Queries, &Pose) -> T + Sync,
) -> PyResult<(Vec<usize>, Vec<T>)> {
    let count = threads(count)?;
    let argument = Argument::of("poses", poses, &[4, 4])?;
    let poses = mesh::poses(&argument)?;
    let one = |queries: &mut Queries, at: usize| Ok(ask(queries, &poses[at]));
    let answers = batch(py, poses.len(), count, || Ok(Queries::default()), one)?;
    Ok((argument.lead().to_vec(), answers))
}

fn tolerance(rtol: f64, atol: f64) -> PyResult<Tolerance> {
    Ok(Tolerance { relative: not_negative("rtol", rtol)?, absolute: not_negative("atol", atol)? })
}
