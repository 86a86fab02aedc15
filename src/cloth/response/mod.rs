//! What keeps a cloth from passing through itself and through what lies in its way.

pub mod closest;
pub mod guard;
pub mod meeting;
pub mod obstacle;
pub mod pierced;
pub mod pushes;

use obstacle::Obstacle;

/// What is kept from passing through what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// The cloth through itself.
    pub itself: bool,
    /// The cloth through floor and obstacles.
    pub obstacles: bool,
}

impl Response {
    /// Whether anything is kept apart but from the floor, which takes no search.
    pub fn searches(self, way: &Way) -> bool {
        self.itself || self.obstacles && !way.obstacles.is_empty()
    }
}

/// What lies in the way of a cloth.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Height of the floor in metres, if there is one.
    pub floor: Option<f64>,
    /// What else.
    pub obstacles: Vec<Obstacle>,
}
