//! The first contact of moving features.

use collidoscope::kernels::{self, Features};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{Argument, common_shape, not_negative};
use crate::batch::{batch, threads};
use crate::results;

/// The kinds in the order of their numbers, which `collidoscope_kernels/results.py` declares.
const KINDS: [(&str, Features); 2] =
    [("vertex-face", Features::VertexFace), ("edge-edge", Features::EdgeEdge)];

/// The first time, 0 to 1, at which the distance of two moving features is at most `gap`, or an earlier time; NaN if
/// there is none.
///
/// Never later than the exact time, and never NaN if there is a contact, with all rounding errors included. A pair that
/// comes closer than the rounding error is a false hit.
///
/// kind: "vertex-face" or "edge-edge", a `Kind`, or an array of its numbers.
/// start, end: shape (..., 4, 3), the places of the four points before and after; in between they move in straight
///     lines. A vertex and the corners of a triangle, or the ends of two edges.
/// threads: the most threads; all cores by default. The answers do not depend on it.
///
/// kind, start and end are broadcast.
#[pyfunction]
#[pyo3(signature = (kind, start, end, gap=0.0, *, threads=None))]
pub fn first_contact<'py>(
    py: Python<'py>,
    kind: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    end: &Bound<'py, PyAny>,
    gap: f64,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let count = self::threads(threads)?;
    let gap = not_negative("gap", gap)?;
    let kind = Argument::of_integers("kind", &numbered(kind)?)?;
    let start = Argument::of("start", start, &[4, 3])?;
    let end = Argument::of("end", end, &[4, 3])?;
    let shape = common_shape(&[&kind, &start, &end])?;
    let kinds = kinds(&kind.broadcast(&shape)?)?;
    let starts = start.broadcast(&shape)?.matrices::<4, 3>()?;
    let ends = end.broadcast(&shape)?.matrices::<4, 3>()?;
    let ask = |(): &mut (), at: usize| {
        let time = kernels::first_contact(kinds[at], &starts[at], &ends[at], gap)?;
        Ok(time.unwrap_or(f64::NAN))
    };
    let times = batch(py, kinds.len(), count, || Ok(()), ask)?;
    results::array(py, times, &shape, &[])
}

/// The kind as a number, if it is a text.
fn numbered<'py>(kind: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let Ok(text) = kind.cast::<PyString>() else { return Ok(kind.clone()) };
    let text = text.to_string_lossy();
    let number =
        KINDS.iter().position(|(name, _)| *name == text).ok_or_else(|| unknown(&format!("{text:?}")))?;
    Ok(number.into_pyobject(kind.py())?.into_any())
}

fn kinds(argument: &Argument) -> PyResult<Vec<Features>> {
    let kind = |number: i128| {
        let kind = usize::try_from(number).ok().and_then(|number| KINDS.get(number));
        kind.map(|(_, kind)| *kind).ok_or_else(|| unknown(&number.to_string()))
    };
    argument.integers()?.into_iter().map(kind).collect()
}

fn unknown(found: &str) -> PyErr {
    PyValueError::new_err(format!("kind must be \"vertex-face\" (0) or \"edge-edge\" (1), not {found}"))
}

/// The number of a kind.
pub fn number(kind: Features) -> u8 {
    (kind == Features::EdgeEdge).into()
}
