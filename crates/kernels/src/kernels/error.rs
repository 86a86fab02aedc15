//! The errors of the kernels, and the conversion of points, which raises the commonest.

use std::fmt;

use crate::geometry::Point;

/// Limit on the magnitude of coordinates, so that products of several of them do not overflow.
pub const FARTHEST: f64 = 1e50;

/// The reason why input is refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A coordinate is NaN, infinite, or beyond ±[`FARTHEST`].
    Coordinate {
        /// The item with the coordinate, such as `"vertex"`.
        what: &'static str,
        /// Index of the item, from 0.
        index: usize,
    },
    /// A list has the wrong number of items.
    Count {
        /// The items, such as `"positions"`.
        what: &'static str,
        /// The right number.
        expected: usize,
        /// The number given.
        found: usize,
    },
    /// A triangle has an index of a vertex that does not exist.
    NoVertex {
        /// Index of the triangle.
        triangle: usize,
        /// The index that is out of range.
        vertex: u32,
        /// Number of vertices.
        count: usize,
    },
    /// A matrix is not a rotation: its rows are not orthonormal up to 1e-3, or it mirrors. Or a quaternion has no
    /// direction.
    NotARotation,
    /// The direction of a ray is zero or not finite, or its length is not between 1e-50 and 1e50.
    Direction,
    /// The largest t of a ray is negative or NaN.
    LargestT,
    /// A length is zero, negative, infinite or NaN.
    Length(&'static str),
    /// The minimum of a box is greater than its maximum.
    Box(usize),
    /// The mesh, cloth or level cannot be prepared. One sentence says why.
    Unsuitable(String),
    /// The answer has more items than an answer may have.
    TooMany {
        /// The items, such as `"contacts"`.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// A file cannot be read. One sentence says why.
    #[cfg(feature = "import")]
    File(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Coordinate { what, index } => {
                write!(f, "{what} {index} has a coordinate that is not finite or beyond ±1e50")
            }
            Self::Count { what, expected, found } => write!(f, "{what}: {expected} expected, {found} found"),
            Self::NoVertex { triangle, vertex, count } => write!(
                f,
                "triangle {triangle} has vertex {vertex}, but there are only {count}, numbered from 0"
            ),
            Self::NotARotation => f.write_str(
                "the matrix of a pose is no rotation: its rows must be orthonormal up to 1e-3, \
                without a mirroring",
            ),
            Self::Direction => {
                f.write_str("the direction of a ray must be finite, with a length between 1e-50 and 1e50")
            }
            Self::LargestT => f.write_str("the largest t of a ray must be at least 0"),
            Self::Length(name) => write!(f, "{name} must be a positive, finite length"),
            Self::Box(index) => write!(f, "the minimum of box {index} is greater than its maximum"),
            Self::Unsuitable(why) => f.write_str(why),
            Self::TooMany { what, most } => write!(f, "the answer has more than {most} {what}"),
            #[cfg(feature = "import")]
            Self::File(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

/// Converts points; `what` names one of them in the error.
pub fn points(from: &[[f64; 3]], what: &'static str) -> Result<Vec<Point>, Error> {
    from.iter().enumerate().map(|(index, at)| item(*at, what, index)).collect()
}

/// Converts one point.
pub fn point(from: [f64; 3], what: &'static str) -> Result<Point, Error> {
    item(from, what, 0)
}

/// Converts the point with this index in a list.
pub fn item(from: [f64; 3], what: &'static str, index: usize) -> Result<Point, Error> {
    // Written so that NaN is refused.
    let is_near = from.iter().all(|x| x.abs() <= FARTHEST);
    if is_near { Ok(from.into()) } else { Err(Error::Coordinate { what, index }) }
}

/// Checks a positive length.
pub fn length(value: f64, name: &'static str) -> Result<f64, Error> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(Error::Length(name)) }
}
