//! Bodies in integers, without rounding.
//!
//! One unit makes all lengths of a body integers (`geometry/whole.rs`). A quaternion q turns p to q p q⁻¹, which times
//! |q|² is a polynomial of its components. So a posed body is exactly that of its numbers, even if |q| differs from 1 by
//! rounding. A corner of a posed body is `corner / scale · 2^power`.

use num_bigint::BigInt;

use crate::geometry::Vector;
use crate::geometry::whole::{Whole, aligned, at, dot, finest, quotient};
use crate::world::Body;

/// The corners of a posed body, as seen from a point.
pub struct Placed {
    /// The corners minus the point, times `scale`, in units of 2^`power` metres.
    pub corners: Vec<Whole>,
    /// A positive integer.
    pub scale: BigInt,
    /// The unit is 2 to this power, metres.
    pub power: i32,
}

impl Placed {
    /// The body's mesh as seen from `from`, a point of the world in metres.
    pub fn of(body: &Body, from: [f64; 3]) -> Self {
        let (turn, scale) = turn(body.pose.rotation.coords.into());
        let place = body.pose.translation.vector;
        let vertices = body.shape.mesh().vertices();
        let lengths = vertices.iter().flat_map(|p| [p.x, p.y, p.z]);
        let power = finest(lengths.chain(from).chain([place.x, place.y, place.z]));
        let shift = [0, 1, 2].map(|i| (at(place[i], power) - at(from[i], power)) * &scale);
        let corner = |p: &crate::geometry::Point| {
            let p = [p.x, p.y, p.z].map(|c| at(c, power));
            [0, 1, 2].map(|i| dot(&turn[i], &p) + &shift[i])
        };
        Self { corners: vertices.iter().map(corner).collect(), scale, power }
    }

    /// The corners in metres, each coordinate rounded once, to about 15 digits.
    pub fn rounded(&self) -> Vec<Vector> {
        let metres = |c: &BigInt| quotient(c, &self.scale, self.power);
        self.corners.iter().map(|p| Vector::new(metres(&p[0]), metres(&p[1]), metres(&p[2]))).collect()
    }
}

/// The rotation matrix of a quaternion x, y, z, w times |q|², and |q|², both times the same square.
fn turn(quaternion: [f64; 4]) -> ([Whole; 3], BigInt) {
    let ([x, y, z, w], _) = aligned(quaternion);
    let norm = &x * &x + &y * &y + &z * &z + &w * &w;
    let two = BigInt::from(2);
    let diagonal = |p: &BigInt, q: &BigInt| &norm - &two * (p * p + q * q);
    let matrix = [
        [diagonal(&y, &z), &two * (&x * &y - &w * &z), &two * (&x * &z + &w * &y)],
        [&two * (&x * &y + &w * &z), diagonal(&x, &z), &two * (&y * &z - &w * &x)],
        [&two * (&x * &z - &w * &y), &two * (&y * &z + &w * &x), diagonal(&x, &y)],
    ];
    (matrix, norm)
}
