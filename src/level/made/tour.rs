//! Walking along a path of places on the floor.

use crate::geometry::{Point, Vector};

/// How near one comes to a place before turning to the next, metres in the plan.
const NEAR: f64 = 0.3;

/// A walk along a path, from place to place, over and over.
#[derive(Clone, Debug)]
pub struct Tour {
    path: Vec<Point>,
    /// The place that is walked to.
    pub next: usize,
    /// Places that were come to.
    pub reached: usize,
}

impl Tour {
    /// To the first place of `path`.
    pub fn new(path: Vec<Point>) -> Self {
        Self { path, next: 0, reached: 0 }
    }

    /// The velocity wished by a walker with its base at `place`: towards the next place, level.
    pub fn wish(&mut self, place: &Point, speed: f64) -> Vector {
        for _ in 0..self.path.len() {
            let to = self.path[self.next] - place;
            let level = Vector::new(to.x, 0.0, to.z);
            // A place on another floor is not reached from below it.
            if level.norm() > NEAR || to.y.abs() > 1.0 {
                return level.cap_magnitude(1.0) * speed;
            }
            self.next = (self.next + 1) % self.path.len();
            self.reached += 1;
        }
        Vector::zeros()
    }
}
