//! Sweeps of bodies through a level.

use std::sync::{Mutex, PoisonError};

use collidoscope::kernels::{self, Hit, Method, Sweeps};
use pyo3::PyClass;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{self, Argument, common_shape};
use crate::batch::{batch, refused, threads};
use crate::results::{self, Made, Reduced};

const METHODS: [(&str, Method); 3] = [
    ("exact", Method::Exact),
    ("shifted-planes", Method::ShiftedPlanes),
    ("shifted-planes-with-bevels", Method::ShiftedPlanesWithBevels),
];

/// The solid of a level, compiled to a BSP tree.
#[pyclass(frozen, module = "collidoscope_kernels")]
pub struct Level {
    level: kernels::Level,
    made: Made,
    /// The sweeps of the last question, with what they have prepared for its mover.
    last: Mutex<Option<(Method, Sweeps)>>,
}

/// The sweeps of a level, which are returned to it.
struct Borrowed<'a>(&'a Level, Option<(Method, Sweeps)>);

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner) = self.1.take();
    }
}

#[pymethods]
impl Level {
    /// The union of convex brushes.
    ///
    /// brushes: for each brush an array of shape (P, 4) of planes (a, b, c, d). The brush is the points with
    ///     a x + b y + c z + d <= 0 for each plane; the normal (a, b, c) points outwards and has any length but 0.
    /// around: shape (2, 3), minimum and maximum of a box in which all movement takes place. Brushes without an end are
    ///     cut off far beyond it.
    #[staticmethod]
    fn from_brushes(py: Python, brushes: &Bound<PyAny>, around: &Bound<PyAny>) -> PyResult<Self> {
        let of = |(index, planes): (usize, PyResult<Bound<PyAny>>)| {
            let brush = arguments::list::<4>("brush", 'P', &planes?);
            brush.map_err(|why| match why.is_instance_of::<PyValueError>(py) {
                true => PyValueError::new_err(format!("brushes[{index}]: {}", why.value(py))),
                false => why,
            })
        };
        let brushes: Vec<_> = brushes.try_iter()?.enumerate().map(of).collect::<PyResult<_>>()?;
        let around = Argument::of_one("around", around, &[2, 3])?.vectors::<3>()?;
        let around = [around[0], around[1]];
        let level = py.detach(|| kernels::Level::of_brushes(&brushes, around)).map_err(refused)?;
        let brushes = brushes.iter().map(|planes| results::list(py, planes)).collect::<PyResult<Vec<_>>>()?;
        Ok(Self::new(level, Made::by("from_brushes", (brushes, around).into_pyobject(py)?)))
    }

    /// The inside of a closed mesh whose triangles face outwards: vertices (N, 3), indices of vertices (M, 3).
    #[staticmethod]
    fn from_mesh(py: Python, vertices: &Bound<PyAny>, triangles: &Bound<PyAny>) -> PyResult<Self> {
        let vertices = arguments::list::<3>("vertices", 'N', vertices)?;
        let triangles = arguments::triangles("triangles", triangles, vertices.len())?;
        let level = py.detach(|| kernels::Level::of_mesh(&vertices, &triangles)).map_err(refused)?;
        let lists = (results::list(py, &vertices)?, results::list(py, &triangles)?);
        Ok(Self::new(level, Made::by("from_mesh", lists.into_pyobject(py)?)))
    }

    /// The number of nodes of the tree; 0 if the level has none, and only the method "exact" works.
    #[getter]
    fn node_count(&self) -> usize {
        self.level.node_count()
    }

