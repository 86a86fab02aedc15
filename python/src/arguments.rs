//! Arrays from arguments: dtype, shape and values are checked, and every error names the argument.
//!
//! Values are copied, because other threads may change an array while the interpreter's lock is released.

use collidoscope::kernels::FARTHEST;
use numpy::{Element, PyArrayDescrMethods as _, PyArrayDyn, PyArrayMethods as _};
use numpy::{PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict as _, PyTuple};

/// An array of real numbers or integers: items of a fixed shape, in an array of any shape.
pub struct Argument<'py> {
    name: &'static str,
    array: Bound<'py, PyUntypedArray>,
    /// The shape of the whole array.
    shape: Vec<usize>,
    /// The number of axes of an item; they are the last ones.
    inner: usize,
}

/// A list of points or planes: an array of shape (`letter`, N).
pub fn list<const N: usize>(
    name: &'static str,
    letter: char,
    from: &Bound<PyAny>,
) -> PyResult<Vec<[f64; N]>> {
    let argument = Argument::new(name, from, "fiu", "real numbers")?;
    if !matches!(argument.shape[..], [_, n] if n == N) {
        return Err(argument.misshapen(&format!("({letter}, {N})")));
    }
    Ok(argument.floats()?.as_chunks().0.to_vec())
}

/// A single vector.
pub fn vector(name: &'static str, from: &Bound<PyAny>) -> PyResult<[f64; 3]> {
    Ok(Argument::of_one(name, from, &[3])?.vectors::<3>()?[0])
}

/// A list of triangles: an array of integers of shape (M, 3), each the index of one of `count` vertices.
pub fn triangles(name: &'static str, from: &Bound<PyAny>, count: usize) -> PyResult<Vec<[u32; 3]>> {
    let argument = Argument::new(name, from, "iu", "integers")?;
    if !matches!(argument.shape[..], [_, 3]) {
        return Err(argument.misshapen("(M, 3)"));
    }
    let index = |(at, vertex): (usize, i128)| {
        u32::try_from(vertex).ok().filter(|&index| (index as usize) < count).ok_or_else(|| {
            let range = format!("but there are {count} vertices, numbered from 0");
            argument.refused(at, &format!("is {vertex}, {range}"))
        })
    };
    let indices: Vec<u32> =
        argument.integers()?.into_iter().enumerate().map(index).collect::<PyResult<_>>()?;
    Ok(indices.as_chunks().0.to_vec())
}

/// A finite number that is at least 0.
pub fn not_negative(name: &str, value: f64) -> PyResult<f64> {
    if value >= 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(PyValueError::new_err(format!("{name} must be a finite number of at least 0, not {value}")))
    }
}

/// The shape that the arrays of items have in common, by NumPy's rules of broadcasting.
pub fn common_shape(arguments: &[&Argument]) -> PyResult<Vec<usize>> {
    let [first, rest @ ..] = arguments else { return Ok(vec![]) };
    if rest.iter().all(|other| other.lead() == first.lead()) {
        return Ok(first.lead().to_vec());
    }
    let py = first.array.py();
    let leads = arguments.iter().map(|argument| PyTuple::new(py, argument.lead()));
    let leads = PyTuple::new(py, leads.collect::<PyResult<Vec<_>>>()?)?;
    let Ok(common) = numpy(py)?.call_method1("broadcast_shapes", leads) else {
        let each = |argument: &&Argument| format!("{} of shape {}", argument.name, tuple(&argument.shape));
        let each: Vec<String> = arguments.iter().map(each).collect();
        return Err(PyValueError::new_err(format!("{} do not fit together", each.join(" and "))));
    };
    common.extract()
}

impl<'py> Argument<'py> {
    /// Items of real numbers: an array whose last axes are `item`.
    pub fn of(name: &'static str, from: &Bound<'py, PyAny>, item: &[usize]) -> PyResult<Self> {
        let argument = Self::new(name, from, "fiu", "real numbers")?;
        if !argument.shape.ends_with(item) {
            let axes: Vec<String> = item.iter().map(ToString::to_string).collect();
            return Err(argument.misshapen(&format!("(..., {})", axes.join(", "))));
        }
        Ok(Self { inner: item.len(), ..argument })
    }

    /// One item of real numbers.
    pub fn of_one(name: &'static str, from: &Bound<'py, PyAny>, item: &[usize]) -> PyResult<Self> {
        let argument = Self::new(name, from, "fiu", "real numbers")?;
        if argument.shape != item {
            return Err(argument.misshapen(&tuple(item)));
        }
        Ok(Self { inner: item.len(), ..argument })
    }

    /// Items that are integers.
    pub fn of_integers(name: &'static str, from: &Bound<'py, PyAny>) -> PyResult<Self> {
        Self::new(name, from, "iu", "integers")
    }

