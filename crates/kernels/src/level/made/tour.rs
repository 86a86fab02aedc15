//! A walk from place to place along a path on the floor.

use crate::geometry::{Point, Vector};

/// Horizontal distance from a place at which it counts as reached, metres.
const NEAR: f64 = 0.3;

/// An endless walk along a path, from place to place.
#[derive(Clone, Debug)]
pub struct Tour {
    path: Vec<Point>,
    /// Index of the next place.
    pub next: usize,
    /// Number of places reached.
    pub reached: usize,
}

impl Tour {
    /// A walk that starts towards the first place of `path`.
    pub fn new(path: Vec<Point>) -> Self {
        Self { path, next: 0, reached: 0 }
    }

    /// The wished velocity of a walker whose base is at `place`: horizontally towards the next place.
    pub fn wish(&mut self, place: &Point, speed: f64) -> Vector {
        for _ in 0..self.path.len() {
            let to = self.path[self.next] - place;
            let level = Vector::new(to.x, 0.0, to.z);
            // A place more than 1 m above or below the walker does not count as reached: it may be on another floor.
            if level.norm() > NEAR || to.y.abs() > 1.0 {
                return level.cap_magnitude(1.0) * speed;
            }
            self.next = (self.next + 1) % self.path.len();
            self.reached += 1;
        }
        Vector::zeros()
    }
}