    /// The first contact of each move with the solid: the first time at which the body begins to move into it.
    ///
    /// start, end: shape (..., 3), the positions of the reference point; they are broadcast. Sliding along a wall is no
    ///     contact.
    /// method: "exact", up to 1e-10 of what the move can reach; or Melax 2000, "shifted-planes", never late, early at
    ///     edges and corners, and "shifted-planes-with-bevels", less early. These two need the tree.
    #[pyo3(signature = (mover, start, end, method="exact", *, threads=None))]
    fn sweep<'py>(
        &self,
        py: Python<'py>,
        mover: &Bound<'py, Mover>,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
        method: &str,
        threads: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let count = self::threads(threads)?;
        let method = self::method(method)?;
        let start = Argument::of("start", start, &[3])?;
        let end = Argument::of("end", end, &[3])?;
        let shape = common_shape(&[&start, &end])?;
        let starts = start.broadcast(&shape)?.vectors::<3>()?;
        let ends = end.broadcast(&shape)?.vectors::<3>()?;
        let mover = &mover.get().mover;
        let ask = |borrowed: &mut Borrowed, at: usize| {
            borrowed.1.as_mut().map_or(Ok(None), |(_, sweeps)| sweeps.sweep(mover, starts[at], ends[at]))
        };
        let hits: Vec<Option<Hit>> = batch(py, starts.len(), count, || self.sweeps(method), ask)?;
        let time = |hit: &Option<Hit>| hit.map_or(f64::NAN, |hit| hit.time);
        let normal = |hit: &Option<Hit>| hit.map_or([f64::NAN; 3], |hit| hit.normal);
        let starts_inside = |hit: &Option<Hit>| hit.is_some_and(|hit| hit.starts_inside);
        let fields = [
            results::array(py, hits.iter().map(time).collect(), &shape, &[])?,
            results::array(py, hits.iter().flat_map(normal).collect(), &shape, &[3])?,
            results::array(py, hits.iter().map(starts_inside).collect(), &shape, &[])?,
        ];
        results::named(py, "Sweep", fields)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        slf.get().made.reduce(slf.get_type())
    }

    fn __repr__(&self) -> String {
        format!("<collidoscope_kernels.Level of {} nodes>", self.level.node_count())
    }
}

impl Level {
    fn new(level: kernels::Level, made: Made) -> Self {
        Self { level, made, last: Mutex::default() }
    }

    fn sweeps(&self, method: Method) -> Result<Borrowed<'_>, kernels::Error> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        let sweeps = match last.filter(|(of, _)| *of == method) {
            Some(last) => last,
            None => (method, self.level.sweeps(method)?),
        };
        Ok(Borrowed(self, Some(sweeps)))
    }
}

fn method(name: &str) -> PyResult<Method> {
    METHODS.iter().find(|(known, _)| *known == name).map(|(_, method)| *method).ok_or_else(|| {
        let known = METHODS.map(|(known, _)| format!("{known:?}")).join(", ");
        PyValueError::new_err(format!("method must be one of {known}, not {name:?}"))
    })
}

/// A convex body of fixed orientation; its position is that of its reference point.
#[pyclass(frozen, subclass, module = "collidoscope_kernels")]
pub struct Mover {
    mover: kernels::Mover,
    made: Made,
}

#[pymethods]
impl Mover {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        slf.get().made.reduce(slf.get_type())
    }
}

/// A point.
#[pyclass(frozen, extends = Mover, module = "collidoscope_kernels")]
pub struct Point;

/// A cylinder; the reference point is the middle of its base.
///
/// axis: the direction from there to its other end, of any length but 0; y by default.
#[pyclass(frozen, extends = Mover, module = "collidoscope_kernels")]
pub struct Cylinder;

#[pymethods]
impl Point {
    #[new]
    fn new(py: Python) -> PyClassInitializer<Self> {
        body(kernels::Mover::point(), Self, PyTuple::empty(py))
    }
}

#[pymethods]
impl Cylinder {
    #[new]
    #[pyo3(signature = (radius, height, axis=None))]
    fn new(
        py: Python,
        radius: f64,
        height: f64,
        axis: Option<&Bound<PyAny>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let mover = kernels::Mover::cylinder(radius, height).map_err(refused)?;
        let Some(axis) = axis else { return Ok(body(mover, Self, (radius, height).into_pyobject(py)?)) };
        let axis = arguments::vector("axis", axis)?;
        let largest = axis.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        if largest == 0.0 {
            return Err(PyValueError::new_err("axis must have a direction"));
        }
        let scaled = axis.map(|part| part / largest);
        let length = scaled.iter().map(|part| part * part).sum::<f64>().sqrt();
        let ends = [[0.0; 3], scaled.map(|part| part / length * height)];
        let mover = kernels::Mover::cylinder_between(radius, ends).map_err(refused)?;
        Ok(body(mover, Self, (radius, height, axis).into_pyobject(py)?))
    }
}

/// A mover in the class of its kind, made from these arguments.
pub fn body<T: PyClass<BaseType = Mover>>(
    mover: kernels::Mover,
    class: T,
    arguments: Bound<PyTuple>,
) -> PyClassInitializer<T> {
    PyClassInitializer::from(Mover { mover, made: Made::from(arguments) }).add_subclass(class)
}
