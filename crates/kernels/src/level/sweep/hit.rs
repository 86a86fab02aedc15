//! The contact of a mover with the solid.

use crate::geometry::Vector;

/// The first contact of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Time of contact, from 0 to 1.
    pub time: f64,
    /// Unit normal of the plane that was hit, towards the mover. For a mover that starts inside the solid, the
    /// normal of the nearest plane.
    pub normal: Vector,
    /// Index in the tree of the plane that was hit, if it belongs to the tree.
    pub plane: Option<u32>,
    /// Index of the solid leaf or brush.
    pub cell: Option<u32>,
    /// Whether the method finds the start of the move inside the solid.
    pub inside: bool,
}

/// The earlier of two contacts; the first if they are equal.
pub fn earlier(first: Option<Hit>, second: Option<Hit>) -> Option<Hit> {
    match (first, second) {
        (Some(first), Some(second)) if second.time < first.time => Some(second),
        (first, second) => first.or(second),
    }
}
