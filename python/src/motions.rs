//! Parts that move rigidly: their first contact.

use collidoscope::kernels::{self, Closest, Impact, Queries, Search};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{Argument, common_shape};
use crate::batch::{batch, refused, threads};
use crate::mesh::poses;
use crate::meshes::closest_parts;
use crate::results::{self, Made, Reduced};
use crate::shapes::part;

/// Rigid motions from time 0 to 1: the body's origin moves with constant velocity, and the body turns around it with
/// constant spin.
///
/// poses: shape (..., 4, 4), the poses in the world at time 0.
/// velocity: shape (..., 3), the way of the origin until time 1; none by default.
/// spin: shape (..., 3), the axis of the turn in the world, counter-clockwise; its length is the angle until time 1,
///     radians, which may be many turns. None by default.
///
/// Poses, velocities and spins are broadcast.
#[pyclass(frozen, module = "collidoscope_kernels")]
pub struct Motion {
    shape: Vec<usize>,
    motions: Vec<kernels::Motion>,
    made: Made,
}

#[pymethods]
impl Motion {
    #[new]
    #[pyo3(signature = (poses, velocity=None, spin=None))]
    fn new(
        py: Python,
        poses: &Bound<PyAny>,
        velocity: Option<&Bound<PyAny>>,
        spin: Option<&Bound<PyAny>>,
    ) -> PyResult<Self> {
        let none = [0.0; 3].into_pyobject(py)?.into_any();
        let poses = Argument::of("poses", poses, &[4, 4])?;
        let velocity = Argument::of("velocity", velocity.unwrap_or(&none), &[3])?;
        let spin = Argument::of("spin", spin.unwrap_or(&none), &[3])?;
        let shape = common_shape(&[&poses, &velocity, &spin])?;
        let made = (poses.copied()?, velocity.copied()?, spin.copied()?).into_pyobject(py)?;
        let poses = self::poses(&poses.broadcast(&shape)?)?;
        let ways = [velocity.broadcast(&shape)?.vectors::<3>()?, spin.broadcast(&shape)?.vectors::<3>()?];
        let motion = |at: usize| kernels::Motion::new(poses[at], ways[0][at], ways[1][at]).map_err(refused);
        let motions = (0..poses.len()).map(motion).collect::<PyResult<_>>()?;
        Ok(Self { shape, motions, made: Made::from(made) })
    }

    /// The motions from one pose to another: the origin moves in a straight line, and the body turns by the least
    /// angle around a fixed axis.
    ///
    /// start, end: shape (..., 4, 4); they are broadcast.
    #[staticmethod]
    fn between(py: Python, start: &Bound<PyAny>, end: &Bound<PyAny>) -> PyResult<Self> {
        let [start, end] = [Argument::of("start", start, &[4, 4])?, Argument::of("end", end, &[4, 4])?];
        let shape = common_shape(&[&start, &end])?;
        let made = Made::by("between", (start.copied()?, end.copied()?).into_pyobject(py)?);
        let [from, to] = [poses(&start.broadcast(&shape)?)?, poses(&end.broadcast(&shape)?)?];
        let motions = from.into_iter().zip(to).map(|(from, to)| kernels::Motion::between(from, to)).collect();
        Ok(Self { shape, motions, made })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        slf.get().made.reduce(slf.get_type())
    }

    fn __repr__(&self) -> String {
        format!("<collidoscope_kernels.Motion of shape {:?}>", self.shape)
    }
}

/// A time, 0 to 1, at which two moving parts are within the tolerance and before which they share no point; NaN if
/// there is none. Never late: without an impact, the parts share no point up to the end.
///
/// a, b: meshes or shapes, as for `touching`.
/// motions: the `Motion` of A and that of B, of the same shape, or one of a single motion.
/// tolerance: the distance that counts as contact; raised to some roundings of the coordinates.
/// most_steps: the most distances that are computed. A search that ends there is early, and `is_contact` is false.
/// threads: the most threads; all cores by default. The answers do not depend on it.
#[pyfunction]
#[pyo3(signature = (a, b, motions, tolerance, *, most_steps=10_000, threads=None))]
pub fn impact<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    motions: (Bound<'py, Motion>, Bound<'py, Motion>),
    tolerance: f64,
    most_steps: u32,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let count = self::threads(threads)?;
    let (a, b) = (part("a", a)?, part("b", b)?);
    if most_steps == 0 {
        return Err(PyValueError::new_err("most_steps must be at least 1, not 0"));
    }
    let (of_a, of_b) = (motions.0.get(), motions.1.get());
    let shape = match (&of_a.shape[..], &of_b.shape[..]) {
        (one, other) if one == other => one,
        (one, []) | ([], one) => one,
        (one, other) => {
            let message = format!("motions of the shapes {one:?} and {other:?} do not fit together");
            return Err(PyValueError::new_err(message));
        }
    };
    let (of_a, of_b) = (&of_a.motions, &of_b.motions);
    let search = Search { until: 1.0, tolerance, most_steps };
    let at = |motions: &Vec<kernels::Motion>, index: usize| motions[index % motions.len()];
    let ask = |queries: &mut Queries, index: usize| {
        queries.impact(a, b, [&at(of_a, index), &at(of_b, index)], &search)
    };
    let items = shape.iter().product();
    let found: Vec<Option<Impact>> = batch(py, items, count, || Ok(Queries::default()), ask)?;
    let times = found.iter().map(|found| found.map_or(f64::NAN, |found| found.time)).collect();
    let are_contacts = found.iter().map(|found| found.is_some_and(|found| found.is_contact)).collect();
    let nowhere = [f64::NAN; 3];
    let nowhere = Closest { distance: f64::NAN, points: [nowhere; 2], triangles: [0; 2], normal: None };
    let closest: Vec<_> = found.iter().map(|found| found.map_or(nowhere, |found| found.closest)).collect();
    let [distance, point_a, point_b, normal, triangles] = closest_parts(py, &closest, shape)?;
    let time = results::array(py, times, shape, &[])?;
    let is_contact = results::array(py, are_contacts, shape, &[])?;
    results::named(py, "Impact", [time, is_contact, distance, point_a, point_b, normal, triangles])
}
