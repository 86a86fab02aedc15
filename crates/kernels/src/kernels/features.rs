//! The first contact of moving features.

use super::error::{Error, points};
use crate::continuous::hybrid;
use crate::geometry::Point;

pub use crate::continuous::Kind as Features;

/// The first time, from 0 to 1, at which the distance between two linearly moving features is at most `gap` metres,
/// or an earlier time; `None` if there is no such time.
///
/// The four points are a vertex and the corners of a triangle, or the ends of two edges; each moves in a straight
/// line from its place in `start` to that in `end`. Never later than the exact time, and never `None` if there is a
/// contact, with all rounding errors included. A gap of 0 asks for contact; a contact from the start gives 0.
///
/// A pair that comes closer than the rounding error is a false hit. So is, now and then, one that passes beyond the gap
/// by a few percent of it or less: the search ends after 200 rounds, with the time up to which it is sure.
/// ```
/// use collidoscope_kernels::{Features, first_contact};
///
/// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let with = |vertex| [vertex, triangle[0], triangle[1], triangle[2]];
/// let [start, end] = [with([0.2, 0.2, 1.0]), with([0.2, 0.2, -1.0])];
/// let time = first_contact(Features::VertexFace, &start, &end, 0.0)?.unwrap();
/// assert!(time <= 0.5 && time > 0.499_999_999);
/// # Ok::<(), collidoscope_kernels::Error>(())
/// ```
///
/// Fails if a coordinate is not finite or beyond ±1e50, or if `gap` is not a finite number of at least 0.
pub fn first_contact(
    features: Features,
    start: &[[f64; 3]; 4],
    end: &[[f64; 3]; 4],
    gap: f64,
) -> Result<Option<f64>, Error> {
    if !(gap >= 0.0 && gap.is_finite()) {
        return Err(Error::Length("gap"));
    }
    points(start, "start")?;
    points(end, "end")?;
    let [start, end] = [start, end].map(|ends| ends.map(Point::from));
    Ok(hybrid::first_contact(features, &start, &end, gap))
}
