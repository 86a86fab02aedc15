//! Points from arrays.

use super::error::Error;
use crate::geometry::Point;

/// Converts points, of which each must be finite; `what` names one of them in the error.
pub fn points(from: &[[f64; 3]], what: &'static str) -> Result<Vec<Point>, Error> {
    match from.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
        Some(index) => Err(Error::NotFinite { what, index }),
        None => Ok(from.iter().map(|p| Point::from(*p)).collect()),
    }
}

/// Converts one point, which must be finite.
pub fn point(from: [f64; 3], what: &'static str) -> Result<Point, Error> {
    if from.iter().all(|x| x.is_finite()) {
        Ok(from.into())
    } else {
        Err(Error::NotFinite { what, index: 0 })
    }
}
