//! The contacts of a cloth with itself in a step.

use collidoscope::kernels::{self, ClothFeatures, Features};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{self, Argument};
use crate::batch::{refused, threads};
use crate::features::number;
use crate::results::{self, Made, Reduced};

/// The triangles of a cloth.
///
/// rest: shape (N, 3), the places of the particles at rest. triangles: shape (M, 3), integers, indices of particles.
#[pyclass(frozen, module = "collidoscope_kernels")]
pub struct Cloth {
    cloth: kernels::Cloth,
    made: Made,
}

#[pymethods]
impl Cloth {
    #[new]
    fn new(py: Python, rest: &Bound<PyAny>, triangles: &Bound<PyAny>) -> PyResult<Self> {
        let rest = arguments::list::<3>("rest", 'N', rest)?;
        let triangles = arguments::triangles("triangles", triangles, rest.len())?;
        let cloth = py.detach(|| kernels::Cloth::new(&rest, &triangles)).map_err(refused)?;
        let lists = (results::list(py, &rest)?, results::list(py, &triangles)?);
        Ok(Self { cloth, made: Made::from(lists.into_pyobject(py)?) })
    }

    /// A square grid of side × side particles, 2 to 1,025 a side; particle (u, v) has the index v * side + u.
    ///
    /// Cell (u, v) has two triangles, split from particle (u + 1, v) to (u, v + 1). Grids have the fastest method.
    #[staticmethod]
    fn grid(py: Python, side: i64) -> PyResult<Self> {
        // A negative number is refused with the others.
        let count = usize::try_from(side).unwrap_or(0);
        let cloth = py.detach(|| kernels::Cloth::grid(count));
        let cloth = cloth.map_err(|why| PyValueError::new_err(format!("side {side}: {why}")))?;
        Ok(Self { cloth, made: Made::by("grid", (side,).into_pyobject(py)?) })
    }

    /// The number of particles.
    #[getter]
    fn particle_count(&self) -> usize {
        self.cloth.particle_count()
    }

    /// The particles of each triangle, a read-only array of shape (M, 3).
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        results::own_list(py, self.cloth.triangles())
    }

    /// All pairs of features that touch while the particles move in straight lines, each once.
    ///
    /// start, end: shape (N, 3), the places of the particles before and after. Features with a common particle are left
    ///     out.
    /// threads: the most threads; all cores by default, at most 16, and only grids use more than one.
    #[pyo3(signature = (start, end, *, threads=None))]
    fn contacts<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
        threads: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let count = self::threads(threads)?;
        let item = [self.cloth.particle_count(), 3];
        let start = Argument::of_one("start", start, &item)?.vectors::<3>()?;
        let end = Argument::of_one("end", end, &item)?.vectors::<3>()?;
        let found = py.detach(|| self.cloth.contacts(count).find(&start, &end)).map_err(refused)?;
        let kind = |features| match features {
            ClothFeatures::VertexFace(..) => number(Features::VertexFace),
            ClothFeatures::EdgeEdge(..) => number(Features::EdgeEdge),
        };
        let particles = |features| self.cloth.particles(features).unwrap_or_default();
        let lead = [found.len()];
        let fields = [
            results::array(py, found.iter().map(|contact| kind(contact.features)).collect(), &lead, &[])?,
            results::array(
                py,
                found.iter().flat_map(|contact| particles(contact.features)).collect(),
                &lead,
                &[4],
            )?,
            results::array(py, found.iter().map(|contact| contact.time).collect(), &lead, &[])?,
        ];
        results::named(py, "Contacts", fields)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        slf.get().made.reduce(slf.get_type())
    }

    fn __repr__(&self) -> String {
        format!("<collidoscope_kernels.Cloth of {} particles>", self.cloth.particle_count())
    }
}
