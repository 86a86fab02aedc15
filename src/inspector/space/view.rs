//! A picture in space as plain data: what is drawn, what is written, where it is seen from.

use crate::geometry::{Aabb, Point, Vector};
use crate::render::dissection::Dissection;
use crate::render::palette::Color;
use crate::world::Body;

/// A picture of the pair, and what is written upon it.
#[derive(Clone, Debug)]
pub struct SpaceView {
    /// Bodies, sheets and lines, in the world.
    pub dissection: Dissection,
    /// Words in the picture.
    pub labels: Vec<Label>,
    /// What is seen, in a sentence or two, in the language on show.
    pub caption: String,
    /// What the camera frames, in the world, metres.
    pub bounds: Aabb,
    /// Direction from the bounds to the camera at first, in the world; its length does not count.
    pub back: Vector,
    /// Where the method's eye is drawn, if it has one, in the world, metres.
    pub eye: Option<Point>,
    /// What can be taken hold of in the picture, each with the lab's own number of it.
    pub handles: Vec<(usize, Body)>,
    /// The same for all views of the same things, wherever these are: between them a camera that was turned moves
    /// along with them.
    pub thing: u64,
    /// The same for all views of the same things at the same places: between them the camera stays where it is.
    pub place: u64,
}

impl SpaceView {
    /// Of things that stay where they are as long as `place` is the same, seen slantwise from the front, without words.
    pub fn of(dissection: Dissection, bounds: Aabb, place: u64) -> Self {
        Self {
            dissection,
            labels: vec![],
            caption: String::new(),
            bounds,
            back: Vector::new(0.5, 0.45, 1.0),
            eye: None,
            handles: vec![],
            thing: 0,
            place,
        }
    }
}

/// A few words in the picture.
#[derive(Clone, Debug)]
pub struct Label {
    /// The words, in the language on show.
    pub text: String,
    /// Colour of the words.
    pub color: Color,
    /// Where the words stand.
    pub place: Place,
}

/// Where a label stands in the picture.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// Below all of these points of the world.
    Under([Point; 4]),
    /// Above all corners of a box in the world.
    Over(Aabb),
}
