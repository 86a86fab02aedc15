//! Arrays and named tuples as results.

use numpy::{Element, PyArray1, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The names of the fields are in `collidoscope_kernels/results.py`.
const TUPLES: &str = "collidoscope_kernels.results";

/// An array of the shape `lead` followed by `item`; for two empty shapes, a NumPy scalar.
pub fn array<'py, T: Element>(
    py: Python<'py>,
    values: Vec<T>,
    lead: &[usize],
    item: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArray1::from_vec(py, values).reshape([lead, item].concat())?;
    if lead.is_empty() && item.is_empty() { array.get_item(PyTuple::empty(py)) } else { Ok(array.into_any()) }
}

/// A list of items of N numbers.
pub fn list<'py, T: Element + Copy, const N: usize>(
    py: Python<'py>,
    items: &[[T; N]],
) -> PyResult<Bound<'py, PyAny>> {
    array(py, items.as_flattened().to_vec(), &[items.len()], &[N])
}

/// A named tuple of the module `collidoscope_kernels.results`.
pub fn named<'py, const N: usize>(
    py: Python<'py>,
    name: &str,
    fields: [Bound<'py, PyAny>; N],
) -> PyResult<Bound<'py, PyAny>> {
    py.import(TUPLES)?.getattr(name)?.call1(PyTuple::new(py, fields)?)
}
