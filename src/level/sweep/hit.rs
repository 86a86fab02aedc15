//! Where a mover meets the solid.

use crate::geometry::Vector;

/// The first contact of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// 0 to 1.
    pub time: f64,
    /// Of the plane that was met, of length 1, towards the mover. Where the mover begins inside, of the plane that it would
    /// leave through soonest.
    pub normal: Vector,
    /// That plane by its index in the tree, if it is one of the tree's.
    pub plane: Option<u32>,
    /// The solid leaf, or the brush, by its index.
    pub cell: Option<u32>,
    /// Whether the method takes the beginning for inside the solid.
    pub inside: bool,
}

/// The earlier of two contacts; of equal ones the first.
pub fn earlier(first: Option<Hit>, second: Option<Hit>) -> Option<Hit> {
    match (first, second) {
        (Some(first), Some(second)) if second.time < first.time => Some(second),
        (first, second) => first.or(second),
    }
}
