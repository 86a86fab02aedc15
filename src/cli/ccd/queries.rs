//! The queries of a CSV file: eight lines each, the four points at time 0 and then at time 1. A line holds
//! three coordinates, each as numerator and denominator, and the truth: 1 if the features touch, else 0.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use num_bigint::BigInt;
use num_rational::BigRational;

use super::super::rows::{Row, rows};
use super::fractions::{integer, on_one_grid, rounded, rounding_error};
use crate::continuous::exact::OnGrid;
use crate::continuous::methods::Asked;
use crate::continuous::{Kind, Query};
use crate::files::input::{name_of, read_input};
use crate::files::reading::LARGEST_FILE;
use crate::files::text;
use crate::geometry::Point;
use crate::names::quoted;

/// The values of a line.
const FIELDS: [&str; 7] =
    ["x numerator", "x denominator", "y numerator", "y denominator", "z numerator", "z denominator", "truth"];
/// Lines per query, one per point.
const POINTS: usize = 8;
/// Maximum number of queries in a file; a query takes about 300 bytes.
pub const MOST_QUERIES: usize = 1_000_000;

/// A query of a file and its known answer.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownQuery {
    /// The query.
    pub asked: Asked,
    /// Whether the features touch, according to the file.
    pub touches: bool,
}

/// Reads all queries of the file, at least one. The error names the file, the line and the remedy.
pub fn read(path: &Path, kind: Kind) -> anyhow::Result<Vec<KnownQuery>> {
    let name = name_of(path);
    let bytes = read_input(path, LARGEST_FILE).map_err(|why| anyhow!("{}: {why}", name.display()))?;
    let text = text::decoded(&bytes).map_err(|why| anyhow!("{}: {why}", name.display()))?;
    parse(text.as_bytes(), kind, MOST_QUERIES).with_context(|| name.display().to_string())
}

/// The queries of a file with these bytes, at most `most`; an error names the line.
pub fn parse(bytes: &[u8], kind: Kind, most: usize) -> anyhow::Result<Vec<KnownQuery>> {
    let (mut queries, mut points): (Vec<KnownQuery>, Vec<[BigRational; 3]>) = (Vec::new(), Vec::new());
    let (mut truth, mut last) = (false, 0);
    for row in rows(bytes) {
        let here = || row.place();
        let (point, touches) = point(&row).with_context(here)?;
        if points.is_empty() {
            truth = touches;
        } else if touches != truth {
            bail!(
                "{}: the truth differs from that of the query's first line; all eight lines must agree",
                here()
            );
        }
        if queries.len() == most {
            bail!("{}: more than {most} queries; split the file", here());
        }
        points.push(point);
        if let Some(eight) = points.first_chunk::<POINTS>() {
            queries.push(KnownQuery { asked: asked(eight, kind), touches: truth });
            points.clear();
        }
        last = row.line;
    }
    if !points.is_empty() {
        bail!(
            "line {last}: the last query has {} of 8 lines: four points at time 0, the same four at time 1; \
             the file may be cut short",
            points.len()
        );
    }
    if queries.is_empty() {
        bail!("it has no queries; write eight lines for each");
    }
    Ok(queries)
}

/// Parses a line into its point and the truth value.
fn point(row: &Row) -> anyhow::Result<([BigRational; 3], bool)> {
    let values: [&str; FIELDS.len()] = row.values(&format!("seven: {}", FIELDS.join(", ")))?;
    let integer =
        |i: usize| integer(values[i]).with_context(|| format!("{} is {}", FIELDS[i], quoted(values[i])));
    let coordinate = |axis: usize| {
        let name = ["x", "y", "z"][axis];
        let (numerator, denominator) = (integer(2 * axis)?, integer(2 * axis + 1)?);
        if denominator == BigInt::ZERO {
            bail!("{name} has the denominator 0; write 1 for a whole number");
        }
        let coordinate = BigRational::new(numerator, denominator);
        if !rounded(&coordinate).is_finite() {
            bail!("{name} is greater than 1.8e308, the largest f64; scale the query down");
        }
        Ok(coordinate)
    };
    let coordinates = [coordinate(0)?, coordinate(1)?, coordinate(2)?];
    let touches = match values[6] {
        "0" => false,
        "1" => true,
        other => bail!("the truth is {}; write 1 if the features touch, else 0", quoted(other)),
    };
    Ok((coordinates, touches))
}

/// The query made of eight points, with the error bound of their rounding to f64.
fn asked(points: &[[BigRational; 3]; POINTS], kind: Kind) -> Asked {
    let at = |i: usize| Point::from(points[i].each_ref().map(rounded));
    let query = Query { kind, start: [0, 1, 2, 3].map(at), end: [4, 5, 6, 7].map(at) };
    let error = points.as_flattened().iter().map(rounding_error).fold(0.0, f64::max);
    if error == 0.0 {
        return query.into();
    }
    let integers = on_one_grid(points.as_flattened());
    let corner = |i: usize| -> [BigInt; 3] { [0, 1, 2].map(|axis| integers[3 * i + axis].clone()) };
    let ends = [[0, 1, 2, 3].map(corner), [4, 5, 6, 7].map(corner)];
    // The difference of two points is off by at most twice `error` in each of its three coordinates, so its length is
    // off by at most 2√3 · `error`, which is less than 4 · `error`.
    Asked { query, rounding: 4.0 * error, unrounded: Some(Box::new(OnGrid { kind, ends })) }
}
