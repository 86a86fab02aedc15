//! Arrays and named tuples as results.

use numpy::{Element, PyArray1, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

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

/// A list of items of N numbers that belongs to an object, and is read-only.
pub fn own_list<'py, T: Element + Copy, const N: usize>(
    py: Python<'py>,
    items: &[[T; N]],
) -> PyResult<Bound<'py, PyAny>> {
    let list = list(py, items)?;
    list.call_method1("setflags", (false,))?;
    Ok(list)
}

/// A named tuple of the module `collidoscope_kernels.results`.
pub fn named<'py, const N: usize>(
    py: Python<'py>,
    name: &str,
    fields: [Bound<'py, PyAny>; N],
) -> PyResult<Bound<'py, PyAny>> {
    py.import(TUPLES)?.getattr(name)?.call1(PyTuple::new(py, fields)?)
}

/// The arguments that an object was made from, for pickle and copy.
pub struct Made {
    /// The static method that made it; none for the class itself.
    method: Option<&'static str>,
    arguments: Py<PyTuple>,
}

/// The answer of `__reduce__`: what to call, and the arguments.
pub type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

impl Made {
    pub fn from(arguments: Bound<PyTuple>) -> Self {
        Self { method: None, arguments: arguments.unbind() }
    }

    pub fn by(method: &'static str, arguments: Bound<PyTuple>) -> Self {
        Self { method: Some(method), ..Self::from(arguments) }
    }

    pub fn reduce<'py>(&self, class: Bound<'py, PyType>) -> PyResult<Reduced<'py>> {
        let arguments = self.arguments.bind(class.py()).clone();
        Ok((self.method.map_or(Ok(class.clone().into_any()), |method| class.getattr(method))?, arguments))
    }
}