    fn new(name: &'static str, from: &Bound<'py, PyAny>, kinds: &str, of: &str) -> PyResult<Self> {
        let py = from.py();
        let array = match from.cast::<PyUntypedArray>() {
            Ok(array) => array.clone(),
            Err(_) => numpy(py)?
                .call_method1("asarray", (from,))
                .map_err(|why| {
                    if why.is_instance_of::<PyValueError>(py) || why.is_instance_of::<PyTypeError>(py) {
                        PyValueError::new_err(format!("{name} must be an array of {of}: {}", why.value(py)))
                    } else {
                        why
                    }
                })?
                .cast_into()?,
        };
        let dtype = array.dtype();
        if !kinds.contains(char::from(dtype.kind())) {
            return Err(PyTypeError::new_err(format!("{name} must be an array of {of}, not of {dtype}")));
        }
        Ok(Self { name, shape: array.shape().to_vec(), array, inner: 0 })
    }

    /// The shape of the array of items; empty for a single item.
    pub fn lead(&self) -> &[usize] {
        &self.shape[..self.shape.len() - self.inner]
    }

    /// The argument, repeated so that [`Argument::lead`] is `lead`, by NumPy's rules of broadcasting.
    pub fn broadcast(self, lead: &[usize]) -> PyResult<Self> {
        if self.lead() == lead {
            return Ok(self);
        }
        // Here, so that the error names a place in the argument itself.
        if self.kind() == b'f' {
            self.floats()?;
        }
        let shape = [lead, &self.shape[self.lead().len()..]].concat();
        let py = self.array.py();
        let array = numpy(py)?.call_method1("broadcast_to", (&self.array, PyTuple::new(py, &shape)?))?;
        Ok(Self { array: array.cast_into()?, shape, ..self })
    }

    /// Items of N numbers.
    pub fn vectors<const N: usize>(&self) -> PyResult<Vec<[f64; N]>> {
        Ok(self.floats()?.as_chunks().0.to_vec())
    }

    /// Items of R rows of C numbers.
    pub fn matrices<const R: usize, const C: usize>(&self) -> PyResult<Vec<[[f64; C]; R]>> {
        Ok(self.floats()?.as_chunks().0.as_chunks().0.to_vec())
    }

    /// All integers in C order.
    pub fn integers(&self) -> PyResult<Vec<i128>> {
        if self.kind() == b'u' {
            Ok(self.values::<u64>("uint64")?.into_iter().map(i128::from).collect())
        } else {
            Ok(self.values::<i64>("int64")?.into_iter().map(i128::from).collect())
        }
    }

    /// All numbers in C order, each of them finite and at most [`FARTHEST`].
    fn floats(&self) -> PyResult<Vec<f64>> {
        let values = self.values::<f64>("float64")?;
        match values.iter().position(|value| !(-FARTHEST..=FARTHEST).contains(value)) {
            Some(at) => {
                let limit = format!("is {:?}, but must be finite and within ±{FARTHEST:e}", values[at]);
                Err(self.refused(at, &limit))
            }
            None => Ok(values),
        }
    }

    /// All values in C order, converted to the NumPy `dtype`, which is `T`.
    fn values<T: Element + Clone>(&self, dtype: &str) -> PyResult<Vec<T>> {
        if let Ok(array) = self.array.cast::<PyArrayDyn<T>>()
            && array.is_c_contiguous()
            && let Ok(values) = array.try_readonly()?.as_slice()
        {
            return Ok(values.to_vec());
        }
        // A copy is contiguous and aligned, of whatever layout the argument is.
        let py = self.array.py();
        let copied = numpy(py)?.call_method(
            "array",
            (&self.array, dtype),
            Some(&[("order", "C")].into_py_dict(py)?),
        )?;
        Ok(copied.cast::<PyArrayDyn<T>>()?.try_readonly()?.as_slice()?.to_vec())
    }

    /// NumPy's letter for the kind of dtype.
    fn kind(&self) -> u8 {
        self.array.dtype().kind()
    }

    fn misshapen(&self, expected: &str) -> PyErr {
        let found = tuple(&self.shape);
        PyValueError::new_err(format!("{} must have the shape {expected}, not {found}", self.name))
    }

    /// The error of number `at` in C order.
    fn refused(&self, at: usize, why: &str) -> PyErr {
        let place = place(at, &self.shape);
        PyValueError::new_err(format!("{}{place} {why}", self.name))
    }

    /// The error of item `at` in C order.
    pub fn refused_item(&self, at: usize, why: &str) -> PyErr {
        PyValueError::new_err(format!("{} {why}", self.item(at)))
    }

    /// The name of item `at` in C order.
    pub fn item(&self, at: usize) -> String {
        format!("{}{}", self.name, place(at, self.lead()))
    }

    /// A copy of the array.
    pub fn copied(&self) -> PyResult<Bound<'py, PyAny>> {
        self.array.call_method0("copy")
    }
}

fn numpy(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static NUMPY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let module = NUMPY.get_or_try_init(py, || py.import("numpy").map(|module| module.into_any().unbind()))?;
    Ok(module.bind(py))
}

/// The index of an item, as Python writes it: `[1, 2]`; nothing for a single item.
fn place(at: usize, shape: &[usize]) -> String {
    let mut rest = at;
    let mut index: Vec<String> = vec![];
    for length in shape.iter().rev() {
        index.insert(0, (rest % length).to_string());
        rest /= length;
    }
    if index.is_empty() { String::new() } else { format!("[{}]", index.join(", ")) }
}

/// A shape, as Python writes it.
fn tuple(shape: &[usize]) -> String {
    match shape {
        [only] => format!("({only},)"),
        axes => format!("({})", axes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}
