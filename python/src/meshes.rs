//! Two triangle meshes in many poses.

use std::fs;
use std::path::PathBuf;

use collidoscope::kernels::{self, Closest, Error, Pose, Queries, Tolerance};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::arguments::{self, Argument, not_negative};
use crate::batch::{batch, refused, threads};
use crate::results;
use crate::shapes::part;

/// A triangle mesh with its tree of bounding boxes.
///
/// vertices: shape (N, 3). triangles: shape (M, 3), integers, indices of vertices.
///
/// Building takes about 4 µs per triangle. The surface need not be closed; degenerate triangles are segments or points.
#[pyclass(frozen, module = "collidoscope_kernels")]
pub struct Mesh(kernels::Mesh, Vec<String>);

#[pymethods]
impl Mesh {
    #[new]
    fn new(py: Python, vertices: &Bound<PyAny>, triangles: &Bound<PyAny>) -> PyResult<Self> {
        let vertices = arguments::list::<3>("vertices", 'N', vertices)?;
        let triangles = arguments::triangles("triangles", triangles, vertices.len())?;
        let mesh = py.detach(|| kernels::Mesh::new(&vertices, &triangles)).map_err(refused)?;
        Ok(Self(mesh, Vec::new()))
    }

    /// Reads an OBJ, STL, PLY, glTF or GLB file, by its ending.
    ///
    /// Where the surface can be repaired, it is closed and faces outwards; vertices may be merged, triangles dropped,
    /// and both renumbered. `notes` tells of it.
    ///
    /// repair: if false, all triangles stay as in the file, with its indices; a polygon counts as its triangles.
    #[staticmethod]
    #[pyo3(signature = (path, *, repair=true))]
    fn read(py: Python, path: PathBuf, repair: bool) -> PyResult<Self> {
        if let Err(why) = fs::metadata(&path) {
            return Err(match why.raw_os_error() {
                Some(code) => {
                    let says = py.import("os")?.call_method1("strerror", (code,))?;
                    PyOSError::new_err((code, says.unbind(), path))
                }
                None => why.into(),
            });
        }
        let read = if repair { kernels::Mesh::read_with_notes } else { kernels::Mesh::read_unrepaired };
        let (mesh, notes) = py.detach(|| read(&path)).map_err(refused)?;
        Ok(Self(mesh, notes))
    }

    /// Notes on repairs and on skipped parts of the file that the mesh was read from. A copy has none.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.1.clone()
    }

    /// The vertices, an array of shape (N, 3).
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        results::list(py, &self.0.vertices().collect::<Vec<_>>())
    }

    /// The vertices of each triangle, an array of shape (M, 3).
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        results::list(py, self.0.triangles())
    }

    /// The smallest box around the placed mesh, minimum and maximum, for each pose: shape (..., 2, 3).
    ///
    /// poses: shape (..., 4, 4), rotation matrices with a translation in the last column.
    fn bounds<'py>(&self, py: Python<'py>, poses: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let argument = Argument::of("poses", poses, &[4, 4])?;
        let poses = self::poses(&argument)?;
        let bounds: Vec<f64> =
            py.detach(|| poses.iter().flat_map(|pose| self.0.bounds(pose).concat()).collect());
        results::array(py, bounds, argument.lead(), &[2, 3])
    }

    /// For pickle and copy: the mesh is built again from its arrays.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyAny>, Bound<'py, PyAny>))> {
        let (py, mesh) = (slf.py(), slf.get());
        Ok((slf.get_type(), (mesh.vertices(py)?, mesh.triangles(py)?)))
    }

    fn __repr__(&self) -> String {
        format!("<collidoscope_kernels.Mesh of {} triangles>", self.0.triangle_count())
    }
}

impl Mesh {
    /// The mesh of the kernels.
    pub fn inner(&self) -> &kernels::Mesh {
        &self.0
    }
}

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
    let [a, b] = [a, b].map(|mesh| &mesh.get().0);
    let poses = poses(&Argument::of_one("pose", pose, &[4, 4])?)?;
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
    let mesh = &mesh.get().0;
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
    let poses = self::poses(&argument)?;
    let one = |queries: &mut Queries, at: usize| Ok(ask(queries, &poses[at]));
    let answers = batch(py, poses.len(), count, || Ok(Queries::default()), one)?;
    Ok((argument.lead().to_vec(), answers))
}

/// The poses of an argument.
pub fn poses(argument: &Argument) -> PyResult<Vec<Pose>> {
    let pose = |(at, [x, y, z, last]): (usize, [[f64; 4]; 4])| {
        let pose = if last == [0.0, 0.0, 0.0, 1.0] {
            Pose::from_rows([x, y, z])
        } else {
            return Err(argument.refused_item(at, "has a last row other than [0, 0, 0, 1]"));
        };
        pose.map_err(|why| match why {
            Error::NotARotation => argument.refused_item(
                at,
                "has no rotation in its upper left 3 × 3 part (products of two rows may be off by 1e-3)",
            ),
            other => refused(other),
        })
    };
    argument.matrices::<4, 4>()?.into_iter().enumerate().map(pose).collect()
}

fn tolerance(rtol: f64, atol: f64) -> PyResult<Tolerance> {
    Ok(Tolerance { relative: not_negative("rtol", rtol)?, absolute: not_negative("atol", atol)? })
}
