//! The overlapping pairs of many boxes.

use collidoscope::kernels::BoxPairs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments;
use crate::batch::refused;
use crate::results;

/// All pairs (i, j), i < j, of axis-aligned boxes that share a point, in ascending order: shape (P, 2).
///
/// min, max: shape (N, 3). Time and memory are linear in the number of boxes at equal density, and memory in the number
///     of pairs.
#[pyfunction]
pub fn box_pairs<'py>(
    py: Python<'py>,
    min: &Bound<'py, PyAny>,
    max: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let min = arguments::list::<3>("min", 'N', min)?;
    let max = arguments::list::<3>("max", 'N', max)?;
    if min.len() != max.len() {
        let [of_min, of_max] = [min.len(), max.len()];
        let found = format!("({of_min}, 3) and ({of_max}, 3)");
        return Err(PyValueError::new_err(format!("min and max must have the same shape, not {found}")));
    }
    let boxes: Vec<_> = min.into_iter().zip(max).map(|(min, max)| [min, max]).collect();
    let pairs = py.detach(|| BoxPairs::from_scratch().find(&boxes).map(<[_]>::to_vec)).map_err(refused)?;
    results::list(py, &pairs)
}
