//! Triangle meshes and their poses.

use std::fs;
use std::path::PathBuf;

use collidoscope::kernels::{self, Pose};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::arguments::{self, Argument};
use crate::batch::{batch, refused, refused_as, threads};
use crate::results::{self, Reduced};

/// A triangle mesh with its tree of bounding boxes.
///
/// vertices: shape (N, 3). triangles: shape (M, 3), integers, indices of vertices.
///
/// The surface need not be closed; degenerate triangles are segments or points.
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
                    PyOSError::new_err((code, says.unbind(), path.into_os_string()))
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

    /// The vertices, a read-only array of shape (N, 3).
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        results::own_list(py, &self.0.vertices().collect::<Vec<_>>())
    }

    /// The vertices of each triangle, a read-only array of shape (M, 3).
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        results::own_list(py, self.0.triangles())
    }

    /// The smallest box around the placed mesh, minimum and maximum, for each pose: shape (..., 2, 3).
    ///
    /// poses: shape (..., 4, 4), rotation matrices with a translation in the last column.
    fn bounds<'py>(&self, py: Python<'py>, poses: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let argument = Argument::of("poses", poses, &[4, 4])?;
        let poses = self::poses(&argument)?;
        let ask = |(): &mut (), at: usize| Ok(self.0.bounds(&poses[at]));
        let bounds = batch(py, poses.len(), threads(None)?, || Ok(()), ask)?;
        results::array(py, bounds.as_flattened().as_flattened().to_vec(), argument.lead(), &[2, 3])
    }

    /// For pickle and copy: the mesh is built again from its arrays.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, mesh) = (slf.py(), slf.get());
        Ok((slf.get_type().into_any(), (mesh.vertices(py)?, mesh.triangles(py)?).into_pyobject(py)?))
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

/// The poses of an argument.
pub fn poses(argument: &Argument) -> PyResult<Vec<Pose>> {
    let pose = |(at, [x, y, z, last]): (usize, [[f64; 4]; 4])| {
        let pose = if last == [0.0, 0.0, 0.0, 1.0] {
            Pose::from_rows([x, y, z])
        } else {
            return Err(argument.refused_item(at, "has a last row other than [0, 0, 0, 1]"));
        };
        pose.map_err(|why| refused_as(why, &[("the matrix of a pose", &argument.item(at))]))
    };
    argument.matrices::<4, 4>()?.into_iter().enumerate().map(pose).collect()
}

/// A transform as `CollisionManager` keeps it: checked, with the nearest rotation.
#[pyfunction]
pub fn nearest_pose<'py>(py: Python<'py>, transform: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let poses = poses(&Argument::of_one("transform", transform, &[4, 4])?)?;
    let [x, y, z] = poses[0].rows();
    results::list(py, &[x, y, z, [0.0, 0.0, 0.0, 1.0]])
}
