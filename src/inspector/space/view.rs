//! A picture in space as plain data: what is drawn, what is written, where it is seen from.

use crate::geometry::{Aabb, Point, Vector};
use crate::render::dissection::Dissection;
use crate::render::palette::Color;

/// A picture of the pair, and what is written upon it.
#[derive(Clone, Debug)]
pub struct SpaceView {
    /// What is drawn.
    pub dissection: Dissection,
    /// What is written.
    pub labels: Vec<Label>,
    /// In a sentence or two.
    pub caption: String,
    /// What is framed.
    pub bounds: Aabb,
    /// From the bounds to where they are first seen from.
    pub back: Vector,
    /// Where the method's eye is drawn, if it has one.
    pub eye: Option<Point>,
    /// The same for all views of the same things at the same places: between them the camera stays where it is.
    pub place: u64,
}

/// A few words in the picture.
#[derive(Clone, Debug)]
pub struct Label {
    /// The words.
    pub text: String,
    /// Colour of the words.
    pub color: Color,
    /// Where.
    pub place: Place,
}

/// Where a label stands.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// Below all of these.
    Under([Point; 4]),
    /// Over all of a box.
    Over(Aabb),
}
