//! Planes, and how far a set of points reaches over them.

use crate::geometry::{Point, Vector};

/// All points with `normal · p = offset`; in front where it is more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Of length 1.
    pub normal: Vector,
    /// Distance from the origin along the normal, metres.
    pub offset: f64,
}

impl Plane {
    /// Metres from the plane to `p`, positive in front.
    pub fn distance(&self, p: &Point) -> f64 {
        self.normal.dot(&p.coords) - self.offset
    }

    /// The same plane with the other side in front.
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, offset: -self.offset }
    }

    /// The plane moved by so many metres along its normal.
    pub fn shifted(&self, by: f64) -> Self {
        Self { offset: self.offset + by, ..*self }
    }

    /// Two directions in the plane, of length 1 and at right angles: with the normal they make a right-handed frame.
    pub fn axes(&self) -> [Vector; 2] {
        let least = self.normal.iamin();
        let across = self.normal.cross(&Vector::ith(least, 1.0)).normalize();
        [across, self.normal.cross(&across)]
    }
}
