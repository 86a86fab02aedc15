//! Spheres, capsules, boxes and hulls: beside meshes, and in each other.

use collidoscope::kernels::{self, Part, Penetration};
use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arguments::{self, Argument};
use crate::batch::{batch, refused, refused_as, threads};
use crate::level::{Mover, body};
use crate::mesh::{Mesh, poses};
use crate::results;

/// A ball around the reference point.
#[pyclass(frozen, extends = Mover, module = "collidoscope_kernels")]
pub struct Sphere(kernels::Shape);

/// All points within `radius` of the segment from `a` to `b`, which are relative to the reference point.
#[pyclass(frozen, extends = Mover, module = "collidoscope_kernels")]
pub struct Capsule(kernels::Shape);

/// A box around the reference point, with its sides along the axes; `half` has half their lengths.
#[pyclass(frozen, extends = Mover, module = "collidoscope_kernels")]
pub struct Box(kernels::Shape);

/// The convex hull of points relative to the reference point.
#[pyclass(frozen, extends = Mover, module = "collidoscope_kernels")]
pub struct Hull(kernels::Hull);

#[pymethods]
impl Sphere {
    #[new]
    fn new(py: Python, radius: f64) -> PyResult<PyClassInitializer<Self>> {
        let shape = kernels::Shape::sphere(radius).map_err(refused)?;
        let mover = kernels::Mover::sphere(radius).map_err(refused)?;
        Ok(body(mover, Self(shape), (radius,).into_pyobject(py)?))
    }
}

#[pymethods]
impl Capsule {
    #[new]
    fn new(
        py: Python,
        radius: f64,
        a: &Bound<PyAny>,
        b: &Bound<PyAny>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let ends = [arguments::vector("a", a)?, arguments::vector("b", b)?];
        let shape = kernels::Shape::capsule(radius, ends).map_err(refused)?;
        let mover = kernels::Mover::capsule(radius, ends).map_err(refused)?;
        Ok(body(mover, Self(shape), (radius, ends[0], ends[1]).into_pyobject(py)?))
    }
}

#[pymethods]
impl Box {
    #[new]
    fn new(py: Python, half: &Bound<PyAny>) -> PyResult<PyClassInitializer<Self>> {
        let half = arguments::vector("half", half)?;
        let names = [("half x", "half[0]"), ("half y", "half[1]"), ("half z", "half[2]")];
        let shape = kernels::Shape::cuboid(half).map_err(|why| refused_as(why, &names))?;
        let corner =
            |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] });
        let mover = kernels::Mover::hull(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner));
        Ok(body(mover.map_err(refused)?, Self(shape), (half,).into_pyobject(py)?))
    }
}

#[pymethods]
impl Hull {
    #[new]
    fn new(py: Python, points: &Bound<PyAny>) -> PyResult<PyClassInitializer<Self>> {
        let points = arguments::list::<3>("points", 'N', points)?;
        let hull = py.detach(|| kernels::Hull::new(&points));
        let hull = hull.map_err(|why| refused_as(why, &[("corners", "points")]))?;
        let made = (results::list(py, &points)?,).into_pyobject(py)?;
        Ok(body(kernels::Mover::from(&hull), Self(hull), made))
    }
}

/// A mesh or a shape.
pub fn part<'a>(name: &str, from: &'a Bound<PyAny>) -> PyResult<Part<'a>> {
    fn get<'a, T: PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync>(
        from: &'a Bound<PyAny>,
    ) -> Option<&'a T> {
        from.cast::<T>().ok().map(Bound::get)
    }
    let mesh = get::<Mesh>(from).map(|mesh| Part::from(mesh.inner()));
    let part = mesh
        .or_else(|| get::<Sphere>(from).map(|shape| Part::from(&shape.0)))
        .or_else(|| get::<Capsule>(from).map(|shape| Part::from(&shape.0)))
        .or_else(|| get::<Box>(from).map(|shape| Part::from(&shape.0)));
    part.ok_or_else(|| {
        let found = from.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyTypeError::new_err(format!("{name} must be a Mesh, a Sphere, a Capsule or a Box, not {found}"))
    })
}

/// The smallest translation that separates two convex hulls, for each pose; NaN where they share no point.
///
/// The depth is exact up to 1e-12 of the size of the larger hull and the rounding of coordinates. Of several equally
/// short translations, the answer is one.
///
/// poses: shape (..., 4, 4), the poses of B in A's coordinates: rotation matrices with a translation in the last column.
/// threads: the most threads; all cores by default. The answers do not depend on it.
#[pyfunction]
#[pyo3(signature = (a, b, poses, *, threads=None))]
pub fn penetration<'py>(
    py: Python<'py>,
    a: &Bound<'py, Hull>,
    b: &Bound<'py, Hull>,
    poses: &Bound<'py, PyAny>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let count = self::threads(threads)?;
    let argument = Argument::of("poses", poses, &[4, 4])?;
    let poses = self::poses(&argument)?;
    let [a, b] = [a, b].map(|hull| &hull.get().0);
    let ask = |_: &mut (), at: usize| Ok(kernels::penetration(a, b, &poses[at]));
    let found: Vec<Option<Penetration>> = batch(py, poses.len(), count, || Ok(()), ask)?;
    let shape = argument.lead();
    let vectors = |of: &dyn Fn(&Penetration) -> [f64; 3]| {
        let vector = |found: &Option<Penetration>| found.as_ref().map_or([f64::NAN; 3], of);
        results::array(py, found.iter().flat_map(vector).collect(), shape, &[3])
    };
    let depth = found.iter().map(|found| found.map_or(f64::NAN, |found| found.depth)).collect();
    let fields = [
        results::array(py, depth, shape, &[])?,
        vectors(&|found| found.normal)?,
        vectors(&|found| found.points[0])?,
        vectors(&|found| found.points[1])?,
    ];
    results::named(py, "Penetration", fields)
}
